package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

// An authored file was written in some way, and then a command of the session
// would lose it.
type authored struct {
	Way     string `json:"way"`
	Owner   string `json:"owner"`
	File    string `json:"file"`
	Command string `json:"command"`
	Action  string `json:"action"`
	Wrong   bool   `json:"wrong"`
	Said    string `json:"said,omitempty"`
	Problem string `json:"problem,omitempty"`

	tracked bool
}

// judged says whether the answer fits the author: of the session's own nothing is
// asked, and others' work is asked about; a session that ended may be warned of.
func (a *authored) judged(said answer) {
	a.Action, a.Said = said.action, said.reason
	questioned := said.action == "ask" || said.action == "block"
	switch a.Owner {
	case "own":
		a.Wrong = questioned
	case "ended":
		a.Wrong = said.action == "silent"
	default:
		a.Wrong = !questioned
	}
}

// playAuthors writes n files of the session's own and n of others, and asks the
// hook about each: at once, or some files later.
func playAuthors(w *world, from []way, n int, seed uint64, tell func(authored)) error {
	r := rand.New(rand.NewPCG(seed, 1))
	s, err := newStage(w, 2*n)
	if err != nil {
		return err
	}
	list := drawn(from, n, r)
	var waiting []authored
	for i := range list {
		a := authored{Way: list[i].name, Owner: list[i].owner, tracked: list[i].tracked, File: fmt.Sprintf("made/f%d.txt", i)}
		if a.tracked {
			a.File = fmt.Sprintf("src/t%d.js", i)
		}
		if err := list[i].do(s, a.File); err != nil {
			a.Problem = err.Error()
			tell(a)
			continue
		}
		w.rest()
		if waiting = append(waiting, a); r.IntN(2) == 0 || len(waiting) > 20 {
			k := r.IntN(len(waiting))
			if err := s.question(&waiting[k], r); err != nil {
				return err
			}
			tell(waiting[k])
			waiting = slices.Delete(waiting, k, k+1)
		}
	}
	for _, a := range waiting {
		if err := s.question(&a, r); err != nil {
			return err
		}
		tell(a)
	}
	return orWrite(s.self.end(), s.live.end())
}

// drawn returns n ways of the session's own and n of others, mixed. Those that
// take long come once.
func drawn(from []way, n int, r *rand.Rand) []way {
	var own, others, all []way
	for _, w := range from {
		switch {
		case w.slow && n < 50:
		case w.owner == "own":
			own = append(own, w)
		default:
			others = append(others, w)
		}
	}
	for i := range n {
		if len(own) == 0 {
			break
		}
		w := own[i%len(own)]
		if w.slow && i >= len(own) {
			w = own[0]
		}
		all = append(all, w)
	}
	for i := range n {
		if len(others) > 0 {
			all = append(all, others[i%len(others)])
		}
	}
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all
}

func newStage(w *world, files int) (*stage, error) {
	s := &stage{w: w, root: filepath.Join(w.projects, "authors")}
	for name, text := range map[string]string{
		"README.md": "# Authors\n", "package.json": "{\n  \"name\": \"authors\"\n}\n", "made/.gitkeep": "",
		"tools/one.sh": "echo one >\"$1\"\n", "tools/gen.sh": "for n in $N; do date >\"$n\"; done\n",
		"tools/fmt.sh": "for n in $N; do sed -i 's/  *$//' \"$n\"; done\n", "Makefile": "one:\n\techo made >$(OUT)\n",
	} {
		if err := put(filepath.Join(s.root, name), text); err != nil {
			return nil, err
		}
	}
	for i := range files {
		if err := put(filepath.Join(s.root, fmt.Sprintf("src/t%d.js", i)), fmt.Sprintf("text %d  \n", i)); err != nil {
			return nil, err
		}
	}
	if err := w.quietly(s.root, "git init -q -b main && git add -A && git commit -qm first && echo node_modules >.gitignore"); err != nil {
		return nil, err
	}
	s.self, s.live = w.newSession(s.root, true), w.newSession(s.root, true)
	for _, who := range []*session{s.live, s.self} {
		if _, err := who.start(); err != nil {
			return nil, err
		}
		if _, err := who.says("Go on with it."); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// question lets the session try to lose the file. What is asked about is answered
// as the owner would: no, unless it is the session's own.
func (s *stage) question(a *authored, r *rand.Rand) error {
	forms := []string{"rm FILE", "rm -f FILE", "mv README.copy FILE", ": > FILE", "bash -c 'rm FILE'"}
	if a.tracked {
		forms = []string{"git checkout -- FILE", "git restore FILE", "git checkout FILE"}
	}
	a.Command = strings.ReplaceAll(forms[r.IntN(len(forms))], "FILE", a.File)
	if strings.HasPrefix(a.Command, "mv ") {
		if err := s.ran(s.self, "cp README.md README.copy"); err != nil {
			return err
		}
	}
	c, err := s.self.asks("Bash", commandInput(a.Command))
	if err != nil {
		return err
	}
	a.judged(c.said)
	switch {
	case a.Action == "block" || a.Action == "stopped":
		return c.denied(byHook)
	case a.Action == "ask" && a.Owner != "own":
		if err := c.denied(byUser); err != nil {
			return err
		}
		_, err := s.self.says("No, keep that.")
		return err
	}
	s.w.soon()
	done := s.w.bash(s.root, a.Command, long)
	s.w.soon()
	_, err = c.ended(done)
	s.w.rest()
	return err
}

// reportAuthors prints the answers by way.
func reportAuthors(rows []authored, print func(string, ...any)) {
	print("%-8s %-40s %6s %6s %6s %6s %6s\n", "owner", "way", "files", "silent", "warned", "asked", "wrong")
	totals := make(map[string][]authored)
	for _, w := range ways {
		var of []authored
		for _, a := range rows {
			if a.Way == w.name && a.Problem == "" {
				of = append(of, a)
			}
		}
		owner := w.owner
		if owner != "own" {
			owner = "others"
		}
		totals[owner] = append(totals[owner], of...)
		if len(of) > 0 {
			printAnswers(w.owner, w.name, of, print)
		}
	}
	printAnswers("own", "all", totals["own"], print)
	printAnswers("others", "all", totals["others"], print)
	for _, a := range rows {
		if a.Problem != "" {
			print("problem: %s: %s\n", a.Way, a.Problem)
		}
	}
}

func printAnswers(owner, name string, rows []authored, print func(string, ...any)) {
	var silent, warned, asked, wrong int
	for _, a := range rows {
		switch a.Action {
		case "silent":
			silent++
		case "warn":
			warned++
		default:
			asked++
		}
		if a.Wrong {
			wrong++
		}
	}
	print("%-8s %-40s %6d %6d %6d %6d %6d\n", owner, name, len(rows), silent, warned, asked, wrong)
}
