# A test that is still red is told in the next session, with its command
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./...
silent
session s2
wants: go test.*TestBalance.*book_test.go
run go test ./...
silent
edit book/book.go s/sum := 1/sum := 0/
run go test ./...
silent
session s3
silent
