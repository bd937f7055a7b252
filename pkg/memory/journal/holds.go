package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

const (
	// maxHolds bounds how many places of a call are noted that hold what is not the session's
	// work.
	maxHolds = 200
	// maxHeldSum bounds the size of a file whose content is noted for that, and maxHeldSums of
	// all of a call, in bytes.
	maxHeldSum  = 1 << 20
	maxHeldSums = 8 << 20
)

// holds lists where a command that is about to run puts what is not the session's work, and
// what an earlier one had put where it takes it from.
func (j *Journal) holds(script *shell.Script, look *facts.Source) []string {
	carries := safety.Carried(script, j.Judge.At)
	if len(carries) == 0 {
		return nil
	}
	a, _ := j.Authors().(*authors)
	if a == nil {
		return nil
	}
	h := holding{journal: j, sums: make(map[string]int64), left: maxHeldSums}
	for n := range carries {
		c := &carries[n]
		for k := range c.From {
			from := &c.From[k]
			there := slices.Concat(h.put, a.Held())
			for _, f := range look.Authors(from.Query).Theirs {
				name := h.absolute(f.Name)
				isCopy := slices.ContainsFunc(there, func(o facts.Held) bool { return filepath.ToSlash(o.Place) == name })
				if !isCopy && (f.Author.Kind == rule.AuthorUser || f.Author.Kind == rule.AuthorOther) {
					h.add(c, from, name, ledger.Held{Whole: c.Whole, Name: name, Sum: h.sum(name)})
				}
			}
			if from.Path == "" {
				continue
			}
			for _, before := range there {
				if place := filepath.ToSlash(before.Place); place == from.Path || strings.HasPrefix(place, strings.TrimSuffix(from.Path, "/")+"/") {
					h.add(c, from, place, ledger.Held{Whole: c.Whole && before.Whole, Name: filepath.ToSlash(before.Name), Sum: before.Sum})
				}
			}
		}
	}
	return h.list
}

// holding collects what places hold.
type holding struct {
	journal *Journal
	list    []string
	put     []facts.Held // what earlier calls of the command put where
	sums    map[string]int64
	left    int64 // bytes that may be read
}

// add notes a file that is carried, wherever it may lie then. A path with something that is
// masked cannot be found again.
func (h *holding) add(c *safety.Carry, from *safety.CarryFrom, name string, held ledger.Held) {
	for _, place := range c.Places(from, name) {
		if place != "" {
			place = filepath.ToSlash(realPath(filepath.FromSlash(place)))
		}
		held.Place = place
		text := held.Text()
		if len(h.list) < maxHolds && redact.Clean(text).String() == text && !slices.Contains(h.list, text) {
			h.list = append(h.list, text)
			h.put = append(h.put, facts.Held{Place: held.Place, Whole: held.Whole, Name: held.Name, Sum: held.Sum})
		}
	}
}

// absolute returns the path of a file as a fact names it.
func (h *holding) absolute(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(resolved(h.journal.Judge.Cwd), filepath.FromSlash(name))
	}
	return filepath.ToSlash(name)
}

// sum returns the sum of what a file holds, 0 where it is too large.
func (h *holding) sum(name string) int64 {
	sum, ok := h.sums[name]
	if ok {
		return sum
	}
	path := filepath.FromSlash(name)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > min(maxHeldSum, h.left) {
		return 0
	}
	h.left -= info.Size()
	if data, err := paths.ReadFile(path, maxHeldSum); err == nil {
		sum = ledger.Sum(data)
	}
	h.sums[name] = sum
	return sum
}

// Held implements facts.Authors.
func (a *authors) Held() []facts.Held {
	w := a.load()
	if a.held == nil {
		a.held = []facts.Held{}
		for _, h := range w.Held() {
			a.held = append(a.held, facts.Held{Place: filepath.FromSlash(h.Place), Whole: h.Whole, Name: filepath.FromSlash(h.Name), Sum: h.Sum, Since: h.Since})
		}
	}
	return a.held
}

// Sum implements facts.Authors.
func (a *authors) Sum(content []byte) int64 { return ledger.Sum(content) }
