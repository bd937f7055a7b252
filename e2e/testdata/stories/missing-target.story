# A make target that does not exist is stopped when it is tried again
project go-ledger
needs make
session s1
run make check
useful: make (test|vet|all)
useless: No rule|target
run make check
wants: check
useful: make (test|vet|all)
session s2
silent
run make test
silent
