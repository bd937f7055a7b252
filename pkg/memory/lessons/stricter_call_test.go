package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestStricterCalls: a check that could not run without an option teaches the option, where
// with it the check asks for more and nothing was done in between.
func TestStricterCalls(t *testing.T) {
	broken := func(tests ...string) func(*memory.Run) {
		return func(r *memory.Run) {
			failing("check", "# shop\n./a.go:3:2: undefined: tagged")(r)
			check("test", ".: go test", true)(r)
			r.Check.Tool = "go test"
			for range tests {
				r.Check.Tests = append(r.Check.Tests, r.Command)
			}
		}
	}
	passes := func(key string) func(*memory.Run) {
		return func(r *memory.Run) {
			check("test", key, false)(r)
			r.Check.Tool = "go test"
		}
	}
	const stricter = ".: go test " + memory.Stricter + "-tags=all"
	for _, tt := range []struct {
		name string
		session
		want string
	}{
		{"an option", session{}.ran("go test ./...", broken()).ran("go test -tags=all ./...", passes(stricter)), "go test -> go test -tags=all"},
		{"an option and its value", session{}.ran("go test ./...", broken()).ran("go test -tags all ./...", passes(stricter)), "go test -> go test -tags all"},
		{"a test of it failed", session{}.ran("go test ./...", broken("TestSum")).ran("go test -tags=all ./...", passes(stricter)), ""},
		{"it asks for less", session{}.ran("go test ./...", broken()).ran("go test -short ./...", passes(".: go test -short")), ""},
		{"something was done", session{}.ran("go test ./...", broken()).edited("a.go").ran("go test -tags=all ./...", passes(stricter)), ""},
		{"another operand", session{}.ran("go test ./a", broken()).ran("go test -tags=all ./b", passes(stricter)), ""},
		{"a call of another program before it", session{}.ran("go test ./...", broken()).ran("make gen && go test -tags=all ./...", passes(stricter)), "go test -> go test -tags=all"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now, steps := tt.session.last()
			got := ""
			for _, l := range stricterCalls(now, parsed(now.Command.String()), steps, reader{}) {
				got += l.From.String() + " -> " + l.Remedy.String()
			}
			if got != tt.want {
				t.Errorf("learned %q, want %q", got, tt.want)
			}
		})
	}
}
