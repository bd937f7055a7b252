# With remind_at_stop an agent may stop while a check is red on a branch that it left
project go-ledger
needs go git
shell mkdir -p ~/.config/ctxhook && echo 'remind_at_stop: true' > ~/.config/ctxhook/config.yaml
session s1
run git switch -q -c try
edit book/book.go s/sum := 0/sum := 1/
run go test ./...
silent
run git commit -qam 'Try another start' && git switch -q main
silent
run go test ./...
silent
stop
silent
