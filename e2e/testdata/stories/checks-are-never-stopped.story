# A red test run is repeated, which may be what one wants: never stopped, and nothing told thrice.
project py-stock
needs python3 make
session s1
run make test
silent
run make test
silent
run make test
silent
run make test
silent
