package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/lint/accident"
)

// worker judges one file at a time.
type worker struct {
	o      *Options
	use    *use
	known  ruleSet
	engine safety.Engine
	begin  func()
	steps  int // that the rest of the file may cost
}

// stepsOfFile is what reading and judging all shell texts of a file may cost.
const stepsOfFile = 10 * shell.Steps

func newWorker(o *Options, u *use, rules ruleSet) *worker {
	w := &worker{o: o, use: u, known: rules, engine: o.Engine, begin: func() {}}
	w.engine.Match = nil
	if o.Matcher != nil {
		m := o.Matcher()
		w.engine.Match, w.begin = m.Hit, m.Begin
	}
	return w
}

func (w *worker) work(jobs <-chan *job) {
	for j := range jobs {
		w.safely(j)
		j.file = nil
		close(j.done)
	}
}

// safely judges a file, and keeps a panic in it from ending the run.
func (w *worker) safely(j *job) {
	defer func() {
		if p := recover(); p != nil {
			j.failed = true
			j.note(fmt.Sprintf("internal error: %v", p))
		}
	}()
	w.file(j)
}

func (j *job) note(say string) { j.notes = append(j.notes, Note{j.file.shown, say}) }

func (w *worker) file(j *job) {
	f := j.file
	if f.note != "" {
		j.note(f.note)
		return
	}
	input, data, err := f.load()
	var skip skipReason
	switch {
	case errors.As(err, &skip):
		j.note(string(skip))
		return
	case err != nil:
		j.failed = true
		j.note(err.Error())
		return
	case input == nil:
		j.unknown = f.explicit
		return
	}
	if w.o.Agents && !extract.IsAgentFile(f.kind(), data[:min(len(data), extract.HeadSize)]) {
		return
	}
	t := &text{file: f, data: data}
	pieces, err := input.Read(f.kind(), data)
	if bad, ok := errors.AsType[*tree.FormatError](err); ok {
		t.add(&malformedRule, malformedRule.Risk, bad.At, bad.At, input.Name+": "+bad.Say, nil, "", "")
	} else if err != nil {
		j.failed = true
		j.note(err.Error())
	}
	for _, n := range accident.Around(input.Name, f.kind(), data) {
		t.add(n.Rule, n.Rule.Risk, n.Span.From, n.Span.To, n.Say, nil, "", spanText(string(data), n.Span))
	}
	j.read = true
	j.pieces = len(pieces)
	w.steps = stepsOfFile
	left := ""
	for i := range pieces {
		left = cmp.Or(left, w.piece(t, &pieces[i]))
	}
	if input.Name == "markdown" {
		w.session(t, pieces)
	}
	if left != "" {
		j.unread = true
		j.note("not read to the end: " + left)
	}
	w.settle(j, t, pieces)
}

// someHome stands for the home directory of the user who will run a file.
// Reports show it as ~ again.
const someHome = "/home/user"

// piece judges one shell text of a file, and returns why not all of it was read.
func (w *worker) piece(t *text, p *extract.Piece) (left string) {
	w.engine.Steps = max(w.steps, 1)
	w.engine.Surface, w.engine.Dialect, w.engine.Language, w.engine.Env = safety.Surface(t.file.kind(), p.Surface), p.Dialect, p.Language, p.Env
	w.begin()
	v := w.engine.Judge(p.Text, safety.Dirs{Home: someHome}, nil)
	defer v.Script.Release()
	w.steps -= v.Script.Work.Done()
	for _, problem := range v.Script.Problems {
		switch {
		case problem.Unread != unread.No && problem.Unread != unread.Broken:
			left = cmp.Or(left, problem.Say)
		case problem.Unread == unread.Broken && problem.In == nil && !p.Prose && !inCall(v.Script, problem.Span):
			from, _ := p.Span(problem.Span)
			left = cmp.Or(left, fmt.Sprintf("line %d: %s", 1+bytes.Count(t.data[:from], []byte("\n")), problem.Say))
		}
	}
	home := strings.NewReplacer() // nothing
	if !strings.Contains(p.Text, someHome) {
		home = strings.NewReplacer(" "+someHome, " ~") // not inside quotes, where ~ would be a name
	}
	unasked := p.Unasked(t.file.kind())
	if !p.Prose {
		f := &accident.File{
			Path: t.file.kind(), Surface: w.engine.Surface, Name: p.Name, Language: p.Language, Whole: string(t.data), Script: v.Script, Findings: v.Findings, At: safety.Dirs{Home: someHome}, Empty: p.Empty,
		}
		if v.Findings = accident.Judge(f); f.Cut {
			left = cmp.Or(left, "too long to look back from each command")
		}
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		if p.Prose && strings.HasPrefix(f.Rule, "shell/") {
			continue // it may be no shell
		}
		if pack, _, _ := strings.Cut(f.Rule, "/"); p.Prose && (pack == "filesystem" || pack == "disk" || pack == "git" || pack == "database") {
			f.Risk = min(f.Risk, policy.Low) // it is spoken of: what such a text forbids stands there as well
		}
		if most := policy.Critical; unasked && f.Risk >= policy.Low {
			if p.Prose {
				most = max(f.Risk, policy.Medium)
			}
			f.Risk = min(f.Risk+1, most)
		}
		from, to := p.Span(headOf(p.Text, f.Span))
		for k, s := range f.Instead {
			f.Instead[k] = home.Replace(s)
		}
		if f.Rule == "shell/unparsable" && p.Name == "" && p.Language == "" && (len(v.Script.Calls) == 0 || strings.Contains(f.Message, "must end with") || strings.Contains(f.Message, "must be followed by a statement list")) {
			f.Risk = max(f.Risk, policy.Medium) // no shell runs any of it; other errors may be the parser's
		}
		if p.Dialect == shell.Zsh && f.Rule == "shell/unparsable" {
			f.Risk = min(f.Risk, policy.Low) // its grammar is larger than the parser's
		}
		message, advice := home.Replace(f.Message), ""
		if p.Surface == "make" && f.Empty {
			message, advice = inMake(message, spanText(p.Text, f.Span), string(t.data[from:to]))
		}
		for name, as := range p.Empty {
			message = strings.NewReplacer("${"+name+"}", as, "$"+name, as).Replace(message)
		}
		t.add(w.known.rule(f), f.Risk, from, to, message, f.Instead, p.Name, spanText(p.Text, f.Span))
		if o := &t.findings[len(t.findings)-1]; advice != "" && o.from == from && o.Rule.ID == f.Rule {
			o.Advice = advice
		}
	}
	t.rewrites(p, v.Findings)
	for _, n := range p.Notes {
		if n.Job != "" {
			at, runs := accident.RunsCheckout(v.Script)
			if t.ran[n.Job] || !runs && !n.Pasted {
				continue
			}
			if runs {
				n.Span = at
			}
			if t.ran == nil {
				t.ran = make(map[string]bool)
			}
			t.ran[n.Job] = true
		}
		r := w.known.note(n.Rule)
		from, to := p.Span(n.Span)
		risk := r.RiskOn(p.Surface)
		if accident.InTests(t.file.kind()) {
			risk = min(risk, policy.Medium)
		}
		t.add(r, risk, from, to, n.Say, nil, p.Name, spanText(p.Text, n.Span))
	}
	return left
}

// inCall reports whether a span lies in what a call is given, such as code of another shell.
func inCall(s *shell.Script, span shell.Span) bool {
	for i := range s.Calls {
		if c := &s.Calls[i]; c.In == nil && c.Span.From <= span.From && span.To <= c.Span.To {
			return true
		}
	}
	return false
}

// headOf returns the first line of a text when a finding covers the whole
// text.
func headOf(text string, span shell.Span) shell.Span {
	if n := strings.IndexByte(text, '\n'); n > 0 && span.From == 0 && span.To >= len(text) {
		span.To = n
	}
	return span
}

func spanText(s string, span shell.Span) string {
	from := min(max(span.From, 0), len(s))
	return s[from:min(max(span.To, from), len(s))]
}

// text is a file whose findings are being collected.
type text struct {
	file     *file
	data     []byte
	lines    []int // offsets at which lines begin; made when first asked for
	findings []offsetFinding
	ran      map[string]bool // jobs of a workflow of which a step was found to run what others send
}

// offsetFinding is a finding with its offsets.
type offsetFinding struct {
	Finding
	from, to int
	about    string // the command, for the fingerprint
}

func (t *text) add(r *rule.Rule, risk policy.Risk, from, to int, message string, instead []string, where, about string) {
	for i := range t.findings {
		o := &t.findings[i]
		if o.Rule.ID == r.ID && o.from == from && o.to == to {
			o.Risk = max(o.Risk, risk)
			return
		}
	}
	f := offsetFinding{from: from, to: to, about: about}
	f.Path, f.key, f.Rule, f.Risk, f.Where = t.file.shown, t.file.key, r, risk, where
	f.Message = redact.Clean(strings.Join(strings.FieldsFunc(message, isLineEnd), " "))
	for _, s := range instead {
		f.Instead = append(f.Instead, redact.Clean(s))
	}
	t.findings = append(t.findings, f)
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

// settle gives the findings their positions and fingerprints, and drops the
// suppressed ones.
func (w *worker) settle(j *job, t *text, pieces []extract.Piece) {
	comments := bytes.Contains(t.data, []byte(mark))
	if len(t.findings) == 0 && !comments {
		return
	}
	var ignores ignores
	if comments {
		ignores = readIgnores(t, w.known)
	}
	sort.SliceStable(t.findings, func(a, b int) bool {
		x, y := &t.findings[a], &t.findings[b]
		switch {
		case x.from != y.from:
			return x.from < y.from
		case x.Risk != y.Risk:
			return x.Risk > y.Risk
		}
		return x.Rule.ID < y.Rule.ID
	})
	names := fingerprints{path: t.file.key}
	var last *offsetFinding // that is reported, or would be without a comment or setting
	for i := range t.findings {
		f := &t.findings[i]
		f.Fingerprint = names.of(f.Rule.ID, f.about)
		t.locate(f)
		inline := ignores.cover(f)
		w.use.finding(w.o, f)
		if f.Risk < max(w.o.MinRisk, policy.Low) || !w.o.Rules.on(f.Rule.ID) {
			continue
		}
		if !w.o.All && last != nil && last.from == f.from && last.to == f.to {
			continue // a command is one finding: the worst that it does
		}
		last = f
		if by := w.suppressor(t, f, inline, &j.suppressed); by != nil {
			*by++
			continue
		}
		f.Source = t.source(f)
		j.findings = append(j.findings, f.Finding)
	}
	ignores.unused(j, t, pieces)
}

// suppressor returns the counter of what suppresses a finding, or nil.
func (w *worker) suppressor(t *text, f *offsetFinding, inline bool, s *Suppression) *int {
	switch {
	case t.file.added != nil && !t.file.added.touch(f.Start.Line, f.End.Line):
		return &s.Old
	case inline:
		return &s.Inline
	case ignored(w.o.Ignore, f.Rule.ID, t.file.key):
		return &s.Config
	case w.o.Baseline.has(f.Fingerprint):
		return &s.Baseline
	}
	return nil
}
