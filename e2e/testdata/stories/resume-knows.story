# A session that is resumed has seen the failure itself
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book
silent
session s1 resume
silent
session s2
wants: TestBalance
