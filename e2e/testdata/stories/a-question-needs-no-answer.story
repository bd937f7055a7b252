# Prompts that only ask are told nothing, even with a red check and lessons.
project go-calc
needs go make
session s1
run make test
silent
prompt what does Parse return for a short sum?
silent
run sed -n 1,40p parse/parse.go
silent
prompt thanks. and who calls it?
silent
run grep -rn 'parse.Parse' --include=*.go .
silent
prompt could one add brackets later?
silent
