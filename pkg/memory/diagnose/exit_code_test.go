package diagnose

import "testing"

// By which commands it is known how a call ended that begins them, if they went well.
func TestExitCodeOfChains(t *testing.T) {
	for command, want := range map[string]bool{
		"npx eslint src && npx jest 2>&1 | tail":           true,
		"npx eslint src && npx jest |& tail":               true,
		"npx eslint src && (npx jest | tail)":              true,
		"npx eslint src && npx jest | tee log && true":     true,
		"npx eslint src | tail && npx jest":                false,
		"(npx eslint src && npx jest) | tail":              false,
		"{ npx eslint src && npx jest; } | tail":           false,
		"npx eslint src || npx jest | tail":                false,
		"npx eslint src; npx jest | tail":                  false,
		"npx eslint src && npx jest | tail; true":          false,
		"npx eslint src && npx jest | tail &":              false,
		"if npx eslint src && npx jest | tail; then :; fi": false,
		"! npx eslint src && npx jest | tail":              false,
		"true || npx eslint src && npx jest | tail":        false,
	} {
		s := parsed(command)
		for i := range s.Calls {
			if s.Calls[i].Program != "eslint" {
				continue
			}
			if _, known := exitCode(&Output{Script: s, Exited: true}, i); known != want {
				t.Errorf("%s: known %t, want %t", command, known, want)
			}
			if _, known := exitCode(&Output{Script: s, Exited: true, Exit: 1}, i); known && want {
				t.Errorf("%s: known although it failed", command)
			}
		}
	}
}
