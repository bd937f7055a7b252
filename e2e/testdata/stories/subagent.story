# A subagent hears which test fails, and nothing of what it mended itself
project node-todo
needs node
session s1
edit print.js s/'x'/'v'/
run node --test
silent
task a1 Mend the failing test.
wants: prints a finished item
as a1 edit print.js s/'v'/'x'/
as a1 run node --test
silent
done a1
silent
task a2 Look for dead code.
silent
as a2 run ls
silent
done a2
silent
session s2
silent
