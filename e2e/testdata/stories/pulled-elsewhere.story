# A pull that changes another package leaves the red test as it was
project go-ledger
needs go git
session s1
edit book/book.go s/sum := 0/sum := 1/
run go test ./book
silent
shell printf '\n// Sub returns the difference of two amounts.\nfunc Sub(a, b int) int { return a - b }\n' >> money/money.go && git add money && git commit -qm 'Subtract amounts'
session s2
useful: TestBalance
run go test ./book
silent
