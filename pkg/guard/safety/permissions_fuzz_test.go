package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// FuzzPermissions: a rule of the user's only tightens.
func FuzzPermissions(f *testing.F) {
	f.Add("cat .env", "rm -rf:*", "/p/**/**/.env", false)
	f.Add("git push -f", "git push --force*", "//", true)
	f.Add("rm \xff", "\xff *", "/**", false)
	f.Fuzz(func(t *testing.T, command, rule, pattern string, ask bool) {
		e := engine()
		at := safety.Dirs{Home: "/home/user", Cwd: "/p", Project: "/p"}
		before := e.Judge(command, at, nil)
		e.Permissions = []safety.Permission{{Text: rule, File: "/f", Ask: ask, Command: rule}, {Text: pattern, File: "/f", Ask: ask, Reads: []string{pattern}, Writes: []string{pattern}}}
		after := e.Judge(command, at, nil)
		if after.Action < before.Action || after.Risk < before.Risk {
			t.Errorf("%v became %v", before.Action, after.Action)
		}
		if after.OwnRule() && after.Action < policy.Ask {
			t.Errorf("a broken rule: %v", after.Action)
		}
	})
}
