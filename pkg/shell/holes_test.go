package shell

import "testing"

// TestForeignHoles writes the names that stand for unknown parts into a text
// of its own: they stand for nothing there.
func TestForeignHoles(t *testing.T) {
	h := holes{{Kind: Unknown, Text: "$x"}}
	for _, tt := range []struct{ name, text, want string }{
		{"ours", "rm ${ctxhook_u0}/a", "rm $x/a"},
		{"past the last", "rm ${ctxhook_u1}", "rm ${ctxhook_u1}"},
		{"below the first", "rm ${ctxhook_u-1}", "rm ${ctxhook_u-1}"},
		{"no number", "rm ${ctxhook_u}", "rm ${ctxhook_u}"},
		{"not closed", "rm ${ctxhook_u0", "rm ${ctxhook_u0"},
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
