# Red with an option that only reports otherwise, green without it
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test -count=1 -v ./book
silent
edit book/book.go s/sum := 1/sum := 0/
run go test ./book
silent
session s2
silent
