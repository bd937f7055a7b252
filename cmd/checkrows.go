package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
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

// maxPlain bounds a row that gjson reads, which recurses for each bracket.
const maxPlain = 64 << 10

// plain reads a row of nothing but texts, which nearly all are, at a third of what
// encoding/json takes. It reports false for one that encoding/json may read otherwise.
func (r *row) plain(text []byte) bool {
	if len(text) > maxPlain || bytes.Contains(text, []byte(`\u`)) || !utf8.Valid(text) || !gjson.ValidBytes(text) {
		return false
	}
	object := gjson.ParseBytes(text)
	ok := object.IsObject()
	object.ForEach(func(name, value gjson.Result) bool {
		ok = ok && value.Type == gjson.String
		switch name.Str {
		case "command":
			r.Command = &value.Str
		case "cwd":
			r.Cwd = value.Str
		case "home":
			r.Home = value.Str
		case "surface":
			r.Surface = value.Str
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// appendVerdict appends what newVerdictView shows of a verdict, without what is about the
// machine and its user, at a quarter of what encoding/json takes.
func appendVerdict(b []byte, v *safety.Verdict) []byte {
	b = appendText(append(b, '{'), "action", v.Action.String())
	b = appendText(b, "risk", v.Risk.String())
	b = appendText(b, "type", v.Type)
	b = protocol.AppendList(protocol.AppendKey(b, "findings"), v.Findings, func(b []byte, f safety.Finding) []byte {
		b = appendText(append(b, '{'), "rule", f.Rule)
		b = appendText(b, "risk", f.Risk.String())
		b = protocol.AppendList(protocol.AppendKey(b, "span"), []int{f.Span.From, f.Span.To}, appendInt)
		b = appendText(b, "message", f.Message)
		b = protocol.AppendList(protocol.AppendKey(b, "instead"), f.Instead, protocol.AppendString)
		return append(b, '}')
	})
	return append(b, '}')
}

func appendText(b []byte, name, value string) []byte {
	return protocol.AppendString(protocol.AppendKey(b, name), value)
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// cleaned returns a directory of a row without what says nothing. The disk is not
// looked at.
func cleaned(dir string) string {
	if !strings.HasPrefix(dir, "/") {
		return dir
	}
	return path.Clean(dir)
}

// row judges one row.
func (j *checker) row(text []byte) (any, error) {
	var r row
	if !r.plain(text) {
		r = row{}
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("not a row: %w", err)
		}
	}
	if r.Command == nil {
		return nil, errors.New(`not a row: "command" is missing`)
	}
	j.at.Home, j.at.Cwd = cleaned(r.Home), cleaned(r.Cwd)
	if r.Home == "" {
		j.at.Home = "/home/user"
	}
	surface, err := r.surface()
	if err != nil {
		return nil, err
	}
	j.engine.Surface = surface
	got := j.judge(*r.Command)
	defer got.Script.Release()
	return encoded(appendVerdict(nil, &got)), nil
}
