package interpret_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func TestFinds(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"everything", "find", []string{"./**"}},
		{"everything below", "find a b", []string{"a/**", "b/**"}},
		{"everything of a type", "find a -type f -delete", []string{"a/**"}},
		{"every name", "find a -name '*' -delete", []string{"a/**"}},
		{"a name", "find a -name '*.o' -delete", []string{"a/*.o"}},
		{"a name and more", "find a -type f -mtime +3 -iname '*.o' -delete", []string{"a/*.o"}},
		{"old files", "find a -mtime +7 -delete", []string{"a/*"}},
		{"only the first level", "find a -maxdepth 1 -type f", []string{"a/*"}},
		{"one name or the other", `find a \( -name x -o -name y \) -delete`, []string{"a/x", "a/y"}},
		{"a name, and all the others", "find a -name x -o -type f -delete", []string{"a/**"}},
		{"a name of two, the other is only listed", "find a -name x -o -name y -delete", []string{"a/y"}},
		{"a name of two, in a group that deletes", `find a -name x -o \( -name y -delete \)`, []string{"a/y"}},
		{"a regular expression", `find a -type f -regex ".*\.py[co]$" -delete`, []string{"a/*.py[co]"}},
		{"a regular expression that says more", `find a -regex ".*/\(x\|y\)" -delete`, []string{"a/*"}},
		{"a regular expression for all", `find a -regex ".*" -delete`, []string{"a/**"}},
		{"a pattern of paths", `find a -path "*/.git/*" -delete`, []string{"a/.git/*"}},
		{"two names that are listed", "find a -name x -o -name y", []string{"a/x", "a/y"}},
		{"old, of any of two types", `find a -mtime +7 \( -type f -o -type l \) -delete`, []string{"a/*"}},
		{"all but a name", "find a ! -name keep -delete", []string{"a/**"}},
		{"all but some names", `find a -not \( -name x -o -name y \) -delete`, []string{"a/**"}},
		{"all but a type", "find a ! -type d -delete", []string{"a/*"}},
		{"what is pruned is spared", "find a -name .git -prune -o -type f -delete", []string{"a/**"}},
		{"what is pruned is worked on", `find a -name bin -type d -prune -exec rm -rf {} +`, []string{"a/bin"}},
		{"what is pruned is listed", `find a -name bin -prune`, []string{"a/bin"}},
		{"a group is pruned", `find a \( -name bin -prune \) -o -type f -delete`, []string{"a/**"}},
		{"words of a command", `find a -exec echo -name x \; -delete`, []string{"a/**"}},
		{"empty ones", "find a -type d -empty -delete", []string{"a/[-empty]"}},
		{"options first", "find -L a -name x", []string{"a/x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function})
			var got []string
			for _, w := range s.Calls[0].Items {
				got = append(got, w.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}
