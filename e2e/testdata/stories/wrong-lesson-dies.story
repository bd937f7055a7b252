# The learned fix is tried and does not help any more; another one does. The old one is not told again.
project sh-deploy
needs make
session s1
run ./seed.sh
run cp .env.example .env
run ./seed.sh
shell rm .env
session s2
useful: cp \.env\.example
run ./seed.sh
useful: cp \.env\.example
run cp .env.example .env
run ./seed.sh
# The script reads another file now, while its message is the old one: nothing shows that the fix is stale yet.
shell rm .env && sed -i 's/-f .env /-f .env.local /' seed.sh && git commit -qam 'seed: read .env.local'
session s3
useless: cp \.env\.example \.env
run ./seed.sh
useless: cp \.env\.example
run cp .env.example .env
run ./seed.sh
harmful: cp \.env\.example \.env([^.]|$)
run cp .env.example .env.local
run ./seed.sh
silent
shell rm .env .env.local
session s4
harmful: cp \.env\.example \.env([^.]|$)
run ./seed.sh
harmful: cp \.env\.example \.env([^.]|$)
useful: cp \.env\.example \.env\.local
