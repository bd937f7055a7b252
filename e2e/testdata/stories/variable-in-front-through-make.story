# A variable in front of a make target is learned, and told before it fails in the third session.
project sh-deploy
needs make
session s1
run make migrate
silent
run DATABASE_URL=sqlite:test.db make migrate
silent
session s2
useful: DATABASE_URL=sqlite:test\.db
run make migrate
wants: DATABASE_URL
harmful: (?i)no rule|makefile
run DATABASE_URL=sqlite:test.db make migrate
silent
session s3
wants: DATABASE_URL
