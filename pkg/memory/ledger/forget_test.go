package ledger

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// TestForget: a forgotten call stays one that was judged and may have written, and no more.
func TestForget(t *testing.T) {
	var data []byte
	for _, l := range []Line{
		{Is: Session, Session: "s"},
		{Is: Judged, Call: "1", Action: Silent, Writes: true, Cwd: redact.Clean("/p"), Command: redact.Clean("secret"), Names: []string{"w/p/secret"}, Runs: []string{"/p/secret.sh"}},
		{Is: Ended, Call: "1", Outcome: "ok", Command: redact.Clean("secret"), Key: "k"},
		{Is: Edits, Call: "2", Path: redact.Clean("/p/secret")},
		{Is: Judged, Call: "3", Action: Silent, Writes: true, Command: redact.Clean("other")},
		{Is: Answered, Key: "k", Reply: "of secret"},
	} {
		data = l.Append(data)
	}
	kept := Forget(data, func(l *Line) bool { return l.Call == "1" || l.Call == "2" })
	want := "\n{\"is\":\"session\",\"session\":\"s\"}\n\n{\"is\":\"call\",\"call\":\"1\",\"action\":\"s\",\"writes\":true,\"open\":true}\n\n" +
		"{\"is\":\"end\",\"call\":\"1\",\"open\":true,\"outcome\":\"ok\"}\n\n{\"is\":\"call\",\"call\":\"3\",\"action\":\"s\",\"writes\":true,\"command\":\"other\"}\n"
	if diff := cmp.Diff(want, string(kept)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
