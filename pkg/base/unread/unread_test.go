package unread

import "testing"

// TestReasons holds what is said of each reason, and by which word rules weigh it: a file that
// is not there, or is no text, leaves nothing to weigh.
func TestReasons(t *testing.T) {
	for reason, want := range map[Reason]struct{ say, problem string }{
		No:     {},
		Broken: {"it cannot be parsed", "unparsable"},
		Deep:   {"it is nested too deeply", "too-deep"},
		Long:   {"file too large", "too-large"},
		Many:   {"the command runs too many files", "too-large"},
		Late:   {"the time was over", "too-large"},
		Cut:    {"only a part of it was sent", "too-large"},
		Failed: {"an error of ctxhook left it unread", "too-large"},
		Closed: {"it cannot be opened", ""},
		Absent: {"no such file", ""},
	} {
		if got := reason.String(); got != want.say {
			t.Errorf("reason %d says %q, want %q", reason, got, want.say)
		}
		if got := reason.Problem(); got != want.problem {
			t.Errorf("%q is weighed as %q, want %q", want.say, got, want.problem)
		}
	}
	if part := (Part{Reason: Long, Say: "it has 9 MB"}); part.String() != "it has 9 MB" {
		t.Errorf("a part with words of its own says %q", part)
	}
	if part := (Part{Reason: Late}); part.String() != Late.String() {
		t.Errorf("a part without words says %q", part)
	}
}
