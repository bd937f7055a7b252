# The variable in front of a migration is known before it fails again
project py-tools
session s1
run ./migrate.sh
silent
run DATABASE_URL=postgres://localhost/shop ./migrate.sh
silent
session s2
useful: DATABASE_URL
run ./migrate.sh
wants: DATABASE_URL=postgres://localhost/shop \./migrate\.sh
useful: failed here|fixed this
run DATABASE_URL=postgres://localhost/shop ./migrate.sh
silent
session s3
wants: DATABASE_URL
