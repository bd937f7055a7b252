# Two failures, then the agent writes a file: the third run may pass and must run.
project sh-deploy
needs make
session s1
run ./sync.sh
run ./sync.sh
write state/index <<
assets-eu
.
silent
run ./sync.sh
harmful: (?i)stopped|denied|not found
silent
session s2
useless: state/index
harmful: (?i)failing when last
