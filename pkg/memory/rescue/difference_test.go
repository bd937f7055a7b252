package rescue

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

var trees = flag.Int("trees", 18, "random trees in which a command runs, others work on, and the command is undone")

// moreWays are ways of commands to change a tree that lose nothing by their name.
var moreWays = []struct {
	name   string
	script func(w *world) string
}{
	{"format", func(w *world) string {
		return "for f in *; do if [ -f \"$f\" ] && [ ! -h \"$f\" ]; then tr a-m A-M <\"$f\" >.t && cat .t >\"$f\"; fi; done; rm -f .t"
	}},
	{"generate", func(w *world) string {
		return "mkdir -p gen/deep && echo 1 >gen/deep/a && echo 2 >gen/b && echo log >gen/c.log"
	}},
	{"move", func(w *world) string { return "mv -- " + w.one(w.tops) + " moved || true" }},
	{"modes", func(w *world) string { return "chmod 750 -- " + w.some(w.files) + " 2>/dev/null || true" }},
	{"links", func(w *world) string { return "ln -sfn -- elsewhere " + w.one(w.files) + " || true" }},
	{"commit", func(w *world) string {
		return "git add -A && git commit -q --allow-empty -m c && rm -f -- " + w.one(w.files)
	}},
}

// settle waits until the clock of the file system gives another time.
func settle() { time.Sleep(15 * time.Millisecond) }

// others changes some paths, as a user does after a command has ended, and returns them.
func (w *world) others() map[string]bool {
	touched := make(map[string]bool)
	for i := range 1 + w.r.IntN(4) {
		w.list()
		name := fmt.Sprintf("theirs%d", i)
		if len(w.files) > 0 && w.r.IntN(3) > 0 {
			name = w.files[w.r.IntN(len(w.files))]
		}
		full := filepath.Join(w.root, name)
		touched[name] = true
		os.Remove(full)
		if w.r.IntN(4) > 0 {
			w.write(name, "theirs "+w.text(), 0o644)
		}
		if dir := filepath.Dir(name); dir != "." && len(seen(w.t, filepath.Join(w.root, dir))) == 0 {
			touched[dir] = true // it is empty now, which is the user's doing, too
		}
	}
	return touched
}

// typed changes paths that a command does not name, as a user does who goes on working
// while it runs, and returns them.
func (w *world) typed(script string) (list []string) {
	w.list()
	list = []string{"typed"}
	if n := len(w.files); n > 0 {
		list = append(list, w.files[w.r.IntN(n)])
	}
	list = slices.DeleteFunc(list, func(name string) bool {
		top, _, _ := strings.Cut(name, "/")
		return strings.Contains(script+ran(script), filepath.Base(name)) || strings.Contains(script+ran(script), top) || strings.Contains(script+ran(script), "*") && name != "typed"
	})
	for _, name := range list {
		os.Remove(filepath.Join(w.root, name))
		w.write(name, "typed meanwhile "+w.text(), 0o644)
	}
	return list
}

// ran is the text of the files that a script runs.
func ran(script string) (text string) {
	for _, name := range runsOf(script) {
		text += map[string]string{"wipe.sh": wipe, "Makefile": makefile}[name]
	}
	return text
}

func runsOf(script string) (list []string) {
	for word, file := range map[string]string{"wipe.sh": "wipe.sh", "make": "Makefile"} {
		if strings.Contains(script, word) {
			list = append(list, file)
		}
	}
	return list
}

// call is a script as the ledger has it.
func (w *world) call(script string) *ledger.Call {
	c := &ledger.Call{Command: redact.Clean(script), Open: true}
	for _, name := range runsOf(script) {
		c.Runs = append(c.Runs, filepath.Join(w.root, name))
	}
	return c
}

// targetsOf are the files that a loop over all of them writes, as a hook finds them.
func targetsOf(script string) []Target {
	if strings.Contains(script+ran(script), "for f in *") {
		return []Target{{Path: "*", Glob: true, Kind: rule.Overwrite}}
	}
	return nil
}

// An undo of a command that was heard to end brings back to the byte what the command
// changed, and touches nothing that it did not: neither what others did after it nor
// what a later command did. What it does not dare to touch it names.
func TestUndoReversesOneCommand(t *testing.T) {
	first := *seed
	if first == 0 {
		first = uint64(time.Now().UnixNano())
	}
	var all tally
	t.Cleanup(func() {
		t.Logf("%d trees: %d paths changed by the command, %d back, %d left and named; %d paths changed by others, %d touched",
			*trees, all.changed, all.back, all.named, all.others, all.touched)
	})
	list := append(slices.Clone(ways), moreWays...)
	for i := range *trees {
		n := first + uint64(i)
		way := list[i%len(list)]
		t.Run(fmt.Sprintf("%s/%d", way.name, n), func(t *testing.T) {
			w := newWorld(t, rand.New(rand.NewPCG(n, 3)))
			if len(w.files) == 0 {
				t.Skip("nothing in it")
			}
			all.play(w, way.script(w), i/len(list)%forms)
		})
	}
}

// When the next command begins after the one that is undone. If at once, its snapshot
// tells all that the first has left, and all of it has to come back.
const (
	noNext = iota // it has not begun
	nextAtOnce
	nextLater
	forms
)

// tally counts what came of the paths of all trees.
type tally struct{ changed, back, named, others, touched int }

// play runs a command, then others' work with or without another snapshot before or after
// it, and undoes the command.
func (all *tally) play(w *world, script string, form int) {
	t := w.t
	s := openAt(t, t.TempDir(), w.root)
	command := func(id string) {
		if _, err := s.Take(Moment{Before: BeforeCommand, Session: "s", Call: id, Targets: targetsOf(script)}, AtCommand); err != nil {
			t.Fatal(err)
		}
	}
	command("c1")
	before := seen(t, w.root)
	settle()
	w.sh(script)
	meanwhile := w.typed(script)
	settle()
	ends := map[string]End{"c1": {At: time.Now(), Call: w.call(script)}}
	settle()
	left := seen(t, w.root)
	if form == nextAtOnce {
		command("c2")
		settle()
	}
	touched := w.others()
	for _, name := range meanwhile {
		touched[name] = true
	}
	if form == nextLater {
		command("c2")
	}
	settle()
	ends["c2"] = End{At: time.Now()}
	settle()
	now := seen(t, w.root)

	planner, err := s.Planner(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Of(context.Background(), Options{}, func(m *Moment) End { return ends[m.Call] }, func(m *Moment) bool { return m.Call == "c1" })
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Apply(context.Background(), p, Moment{}, false)
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]bool)
	for _, c := range r.Failed {
		named[c.Path] = true
	}
	for _, name := range slices.Concat(p.Stay, p.Unknown) {
		named[name] = true
	}
	for _, u := range p.Unkept {
		named[u.Path] = true
	}
	got := seen(t, w.root)
	paths := slices.Sorted(maps.Keys(union(before, left, now, got)))
	for _, name := range paths {
		mine, theirs := before[name] != left[name], left[name] != now[name] || touched[name]
		switch {
		case theirs:
			all.others++
			if got[name] != now[name] && !(strings.HasPrefix(now[name], "d") && strings.HasPrefix(got[name], "d")) && !emptied(now, got, name) {
				all.touched++
				t.Errorf("%q, which others changed, was touched after %s: %.80q, want %.80q", name, script, got[name], now[name])
			}
		case !mine:
			if got[name] != now[name] {
				all.touched++
				t.Errorf("%q, which the command did not change, was touched after %s: %.80q, want %.80q", name, script, got[name], now[name])
			}
		default:
			all.changed++
			switch {
			case got[name] == before[name]:
				all.back++
			case holdsOthers(touched, name), isNamed(named, name) && form != nextAtOnce:
				all.named++
			default:
				t.Errorf("%q is not back after %s, form %d, and not named: %.80q, want %.80q", name, script, form, got[name], before[name])
			}
		}
	}
}

// emptied reports whether a directory is gone because nothing was left in it.
func emptied(now, got map[string]string, name string) bool {
	return strings.HasPrefix(now[name], "d") && got[name] == ""
}

// holdsOthers reports whether a directory that a command made stays, because others have
// put something into it.
func holdsOthers(touched map[string]bool, name string) bool {
	for p := range touched {
		if strings.HasPrefix(p, name+"/") {
			return true
		}
	}
	return false
}

func isNamed(named map[string]bool, name string) bool {
	for p := name; ; p = filepath.Dir(p) {
		if named[p] {
			return true
		}
		if p == "." || p == "/" {
			break
		}
	}
	for p := range named { // a directory stays with what is in it
		if strings.HasPrefix(p, name+"/") {
			return true
		}
	}
	return false
}

func union(list ...map[string]string) map[string]string {
	all := make(map[string]string)
	for _, m := range list {
		maps.Copy(all, m)
	}
	return all
}
