# Red under npm test, green under the command behind it.
project node-cart
needs node npm
session s1
run npm test
silent
edit src/cart.js s/return discounted(sum, percent);/return sum;/
run node --test test/
silent
session s2
harmful: (?i)fail|npm test
silent
