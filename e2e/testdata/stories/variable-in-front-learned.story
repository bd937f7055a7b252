# DATABASE_URL stood in front of migrate.sh in two sessions: the third is told before it fails.
project sh-deploy
needs make
session s1
prompt migrate the test database
run ./migrate.sh
silent
run DATABASE_URL=sqlite:test.db ./migrate.sh
session s2
useful: DATABASE_URL=sqlite:test\.db
prompt migrate again, only step 2
run ./migrate.sh step2
wants: DATABASE_URL=sqlite:test\.db \./migrate\.sh step2|DATABASE_URL
run DATABASE_URL=sqlite:test.db ./migrate.sh step2
silent
session s3
wants: DATABASE_URL
harmful: (?i)failing when last
prompt migrate step 3
run DATABASE_URL=sqlite:test.db ./migrate.sh step3
silent
