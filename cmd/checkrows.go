package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// rows judges the commands on standard input, one JSON object a line.
func (cmd *checkCommand) rows() error {
	if cmd.cwd != "" {
		return withHint(errors.New("--jsonl takes no --cwd"), `give each row its own: {"command":"..","cwd":".."}`)
	}
	return answerRows(cmd.Stdin, cmd.Stdout, func() (answerer, error) {
		j, err := builtinJudge(&cmd.judgeFlags)
		if err != nil {
			return nil, err
		}
		return j.row, nil
	})
}

// row is a command to judge.
type row struct {
	Command *string `json:"command"`
	Cwd     string  `json:"cwd"`
	Home    string  `json:"home"`
	Surface string  `json:"surface"` // where the text stands: one of rule.Surfaces
}

// surface is where a row's text was found. A text that names its interpreter
// is a script in a file, not a command that an agent is about to run.
func (r *row) surface() (string, error) {
	switch {
	case r.Surface != "" && !slices.Contains(rule.Surfaces[:], r.Surface):
		return "", fmt.Errorf("not a row: unknown surface %q: one of %s", r.Surface, strings.Join(rule.Surfaces[:], ", "))
	case r.Surface == "" && strings.HasPrefix(*r.Command, "#!"):
		return "script", nil
	}
	return r.Surface, nil
}

// row judges one row.
func (j *checker) row(text []byte) (any, error) {
	var r row
	if !r.plain(string(text)) {
		r = row{}
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("not a row: %w", err)
		}
	}
	if r.Command == nil {
		return nil, errors.New(`not a row: "command" is missing`)
	}
	j.at.Home, j.at.Cwd = r.Home, r.Cwd
	if r.Home == "" {
		j.at.Home = "/home/user"
	}
	surface, err := r.surface()
	if err != nil {
		return nil, err
	}
	j.engine.Surface = surface
	got := j.judge(*r.Command)
	return newVerdictView(&got, false).row(), nil
}
