# An option that does not exist is known before it is tried a third time
project go-ledger
needs go git
session s1
run git log --onelines -2
useful: --oneline
useless: (?i)unrecognized
run git log --oneline -2
silent
session s2
run git log --onelines -3
useful: --oneline
