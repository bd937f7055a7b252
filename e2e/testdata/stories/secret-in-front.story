# A token in front of deploy.sh: the name of the variable is the lesson, its value is never told.
project sh-deploy
needs make
session s1
run ./deploy.sh staging
harmful: 9f8e7d
run DEPLOY_TOKEN=tok-live-Zx81kQm29f8e7dTt04bb ./deploy.sh staging
harmful: 9f8e7d
session s2
harmful: 9f8e7d
useful: DEPLOY_TOKEN
run ./deploy.sh production
wants: DEPLOY_TOKEN
# As a command it would deploy with that word as the token.
harmful: Run: .DEPLOY_TOKEN=.redacted
harmful: 9f8e7d
run DEPLOY_TOKEN=tok-live-Zx81kQm29f8e7dTt04bb ./deploy.sh production
harmful: 9f8e7d
session s3
harmful: 9f8e7d
wants: DEPLOY_TOKEN
