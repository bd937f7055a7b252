# The fix is made on a branch and merged by the user: main is not told its old failure.
project node-cart
needs node npm git
session s1
run npm test
silent
run git switch -q -c fix
edit src/cart.js s/return discounted(sum, percent);/return sum;/
run npm test
silent
run git commit -qam 'cart: take the discount once'
shell git switch -q main && git merge -q fix
session s2
harmful: (?i)fail|npm test
silent
