# A test that was red under make and is green under make is not told of again
project go-ledger
needs go make
session s1
prompt Make balances start from zero.
edit money/money.go s/a + b/a - b/
run make test
edit money/money.go s/a - b/a + b/
run make test
silent
stop
silent
session s2
silent
run make test
silent
session s3
silent
