# A run of all tests that passes closes the failure of one of them
project go-ledger
needs go make
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book -run TestBalance
silent
session s2
wants: TestBalance
edit book/book.go s/sum := 1/sum := 0/
run make test
silent
session s3
silent
