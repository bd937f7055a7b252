# A green run because no test was chosen is no fix of the red one.
project node-cart
needs node npm
session s1
run npm test
silent
run node --test --test-name-pattern='adds an item' test/cart.test.js
silent
session s2
wants: npm test
useful: takes the discount once
harmful: test-name-pattern|adds an item|price
