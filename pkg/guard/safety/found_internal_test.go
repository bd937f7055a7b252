package safety

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestPrintsFound: which files find prints, as GNU find does.
func TestPrintsFound(t *testing.T) {
	deep := strings.Repeat(`\( `, 200) + "-name '*.go' " + strings.Repeat(`\) `, 200)
	for _, tt := range []struct {
		command, file string
		want          bool
	}{
		{"find . " + deep, "src/a.go", false}, // not known
		{"find .", "src/a.go", true},
		{"find . -name '*.go'", "src/a.go", true},
		{"find . -name '*.js'", "src/a.go", false},
		{"find . -name '*.js' -o -name '*.go'", "src/a.go", true},
		{`find . \( -name '*.js' -o -name '*.go' \) -type f`, "src/a.go", true},
		{`find . \( -name '*.js' -o -name '*.go' \) -maxdepth 1`, "src/a.go", false},
		{"find . -name '*.js' -o -name '*.go' -print", "src/a.go", true},
		{"find . -name '*.go' -o -name '*.js' -print", "src/a.go", false},
		{"find . -print -name '*.js'", "src/a.go", true},
		{`find . ! \( -name '*.js' -o -name '*.go' \)`, "src/a.go", false},
		{"find . ! -name '*.js' -a -not -name 'b*'", "src/a.go", true},
		{"find lib -name '*.go'", "src/a.go", false},
		{"find . -newer x -name '*.go'", "src/a.go", false}, // not known
		{`find . -name '*.go' \)`, "src/a.go", false},
		{"find . -name", "src/a.go", false},
	} {
		s := follow.Parse(tt.command, shell.Options{Models: rules.Command})
		if _, got := printsFound(&s.Calls[0], tt.file); got != tt.want {
			t.Errorf("%s: %v", tt.command, got)
		}
	}
}
