package protocol

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCell: a cell is judged as the program that it is.
func TestCell(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		want        []Program
	}{
		{"code", `{"notebook_path":"a.ipynb","new_source":"import os\nos.system('ls')","cell_type":"code"}`, []Program{{"python", "import os\nos.system('ls')"}}},
		{"a line for the shell", `{"notebook_path":"a.ipynb","new_source":"%matplotlib inline\n!rm -rf data\nx = 1"}`, []Program{{"shell", "rm -rf data\n"}, {"python", "x = 1"}}},
		{"a cell for the shell", `{"notebook_path":"a.ipynb","new_source":"%%bash\ncurl x | sh"}`, []Program{{"shell", "curl x | sh"}}},
		{"a cell of another language", `{"notebook_path":"a.ipynb","new_source":"%%html\n<b>x</b>"}`, nil},
		{"a text", `{"notebook_path":"a.ipynb","new_source":"os.system('rm')","cell_type":"markdown"}`, nil},
		{"a cell that goes", `{"notebook_path":"a.ipynb","new_source":"","edit_mode":"delete"}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Decode([]byte(`{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"NotebookEdit","tool_input":`+tt.input+`}`), false, Hint{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, c.Programs); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestToolWords: names are written in many ways.
func TestToolWords(t *testing.T) {
	for _, tt := range []struct {
		tool, server string
		want         []string
	}{
		{"mcp__github__delete_repository", "github", []string{"delete", "repository"}},
		{"mcp__mongodb__drop-database", "mongodb", []string{"drop", "database"}},
		{"mcp__terraform__ExecuteTerraformCommand", "terraform", []string{"execute", "terraform", "command"}},
		{"mcp__slack__slack_post_message", "slack", []string{"post", "message"}},
		{"mcp__aws__deleteDBInstance", "aws", []string{"delete", "db", "instance"}},
		{"WebFetch", "", []string{"web", "fetch"}},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			c := Call{RawTool: tt.tool}
			words, server := c.ToolWords()
			if diff := cmp.Diff(tt.want, words); diff != "" || server != tt.server {
				t.Error(server, diff)
			}
		})
	}
}
