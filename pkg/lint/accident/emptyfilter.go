package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// emptyFilter returns the variable whose emptiness makes what a statement selects
// everything: grep "$x", --pattern "$x*", --filter name=$x, -n "$x" with --all.
func (j *judge) emptyFilter(statement string, c *shell.Call) string {
	if _, pattern, ok := strings.Cut(strings.ToLower(statement), " like '"); ok {
		pattern, _, _ = strings.Cut(pattern, "'")
		for _, name := range variables(statement) {
			if strings.Trim(strings.NewReplacer("${"+strings.ToLower(name)+"}", "", "$"+strings.ToLower(name), "").Replace(pattern), "%_") == "" && pattern != "%" && j.mayBeEmpty(name, c.Span.From) {
				return name
			}
		}
	}
	words := strings.Fields(strings.ReplaceAll(statement, "=", "= "))
	for n, w := range words {
		if n == 0 || !strings.Contains(w, "$") {
			continue
		}
		names := variables(w)
		w = strings.TrimRight(w, ";")
		if len(names) != 1 || strings.Contains(w, "$(") {
			continue
		}
		bare := strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(w), "\"'^*%@-/.:_|;)")
		if bare != "" || strings.ContainsAny(strings.Trim(w, `"'`), "()") && !strings.HasSuffix(w, ")") {
			continue
		}
		before := words[n-1]
		if (w == "$"+names[0] || w == "${"+names[0]+"}") && !strings.HasSuffix(before, "=") {
			continue // without quotes and empty it is no word at all, and the next one stands in its place
		}
		greps := slices.Contains(words[max(0, n-3):n], "grep") && !strings.Contains(before, "v") && (before == "grep" || before[0] == '-')
		filter := before == "--pattern" || before == "--filter=" || before == "--match" || n > 1 && words[n-2] == "--filter" && strings.HasSuffix(before, "=")
		namespace := (before == "-n" || before == "--namespace" || before == "--namespace=") && strings.Contains(statement, " --all")
		if (greps || filter || namespace) && j.mayBeEmpty(names[0], c.Span.From) {
			return names[0]
		}
	}
	return ""
}

// inlined puts the body of a function of one line in the place of its name: with
// list() { zfs list | grep "$1"; }, list "$x" is zfs list | grep "$x".
func (j *judge) inlined(statement string) string {
	words := strings.Fields(statement)
	if len(words) < 2 || !strings.Contains(words[1], "$") {
		return statement
	}
	at := strings.Index(j.text, "\n"+words[0]+"() {")
	if at < 0 {
		return statement
	}
	body, _, ok := strings.Cut(j.text[at+len(words[0])+len("() {")+1:], "}\n")
	if !ok || len(body) > 300 {
		return statement
	}
	return strings.NewReplacer(`"$1`, words[1][:max(1, len(words[1])-1)], "@$1-", "@"+strings.Trim(words[1], `"`), "$1", strings.Trim(words[1], `"`)).Replace(body)
}
