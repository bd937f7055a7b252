# A sync that takes a second and fails in the same way is stopped at the third time, once.
project sh-deploy
needs make
session s1
run ./sync.sh
silent
run ./sync.sh
silent
run ./sync.sh
wants: (?i)index of bucket assets-eu not found
