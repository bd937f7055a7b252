# A test is mended by an edit of calc.go; when it breaks again for another reason that edit is no advice.
project go-calc
needs go make
session s1
run go test ./calc
run go test ./calc
silent
edit calc/calc.go s|return a / b, nil|if a%b != 0 \&\& (a < 0) != (b < 0) { return a/b - 1, nil }; return a / b, nil|
run go test ./calc
silent
shell git commit -qam 'round down'
session s2
silent
edit calc/calc.go s|a/b - 1|a/b - 2|
run go test ./calc
harmful: (?i)edit|calc\.go.*fixed
silent
edit calc/calc.go s|a/b - 2|a/b - 1|
run go test ./calc
silent
session s3
harmful: (?i)fail
silent
