# A linter is red under npm run and green when called directly.
project node-cart
needs node npm
session s1
edit src/price.js s/return price.toFixed/var p = price; return p.toFixed/
run npm run lint
silent
edit src/price.js s/var p = price/const p = price/
run node tools/lint.js src
silent
session s2
harmful: (?i)fail|lint
silent
