# A pattern that fits no test passes: nothing is proven, and that is told.
project go-calc
needs go
session s1
prompt does multiplication work?
run go test ./calc -run TestMul
wants: (?i)no test
run go test ./calc -run TestAdd
silent
