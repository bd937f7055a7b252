# Red in the test script, green through `make test` and sh -c.
project sh-deploy
needs make
session s1
run sh tests/unit.sh
silent
edit lib.sh s/tr ' ' '_'/tr ' ' '-'/
run sh -c 'make test'
silent
session s2
harmful: (?i)fail|unit\.sh
silent
