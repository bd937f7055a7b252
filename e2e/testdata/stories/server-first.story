# What has to be started first is known in the third session
project node-todo
needs node npm
session s1
run node check.js
silent
run ./start.sh
silent
run node check.js
silent
shell rm -r state
session s2
useful: start\.sh
run node check.js
wants: start\.sh
run ./start.sh && node check.js
silent
shell rm -r state
session s3
wants: start\.sh
run ./start.sh
silent
run node check.js
silent
