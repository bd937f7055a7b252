package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// story is a scripted session, or several of them.
type story struct {
	name, title, todo string
	project           []txtar.File
	needs             []string
	steps             []step
}

// step is something that happens, and what may be told there.
type step struct {
	line   int
	verb   string
	sub    string // the subagent that does it
	text   string // what follows the verb
	body   string // of write
	labels []label
	silent bool
}

func (s *step) String() string {
	first, _, more := strings.Cut(s.text, "\n")
	if more {
		first += " .."
	}
	who := ""
	if s.sub != "" {
		who = "as " + s.sub + " "
	}
	return strings.TrimSpace(who + s.verb + " " + first)
}

// label says what a sentence is worth to the model, in the eyes of the author.
type label struct {
	worth   worth
	wanted  bool
	pattern *regexp.Regexp
}

// worth is what a sentence is to the model, the worst last.
type worth int

const (
	unlabelled worth = iota
	useless
	useful
	harmful
)

var worths = [...]string{unlabelled: "unlabelled", useless: "useless", useful: "useful", harmful: "harmful"}

func (w worth) MarshalText() ([]byte, error) { return []byte(worths[w]), nil }

// load reads the stories of these names, or all.
func load(dir string, names []string) ([]*story, error) {
	if len(names) == 0 {
		files, err := filepath.Glob(filepath.Join(dir, "*.story"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no stories in %s (%v)", dir, err)
		}
		for _, f := range files {
			names = append(names, filepath.Base(f))
		}
	}
	var stories []*story
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".story")
		data, err := os.ReadFile(filepath.Join(dir, name+".story"))
		if err != nil {
			return nil, err
		}
		s, project, err := parse(name, string(data))
		if err != nil {
			return nil, err
		}
		archive, err := txtar.ParseFile(filepath.Join(dir, "projects", project+".txtar"))
		if err != nil {
			return nil, fmt.Errorf("%s: project: %w", name, err)
		}
		s.project = archive.Files
		stories = append(stories, s)
	}
	return stories, nil
}

// verbs maps the words a step begins with to whether text must follow.
var verbs = map[string]bool{
	"session": true, "crash": false, "prompt": true, "run": true, "task": true, "done": true, "cd": true,
	"write": true, "edit": true, "shell": true, "later": true, "stop": false,
}

// parse reads the text of a story, and returns the name of its project.
func parse(name, text string) (s *story, project string, err error) {
	s = &story{name: name}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		at, line := i+1, strings.TrimSpace(lines[i])
		if comment, ok := strings.CutPrefix(line, "#"); ok || line == "" {
			if s.title == "" {
				s.title = strings.TrimSpace(comment)
			}
			continue
		}
		body := ""
		if head, ok := strings.CutSuffix(line, "<<"); ok && (strings.HasSuffix(head, " ") || head == "") {
			line = strings.TrimSpace(head)
			end := i + 1
			for end < len(lines) && strings.TrimRight(lines[end], " \r") != "." {
				end++
			}
			if end == len(lines) {
				return nil, "", fmt.Errorf("%s:%d: no line with a period ends the text", name, at)
			}
			body = strings.Join(lines[i+1:end], "\n") + "\n"
			i = end
		}
		if err := s.add(at, line, body, &project); err != nil {
			return nil, "", fmt.Errorf("%s:%d: %w", name, at, err)
		}
	}
	if project == "" || s.title == "" {
		return nil, "", fmt.Errorf("%s: a story needs a title and a project", name)
	}
	return s, project, nil
}

// add reads one line.
func (s *story) add(at int, line, body string, project *string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	last := &step{}
	if len(s.steps) > 0 {
		last = &s.steps[len(s.steps)-1]
	}
	switch word {
	case "project":
		*project = rest
		return nil
	case "needs":
		s.needs = append(s.needs, strings.Fields(rest)...)
		return nil
	case "todo":
		s.todo = rest
		return nil
	case "useful:", "useless:", "harmful:", "wants:", "silent":
		if last.verb == "" {
			return fmt.Errorf("%s before any step", word)
		}
		return last.label(strings.TrimSuffix(word, ":"), rest)
	}
	next := step{line: at, verb: word, text: rest, body: body}
	if word == "as" {
		next.sub, rest, _ = strings.Cut(rest, " ")
		next.verb, next.text, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	if body != "" && next.verb != "write" {
		next.text = strings.TrimSpace(next.text + "\n" + strings.TrimSuffix(body, "\n"))
	}
	text, known := verbs[next.verb]
	if !known || text && next.text == "" {
		return fmt.Errorf("cannot read %q", line)
	}
	s.steps = append(s.steps, next)
	return nil
}

// label adds a label to a step.
func (s *step) label(word, text string) error {
	if word == "silent" {
		s.silent = true
		return nil
	}
	pattern, err := regexp.Compile(text)
	if err != nil || text == "" {
		return fmt.Errorf("%s: %q is no regular expression (%v)", word, text, err)
	}
	l := label{worth: useful, wanted: word == "wants", pattern: pattern}
	if i := slices.Index(worths[:], word); i >= 0 {
		l.worth = worth(i)
	}
	s.labels = append(s.labels, l)
	return nil
}
