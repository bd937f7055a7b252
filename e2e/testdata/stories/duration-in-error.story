# An error whose text holds a duration is known again
project node-todo
needs node npm
session s1
run npm run check
silent
run ./start.sh
silent
run npm run check
silent
shell rm -r state
session s2
useful: start\.sh
run npm run check
wants: start\.sh
run ./start.sh
silent
run npm run check
silent
shell rm -r state
session s3
useful: start\.sh
run npm run check
useful: start\.sh
