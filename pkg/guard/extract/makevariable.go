package extract

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// weave copies a recipe line as the shell gets it: two dollars become one, the
// prefix of continued lines is dropped, and what make expands is masked.
func (m *makeReader) weave(w *tree.Weaver, from, to int) {
	start, unclosed := from, 0
	for i := from; i < to; i++ {
		switch m.data[i] {
		case '\n':
			w.Copy(start, i+1)
			start = i + 1
			if start < to && m.data[start] == m.prefix {
				start++
				i++
			}
		case '$':
			end, ok := i+2, i+1 < to
			if ok && (m.data[i+1] == '(' || m.data[i+1] == '{') {
				end, ok = m.referenceEnd(i+1, to)
				if !ok {
					unclosed++
				}
			}
			if !ok || unclosed > maxUnclosed {
				continue
			}
			w.Copy(start, i)
			if m.data[i+1] == '$' {
				w.Copy(i+1, i+2)
			} else {
				w.Put(m.expand(string(m.data[i:end]), w.Text.Len() == 0 && end < to && isNameByte(m.data[end]), w.Text.Len() == 0), i)
			}
			start, i = end, end-1
		}
	}
	w.Copy(start, to)
}

// shells adds the commands that make runs to expand $(shell ..), before the
// rest of the line.
func (m *makeReader) shells(from, to int) {
	for from < to {
		i := bytes.Index(m.data[from:to], []byte("(shell "))
		if i < 0 {
			return
		}
		open := from + i
		if from = open + 1; open == 0 || m.data[open-1] != '$' || open > 1 && m.data[open-2] == '$' {
			continue
		}
		end, ok := m.referenceEnd(open, to)
		if !ok {
			return
		}
		w := &tree.Weaver{Data: m.data}
		m.weave(w, open+len("(shell "), end-1)
		m.add(w, "$(shell)")
		from = end
	}
}

// referenceEnd returns the end of the reference whose bracket opens at an
// offset.
func (m *makeReader) referenceEnd(at, to int) (end int, ok bool) {
	if end = formats.Closing(m.data[:to], at); end < 0 {
		return to, false
	}
	return end + 1, true
}

// expand returns the text for a reference, at equal length. A reference right
// before a command, as in $(Q)rm, only tells make to be quiet. A variable that
// the file does not set comes from outside and may be empty, so it becomes a
// shell variable.
func (m *makeReader) expand(reference string, glued, first bool) string {
	if glued {
		return asSpace(reference)
	}
	name := reference[1:]
	if len(name) > 2 {
		name = name[1 : len(name)-1]
	}
	switch name {
	case "RM":
		return "rm -f"
	case "MAKE":
		return "make   "
	}
	if command := m.commands[name]; command != "" && first {
		return command
	}
	if len(reference) > 3 && !m.defined[name] && isVariable(name) && !bytes.ContainsAny([]byte(name[:1]), "0123456789") {
		return "${" + name + "}"
	}
	return asName(automatic.Replace(reference))
}

// command notes a variable that the file gives, once, the beginning of a command which acts on what
// is elsewhere: TF = terraform -chdir=infra.
func (m *makeReader) command(name, value string) {
	if m.commands == nil {
		m.commands = make(map[string]string)
	}
	_, again := m.commands[name]
	words := strings.Fields(value)
	if again || len(words) > 6 || strings.ContainsAny(value, "$#;|&<>()`\"'\\") {
		m.commands[name] = ""
		return
	}
	switch words[0] {
	case "terraform", "tofu", "terragrunt", "pulumi", "kubectl", "oc", "helm", "psql", "mysql", "mongosh", "redis-cli", "aws", "gcloud", "az", "ansible-playbook", "docker", "podman", "sudo", "rsync", "ssh":
		m.commands[name] = value
	default:
		m.commands[name] = ""
	}
}

// automatic gives the variables that make sets for each rule a letter each,
// because $< and $@ are different files.
var automatic = strings.NewReplacer("@", "t", "<", "f", "^", "a", "*", "s", "?", "n", "+", "p", "|", "o", "%", "m")
