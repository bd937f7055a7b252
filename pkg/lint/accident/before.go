package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// failedBefore finds calls that destroy the wrong thing, or the only one, because a
// command before them failed and nothing noticed.
func (j *judge) failedBefore(i int, c *shell.Call) {
	if len(c.Argv) == 0 || c.Where == "chroot" || j.library || !j.destroys(i) && !dropsData(c) {
		return
	}
	j.selected(i, c)
	j.copied(i, c)
	j.mounted(i, c)
}

// unseen reports whether nothing notices that a call failed.
func (j *judge) unseen(k int, before *shell.Call) bool {
	p := &j.Script.Calls[k]
	line := j.statement(p.Span.From)
	if j.readsLibrary(before.Span.From) || p.Late != before.Late || p.Where != "" && p.Where != before.Where {
		return false
	}
	if strings.Contains(line, "|| true") || strings.Contains(line, "|| :") || strings.Contains(line, "|| echo") {
		return true
	}
	if j.errexit(before.Span.From) || j.Surface == "ci" || j.Surface == "make" || strings.Contains(line, "||") || strings.Contains(line, "&&") {
		return false
	}
	for _, word := range strings.Fields(line) {
		switch word {
		case "if", "while", "until", "!":
			return false
		}
	}
	from := min(p.Span.To, before.Span.From)
	between := j.text[from:before.Span.From]
	return !contains(between, []string{"$?", "exit", "return"})
}

// selected finds something destroyed in the place that was selected before, where the
// command that selects another one fails.
func (j *judge) selected(i int, c *shell.Call) {
	if j.selects == nil {
		j.selects = []int{}
		for k := range j.Script.Calls {
			if effect.Selects(&j.Script.Calls[k]) {
				j.selects = append(j.selects, k)
			}
		}
	}
	for _, k := range slices.Backward(j.selects) {
		p := &j.Script.Calls[k]
		if k >= i || p.Span.To > c.Span.From || c.Where != "" && p.Where == "" || strings.Contains(j.text[min(max(p.Span.To, 0), c.Span.From):c.Span.From], "\n}") {
			continue
		}
		if p.Program != c.Program && !(p.Program == "git" && wholeDirectory(c)) {
			continue
		}
		if p.Program == "git" && !wholeDirectory(c) && !discardsHere(c) || p.Program != "git" && named(c) {
			continue
		}
		asks := contains(j.text[min(max(p.Span.To, 0), c.Span.From):c.Span.From], []string{"current-context", "workspace show", "rev-parse", "branch --show-current", "get-contexts"})
		if !asks && j.unseen(k, c) {
			j.add(&elsewhereRule, i, c.Span, "destroys in whatever was selected before if "+argvOf(p)+" fails")
		}
		return
	}
}

// named reports whether a call says itself where it acts.
func named(c *shell.Call) bool {
	if strings.Contains(argv(c), " workspace delete ") {
		return true
	}
	return c.Args.Has("--context", "--kubeconfig", "--kube-context", "--project", "--subscription", "--stack", "--profile", "--app", "-a", "-s")
}

// wholeDirectory reports whether a call deletes all of the directory that it runs in.
func wholeDirectory(c *shell.Call) bool {
	return c.Program == "rm" && slices.ContainsFunc(rest(c), func(w shell.Word) bool { s := w.String(); return s == "*" || s == "./*" || s == "." })
}

// discardsHere reports whether a call of git rewrites or throws away what is checked out.
func discardsHere(c *shell.Call) bool {
	text := argv(c)
	return strings.Contains(text, " push") && (strings.Contains(text, " --force") || strings.Contains(text, " -f"))
}

func argvOf(c *shell.Call) string { return strings.TrimSpace(argv(c)) }

// maxApart is how far a dump and what destroys the data may stand apart in a file to belong
// together.
const (
	maxApart = 1500 // bytes
	maxCalls = 60
)
