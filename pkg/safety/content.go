package safety

import (
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/extract"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// contents judges what call i writes into files that run by themselves:
// workflows of CI, crontabs, units, start-up files. It takes the class of a
// start-up file from an addition that only sets up the shell.
func (c *checker) contents(i int, effects []effect.Effect) {
	if len(c.script.Written) == 0 || c.engine.inner {
		return
	}
	call := &c.script.Calls[i]
	for k := range effects {
		e := &effects[k]
		if e.Target == nil || e.Kind != rule.Overwrite && e.Kind != rule.Append && e.Kind != rule.Edit {
			continue
		}
		path, ok := call.PathOf(*e.Target)
		if !ok {
			continue
		}
		startup := e.Class&effect.Startup != 0
		found, plain := false, startup
		for n := range c.script.Written {
			w := &c.script.Written[n]
			if w.Path != path {
				continue
			}
			found = true
			if !c.script.Brought(w) {
				e.Content = c.addition(w, e.Content)
			}
			if startup || c.engine.use != nil || extract.For(path, nil) != nil {
				plain = c.content(i, w, startup) && plain
			}
		}
		if found && plain && e.Kind == rule.Append {
			e.Class &^= effect.Startup
		}
	}
}

// addition returns a function that returns what others say is written to a file,
// and what else is, without blanks. Many rules ask for it.
func (c *checker) addition(w *shell.Written, others func() string) func() string {
	return sync.OnceValue(func() string {
		text := asWritten(w.Text)
		if !w.Known {
			text, _ = c.script.Material(w)
		}
		text = withoutBlanks(text)
		if others != nil {
			text = others() + text
		}
		return text
	})
}

// content judges what is written into one file. It reports whether all of it
// is shell that only sets up a session.
func (c *checker) content(i int, w *shell.Written, startup bool) (plain bool) {
	if c.engine.use != nil {
		return c.used(i, w, startup)
	}
	texts := []string{asWritten(w.Text)}
	if !w.Known {
		_, texts = c.script.Material(w)
	}
	plain = w.Known && startup
	for _, text := range texts {
		pieces, whole := readContent(w.Path, text, startup)
		plain = plain && whole
		if len(pieces) == 0 && !w.Known {
			pieces = []extract.Piece{{Surface: "ci", Text: text}} // a value that is set
		}
		for k := range pieces {
			p := &pieces[k]
			if !byItself(p, startup) {
				continue
			}
			found, sets := c.piece(i, w.Path, p)
			plain = sets && plain
			for _, f := range found {
				c.add(f)
			}
		}
	}
	return plain
}

// byItself reports whether a text runs by itself where it stands, and notes so
// of the scripts that a start-up file holds.
func byItself(p *extract.Piece, startup bool) bool {
	if startup && p.Surface == "script" {
		p.Surface = rule.Unattended
	}
	return p.Surface == "ci" || p.Surface == rule.Unattended
}

// asWritten returns a text that is written into a file. What it cannot tell
// stands there as a variable.
func asWritten(w shell.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == shell.Unknown && (len(p.From) > 0 || !strings.HasPrefix(p.Text, "$")) {
			b.WriteString("${UNKNOWN}")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// readContent finds the shell texts in what is written into a file. It reports
// whether nothing else is in it.
func readContent(name, text string, startup bool) (pieces []extract.Piece, whole bool) {
	if input := extract.For(name, []byte(text[:min(len(text), extract.HeadSize)])); input != nil {
		pieces, err := input.Read(name, []byte(text))
		return pieces, err == nil
	}
	if startup {
		pieces = extract.StartUp(name, text)
	}
	return pieces, len(pieces) > 0
}

// piece judges one shell text of a file that call i writes. The finding is
// about writing it, which runs nothing yet: what is only worth a warning there
// is left to lint. plain reports whether the text only sets up a session.
func (c *checker) piece(i int, path string, p *extract.Piece) (found []Finding, plain bool) {
	inner := *c.engine
	inner.Surface, inner.Dialect, inner.Env, inner.inner = p.Surface, p.Dialect, p.Env, true
	inner.Blocked = nil
	v := inner.Judge(p.Text, Dirs{Home: c.at.Home}, nil)
	plain = settings(v.Script, c.at)
	for _, body := range aliases(v.Script) {
		b := inner.Judge(body, Dirs{Home: c.at.Home}, nil)
		v.Findings, v.Risk = append(v.Findings, b.Findings...), max(v.Risk, b.Risk)
		plain = plain && quietly(b.Script, c.at)
	}
	for k := range v.Findings {
		f := &v.Findings[k]
		if f.Risk < policy.High || f.Call < 0 {
			continue
		}
		risk := policy.High
		if !byItself(p, false) && f.Risk < policy.Critical {
			risk = policy.Medium // it is judged again when it is run
		}
		found = append(found, Finding{
			Rule: f.Rule, Risk: risk, Span: c.script.Calls[i].Span, Call: i,
			Message: "lets " + path + " run a command that " + f.Message, Why: f.Why,
			Mitigation: "Show the user what is written, and why.",
		})
	}
	for _, n := range p.Notes {
		for _, r := range extract.Rules() {
			if r.ID == n.Rule && r.RiskOn(p.Surface) >= policy.High { // a flaw, which a review can still find
				found = append(found, Finding{
					Rule: r.ID, Risk: policy.Medium, Span: c.script.Calls[i].Span, Call: i,
					Message: "writes into " + path + ": " + n.Say, Why: r.Why, Mitigation: r.Mitigation,
				})
			}
		}
	}
	return found, plain && v.Risk < policy.Medium
}
