# A script asks for a variable; the same call a third time is stopped with its name.
project sh-deploy
needs make
session s1
run ./deploy.sh staging
run ./deploy.sh staging
run ./deploy.sh staging
wants: DEPLOY_TOKEN
session s2
harmful: (?i)failing when last
