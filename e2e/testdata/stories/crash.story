# A session that crashes leaves what failed in it
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book
silent
crash
session s2
wants: TestBalance
edit book/book.go s/sum := 1/sum := 0/
run go test ./...
silent
crash
session s3
silent
