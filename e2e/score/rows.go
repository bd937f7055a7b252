package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/ctxhook/ctxhook/cmd"
)

// row is a labelled command and its verdict.
type row struct {
	command string
	class   string
	verdict verdict
}

// verdict is what check --jsonl says of a command.
type verdict struct {
	Action   string
	Risk     string
	Findings []struct{ Rule, Risk string }
}

// maxLine bounds a row, in bytes.
const maxLine = 16 << 20

// readRows reads the commands of a file that are shell and have none of the
// skipped fields set.
func readRows(path string, by, skip []string) ([]row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		var fields map[string]any
		if err := json.Unmarshal(lines.Bytes(), &fields); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		command, ok := fields["command"].(string)
		if !ok || anySet(fields, skip) {
			continue
		}
		out = append(out, row{command: command, class: classOf(fields, by)})
	}
	return out, lines.Err()
}

func anySet(fields map[string]any, names []string) bool {
	for _, n := range names {
		switch v := fields[n].(type) {
		case nil:
		case bool:
			if v {
				return true
			}
		case string:
			if v != "" {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// classOf is the label of a row and the values of the fields it is divided by.
func classOf(fields map[string]any, by []string) string {
	class, _ := fields["expect"].(string)
	if class == "" {
		class = "benign"
	}
	for _, n := range by {
		switch v := fields[n].(type) {
		case nil:
		case bool:
			if v {
				class += "/" + n
			}
		default:
			class += "/" + fmt.Sprint(v)
		}
	}
	return class
}

// judge gives every row its verdict.
func judge(rows []row) error {
	var in, out bytes.Buffer
	enc := json.NewEncoder(&in)
	for i := range rows {
		if err := enc.Encode(map[string]string{"command": rows[i].command}); err != nil {
			return err
		}
	}
	env := cmd.Env{
		Args: []string{"check", "--jsonl"}, Stdin: &in, Stdout: &out, Stderr: os.Stderr,
		Getenv: func(string) string { return "" },
	}
	if code := cmd.Main(env); code != 0 {
		return fmt.Errorf("check --jsonl: exit code %d", code)
	}
	i := 0
	for line := range strings.Lines(out.String()) {
		if i == len(rows) {
			break
		}
		if err := json.Unmarshal([]byte(line), &rows[i].verdict); err != nil {
			return err
		}
		i++
	}
	if i != len(rows) {
		return fmt.Errorf("%d verdicts for %d rows", i, len(rows))
	}
	return nil
}
