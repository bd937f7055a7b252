# Two failures, then the user creates what was missing: the command must run in the next session.
project sh-deploy
needs make
session s1
run ./sync.sh
run ./sync.sh
shell mkdir -p state && echo assets-eu > state/index
session s2
harmful: (?i)index of bucket|failing when last
run ./sync.sh
harmful: (?i)stopped|denied|not found
silent
