# The third run is stopped; insisted on, it runs, and is not stopped again at once.
project sh-deploy
needs make
session s1
run ./sync.sh
run ./sync.sh
run ./sync.sh
wants: (?i)assets-eu|same error|stopped
run ./sync.sh
harmful: (?i)stopped|denied
silent
