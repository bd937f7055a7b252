# A check that was left red is told in the next session, with its command, and no more once another invocation passed.
project go-calc
needs go make
session s1
prompt why does TestDiv fail?
run go test ./calc
silent
stop
silent
session s2
wants: go test \./calc
useful: TestDiv
harmful: TestParse|TestAdd|TestSub|parse_test
edit calc/calc.go s|return a / b, nil|if a%b != 0 \&\& (a < 0) != (b < 0) { return a/b - 1, nil }; return a / b, nil|
silent
run make test
silent
session s3
harmful: (?i)fail|TestDiv
silent
