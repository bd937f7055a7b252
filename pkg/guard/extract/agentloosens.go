package extract

import (
	"net/url"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// loosened is the rule about settings of a project that let an agent act unasked,
// or send what it knows elsewhere.
const loosened = "agents/loosened"

// lifecycleFile is the rule about a file that runs when a package is installed.
const lifecycleFile = "packages/lifecycle-file"

// loosening are settings that let an agent act without asking, with the value that
// does so.
var loosening = [...]struct {
	path   []string
	values string
}{
	{[]string{"enableAllProjectMcpServers"}, "true"},
	{[]string{"permissions", "defaultMode"}, "bypassPermissions"},
	{[]string{"skipDangerousModePermissionPrompt"}, "true"},
	{[]string{"chat.tools.autoApprove"}, "true"},
	{[]string{"chat.tools.global.autoApprove"}, "true"},
	{[]string{"claudeCode.allowDangerouslySkipPermissions"}, "true"},
	{[]string{"claudeCode.initialPermissionMode"}, "bypassPermissions"},
	{[]string{"amp.dangerouslyAllowAll"}, "true"},
	{[]string{"general", "defaultApprovalMode"}, "yolo"},
	{[]string{"tools", "approvalMode"}, "yolo"},
	{[]string{"approval_policy"}, "never"},
	{[]string{"sandbox_mode"}, "danger-full-access"},
	{[]string{"permission"}, "allow"},
	{[]string{"permission", "bash"}, "allow"},
}

// loosens notes which settings of a file loosen an agent.
func (f *finder) loosens(root *tree.Node) {
	for _, l := range loosening {
		if n := root.Get(l.path...); n != nil && n.Kind == tree.Scalar && f.doc.Str(n) == l.values {
			f.note(n, loosened, strings.Join(l.path, ".")+": "+l.values)
		}
	}
	for _, e := range root.Get("env").Entries() {
		if strings.HasSuffix(e.Key, "_BASE_URL") && elsewhere(f.doc.Str(e.Value)) {
			f.note(e.Value, loosened, "env."+e.Key+" sends the agent's requests, with its key, to another server")
		}
	}
}

// elsewhere reports whether an address is neither this machine nor the maker of an
// agent.
func elsewhere(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return false
	}
	host := u.Hostname()
	for _, known := range [...]string{"localhost", "127.0.0.1", "::1", "anthropic.com", "openai.com", "googleapis.com", "amazonaws.com", "azure.com"} {
		if host == known || strings.HasSuffix(host, "."+known) {
			return false
		}
	}
	return true
}

// note adds a finding about a value that is no shell.
func (f *finder) note(n *tree.Node, rule, say string) {
	w := &tree.Weaver{Data: f.doc.Data}
	w.Copy(n.From, n.To)
	p := pieceOf(w, "script", "")
	p.Prose, p.Notes = true, []Note{{Rule: rule, Span: shell.Span{From: 0, To: len(p.Text)}, Say: say}}
	f.pieces = append(f.pieces, p)
}

// isEditorSettings reports whether a file holds a project's settings of an editor
// in which agents work.
func isEditorSettings(f *file) bool {
	return f.base == "settings.json" && f.dir() == ".vscode" || strings.HasSuffix(f.base, ".code-workspace")
}

// ownFile returns the file of the package itself that a lifecycle script runs with
// an interpreter, or "".
func ownFile(script string) string {
	words := strings.Fields(script)
	for i, w := range words {
		if runsFileWord(w) && i+1 < len(words) && path.Ext(words[i+1]) != "" && !strings.HasPrefix(words[i+1], "-") && !strings.Contains(words[i+1], "node_modules/") {
			return words[i+1]
		}
	}
	return ""
}
