package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Note is a finding about what stands around the commands of a file.
type Note struct {
	Rule *rule.Rule
	Span shell.Span // in the file
	Say  string
}

// Around returns what gives commands too much or shows what they are given: in a workflow
// of GitHub, or in a Dockerfile. kind is the name of the reader of the file.
func Around(kind, path string, data []byte) []Note {
	if effect.ForTests(path) {
		return nil
	}
	r := around{source: source{text: string(data)}}
	switch kind {
	case "workflow":
		r.workflow()
	case "dockerfile":
		r.image()
	case "ansible":
		r.playbook()
	case "makefile":
		r.prefixes()
	}
	switch kind {
	case "sh", "dockerfile", "workflow", "gitlab", "circleci", "azure", "pipelines", "makefile", "justfile", "taskfile", "packagejson", "crontab", "systemd":
		r.unverified()
	}
	return r.notes
}

// InTests reports whether a file is of tests or of others, by its path: there nothing is high.
func InTests(path string) bool { return effect.ForTests(path) }

type around struct {
	source
	notes []Note
}

// add notes a line that begins at an offset, without the blanks before it.
func (r *around) add(of *rule.Rule, at int, line, say string) {
	body := strings.TrimLeft(line, " \t")
	from := at + len(line) - len(body)
	r.notes = append(r.notes, Note{of, shell.Span{From: from, To: from + len(strings.TrimRight(body, " \t\r\n"))}, say})
}

// workflow finds rights for actions that others may change, and secrets that leave the job.
func (r *around) workflow() {
	writes, writesLine, foreign := -1, "", ""
	entered := 0 // where a secret is put into the environment of what follows
	secrets := r.secrets()
	uploads := r.uploads()
	at := 0
	for line := range strings.Lines(r.text) {
		body := strings.TrimSpace(line)
		key, value, _ := strings.Cut(strings.TrimPrefix(body, "- "), ":")
		value = strings.TrimSpace(value)
		if !strings.HasPrefix(body, "#") {
			if strings.Contains(body, "GITHUB_ENV") && hasSecret(body, secrets) && entered == 0 {
				entered = at + 1
			}
			if entered > 0 && key == "uses" && isForeign(value) {
				r.add(&leavesRule, entered-1, r.lineAt(entered-1), "gives a secret to every step behind it, among them "+strings.Fields(value)[0]+", which its owner can change at any time")
				entered = -1
			}
			if strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") && entered > 0 {
				entered = 0 // another job
			}
		}
		switch {
		case strings.HasPrefix(body, "#"):
		case key == "permissions" && strings.HasPrefix(value, "write-all") && writes < 0:
			writes, writesLine = at, line
		case key == "uses" && foreign == "" && isForeign(value):
			foreign, _, _ = strings.Cut(value, " ")
		case r.leaves(body, secrets):
			r.add(&leavesRule, at, line, "writes a secret where other steps, jobs and their logs read it")
		case len(uploads) > 0:
			if u := uploaded(body, secrets, uploads); u != nil && r.sameJob(at, u.at) {
				r.add(&leavesRule, u.at, r.lineAt(u.at), "uploads a secret, written into a file above, to where everyone who may read the run finds it")
				uploads = nil
			}
		}
		at += len(line)
	}
	if writes >= 0 && foreign != "" {
		r.add(&writeAllRule, writes, writesLine, "gives every right on the repository to "+foreign+", which its owner can change at any time")
	}
}

// sameJob reports whether two lines of a workflow are of one job.
func (r *around) sameJob(at, other int) bool {
	for line := range strings.Lines(r.text[min(at, other):max(at, other)]) {
		if key := strings.TrimRight(line, " \r\n"); strings.HasPrefix(line, "  ") && len(key) > 3 && line[2] != ' ' && line[2] != '#' && line[2] != '-' && strings.HasSuffix(key, ":") {
			return false
		}
	}
	return true
}

// secrets returns the variables that a workflow gives a secret.
func (r *around) secrets() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(r.text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if value = strings.TrimSpace(value); strings.HasPrefix(value, "${{ secrets.") && strings.HasSuffix(value, "}}") {
			out[key] = true
		}
	}
	return out
}

// isForeign reports whether an action of somebody else is named by a tag or a branch.
func isForeign(uses string) bool {
	uses, _, _ = strings.Cut(strings.Trim(uses, `"'`), " ")
	name, ref, ok := strings.Cut(uses, "@")
	owner, _, _ := strings.Cut(name, "/")
	if !ok || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "docker:") || owner == "actions" || owner == "github" {
		return false
	}
	return len(ref) != 40 || strings.Trim(ref, "0123456789abcdef") != ""
}

// leaves reports whether a line of a command puts a secret into what later steps get.
func (r *around) leaves(line string, secrets map[string]bool) bool {
	if !strings.Contains(line, "GITHUB_OUTPUT") && !strings.Contains(line, "GITHUB_STEP_SUMMARY") && !strings.Contains(line, "::set-output") {
		return false
	}
	return hasSecret(line, secrets)
}

func hasSecret(line string, secrets map[string]bool) bool {
	if head, rest, ok := strings.Cut(line, "${{ secrets."); ok {
		return !handedTo(head) && !strings.Contains(rest, "!=") && !strings.Contains(rest, "==") && !strings.Contains(line, "&&")
	}
	for _, name := range variables(line) {
		head, _, _ := strings.Cut(strings.ReplaceAll(line, "${"+name, "$"+name), "$"+name)
		if secrets[name] && !handedTo(head) && (strings.Contains(line, "echo ") || strings.Contains(line, "printf ")) && !strings.Contains(line, "[ ") {
			return true
		}
	}
	return false
}

// handedTo reports whether what follows the head of a line is given to a command whose
// output stands there, and that prints something else: $(curl -H "..
func handedTo(head string) bool {
	at := strings.LastIndex(head, "$(")
	if at < 0 || strings.Contains(head[at:], ")") || strings.Contains(head[at:], "|") {
		return false
	}
	words := strings.Fields(head[at+2:])
	return len(words) > 0 && words[0] != "echo" && words[0] != "printf"
}

// upload is a path that upload-artifact takes.
type upload struct {
	path string
	at   int // where its line begins
}

// uploads returns the paths that upload-artifact takes.
func (r *around) uploads() []upload {
	var out []upload
	in, list, at := false, false, 0
	for line := range strings.Lines(r.text) {
		body := strings.TrimSpace(line)
		switch {
		case strings.Contains(body, "actions/upload-artifact@"):
			in, list = true, false
		case strings.HasPrefix(body, "- "):
			in = false
		case in && strings.HasPrefix(body, "with:") && strings.Contains(body, "path:"):
			_, path, _ := strings.Cut(body, "path:")
			path, _, _ = strings.Cut(strings.Trim(path, " }"), ",")
			out = append(out, upload{cleanPath(strings.TrimSpace(path)), at})
		case in && strings.HasPrefix(body, "path:"):
			path := strings.TrimSpace(strings.TrimPrefix(body, "path:"))
			if list = path == "|" || path == ">"; !list && path != "" {
				out = append(out, upload{cleanPath(path), at})
			}
		case in && list && strings.Contains(body, ": "):
			list = false
		case in && list && body != "":
			out = append(out, upload{cleanPath(body), at})
		}
		at += len(line)
	}
	return out
}

func cleanPath(path string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.Trim(path, `"'`), "./"), "/")
}

// uploaded returns the upload that takes a file into which a line writes a secret, or the
// environment that has one.
func uploaded(line string, secrets map[string]bool, uploads []upload) *upload {
	command, file, ok := strings.Cut(line, ">")
	if !ok {
		command, file, ok = strings.Cut(line, "tee ")
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(command), "- "), "run: "), " ")
	dumps := (first == "env" || first == "printenv" || first == "set") && len(secrets) > 0
	if !ok || !dumps && !hasSecret(command+" ", secrets) {
		return nil
	}
	file, _, _ = strings.Cut(strings.TrimSpace(strings.TrimLeft(file, ">")), " ")
	if file = cleanPath(file); file == "" || strings.ContainsRune("/$&~", rune(file[0])) {
		return nil
	}
	for i := range uploads {
		path := uploads[i].path
		dir := strings.TrimRight(path, "*")
		if path == "." || path == "" || path == "*" || file == path || dir != "" && strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/") {
			return &uploads[i]
		}
	}
	return nil
}
