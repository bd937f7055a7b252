# A linter that is not installed is no failing check
project go-ledger
needs go
session s1
run golangci-linter run
silent
session s2
silent
run go vet ./...
silent
session s3
silent
