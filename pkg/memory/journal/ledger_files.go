package journal

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// latestFiles lists the files of a directory that were written since a time, the
// latest first.
func latestFiles(path string, since time.Time) []string {
	dir, err := paths.OpenDir(path)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	type file struct {
		path    string
		written time.Time
	}
	var list []file
	for _, name := range names {
		name = filepath.Join(path, name)
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && info.ModTime().After(since) && !strings.HasSuffix(name, earlier) {
			list = append(list, file{name, info.ModTime()})
		}
	}
	order.By(list, func(a, b file) int { return b.written.Compare(a.written) })
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].path
	}
	return out
}

// tidyLedgers keeps of sessions that were not heard of for long which calls were
// judged, and in the end nothing. What versions before this one kept in places of its
// own goes as it gets old.
func (j *Journal) tidyLedgers() {
	p := &j.Judge.Places
	if p.LedgerDir() == "" {
		return
	}
	for _, path := range someOf(p.LedgerDir()) {
		info, err := os.Lstat(path)
		switch {
		case err != nil || j.Now.Sub(info.ModTime()) < ledgerAge:
		case j.Now.Sub(info.ModTime()) > ledger.MaxAge || strings.HasSuffix(path, earlier):
			os.Remove(path)
		default:
			data, err := paths.ReadFile(path, maxLedger+1<<20)
			if less := ledger.Old(data); err == nil && len(less) < len(data) {
				if err = paths.WriteCache(path, less); err == nil {
					err = os.Chtimes(path, info.ModTime(), info.ModTime())
				}
			}
			j.note("ledger", err)
		}
	}
	for _, old := range p.Former() {
		sweep(old, ledger.MaxAge)
		os.Remove(old) // where nothing is left in it
	}
	sweep(p.LooksDir(), ledgerAge)
}

// swept is how many files are looked at when some are tidied. Where there are many,
// most are as young: they are taken at random, so that none stays for ever.
const swept = 16

// someOf lists some files of a directory.
func someOf(path string) []string {
	dir, err := paths.OpenDir(path)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(200)
	if more := len(names) - swept; more > 0 {
		names = names[rand.IntN(more+1):][:swept]
	}
	for i, name := range names {
		names[i] = filepath.Join(path, name)
	}
	return names
}

// sweep removes the files of a directory that are too old, some at a time.
func sweep(path string, age time.Duration) {
	for _, name := range someOf(path) {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > age {
			os.Remove(name)
		}
	}
}
