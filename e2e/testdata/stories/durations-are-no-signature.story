# The line of the failure bears a duration; it is neither a lesson nor told.
project node-queue
needs node npm
session s1
edit src/clock.js s/runs % 2 === 0/true/
run npm test
silent
run npm test
silent
edit src/clock.js s/return true/return false/
run npm test
silent
session s2
harmful: ms\b|(?i)failing when last
silent
edit src/queue.js s/took: load()/took: load() + 900/
run npm test
harmful: (?i)clock|10\d\dms|flaky
silent
