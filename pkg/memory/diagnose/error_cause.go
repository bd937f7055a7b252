package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// cause returns why a run failed, as its output says, and the names of what is missing
// where they are not part of it: a package is installed as any other, and a file of the
// project is not.
func (r *Reader) cause(out *Output) (why, missing string, ofPackage bool) {
	text := out.Text.String()
	rows := r.anyCheck().Causes
	for i := range rows {
		p := &rows[i]
		if !may(p, text) {
			continue
		}
		re := r.multiline(p)
		m := re.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		from, to := m[0], m[1]
		if r.isVague(strings.TrimLeft(text[strings.LastIndexByte(text[:to], '\n')+1:to], " >")) {
			continue
		}
		for n, name := range re.SubexpNames() {
			at := 2 * n
			if name == "" || m[at] < 0 {
				continue
			}
			named, around := text[m[at]:m[at+1]], shape(text[from:m[at]])+" .. "+shape(text[m[at+1]:to])
			switch {
			case name == "any":
				return around, "", false
			case isPackage(named) && !out.holds(named):
				return around, named, true
			}
		}
		return shape(text[from:to]), "", false
	}
	why, missing = r.reason(text)
	return why, missing, false
}

// isPackage reports whether a name is one of a package, and not of a file.
func isPackage(name string) bool {
	return !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "/") && !strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".js")
}

// holds reports whether the project has a directory with the first part of a module's
// name: then the module is its own, and nothing that could be installed.
func (out *Output) holds(module string) bool {
	if out.Around == nil || out.Dir == "" {
		return false
	}
	first, _, inner := strings.Cut(strings.ReplaceAll(module, "/", "."), ".")
	return inner && slices.ContainsFunc([]string{out.Dir, path.Join(out.Dir, "src")}, func(dir string) bool {
		return slices.Contains(out.Around.Entries(dir), first+"/")
	})
}

// explain adds to the first error of a run why it failed, and to others what their lines say
// of that: another run may say it first.
func (r *Reader) explain(list []memory.Error, out *Output) {
	if len(list) == 0 {
		return
	}
	if why, missing, ofPackage := r.cause(out); why != "" {
		list[0].Cause, list[0].Missing, list[0].Package = memory.Signature("cause", why), redact.Clean(missing), ofPackage
	}
	for i := 1; i < len(list); i++ {
		if why, missing := r.reason(list[i].Line.String()); why != "" {
			list[i].Cause, list[i].Missing = memory.Signature("cause", why), redact.Clean(missing)
		}
	}
}

// isVague reports whether a line says that something failed, and not why.
func (r *Reader) isVague(line string) bool {
	return isGeneral(line) || r.matches(r.anyCheck().Vague, line)
}

// may reports whether a text has a literal of a pattern.
func may(p *rule.Pattern, text string) bool {
	for _, l := range p.Literals {
		if strings.Contains(text, l) {
			return true
		}
	}
	return len(p.Literals) == 0
}
