package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maskExpressions masks ${{ .. }}, and notes those that insert text from
// outsiders.
func maskExpressions(p *Piece, isEmpty func(expression string) bool) {
	spans := between(p.Text, "${{", "}}", true)
	for _, s := range spans {
		if inside := p.Text[s.From+len("${{") : s.To-len("}}")]; holdsSecrets(inside) {
			p.Notes = append(p.Notes, Note{
				Rule: allSecrets,
				Span: s,
				Say:  strings.TrimSpace(inside) + " pastes every secret of the repository into the command",
			})
		}
		if name := untrusted(p.Text[s.From+len("${{") : s.To-len("}}")]); name != "" {
			p.Notes = append(p.Notes, Note{
				Rule: untrustedExpression,
				Span: s,
				Say:  name + " is pasted into the command before the shell reads it",
			})
		}
	}
	p.maskEmpty(spans, asExpression, isEmpty)
}

// holdsSecrets reports whether the value of an expression holds all secrets:
// toJSON(secrets).
func holdsSecrets(expression string) bool {
	e := strings.ToLower(strings.Join(strings.Fields(expression), ""))
	return strings.Contains(e, "tojson(secrets)") || strings.Contains(e, "secrets.*") || strings.Contains(e, "join(secrets")
}

// untrusted returns the property in an expression that an outsider may set, as
// listed in GitHub's hardening guide, or "".
func untrusted(expression string) string {
	if isTruth(expression) {
		return ""
	}
	for rest := expression; rest != ""; {
		i := strings.Index(strings.ToLower(rest), "github")
		if i < 0 {
			return ""
		}
		name := property(rest[i:])
		before := i == 0 || !isNameByte(rest[i-1]) && rest[i-1] != '.' && rest[i-1] != '-'
		if before && outsidersWrite(strings.Split(strings.ToLower(name), ".")) {
			return name
		}
		rest = rest[i+len("github"):]
	}
	return ""
}

// isTruth reports whether the value of an expression is always true or false.
func isTruth(expression string) bool {
	if strings.Contains(expression, "&&") || strings.Contains(expression, "||") {
		return false
	}
	e := strings.ToLower(strings.TrimLeft(expression, " !("))
	return strings.Contains(e, "==") || strings.Contains(e, "!=") || strings.HasPrefix(e, "contains(") ||
		strings.HasPrefix(e, "startswith(") || strings.HasPrefix(e, "endswith(")
}

// property reads a.b['c'].*.d as a.b.c.*.d.
func property(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case isNameByte(c) || c == '-' || c == '.' || c == '*':
			b.WriteByte(c)
			i++
		case c == '[':
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return b.String()
			}
			b.WriteByte('.')
			b.WriteString(strings.Trim(s[i+1:i+end], " '\""))
			i += end + 1
		default:
			return b.String()
		}
	}
	return b.String()
}

// outsidersWrite reports whether outsiders write the text of a property of an
// event, given by its path. Numbers, ids, hashes and URLs come from the
// platform, labels and milestones from maintainers.
func outsidersWrite(path []string) bool {
	if len(path) == 2 {
		return path[0] == "github" && path[1] == "head_ref"
	}
	if len(path) < 4 || path[0] != "github" || path[1] != "event" {
		return false
	}
	switch rest := strings.Join(path[3:], "."); path[2] {
	case "pull_request":
		return rest == "title" || rest == "body" || rest == "head.ref" || rest == "head.label" || rest == "head.repo.default_branch"
	case "issue", "comment", "review", "review_comment", "discussion":
		return rest == "title" || rest == "body"
	case "workflow_run":
		return rest == "head_branch" || rest == "display_title" || isCommitText(strings.TrimPrefix(rest, "head_commit."))
	case "head_commit":
		return isCommitText(rest)
	case "commits":
		_, rest, _ = strings.Cut(rest, ".")
		return isCommitText(rest)
	case "pages":
		return strings.HasSuffix(rest, ".page_name")
	}
	return false
}

func isCommitText(property string) bool {
	switch property {
	case "message", "author.name", "author.email", "committer.name", "committer.email":
		return true
	}
	return false
}

// dialectOfRun returns the dialect of a shell: setting, as "bash" or "bash -e
// {0}", and false when it is not a POSIX shell.
func dialectOfRun(setting string) (shell.Dialect, bool) {
	words := strings.Fields(setting)
	if len(words) == 0 {
		return shell.Bash, true
	}
	for _, w := range words { // nix develop -c bash -e {0}
		if d, ok := dialectOf(w); ok {
			return d, true
		}
		if w == "msys2" || w == "wsl-bash" {
			return shell.Bash, true
		}
	}
	return 0, strings.Contains(setting, "${{")
}
