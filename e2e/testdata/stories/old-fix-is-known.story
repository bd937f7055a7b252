# What stood in front of a script three weeks ago is still known
project py-mailer
session s1
run ./deploy.sh
silent
run MAIL_HOST=mx1.example.com ./deploy.sh
silent
later 500h
session s2
useful: MAIL_HOST
run ./deploy.sh
wants: MAIL_HOST=mx1.example.com
useful: failed here|fixed this
