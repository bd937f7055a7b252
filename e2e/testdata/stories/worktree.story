# A test that is red in a work tree is told there, and not in the main tree
project go-ledger
needs go git
shell git worktree add -q ../feature -b feature
session s1
cd ../feature
edit book/book.go s/sum := 0/sum := 1/
run go test ./...
silent
cd .
session s2
silent
run go test ./...
silent
cd ../feature
task a1 Find out why the balance is wrong in the feature tree.
useful: TestBalance
run go test ./...
silent
