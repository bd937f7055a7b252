package cmd

import (
	"github.com/ctxhook/ctxhook/pkg/hook"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// diagnosisRow is a diagnosis as JSON. Scripts build on these names.
type diagnosisRow struct {
	Check  *checkRow  `json:"check"`
	Errors []errorRow `json:"errors"`
	Fixes  []fixRow   `json:"fixes"`
}

func diagnosisJSON(d *hook.Diagnosis, whole bool) diagnosisRow {
	return diagnosisRow{Check: checkJSON(d.Check, whole), Errors: errorsJSON(d.Errors, whole), Fixes: fixesJSON(d.Fixes, whole)}
}

// printDiagnosis tells a person what went wrong: the check first, then the
// errors, then the ways out, the surest first.
func (e *Env) printDiagnosis(d *hook.Diagnosis) {
	check := d.Check
	if check != nil && check.Kind == memory.CheckRun && !check.Failed {
		check = nil // a script that ends well has verified nothing
	}
	if check == nil && len(d.Errors) == 0 {
		e.printf("nothing that ctxhook knows went wrong\n")
	}
	parts := 0
	next := func() {
		if parts++; parts > 1 {
			e.printf("\n")
		}
	}
	if check != nil {
		next()
		e.printCheck(check)
	}
	if list := besides(check, d.Errors); len(list) > 0 {
		next()
		e.printErrors(list)
	}
	for i := range d.Fixes {
		next()
		e.printFix(&d.Fixes[i])
	}
}
