# A check that failed, was mended by an edit and passed through make is not told again.
project go-calc
needs go make
session s1
prompt the tests fail, fix them
run make test
silent
edit calc/calc.go s|return a / b, nil|if a%b != 0 \&\& (a < 0) != (b < 0) { return a/b - 1, nil }; return a / b, nil|
silent
run make test
silent
session s2
harmful: (?i)fail|make test|TestDiv
silent
prompt add a multiplication
silent
run make test
silent
