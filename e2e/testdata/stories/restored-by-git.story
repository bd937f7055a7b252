# The user took the edit back with git: the red check is stale
project go-ledger
needs go git
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./...
silent
shell git checkout -q -- book/book.go
session s2
harmful: (?i)failing
silent
