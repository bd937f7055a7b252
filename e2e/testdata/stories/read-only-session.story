# A session that only reads is told nothing.
project node-cart
needs node npm
session s1
prompt explain this project to me
silent
run ls
silent
run cat package.json README.md
silent
run git log --oneline
silent
run grep -n export src/cart.js src/price.js
silent
run find . -name '*.test.js' -not -path './node_modules/*'
silent
run node -e 'console.log(process.version)'
silent
session s2
silent
run git status --short
silent
run ls nosuch
silent
