package extract

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/tree"
)

// readAgentTOML finds the commands in Codex's settings: what it notifies, its
// hooks, and tool servers with their arguments. A value is read where it stands on
// one line, as the program writes it.
func readAgentTOML(data []byte) (pieces []Piece) {
	section, command := "", tree.Row{}
	at := 0
	for line := range bytes.Lines(data) {
		from := at
		at += len(line)
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "[") && !strings.Contains(text, "=") {
			head, _, _ := strings.Cut(text, "#")
			section, command = strings.Trim(head, "[] "), tree.Row{}
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			continue
		}
		key = strings.Trim(strings.TrimSpace(key), `"`)
		values := tomlStrings(data, from+bytes.IndexByte(line, '=')+1, from+len(line))
		if len(values) == 1 && section == "" {
			pieces = append(pieces, loosensTOML(data, key, values[0])...)
		}
		switch {
		case len(values) == 0:
		case key == "args" && command.To > 0:
			pieces = pieces[:len(pieces)-1]
			pieces = appendWords(pieces, data, append([]tree.Row{command}, values...), section+".command")
		case key == "command" && strings.HasPrefix(strings.TrimSpace(value), "["), key == "notify":
			pieces = appendWords(pieces, data, values, key)
		case key == "command":
			n := len(pieces)
			pieces = appendText(pieces, data, values[0].From, values[0].To, rule.Unattended, section+".command")
			if len(pieces) > n {
				command = values[0]
			}
		}
	}
	return pieces
}

// tomlStrings returns the strings in a part of a line, without their quotes. One
// with an escape is left out: its text would not be where it stands.
func tomlStrings(data []byte, from, to int) (list []tree.Row) {
	for at := from; at < to; at++ {
		switch data[at] {
		case '#':
			return list
		case '"', '\'':
			n := bytes.IndexByte(data[at+1:to], data[at])
			if n < 0 {
				return list
			}
			if data[at] == '\'' || bytes.IndexByte(data[at+1:at+1+n], '\\') < 0 {
				list = append(list, tree.Row{From: at + 1, To: at + 1 + n})
			}
			at += n + 1
		}
	}
	return list
}

// appendWords adds a command whose words are listed, or the text that it gives to
// a shell.
func appendWords(pieces []Piece, data []byte, words []tree.Row, name string) []Piece {
	args := make([]string, len(words))
	for i, w := range words {
		args[i] = string(data[w.From:w.To])
	}
	if i, dialect, ok := shellText(args); ok {
		n := len(pieces)
		pieces = appendText(pieces, data, words[i].From, words[i].To, rule.Unattended, name)
		for k := n; k < len(pieces); k++ {
			pieces[k].Dialect = dialect
		}
		return pieces
	}
	w := &tree.Weaver{Data: data}
	for i, word := range words {
		if i > 0 {
			w.Put(" ", max(word.From-1, w.End(0)))
		}
		if shell.Quote(args[i]) == args[i] {
			w.Copy(word.From, word.To)
		} else {
			w.Put(shell.Quote(args[i]), word.From)
		}
	}
	if p := pieceOf(w, rule.Unattended, name); strings.TrimSpace(p.Text) != "" {
		pieces = append(pieces, p)
	}
	return pieces
}
