package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// An undone is the score of one loss.
type undone struct {
	Tree   int      `json:"tree"`
	Kind   string   `json:"kind"`
	End    string   `json:"end"`
	Traits []string `json:"traits,omitempty"`
	Action string   `json:"action"` // what the hook answered

	Lost    int `json:"lost"`    // paths that the command changed and the user did not type over
	Back    int `json:"back"`    // of them, those that came back byte for byte
	Wrong   int `json:"wrong"`   // said to be back, and not as they were
	Named   int `json:"named"`   // left, and named
	Counted int `json:"counted"` // left, and only counted in the message
	Silent  int `json:"silent"`  // left, and nothing said
	Touched int `json:"touched"` // paths that undo changed and the command did not, or that the user typed over

	Examples []string `json:"examples,omitempty"` // of wrong, silent and touched paths
	Said     string   `json:"said,omitempty"`
	Problem  string   `json:"problem,omitempty"` // the driver's own
	UndoTook float64  `json:"undo_ms"`
}

// playUndo makes n dirty trees, loses work in each, and asks undo for it.
func playUndo(w *world, from []loss, n int, seed uint64, tell func(undone)) error {
	usable := slices.DeleteFunc(slices.Clone(from), func(l loss) bool {
		_, err := exec.LookPath(l.needs)
		return l.needs != "" && err != nil
	})
	if len(usable) == 0 {
		return errors.New("no loss to play")
	}
	help, err := w.ctxhook(w.projects, nil, nil, "undo", "--help")
	if err != nil {
		return err
	}
	arguments := []string{"undo", "--json"}
	if strings.Contains(help.stdout, "--yes") {
		arguments = append(arguments, "--yes")
	}
	for i := range n {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		root := filepath.Join(w.projects, fmt.Sprintf("tree%d", i))
		u := undone{Tree: i, Kind: usable[i%len(usable)].name}
		if err := u.play(w, root, usable[i%len(usable)], pickEnd(r), arguments, r); err != nil {
			u.Problem = err.Error()
		}
		tell(u)
		if err := removeTree(root); err != nil {
			return err
		}
	}
	return nil
}

func removeTree(root string) error {
	if os.RemoveAll(root) == nil {
		return nil
	}
	_ = exec.Command("chmod", "-R", "u+rwX", root).Run()
	return os.RemoveAll(root)
}

func (u *undone) play(w *world, root string, l loss, e end, undo []string, r *rand.Rand) (err error) {
	u.End = e.name
	if u.Traits, err = newDirtyTree(w, root, r); err != nil {
		return err
	}
	if l.prepare != "" {
		if err := w.quietly(root, l.prepare); err != nil {
			return err
		}
	}
	s := w.newSession(root, true)
	if _, err := s.start(); err != nil {
		return err
	}
	if _, err := s.says("Go on."); err != nil {
		return err
	}
	w.rest()
	command := l.command
	if e.wrapped != "" {
		command = fmt.Sprintf(e.wrapped, command)
	}
	call, err := s.asks("Bash", commandInput(command))
	if err != nil {
		return err
	}
	u.Action = call.said.action
	before, err := seen(root)
	if err != nil {
		return err
	}
	if u.Action == "block" || u.Action == "stopped" {
		return call.denied(byHook)
	}
	typed, err := u.happens(w, call, e, before)
	if err != nil {
		return err
	}
	w.rest()
	return u.score(w, root, undo, before, typed, call)
}

// seen reads a tree, and with it the stashes as paths of their own.
func seen(root string) (tree, error) {
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	c := exec.Command("git", "stash", "list", "--format=%H")
	c.Dir = root
	out, _ := c.Output()
	for i, hash := range strings.Fields(string(out)) {
		t[fmt.Sprintf("stash@{%d}", i)] = entry{link: hash}
	}
	return t, nil
}

// happens runs the call, or does not, and lets the user type. It returns the
// paths that the user typed.
func (u *undone) happens(w *world, call *toolCall, e end, before tree) (typed []string, err error) {
	root := call.s.root
	if !e.runs {
		return nil, call.denied(byUser)
	}
	w.soon()
	limit := long
	if e.name == "killed half way" {
		limit = 600 * time.Millisecond
	}
	done := make(chan error, 1)
	if e.types == "during" {
		go func() {
			time.Sleep(200 * time.Millisecond)
			done <- put(filepath.Join(root, "typed.txt"), "typed meanwhile\n")
		}()
		typed = append(typed, "typed.txt")
	} else {
		done <- nil
	}
	r := w.bash(root, call.command(), limit)
	if err := <-done; err != nil {
		return nil, err
	}
	w.soon()
	if e.heard {
		if _, err := call.ended(r); err != nil {
			return nil, err
		}
	}
	w.rest()
	switch e.types {
	case "after":
		typed = append(typed, "typed.txt")
		err = put(filepath.Join(root, "typed.txt"), "typed since\n")
	case "same":
		now, err := readTree(root)
		if err != nil {
			return nil, err
		}
		for _, p := range before.changes(now) {
			if at := now[p]; before[p].hash != [32]byte{} && (at.mode.IsRegular() || at.mode == 0) && !strings.HasPrefix(p, "nested/") {
				return []string{p}, put(filepath.Join(root, p), "typed anew\n")
			}
		}
	}
	return typed, err
}

// score asks undo, and compares what is there then.
func (u *undone) score(w *world, root string, undo []string, before tree, typed []string, call *toolCall) error {
	left, err := seen(root)
	if err != nil {
		return err
	}
	begun := time.Now()
	said, err := w.ctxhook(root, nil, nil, undo...)
	u.UndoTook = float64(time.Since(begun).Microseconds()) / 1000
	if err != nil {
		return err
	}
	list, err := w.ctxhook(root, nil, nil, "undo", "--list")
	if err != nil {
		return err
	}
	after, err := seen(root)
	if err != nil {
		return err
	}
	claimed, text := spokenOf(said)
	u.Said = strings.TrimSpace(text)
	text += "\n" + confessions(call.said.reason+" "+call.said.context+"\n"+list.stdout, call.command())
	lost := before.changes(left)
	for _, p := range lost {
		if !slices.Contains(typed, p) {
			u.weigh(p, before.same(after, p), slices.Contains(claimed, p), text)
		}
	}
	for _, p := range left.changes(after) {
		if !slices.Contains(lost, p) || slices.Contains(typed, p) {
			u.Touched++
			u.example("touched", p)
		}
	}
	return nil
}

// weigh says what became of one path that the command changed.
func (u *undone) weigh(path string, back, claimed bool, text string) {
	u.Lost++
	switch {
	case back:
		u.Back++
	case claimed:
		u.Wrong++
		u.example("wrong", path)
	case names(text, path):
		u.Named++
	case countsOnly.MatchString(text):
		u.Counted++
	default:
		u.Silent++
		u.example("silent", path)
	}
}

// example keeps the first few paths of which something is to be said.
func (u *undone) example(what, path string) {
	if len(u.Examples) < 8 {
		u.Examples = append(u.Examples, what+" "+path)
	}
}

// spokenOf divides what undo says: the paths that it claims to have brought back,
// and all other text, which may name what it has not.
func spokenOf(said spoken) (claimed []string, text string) {
	var out map[string]any
	if json.Unmarshal([]byte(said.stdout), &out) != nil {
		return nil, said.stdout + "\n" + said.stderr
	}
	changes, _ := out["changes"].([]any)
	out["changes"] = slices.DeleteFunc(changes, func(c any) bool {
		fields, _ := c.(map[string]any)
		for _, why := range []string{"refused", "left", "why", "reason", "error"} {
			if fields[why] != nil {
				return false
			}
		}
		path, named := fields["path"].(string)
		if named {
			claimed = append(claimed, path)
		}
		return named
	})
	rest, _ := json.MarshalIndent(out, "", " ")
	return claimed, said.stderr + "\n" + string(rest)
}

// confessions are the sentences that say that something is not kept. Others name
// paths as well: those that a command would lose, and commands themselves.
func confessions(text, command string) string {
	var kept []string
	for _, s := range regexp.MustCompile(`[^\n]*?(?:\. |\n|$)`).FindAllString(strings.ReplaceAll(text, command, ""), -1) {
		if incomplete.MatchString(s) {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

var incomplete = regexp.MustCompile(`not (be )?(all )?(kept|copied|looked|complete)|not come back|cannot be undone|no copy|without a copy|could not|too (large|many|much)`)

// countsOnly is a message that counts what it does not name.
var countsOnly = regexp.MustCompile(`\b(and )?\d+ (more|others|other files|files)\b`)

// names reports whether a message names a path, or a directory that it is in.
func names(text, path string) bool {
	for ; path != "."; path = filepath.Dir(path) {
		pattern := `(^|[\s"'` + "`" + `(:,])(\./)?` + regexp.QuoteMeta(path) + `/?($|[\s"'` + "`" + `),;:]|\.(\s|$))`
		if regexp.MustCompile(pattern).MatchString(text) {
			return true
		}
	}
	return false
}

// reportUndo prints the scores, by kind and by end.
func reportUndo(rows []undone, print func(string, ...any)) {
	for _, by := range []struct {
		title string
		key   func(undone) string
	}{{"loss", func(u undone) string { return u.Kind }}, {"end", func(u undone) string { return u.End }}} {
		print("%-28s %6s %6s %6s %6s %6s %7s %6s %7s\n", by.title, "trees", "lost", "back", "wrong", "named", "counted", "silent", "touched")
		groups := make(map[string][]undone)
		for _, u := range rows {
			groups[by.key(u)] = append(groups[by.key(u)], u)
		}
		for _, key := range slices.Sorted(maps.Keys(groups)) {
			printScore(key, groups[key], print)
		}
		printScore("all", rows, print)
		print("\n")
	}
	blocked, problems := 0, 0
	for _, u := range rows {
		if u.Action == "block" || u.Action == "stopped" {
			blocked++
		}
		if u.Problem != "" {
			problems++
			print("problem in tree %d, %s: %s\n", u.Tree, u.Kind, u.Problem)
		}
	}
	print("%d trees, %d blocked, %d problems of the driver\n", len(rows), blocked, problems)
}

func printScore(name string, rows []undone, print func(string, ...any)) {
	var lost, back, wrong, named, counted, silent, touched int
	for _, u := range rows {
		lost, back, wrong, named, counted, silent, touched = lost+u.Lost, back+u.Back, wrong+u.Wrong, named+u.Named, counted+u.Counted, silent+u.Silent, touched+u.Touched
	}
	print("%-28s %6d %6d %6d %6d %6d %7d %6d %7d\n", name, len(rows), lost, back, wrong, named, counted, silent, touched)
}
