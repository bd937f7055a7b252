# The branch that mends the test is merged: nothing is red any more
project go-ledger
needs go git
shell sed -i 's/sum := 0/sum := 1/' book/book.go && git commit -qam 'Try another start'
session s1
run go test ./...
silent
run git switch -q -c mend
edit book/book.go s/sum := 1/sum := 0/
run go test ./... && git commit -qam 'Start from zero'
silent
run git switch -q main && git merge -q --ff-only mend
silent
session s2
harmful: (?i)failing
silent
