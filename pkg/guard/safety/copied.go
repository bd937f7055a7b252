package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// copied judges the files that call i puts where they run by themselves (install x.service
// /etc/systemd/system/), or registers to run: their text is new there, as one that is
// written.
func (c *checker) copied(i int, effects []effect.Effect) {
	if c.facts == nil || c.engine.inner || c.engine.use != nil {
		return
	}
	call := &c.script.Calls[i]
	for k := range effects {
		e := &effects[k]
		if e.Target == nil || e.Matches != nil || call.Where != "" {
			continue
		}
		name, ok := call.PathOf(*e.Target)
		if !ok {
			continue
		}
		var from string
		switch e.Kind {
		case rule.Overwrite, rule.Append, rule.Link:
			if e.Class&effect.Startup == 0 || len(e.Source) != 1 {
				continue
			}
			if from, ok = call.PathOf(e.Source[0]); !ok {
				continue
			}
			if strings.HasSuffix(e.Target.String(), "/") || c.facts.Path(name).Dir {
				name = path.Join(name, path.Base(from))
			}
		case rule.Persist:
			if from = name; !strings.Contains(e.Target.String(), "/") {
				continue // the name of a unit
			}
		default:
			continue
		}
		f := c.facts.File(from)
		if !f.Known || !c.script.Work.Spend(stepsOfLook) {
			continue
		}
		w := shell.Written{Path: name, Text: shell.LitWord(f.Text), Known: true}
		e.Matches = c.matchingTexts(&destination{written: []*shell.Written{&w}})
		found, _ := c.content(&w, true)
		for _, f := range found {
			f.Span, f.Call = call.Span, i
			c.add(f)
		}
	}
}
