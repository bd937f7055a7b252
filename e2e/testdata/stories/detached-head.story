# What fails on an old commit that is looked at is not told on the branch
project node-todo
needs node git
shell sed -i "s/'x'/'v'/" print.js && git commit -qam 'Print another mark' && sed -i "s/'v'/'x'/" print.js && git commit -qam 'Print the mark again'
session s1
run git checkout -q HEAD~1
silent
run node --test
silent
run git checkout -q main
silent
session s2
harmful: (?i)failing|finished item
silent
run node --test
silent
