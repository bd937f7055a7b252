# Red by go test -run, green by make test: the same tests passed, nothing is left.
project go-calc
needs go make
session s1
run go test ./calc -run TestDiv
silent
edit calc/calc.go s|return a / b, nil|if a%b != 0 \&\& (a < 0) != (b < 0) { return a/b - 1, nil }; return a / b, nil|
run make test
silent
session s2
harmful: (?i)fail|TestDiv
silent
run go vet ./...
