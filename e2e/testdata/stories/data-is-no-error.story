# A program prints a log that is full of errors and exits with 0: nothing failed.
project sh-deploy
needs make
session s1
write state/app.log <<
2026-01-01 ERROR connection refused by db:5432
FAIL: TestOld (0.00s)
Traceback (most recent call last):
ModuleNotFoundError: No module named 'stock'
.
silent
run cat state/app.log
silent
run tail -2 state/app.log
silent
run grep -c ERROR state/app.log
silent
session s2
silent
