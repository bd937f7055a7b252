package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// row is one or more sessions with what their commands printed, and what a reader
// expects to be told there. The commands are not run, so that it holds tools that no
// machine has together.
type row struct {
	ID       string            `json:"id"`
	Label    string            `json:"label"`
	Files    map[string]string `json:"files"` // of the project before the first step, as far as they matter
	Steps    []act             `json:"steps"` // of the only session
	Sessions []struct {
		Steps []act `json:"steps"`
	} `json:"sessions"`
	Says   string          `json:"agent_message"` // the last message of the only session
	Expect json.RawMessage `json:"expect"`

	stop  *stopExpect   // what a row with a last message expects
	teach []teachExpect // what others expect
}

// act is what a user or an agent does.
type act struct {
	User string `json:"user"`

	Tool    string `json:"tool"` // Bash, Edit or Write
	Command string `json:"command"`
	Exit    int    `json:"exit"`
	Stdout  string `json:"stdout"`
	Stderr  string `json:"stderr"`
	Effects struct {
		Delete []string          `json:"delete"`
		Write  map[string]string `json:"write"`
	} `json:"effects"`

	Path    string `json:"path"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Content string `json:"content"`
}

// stopExpect is what the last message of a row is: whether it claims that a check
// passed, whether the record contradicts it, and whether a check was made weaker.
type stopExpect struct {
	Claim        bool `json:"claim"`
	Contradicted bool `json:"contradicted"`
	Weakened     bool `json:"weakened"`
}

// teachExpect is what a session has to have been told up to one of its steps: these
// words, or no remedy at all where there are none. Of a remedy that is told none may
// say the other words.
type teachExpect struct {
	Session int      `json:"after_session"`
	Step    int      `json:"at_step"`
	Told    string   `json:"told"`
	Never   []string `json:"never"`
}

// loadRows reads a file with a row in each line: all, or of every two the first or the
// second.
func loadRows(name string, half int) (rows []row, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if half != 0 && (n-1)%2 != half-1 {
			continue
		}
		var r row
		if err := r.read(lines.Bytes()); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", filepath.Base(name), n, err)
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("no rows in %s", name)
	}
	return rows, lines.Err()
}

func (r *row) read(line []byte) error {
	if err := json.Unmarshal(line, r); err != nil {
		return err
	}
	if r.Sessions != nil {
		return json.Unmarshal(r.Expect, &r.teach)
	}
	return json.Unmarshal(r.Expect, &r.stop)
}

// sessions returns the steps of each session.
func (r *row) sessions() [][]act {
	if r.Sessions == nil {
		return [][]act{r.Steps}
	}
	list := make([][]act, len(r.Sessions))
	for i := range r.Sessions {
		list[i] = r.Sessions[i].Steps
	}
	return list
}

// tree returns the files of the project as they are before the first step: those that
// are only known by an edit are what the edit finds.
func (r *row) tree() map[string]string {
	tree := make(map[string]string)
	for _, steps := range r.sessions() {
		for _, a := range steps {
			if _, written := tree[a.Path]; a.Tool == "Write" && !written {
				tree[a.Path] = ""
			} else if a.Tool == "Edit" && !strings.Contains(tree[a.Path], a.Old) {
				tree[a.Path] += a.Old
			}
		}
	}
	for name, data := range tree {
		if data == "" {
			delete(tree, name)
		}
	}
	for _, steps := range r.sessions() {
		for _, a := range steps {
			for _, m := range calledHere.FindAllStringSubmatch(a.Command, -1) {
				tree[cmp.Or(m[1], m[2])] = "#!/bin/sh\n"
			}
		}
	}
	for name, data := range r.Files {
		tree[name] = data
	}
	return tree
}

// programs returns the names of the programs that a row calls: they are installed
// where it was played.
func (r *row) programs() (names []string) {
	for _, steps := range r.sessions() {
		for _, a := range steps {
			for _, m := range called.FindAllStringSubmatch(a.Command, -1) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

var called = regexp.MustCompile(`(?:^|[|;&(])\s*(?:(?:sudo|exec|time|then|do|if)\s+)*(?:\w+=\S*\s+)*([a-z][\w.+-]*)(?:\s|$|[;|)])`)

// calledHere is a program of the project: it was there, because it ran.
var calledHere = regexp.MustCompile(`(?:^|[|;&(])\s*(?:\w+=\S*\s+)*(?:\./([\w.+/-]+)|([\w.+-]+/[\w.+/-]+))`)
