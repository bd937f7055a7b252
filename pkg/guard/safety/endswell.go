package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// endsWell reports whether a call of a text surely went well if the text goes on to a place in
// it, or ends well: only && stands behind it, or the shell stops at the first error.
func endsWell(s *shell.Script, k, end int) bool {
	for s.Calls[k].Via >= 0 {
		if via := s.Calls[k].Via; s.Calls[via].Span.From < s.Calls[k].Span.From && len(s.Calls[via].Runs) > 0 && s.Calls[k].Effect == "" {
			return false // of another text, whose end says nothing of each call
		}
		k = s.Calls[k].Via
	}
	call := &s.Calls[k]
	at, text := call.Span.To, s.Text
	if call.Late || call.Loop || call.Captured || at > end || end > len(text) || strings.HasSuffix(strings.TrimRight(text[:call.Span.From], " \t"), "!") {
		return false
	}
	stops := strings.HasPrefix(text, "set -e")
	for at < end {
		next := end
		for i := range s.Calls {
			if c := &s.Calls[i]; c.Via < 0 && c.Span.From >= at && c.Span.From < next {
				next = c.Span.From
			}
		}
		if !joinsWell(text[at:next], stops, next == len(text)) {
			return false
		}
		to := next
		for i := range s.Calls {
			if c := &s.Calls[i]; c.Via < 0 && c.Span.From == next && c.Span.To > to {
				to = c.Span.To
			}
		}
		if to == next {
			break
		}
		at = to
	}
	return true
}

// joinsWell reports whether what stands between two calls runs the second only if the first went
// well. Behind the last one nothing but the text of a heredoc and blanks may stand.
func joinsWell(gap string, stops, last bool) bool {
	if _, rest, ok := strings.Cut(gap, "<<"); ok {
		word, body, _ := strings.Cut(rest, "\n")
		mark := strings.Trim(strings.TrimLeft(strings.Fields(word + " ")[0], "-"), `'"`)
		i := strings.LastIndex("\n"+body, "\n"+mark)
		if mark == "" || i < 0 {
			return false
		}
		gap = strings.TrimPrefix(strings.TrimSpace(word), strings.Fields(word + " ")[0]) + body[min(len(body), i+len(mark)):]
	}
	gap = strings.TrimSpace(gap)
	if gap == "&&" || last && gap == "" {
		return true
	}
	return stops && (gap == ";" || gap == "" || last && gap == ";")
}

// mayFail reports whether a text expects that a call fails: it goes on with || or hides why.
func mayFail(s *shell.Script, k int) bool {
	c := &s.Calls[k]
	return c.Span.To <= len(s.Text) && strings.HasPrefix(strings.TrimLeft(s.Text[c.Span.To:], " \t"), "||") ||
		slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool {
			return r.Word.Is("/dev/null") && (r.Fd == "2" || strings.HasPrefix(r.Op, "&"))
		})
}
