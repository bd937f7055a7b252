package cmd

import (
	"bytes"
	"encoding/json"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// printJSON prints a value as indented JSON.
func (e *Env) printJSON(v any) error {
	data, err := readableJSON(v, "")
	if err != nil {
		return err
	}
	_, err = e.Stdout.Write(data)
	return err
}

// readableJSON is a value in lines, each but the first behind a lead.
func readableJSON(v any, lead string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a > is no danger here, and the user reads it
	enc.SetIndent(lead, "  ")
	err := enc.Encode(v)
	return display.JSON(b.Bytes()), err
}

// jsonList prints an array as printJSON does, one value at a time, because it
// may be long.
type jsonList struct {
	env   *Env
	added bool
}

func (l *jsonList) add(v any) error {
	data, err := readableJSON(v, "  ")
	if err != nil {
		return err
	}
	l.put(data)
	return nil
}

// addLine adds a value in one line.
func (l *jsonList) addLine(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	l.put(display.JSON(b.Bytes()))
	return nil
}

func (l *jsonList) put(data []byte) {
	lead := "["
	if l.added {
		lead = ","
	}
	l.added = true
	l.env.printf("%s\n  %s", lead, bytes.TrimRight(data, "\n"))
}

func (l *jsonList) end() {
	if !l.added {
		l.env.printf("[]\n")
		return
	}
	l.env.printf("\n]\n")
}
