# The target is `test`, not `tset`: the second identical try is stopped.
project c-ring
needs cc make
session s1
run make tset
useless: does not exist here
useful: make test\b
run ls
silent
run make tset
wants: make test\b
harmful: make all
session s2
harmful: (?i)failing when last
useful: make test\b
