# A test that was red under npm and is green under npm is not told of again
project node-todo
needs node npm
session s1
edit list.js s/done: true/done: false/
run npm test
silent
edit list.js s/done: false } : item/done: true } : item/
run npm test
silent
stop
silent
session s2
silent
