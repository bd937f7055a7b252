# npm test red, edit, npm test green: the next session is told nothing.
project node-cart
needs node npm
session s1
prompt fix the discount
run npm test
silent
edit src/cart.js s/return discounted(sum, percent);/return sum;/
run npm test
silent
session s2
harmful: (?i)fail|npm test|discount
silent
prompt what does addItem do?
silent
run cat src/cart.js
silent
