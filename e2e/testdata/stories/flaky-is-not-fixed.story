# Red, then green with nothing done between, then red again: flaky, not fixed by what was looked at.
project node-queue
needs node npm
session s1
prompt run the tests
run npm test
silent
run git status --short
silent
run ls src
silent
run npm test
useful: (?i)flaky|again before you change
harmful: (?i)fixed|git status
session s2
harmful: (?i)failing when last|still fail|git status|fixed
useful: (?i)flaky
run npm test
harmful: (?i)git status|ls src|\b10\d\dms
useful: (?i)flaky|again before you change
