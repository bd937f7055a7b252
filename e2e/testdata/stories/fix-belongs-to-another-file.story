# The cure of a missing .env is no cure of a missing fixture.
project sh-deploy
needs make
session s1
run ./seed.sh
run cp .env.example .env
run ./seed.sh
silent
shell rm .env
session s2
useful: cp \.env\.example \.env
run ./seed.sh
useful: cp \.env\.example \.env
run cp .env.example .env
run ./seed.sh
silent
session s3
useless: cp \.env\.example \.env
run ./seed.sh fixtures/extra.sql
harmful: \.env
silent
