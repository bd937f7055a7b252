package transcript

import (
	"bytes"
	"path/filepath"
	"time"

	"github.com/tidwall/gjson"
)

// maxExit bounds how much of a transcript's end is searched for the exit status of
// a command, in bytes: the client writes it just before it calls the hook.
const maxExit = 256 << 10

// Exit returns the exit status of a shell command that just ended, and how long it
// took, from the record of a client whose hooks are not told: Codex CLI, which writes
// an item_completed event. ok is false where the record does not have it.
func Exit(path, call string) (exit int, took time.Duration, ok bool) {
	data, cut, err := Tail(filepath.Dir(path), path, maxExit)
	if err != nil || call == "" {
		return 0, 0, false
	}
	if cut {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	for len(data) > 0 && !ok {
		data = bytes.TrimRight(data, "\n")
		line := data[bytes.LastIndexByte(data, '\n')+1:]
		data = data[:len(data)-len(line)]
		if !bytes.Contains(line, []byte(call)) || !gjson.ValidBytes(line) {
			continue
		}
		item := gjson.GetBytes(line, "payload.item")
		code := item.Get("exit_code")
		if item.Get("type").Str != "CommandExecution" || item.Get("id").Str != call || code.Type != gjson.Number {
			continue
		}
		exit, ok = int(code.Int()), true
		took = time.Duration(item.Get("duration.secs").Int())*time.Second + time.Duration(item.Get("duration.nanos").Int())
	}
	return exit, took, ok
}
