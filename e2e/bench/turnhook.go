package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// hook runs a hook of the world's program and takes the time. measured hooks have to
// end well; those of a preparation may also block.
func (w *world) hook(name string, payload []byte, measured bool) (sample, error) {
	var sum sample
	err := w.repeat(&sum, []string{w.program.file, name}, payload, w.evicts)
	if err != nil && measured {
		return sum, fmt.Errorf("%s: %w, for %.300s", name, err, payload)
	}
	return sum, nil
}

// repeat runs a program once more and adds to what it took before.
func (w *world) repeat(sum *sample, argv []string, stdin []byte, evicts bool) error {
	if w.evicts && evicts {
		stayed, err := evict(argv[0])
		if err != nil {
			return err
		}
		w.stayed = max(w.stayed, stayed)
	}
	in, err := w.input(stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	s, code, err := execute(argv, w.project, w.env, in)
	if err != nil {
		return err
	}
	sum.wall, sum.cpu, sum.faults = sum.wall+s.wall, sum.cpu+s.cpu, sum.faults+s.faults
	if code != 0 {
		return fmt.Errorf("exit code %d", code)
	}
	return nil
}

// input opens a file that holds what a program reads.
func (w *world) input(text []byte) (*os.File, error) {
	if text == nil {
		return os.Open(os.DevNull)
	}
	name := filepath.Join(filepath.Dir(w.home), "stdin")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// before is the payload before a call of a tool, with an id of its own.
func (w *world) before(tool string, input map[string]any) []byte {
	w.nextCall()
	return w.payload("PreToolUse", "tool_name", tool, "tool_input", input, "tool_use_id", w.call())
}

func (w *world) prompt() []byte {
	return w.payload("UserPromptSubmit", "prompt", "Please add a test for the parser, then run it.")
}

// processes counts the hooks of a turn.
func (r registered) processes(calls []toolCall) (int, error) {
	n := 0
	add := func(event, tool string) error {
		names, err := r.of(event, tool)
		n += len(names)
		return err
	}
	err := errors.Join(add("UserPromptSubmit", ""), add("Stop", ""))
	for _, c := range calls {
		err = errors.Join(err, add("PreToolUse", c.tool), add("PostToolUse", c.tool))
	}
	return n, err
}
