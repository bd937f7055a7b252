package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
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

// plain reads a row of nothing but texts, which nearly all are, at a tenth of what
// encoding/json takes. It reports false for one that encoding/json may read otherwise.
func (r *row) plain(line []byte) bool {
	if !utf8.Valid(line) {
		return false
	}
	rest := plainText(line)
	if !rest.skip('{') {
		return false
	}
	for more := !rest.skip('}'); more; {
		name, named := rest.quoted()
		colon := rest.skip(':')
		value, ok := rest.quoted()
		if !named || !colon || !ok {
			return false
		}
		switch name {
		case "command":
			r.Command = &value
		case "cwd":
			r.Cwd = value
		case "home":
			r.Home = value
		case "surface":
			r.Surface = value
		default:
			return false
		}
		if more = rest.skip(','); !more && !rest.skip('}') {
			return false
		}
	}
	return strings.Trim(string(rest), jsonBlanks) == ""
}

const jsonBlanks = " \t\r\n"

// plainText is what is left to read of a row.
type plainText string

// skip passes over blanks, and over a character if it comes next.
func (t *plainText) skip(c byte) bool {
	rest := string(*t)
	if rest != "" && rest[0] <= ' ' {
		rest = strings.TrimLeft(rest, jsonBlanks)
	}
	found := rest != "" && rest[0] == c
	if found {
		rest = rest[1:]
	}
	*t = plainText(rest)
	return found
}

// quoted reads a text in quotes. It reports false where there is none, and for one
// with half a character.
func (t *plainText) quoted() (string, bool) {
	if !t.skip('"') {
		return "", false
	}
	s := string(*t)
	var out strings.Builder // as soon as there is a backslash
	from := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c > '\\': // as most are
		case c == '"':
			*t = plainText(s[i+1:])
			if out.Len() == 0 {
				return s[from:i], true
			}
			out.WriteString(s[from:i])
			return out.String(), true
		case c < ' ' || c == '\\' && i+1 == len(s):
			return "", false
		case c == '\\':
			if out.Len() == 0 {
				out.Grow(len(s))
			}
			out.WriteString(s[from:i])
			i++
			if at := strings.IndexByte(`"\/bfnrt`, s[i]); at >= 0 {
				out.WriteByte("\"\\/\b\f\n\r\t"[at])
			} else if code, ok := codePoint(s[i:]); ok {
				out.WriteRune(code)
				i += 4
			} else {
				return "", false
			}
			from = i + 1
		}
	}
	return "", false
}

// codePoint returns the character that u and four digits stand for. It reports false for
// the halves of a pair.
func codePoint(s string) (rune, bool) {
	if len(s) < 5 || s[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:5], 16, 16)
	return rune(n), err == nil && !utf16.IsSurrogate(rune(n))
}

// rowVerdict is the verdict on a row.
type rowVerdict safety.Verdict

// appendJSON writes what newVerdictView shows of a verdict, without what is about the
// machine and its user, at a quarter of what encoding/json takes.
func (v *rowVerdict) appendJSON(b []byte) []byte {
	b = appendJSONText(append(b, `{"action":`...), v.Action.String())
	b = appendJSONText(append(b, `,"risk":`...), v.Risk.String())
	b = appendJSONText(append(b, `,"type":`...), v.Type)
	b = append(b, `,"findings":[`...)
	for i := range v.Findings {
		f := &v.Findings[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSONText(append(b, `{"rule":`...), f.Rule)
		b = appendJSONText(append(b, `,"risk":`...), f.Risk.String())
		b = strconv.AppendInt(append(b, `,"span":[`...), int64(f.Span.From), 10)
		b = strconv.AppendInt(append(b, ','), int64(f.Span.To), 10)
		b = appendJSONText(append(b, `],"message":`...), f.Message)
		b = append(b, `,"instead":[`...)
		for k, s := range f.Instead {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendJSONText(b, s)
		}
		b = append(b, "]}"...)
	}
	return append(b, "]}"...)
}

// appendJSONText appends a text as encoding/json writes it.
func appendJSONText(b []byte, s string) []byte {
	start := len(b)
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c >= utf8.RuneSelf:
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			enc.Encode(s) // a buffer takes all
			return append(b[:start], bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
		case c == '"' || c == '\\':
			b = append(append(b, s[from:i]...), '\\')
			from = i
		}
	}
	return append(append(b, s[from:]...), '"')
}

// row judges one row.
func (j *checker) row(text []byte) (any, error) {
	r, err := readRow(text)
	if err != nil {
		return nil, fmt.Errorf("not a row: %w", err)
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
	if j.written != nil {
		j.written.Release()
		j.written = nil
	}
	got := rowVerdict(j.judge(*r.Command))
	j.written = got.Script
	return &got, nil
}

func readRow(text []byte) (row, error) {
	var r row
	if r.plain(text) {
		return r, nil
	}
	var any row
	err := json.Unmarshal(text, &any)
	return any, err
}
