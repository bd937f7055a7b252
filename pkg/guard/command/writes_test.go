package command

import "testing"

func TestMayWrite(t *testing.T) {
	for command, want := range map[string]bool{
		"ls -la src":                         false,
		"ls > list":                          true,
		"ls 2> /dev/null":                    false,
		"find . -name '*.o'":                 false,
		"find . -name '*.o' -delete":         true,
		"find . -delete":                     true,
		"find . -name '*.o' -exec rm {} +":   true,
		"find . -name '*.o' -exec cat {} +":  false,
		"find . -name '*.o' -fprint objects": true,
		"git status && git log -3":           false,
		"git stash":                          true,
		"git stash list":                     false,
		"git stash show -p":                  false,
		"ctxhook undo --list --all":          false,
		"ctxhook undo":                       true,
		"ctxhook log":                        false,
		"git stash drop":                     true,
		"unheard-of x":                       true,
		"ssh host 'rm x'":                    true, // of the host nothing is known
		"cat a | grep b":                     false,
		"if then":                            true,
	} {
		if got := MayWrite(parsed(command)); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}
