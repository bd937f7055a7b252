# A program that is not there, or that crashes, is no check
project node-todo
needs node
session s1
run node print-all.js
silent
run node -e 'require("./list").add()'
silent
session s2
silent
