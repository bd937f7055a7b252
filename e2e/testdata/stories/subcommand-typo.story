# git names the likely subcommand itself; only an exact command adds to that.
project git-pages
needs git python3
session s1
run git stauts
useless: (?i)status
run git status --short
silent
session s2
silent
run git log --oneline -1
silent
