# A pipe hides the status of a red run: the output shows it, so nothing is told, and the next session knows.
project go-calc
needs go make
session s1
prompt are the tests green?
run make test 2>&1 | tail -1
silent
run make test 2>&1 | tail -1
silent
run make test 2>&1 | tail -2
silent
session s2
wants: make test
# The makefile is not what fails.
useless: `Makefile`
