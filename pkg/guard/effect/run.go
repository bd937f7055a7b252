package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// runs adds the effect of running program text.
func (r *collector) runs(run *shell.Run) {
	if run.Lang == "patch" || run.Lang == "uu" {
		return // it only names files
	}
	e := Effect{Kind: rule.Run, Known: run.Known, Target: run.File, What: run.Lang}
	e.From = r.all.trace(run.From)
	if !run.Known && strings.Contains(strings.ToLower(run.Text.String()), "stdin") {
		e.From |= r.input() // exec(sys.stdin.read())
	}
	if run.Lang == "sql" {
		e.From &^= FromDecoded // dumps of databases are packed to be small
	}
	if run.Net {
		e.From |= FromNetwork
	}
	if run.Lang == "sed" && run.File == nil && len(run.Text.Parts) > 0 && run.Text.Parts[0].Kind == shell.Lit {
		e.From &^= FromNetwork // a value in a written program: it ends up in a text
	}
	if run.File != nil {
		e.Class = r.class(rule.Read, *run.File)
		if run.Known || len(run.From) > 0 {
			e.From |= FromWritten
		}
		e.From |= r.siblings(run.From)
	} else if !run.Known && e.From == 0 {
		e.From |= FromUnknown
	}
	if run.Lang == "" && run.File == nil && !run.Known && r.connected(run.From) {
		e.Kind, e.All, e.What = rule.Listen, true, "a shell"
	}
	r.out = append(r.out, e)
}

// connected reports whether a call carries data both ways on a connection: the
// other side then controls a shell that reads from it.
func (r *collector) connected(from []int) bool {
	for _, i := range from {
		c := &r.script.Calls[i]
		for k := range c.Redirs {
			if d := &c.Redirs[k]; d.Op == "<>" && shell.IsConnection(d.Word) {
				return true
			}
		}
		if c.Model == nil || c.Code != "" || c.Args.Has(c.Model.Harmless...) {
			continue
		}
		var sends, fetches, listens bool
		for _, v := range c.Args.Verbs {
			if c.Args.Holds(v) {
				for _, row := range v.Effects {
					sends = sends || row.Do == rule.Send && row.On == "stdin"
					fetches = fetches || row.Do == rule.Fetch
					listens = listens || row.Do == rule.Listen
				}
			}
		}
		if sends && fetches || listens {
			return true
		}
	}
	return false
}

// shellOutput reports whether a shell that reads from a stream writes into
// this call: sh | nc joins it to the network as surely as nc -e.
func (r *collector) shellOutput() bool {
	for _, i := range r.call.Stdin.From {
		if c := &r.script.Calls[i]; shellWord(c.Program) && (len(c.Runs) == 0 || !c.Runs[len(c.Runs)-1].Known) {
			return true
		}
	}
	return false
}
