package main

import (
	"crypto/sha256"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

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
		if !slices.Contains(lost, p) || slices.Contains(typed, p) && stands(left[p]) { // else the command wrote over it
			u.Touched++
			u.example("touched", p)
		}
	}
	return nil
}

// stands reports whether a file holds what the user typed.
func stands(e entry) bool {
	return slices.ContainsFunc([]string{typedMeanwhile, typedSince, typedAnew}, func(text string) bool { return e.hash == sha256.Sum256([]byte(text)) })
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
var countsOnly = regexp.MustCompile(`\b(and )?\d+ (more|others|other files|files)\b|"unkept_more": [1-9]`)

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
