package interpret

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func TestHoles(t *testing.T) {
	var h holes
	x := h.variable(shell.Part{Kind: shell.Unknown, Text: "$x"})
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
			var v shell.Word
			h.appendTo(&v, tt.text)
			if got := v.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
