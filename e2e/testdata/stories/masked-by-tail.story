# A pipe hides the status of a red run: told once, not at every repetition.
project go-calc
needs go make
session s1
prompt are the tests green?
run make test 2>&1 | tail -1
wants: (?i)fail
run make test 2>&1 | tail -1
silent
run make test 2>&1 | tail -2
silent
session s2
wants: make test
# The makefile is not what fails.
useless: `Makefile`
