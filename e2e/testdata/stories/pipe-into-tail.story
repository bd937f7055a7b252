# A filter behind a command is no fix of it
project py-tools
session s1
run ./migrate.sh
silent
run ./migrate.sh 2>&1 | tail -1
silent
session s2
harmful: tail
run ./migrate.sh
harmful: tail
silent
