# A test that is red on a branch is told on that branch only
project go-ledger
needs go git
session s1
run git switch -q -c wip && sed -i 's/sum := 0/sum := 1/' book/book.go && git commit -qam 'Try another start'
silent
run go test ./...
silent
run git switch -q main
silent
session s2
harmful: TestBalance
run go test ./...
silent
