package interpret

import (
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// disguises reports words in which characters are not seen, or look like others.
// It reads what programs are called with: texts and comments may well hold
// such characters.
func (w *Walker) disguises() {
	if !w.foreign {
		return
	}
	hidden, alike := false, false
	for i := range w.script.Calls {
		c := &w.script.Calls[i]
		if showsTextWord(c.Program) {
			continue
		}
		for _, v := range calledWith(c) {
			for _, p := range v.Parts {
				if p.Kind == shell.Unknown || strings.ContainsAny(p.Text, " \n") {
					continue
				}
				at := v.Span
				if at.To == at.From {
					at = c.Span
				}
				if !hidden && shell.HoldsUnseen(p.Text) {
					hidden = true
					w.Problem(shell.HiddenText, "it contains invisible characters", at)
				}
				if say := shell.AlikeIn(p.Text); !alike && say != "" {
					alike = true
					w.Problem(shell.LookAlike, say, at)
				}
			}
		}
	}
}

// calledWith returns the words of a call and the targets of its redirections.
func calledWith(c *shell.Call) []shell.Word {
	out := c.Argv[:len(c.Argv):len(c.Argv)]
	for _, r := range c.Redirs {
		if !strings.HasPrefix(r.Op, "<<") {
			out = append(out, r.Word)
		}
	}
	return out
}

// problemsOf reports the first character of each kind that makes a text look
// different from what it is.
func (w *Walker) problemsOf(text string) {
	if shell.IsASCII(text) && strings.IndexByte(text, 0) < 0 && strings.IndexByte(text, '\b') < 0 && strings.IndexByte(text, 0x1b) < 0 {
		return // nearly always
	}
	const general = 0xe2 // the first byte of General Punctuation
	hidden, escaped := false, false
	for i := range len(text) {
		b := text[i]
		if b >= ' ' && b < utf8.RuneSelf {
			continue
		}
		if w.foreign = w.foreign || b >= utf8.RuneSelf; b > general || b >= utf8.RuneSelf && b < general {
			continue
		}
		switch r, n := utf8.DecodeRuneInString(text[i:]); {
		case !hidden && (r == 0 || shell.OverridesDirection(r)):
			hidden = true
			w.Problem(shell.HiddenText, "it contains invisible characters", shell.Span{From: i, To: i + n})
		case !escaped && (r == '\b' || r == 0x1b && strings.HasPrefix(text[i+n:], "[")):
			escaped = true
			w.Problem(shell.EscapeText, "it contains terminal escapes", shell.Span{From: i, To: i + n})
		}
	}
}
