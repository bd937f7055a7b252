# The same test is red in two work trees, and is mended in one
project go-ledger
needs go git
shell sed -i 's/sum := 0/sum := 1/' book/book.go && git commit -qam 'Try another start' && git worktree add -q ../other -b other
session s1
run go test ./book
silent
cd ../other
run go test ./book
silent
edit book/book.go s/sum := 1/sum := 0/
run go test ./book
silent
session s2
harmful: (?i)failing
silent
cd .
session s3
wants: TestBalance
