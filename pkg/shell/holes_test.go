package shell

import (
	"strings"
	"testing"
)

func TestHoles(t *testing.T) {
	var h holes
	x := h.variable(Part{Kind: Unknown, Text: "$x"})
	name := strings.TrimSuffix(x, "0}")
	for _, tt := range []struct{ name, text, want string }{
		{"the first", "rm " + x + "/a", "rm $x/a"},
		{"past the last", "rm " + name + "1}", "rm " + name + "1}"},
		{"below the first", "rm " + name + "-1}", "rm " + name + "-1}"},
		{"no number", "rm " + name + "}", "rm " + name + "}"},
		{"not closed", "rm " + name + "0", "rm " + name + "0"},
		{"of the text's own", "rm ${ctxhook_u0} ${ctxhook_0} ${0}", "rm ${ctxhook_u0} ${ctxhook_0} ${0}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var v Word
			h.appendTo(&v, tt.text)
			if got := v.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHolesAreOurs: no text names the unknown part of another, here a fresh
// directory, by a variable that is empty when it runs.
func TestHolesAreOurs(t *testing.T) {
	for _, name := range []string{"ctxhook_u0", "ctxhook_0", "ctxhook__0", "ctxhook_8000000000000000_0"} {
		s := Parse(`T=$(mktemp -d); bash -c "ls $T"; rm -rf $`+name+`/etc`, Options{})
		last := s.Calls[len(s.Calls)-1]
		if part := last.Argv[2].Parts[0]; part.Temp || part.Text != "$"+name {
			t.Errorf("%s stands for %+v", name, part)
		}
	}
}
