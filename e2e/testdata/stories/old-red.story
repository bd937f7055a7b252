# A red check is told with its day while it is young, and no more after a month
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book
silent
later 50h
session s2
wants: TestBalance
later 900h
session s3
silent
