# What fails in milliseconds with one line and only looks is never stopped and teaches nothing.
project sh-deploy
needs make
session s1
run ./status.sh
silent
run ./status.sh
silent
run ./status.sh
silent
run grep -rn 'frobnicate' .
silent
run grep -rn 'frobnicate' .
silent
run grep -rn 'frobnicate' .
silent
run cat service.conf
silent
run cat service.conf
silent
run cat service.conf
silent
session s2
silent
