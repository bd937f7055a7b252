# The variable that a script asks for is told before it fails a third time
project py-mailer
session s1
run ./deploy.sh
useless: MAIL_HOST
run MAIL_HOST=mx1.example.com ./deploy.sh
silent
session s2
useful: MAIL_HOST
run ./deploy.sh
wants: MAIL_HOST=mx1.example.com
useful: failed here
run MAIL_HOST=mx1.example.com ./deploy.sh
silent
session s3
wants: MAIL_HOST
