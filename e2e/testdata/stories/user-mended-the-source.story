# The output named the test's file; the user mended the source it tests. The red check is stale all the same.
project py-stock
needs python3 make
session s1
run make test
silent
shell sed -i 's/c < self.limit/c <= self.limit/' src/stock/shelf.py
session s2
harmful: (?i)fail|test_reorder
silent
