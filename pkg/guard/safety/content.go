package safety

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// destination is a file that the script writes into.
type destination struct {
	written []*shell.Written
	kind    *extract.Input            // of the file, by its name; nil: it is not known to hold shell
	brought bool                      // from a place that is not known
	matches func(globs []string) bool // holds globs against what is written; nil: that is not known, or was not asked for
	judged  map[bool]*judgement       // of what is written, if the file is a start-up file or not
}

// judgement is what was found in a text, or in the texts of a file.
type judgement struct {
	findings []Finding // those of one rule and message once, of no call
	plain    bool      // the texts only set up a session
}

// destination returns the file of a path, nil where the script writes none there.
func (c *checker) destination(path string) *destination {
	if c.files == nil {
		c.files = make(map[string]*destination, len(c.script.Written))
		for n := range c.script.Written {
			w := &c.script.Written[n]
			d := c.files[w.Path]
			if d == nil {
				d = &destination{kind: extract.For(w.Path, nil), brought: true}
				c.files[w.Path] = d
			}
			d.written = append(d.written, w)
			d.brought = d.brought && c.script.Brought(w)
		}
	}
	d := c.files[path]
	if d != nil && d.matches == nil && !d.brought {
		d.matches = c.matching(d)
	}
	return d
}

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
		d := c.destination(path)
		if d == nil {
			continue
		}
		e.Matches = d.matches
		startup := e.Class&effect.Startup != 0
		if startup || c.engine.use != nil || d.kind != nil {
			j := c.judge(d, startup)
			for _, f := range j.findings {
				f.Span, f.Call = call.Span, i
				c.add(f)
			}
			if j.plain && e.Kind == rule.Append {
				e.Class &^= effect.Startup
			}
		}
	}
}

// matching returns a function that holds globs against all that is written into
// a file. It reads the texts once, and tries the globs of a rule once, also where a
// call or a program writes many files alike.
func (c *checker) matching(d *destination) func(globs []string) bool {
	m := c.soleMaterial(d)
	if m == nil {
		return c.matchingTexts(d)
	}
	if c.alike[m] == nil {
		if c.alike == nil {
			c.alike = make(map[*shell.Material]func([]string) bool)
		}
		c.alike[m] = c.matchingTexts(d)
	}
	return c.alike[m]
}

// soleMaterial returns what all texts are made with that are written into a file, nil
// where one is known or they differ.
func (c *checker) soleMaterial(d *destination) (sole *shell.Material) {
	for _, w := range d.written {
		if w.Known {
			return nil
		}
		m := c.script.Material(w)
		if sole != nil && m != sole {
			return nil
		}
		sole = m
	}
	return sole
}

func (c *checker) matchingTexts(d *destination) func(globs []string) bool {
	all := sync.OnceValue(func() *searched {
		var b strings.Builder
		var last *shell.Material
		for _, w := range d.written {
			switch {
			case c.script.Brought(w):
				continue
			case w.Known:
				b.WriteString(asWritten(w.Text))
			default:
				m := c.script.Material(w)
				if m != last && c.script.Work.Look(len(m.Words)) {
					b.WriteString(m.Words)
				}
				last = m
			}
			b.WriteByte('\n')
		}
		if !c.script.Work.Look(b.Len()) {
			return &searched{}
		}
		text := b.String()
		if u := c.engine.use; u != nil && u.Old != nil {
			text = added(u.Old(), text) // an edit is not blamed for the rest of the file
		}
		return newSearched(withoutBlanks(text))
	})
	known := map[*string]bool{}
	return func(globs []string) bool {
		holds, tried := known[&globs[0]]
		if !tried {
			holds = c.script.Work.Look(len(globs)*len(all().text)/globsOfLook) && all().matchesAny(globs)
			known[&globs[0]] = holds
		}
		return holds
	}
}

// searched is a text that many globs are held against, nearly all in vain.
type searched struct {
	text  string
	pairs *[64]uint64 // of bytes in the text, a bit for each, of 4,096; nil: there are few
}

func newSearched(text string) *searched {
	s := &searched{text: text}
	if len(text) < fewBytes {
		return s
	}
	s.pairs = new([64]uint64)
	for i := 1; i < len(text); i++ {
		word, bit := pairOf(text[i-1], text[i])
		s.pairs[word] |= bit
	}
	return s
}

// fewBytes is how long a text is that is searched as fast without its pairs.
const fewBytes = 32

// pairOf returns the place of a pair of bytes in searched.pairs.
func pairOf(a, b byte) (word int, bit uint64) {
	return int(a^b>>6) % 64, 1 << (b % 64)
}

// matchesAny reports whether the text matches one of some globs.
func (s *searched) matchesAny(globs []string) bool {
	for _, g := range globs {
		if s.hasPairs(g) && shell.MatchGlob(g, s.text) {
			return true
		}
	}
	return false
}

// hasPairs reports whether the text has all pairs of letters of a glob, in any order.
func (s *searched) hasPairs(glob string) bool {
	for i := 1; i < len(glob); i++ {
		a, b := glob[i-1], glob[i]
		if a == '*' || a == '?' || b == '*' || b == '?' {
			continue
		}
		if s.pairs == nil {
			return strings.Contains(s.text, glob[i-1:i+1])
		}
		if word, bit := pairOf(a, b); s.pairs[word]&bit == 0 {
			return false
		}
	}
	return true
}

// globsOfLook is how many globs are held against a text while it is looked through.
const globsOfLook = 8

// judge judges what is written into a file, once.
func (c *checker) judge(d *destination, startup bool) *judgement {
	if j := d.judged[startup]; j != nil {
		return j
	}
	j := &judgement{plain: startup}
	seen := make(map[[2]string]int)
	for _, w := range d.written {
		found, plain := c.content(w, startup)
		j.plain = plain && j.plain
		for _, f := range found {
			k := [2]string{f.Rule, f.Message}
			if at, ok := seen[k]; ok {
				j.findings[at].Risk = max(j.findings[at].Risk, f.Risk)
				continue
			}
			seen[k] = len(j.findings)
			j.findings = append(j.findings, f)
		}
	}
	if d.judged == nil {
		d.judged = make(map[bool]*judgement)
	}
	d.judged[startup] = j
	return j
}

// content judges a text that is written into a file. It reports whether all of it
// is shell that only sets up a session.
func (c *checker) content(w *shell.Written, startup bool) (found []Finding, plain bool) {
	if c.engine.use != nil {
		return c.used(w, startup)
	}
	texts := []string{asWritten(w.Text)}
	if !w.Known {
		texts = c.script.Material(w).Texts
	}
	plain = w.Known && startup
	for _, text := range texts {
		if !c.script.Work.Look(len(text)) {
			return found, false
		}
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
			more, sets := c.piece(w.Path, p)
			found, plain = append(found, more...), sets && plain
		}
	}
	return found, plain
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
	fault.At("content", text)
	if input := extract.For(name, []byte(text[:min(len(text), extract.HeadSize)])); input != nil {
		pieces, err := input.Read(name, []byte(text))
		// Scripts of Windows are judged when they run: of these, lint alone reads what is
		// checked before a command.
		all := len(pieces)
		pieces = slices.DeleteFunc(pieces, func(p extract.Piece) bool { return p.Language != "" })
		if all == 0 || len(pieces) > 0 {
			return pieces, err == nil
		}
	}
	if startup {
		pieces = extract.StartUp(name, text)
	}
	return pieces, len(pieces) > 0
}

// piece judges one shell text of a file that a call writes. The finding is
// about writing it, which runs nothing yet: what is only worth a warning there
// is left to lint. plain reports whether the text only sets up a session.
func (c *checker) piece(path string, p *extract.Piece) (found []Finding, plain bool) {
	v := c.judgedPiece(p)
	for k := range v.findings {
		f := &v.findings[k]
		risk := policy.High
		if !byItself(p, false) && f.Risk < policy.Critical {
			risk = policy.Medium // it is judged again when it is run
		}
		found = append(found, Finding{
			Rule: f.Rule, Risk: risk,
			Message: "lets " + path + " run a command that " + f.Message, Why: f.Why,
			Mitigation: "Show the user what is written, and why.",
		})
	}
	for _, n := range p.Notes {
		for _, r := range extract.Rules() {
			if r.ID == n.Rule && r.RiskOn(p.Surface) >= policy.High { // a flaw, which a review can still find
				found = append(found, Finding{
					Rule: r.ID, Risk: policy.Medium,
					Message: "writes into " + path + ": " + n.Say, Why: r.Why, Mitigation: r.Mitigation,
				})
			}
		}
	}
	return found, v.plain
}

// judgedPiece judges a shell text, once where it stands in many files.
func (c *checker) judgedPiece(p *extract.Piece) *judgement {
	key := textOf{p.Text, p.Surface, p.Dialect}
	j := c.pieces[key]
	if j != nil && !p.HasSecrets() {
		return j
	}
	inner := *c.engine
	inner.Surface, inner.Dialect, inner.Env, inner.inner = p.Surface, p.Dialect, p.Env, true
	inner.Blocked = nil
	inner.work = c.script.Work
	v := inner.Judge(p.Text, Dirs{Home: c.at.Home}, nil)
	j = &judgement{plain: settings(v.Script, c.at)}
	for _, body := range aliases(v.Script) {
		b := inner.Judge(body, Dirs{Home: c.at.Home}, nil)
		v.Findings, v.Risk = append(v.Findings, b.Findings...), max(v.Risk, b.Risk)
		j.plain = j.plain && quietly(b.Script, c.at)
	}
	j.plain = j.plain && v.Risk < policy.Medium
	for k := range v.Findings {
		if f := &v.Findings[k]; f.Risk >= policy.High && f.Call >= 0 {
			j.findings = append(j.findings, *f)
		}
	}
	if !p.HasSecrets() {
		if c.pieces == nil {
			c.pieces = make(map[textOf]*judgement)
		}
		c.pieces[key] = j
	}
	return j
}

// textOf is a text that a file holds, and how it is judged.
type textOf struct {
	text, surface string
	dialect       shell.Dialect
}
