# What failed in a subdirectory is told at the root, with where it was run
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
cd book
run go test .
silent
cd .
session s2
wants: TestBalance
edit book/book.go s/sum := 1/sum := 0/
run go test ./...
silent
session s3
silent
