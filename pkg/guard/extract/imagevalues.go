package extract

import (
	"maps"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// imageValues are the variables that a Dockerfile gives the commands of a stage: by ENV, and by ARG
// with a default. An ARG before the first FROM is for the FROM lines, until a stage declares it again.
type imageValues struct {
	global map[string]string // of the ARGs before the first FROM
	staged bool
	now    map[string]string // of the stage; not changed once a piece has it
}

// stage begins a stage.
func (v *imageValues) stage() {
	if !v.staged {
		v.global, v.staged = v.now, true
	}
	v.now = nil
}

// set reads an instruction that sets variables. Values made of others are left unknown.
func (v *imageValues) set(in *formats.Instruction) {
	v.now = maps.Clone(v.now)
	if v.now == nil {
		v.now = make(map[string]string)
	}
	words := strings.Fields(in.Text[min(in.Args, len(in.Text)):])
	if in.Name == "ENV" && len(words) > 1 && !strings.Contains(words[0], "=") {
		words = []string{words[0] + "=" + strings.Join(words[1:], " ")}
	}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok && in.Name == "ARG" && v.staged {
			value = v.global[name]
		}
		if value = strings.Trim(value, `"'`); value != "" && !strings.ContainsAny(value, `$"'\ `) {
			v.now[name] = value
		} else {
			delete(v.now, name)
		}
	}
}
