# What usually follows is no news to an agent
project go-ledger
needs go
session s1
edit book/book.go s/sum := 0/sum := 0 /
run go vet ./... && go test ./...
silent
session s2
silent
edit book/book.go s/sum := 0 /sum := 0/
run go vet ./... && go test ./...
silent
session s3
silent
edit book/book.go s/sum := 0/sum := 0 /
run go vet ./... && go test ./...
silent
session s4
silent
edit book/book.go s/sum := 0 /sum := 0/
stop
silent
