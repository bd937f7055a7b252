# The red state was committed as it is: the next session hears of it once
project go-ledger
needs go git
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./...
silent
run git commit -qam 'Try another start'
silent
session s2
wants: TestBalance
session s2 compact
wants: TestBalance
