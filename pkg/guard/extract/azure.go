package extract

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isAzure(f *file) bool {
	return isYAML(f) && (strings.HasPrefix(f.base, "azure-pipelines") || under(f.path, ".azure-pipelines") ||
		under(f.path, ".azure") || under(f.path, "azure-pipelines") || under(f.path, ".pipelines"))
}

// readAzure finds script and bash steps wherever steps may be: in stages,
// jobs, deployment strategies, templates and under conditions.
func readAzure(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", tree.YAML, data)
	for _, root := range f.doc.Roots {
		f.azure(root, "", onAzureWindows(f.doc, root), tree.MaxNesting)
	}
	return f.pieces, err
}

func (f *finder) azure(n *tree.Node, name string, windows bool, depth int) {
	if n == nil || depth == 0 || n.Kind < tree.Sequence || !f.enter(n) {
		return
	}
	for i, item := range n.Items {
		f.azure(item, index(name, i), windows, depth-1)
	}
	windows = windows || onAzureWindows(f.doc, n)
	for _, p := range n.Entries() {
		at := dot(name, p.Key)
		switch {
		case p.Key == "bash" || p.Key == "script" && !windows:
			f.azureScript(p.Value, at)
		case p.Key == "inputs" && strings.HasPrefix(strings.ToLower(f.doc.Str(n.Get("task"))), "bash@"):
			f.azureScript(p.Value.Get("script"), at+".script")
		default:
			f.azure(p.Value, at, windows, depth-1)
		}
	}
}

// azureScript adds a script with its macros and expressions masked.
func (f *finder) azureScript(n *tree.Node, name string) {
	p := f.add(n, name, shell.Bash)
	if p == nil {
		return
	}
	maskExpressions(p, func(string) bool { return false })
	p.Notes = nil // these do not contain text from events
	p.mask(azureMacros(p.Text), asName)
	p.azureUnset(string(f.doc.Data))
}

// azureMacros finds macros such as $(Build.SourcesDirectory). Without a dot,
// $(name) may be a command of the shell, and is read as one.
func azureMacros(text string) []shell.Span {
	spans := references(text, "$(", ")", func(c byte) bool { return c == '.' || c == '-' || isNameByte(c) })
	return slices.DeleteFunc(spans, func(s shell.Span) bool {
		return strings.IndexByte(text[s.From:s.To], '.') < 0
	})
}

func onAzureWindows(doc *tree.Document, n *tree.Node) bool {
	pool := n.Get("pool")
	image := doc.Str(pool.Get("vmImage")) + doc.Str(pool)
	return strings.Contains(strings.ToLower(image), "windows")
}

// azureUnset makes macros without a dot that the file does not set variables of the shell: the
// agent leaves them as they are, and a shell takes them for commands that print nothing.
func (p *Piece) azureUnset(file string) {
	if strings.Contains(file, "group:") || strings.Contains(file, "template:") {
		return
	}
	spans := slices.DeleteFunc(references(p.Text, "$(", ")", isNameByte), func(s shell.Span) bool {
		name := p.Text[s.From+len("$(") : s.To-1]
		return len(name) < 3 || name[0] < 'A' || name[0] > 'Z' || !isVariable(name) || strings.Contains(file, name+":") || strings.Contains(file, "name: "+name) || strings.Contains(file, "variable="+name)
	})
	p.mask(spans, func(text string) string {
		name := text[len("$(") : len(text)-1]
		p.mayBeEmpty(name, text)
		return "${" + name + "}"
	})
}
