package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// notebookTool is Claude Code's tool that edits a cell of a notebook.
const notebookTool = "NotebookEdit"

// cell lists the programs of a cell of code: what a notebook runs is Python but for the
// lines and cells that are marked as commands of a shell.
func (f *fields) cell() {
	c := &f.call
	kind, mode := "", ""
	f.arguments.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "cell_type":
			kind = v.Str
		case "edit_mode":
			mode = v.Str
		}
		return true
	})
	if kind == "markdown" || mode == "delete" {
		return
	}
	for _, e := range c.Edits {
		if first, rest, _ := strings.Cut(e.New, "\n"); shellCell(first) {
			c.Programs = append(c.Programs, Program{"shell", rest})
			continue
		} else if strings.HasPrefix(first, "%%") && !strings.HasPrefix(first, "%%time") && !strings.HasPrefix(first, "%%capture") {
			continue // of another language
		}
		var python, shell strings.Builder
		for line := range strings.Lines(e.New) {
			switch bare := strings.TrimLeft(line, " \t"); {
			case strings.HasPrefix(bare, "!"):
				shell.WriteString(bare[1:])
			case strings.HasPrefix(bare, "%"):
			default:
				python.WriteString(line)
			}
		}
		for _, p := range [...]Program{{"shell", shell.String()}, {"python", python.String()}} {
			if strings.TrimSpace(p.Text) != "" {
				c.Programs = append(c.Programs, p)
			}
		}
	}
}

// shellCell reports whether the first line of a cell has a shell run the others.
func shellCell(line string) bool {
	switch strings.TrimSpace(line) {
	case "%%bash", "%%sh", "%%script bash", "%%shell":
		return true
	}
	return false
}
