# The user mended the source and committed it on the same branch: HEAD moved on, nothing is told.
project node-cart
needs node npm git
session s1
run npm test
silent
shell sed -i 's/return discounted(sum, percent);/return sum;/' src/cart.js && git commit -qam 'take the discount once'
session s2
harmful: (?i)fail|npm test
silent
