# A failure that a pipe hides is told once in a session
project go-ledger
needs go
session s1
edit money/money.go s/a + b/a - b/
run go test ./... 2>&1 | tail -3
wants: although the command exited 0
run go test ./... 2>&1 | tail -3
silent
edit money/money.go s/a - b/a + b/
run go test ./... 2>&1 | tail -3
silent
