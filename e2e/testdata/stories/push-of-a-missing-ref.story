# git push of a branch that does not exist lies in the command itself.
project git-pages
needs git
shell git init -q --bare ../origin.git && git remote add origin ../origin.git && git push -q origin main
session s1
run git push origin feature/titles
useless: (?i)refspec
useful: git (switch|branch|push)
run git push origin feature/titles
wants: (?i)feature/titles
run git branch --list
silent
session s2
silent
