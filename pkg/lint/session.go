package lint

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/lint/accident"
)

// session judges the code blocks of a document as the one shell into which a reader pastes them: a
// block may destroy by what another one has looked up.
func (w *worker) session(t *text, pieces []extract.Piece) {
	var b strings.Builder
	var starts []int // of each piece in the whole
	looked := false
	for i := range pieces {
		p := &pieces[i]
		starts = append(starts, b.Len())
		if p.Prose || p.Language != "" || p.Surface != "doc" {
			continue
		}
		looked = looked || strings.Contains(p.Text, "=$(") || strings.Contains(p.Text, "=`") || strings.Contains(p.Text, `="$(`)
		b.WriteString(p.Text)
		if !strings.HasSuffix(p.Text, "\n") {
			b.WriteByte('\n')
		}
	}
	whole := b.String()
	if !looked || len(whole) > 64<<10 || !accident.DestroysInSession(whole) || w.steps <= 0 {
		return
	}
	w.engine.Steps, w.engine.Surface, w.engine.Dialect, w.engine.Language, w.engine.Env = max(w.steps, 1), "script", shell.Bash, "", nil
	w.begin()
	v := w.engine.Judge(whole, safety.Dirs{Home: someHome}, nil)
	defer v.Script.Release()
	w.steps -= v.Script.Work.Done()
	f := &accident.File{Path: t.file.kind(), Surface: "script", Script: v.Script, At: safety.Dirs{Home: someHome}}
	for _, g := range accident.Session(f) {
		for i := range pieces {
			p := &pieces[i]
			if g.Span.From < starts[i] || g.Span.From >= starts[i]+len(p.Text) {
				continue
			}
			from, to := p.Span(shell.Span{From: g.Span.From - starts[i], To: min(g.Span.To-starts[i], len(p.Text))})
			t.add(w.known.rule(&g), g.Risk, from, to, g.Message, nil, p.Name, spanText(whole, g.Span))
		}
	}
}
