# With remind_at_stop an agent may stop after a green run, whatever was red before
project go-ledger
needs go make
shell mkdir -p ~/.config/ctxhook && echo 'remind_at_stop: true' > ~/.config/ctxhook/config.yaml
session s1
edit book/book.go s/sum := 0/sum := 1/
run make test
silent
edit book/book.go s/sum := 1/sum := 0/
run make test
silent
stop
silent
edit money/money.go s/returns the sum/is the sum/
run cd money && go test .
silent
stop
useful: make test|go test
