package follow

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// programLanguage returns the language of a program by its name: "sh" for a shell's, ""
// for a file that is none.
func programLanguage(name string) string {
	if language := scriptLanguage(name); language != "" {
		return language
	}
	return map[string]string{
		".sh": "sh", ".bash": "sh", ".ksh": "sh", ".sql": "sql", ".awk": "awk", ".sed": "sed", ".bat": "cmd", ".cmd": "cmd",
		".vim": "vim", ".m4": "m4", ".tcl": "tcl", ".tex": "tex", ".el": "lisp", ".scm": "scheme", ".groovy": "groovy",
	}[filepath.Ext(name)]
}

// The readers read what the machine of this test has: real programs hold what nobody
// thinks of. An error of ctxhook in one of them is none that a boundary hides here.
func TestProgramsOfThisMachine(t *testing.T) {
	most := 1500
	if testing.Short() {
		most = 200
	}
	seen := map[string]int{}
	for _, name := range langtest.Programs(t, most, func(name string) bool { return programLanguage(name) != "" }) {
		data, err := os.ReadFile(name)
		if err != nil || len(data) > lang.MaxBytes {
			continue
		}
		language, text, start := programLanguage(name), string(data), time.Now()
		seen[language]++
		if language == "sh" {
			for _, p := range Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function}).Problems {
				if strings.Contains(p.Say, "an error of ctxhook") {
					t.Errorf("%s: %s", name, p.Say)
				}
			}
			continue
		}
		if steps, ok := attemptCode(language, text, rules.Function); !ok {
			t.Errorf("%s: an error of ctxhook in reading it", name)
		} else {
			langtest.Check(t, steps, text)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s: %d bytes take %v", name, len(text), d)
		}
	}
	t.Logf("%d languages: %v", len(seen), seen)
}
