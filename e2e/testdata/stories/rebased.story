# After a rebase that leaves the files as they are the test is still red
project go-ledger
needs go git
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book
silent
run git commit -qam 'Try another start' && git commit -q --amend -m 'Try another start of the sum'
silent
session s2
wants: TestBalance
harmful: money
