package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// hidesPublishing raises a finding about a file that publishes something though nothing
// that was typed says so: npm run check, which runs npm publish.
func (c *checker) hidesPublishing(f *Finding, call *shell.Call, hit []*effect.Effect) {
	if call.In == nil || f.Risk != policy.Medium || call.Where == "container" ||
		!slices.ContainsFunc(hit, func(e *effect.Effect) bool { return e.Kind == rule.Publish }) {
		return
	}
	for k := call; k.Via >= 0; {
		k = &c.script.Calls[k.Via]
		if slices.ContainsFunc(k.Argv, announces) {
			return
		}
	}
	f.Risk = policy.High
	f.Message += ", which the command does not say"
}

// announces reports whether a word says that something is published: release:npm.
func announces(w shell.Word) bool {
	words := strings.FieldsFunc(strings.ToLower(w.String()), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, announcesWord)
}
