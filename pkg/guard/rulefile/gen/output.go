package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// readLists reads the files of one kind, in the order of their names, and derives
// the literals of their patterns. It leaves out files with errors.
func readLists[T any](dir, kind string, parse func(name, path string, data []byte) ([]T, error), literals func(*T) error) ([]T, []error) {
	paths, err := filepath.Glob(filepath.Join(dir, kind, "*"))
	if err != nil {
		return nil, []error{err}
	}
	var all []T
	var errs []error
	for _, path := range paths {
		shown := "rules/" + kind + "/" + filepath.Base(path)
		name, ok := strings.CutSuffix(filepath.Base(path), ".yaml")
		if !ok {
			errs = append(errs, fmt.Errorf("%s: only .yaml files belong here", shown))
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list, err := parse(name, shown, data)
		for i := range list {
			if err == nil {
				err = literals(&list[i])
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", shown, err))
			continue
		}
		all = append(all, list...)
	}
	return all, errs
}

func readChecks(dir string) ([]rule.Check, []error) {
	return readLists(dir, "checks", rulefile.ParseChecks, checkLiterals)
}

func readFixes(dir string) ([]rule.Fix, []error) {
	return readLists(dir, "fixes", rulefile.ParseFixes, fixLiterals)
}

// checkLiterals derives the literals of a check's patterns. Patterns of failures
// must have some, because every output is searched for them. Others may be tried
// on all lines when their check ran.
func checkLiterals(c *rule.Check) error {
	for i, list := range c.Parts() {
		for j := range *list {
			p := &(*list)[j]
			var err error
			if p.Literals, err = literals(p.Regex); err != nil && i == 0 {
				return fmt.Errorf("%s: %w", c.ID, err)
			}
		}
	}
	for _, list := range slices.Concat(c.Weaker(), c.Why(), []*[]rule.Pattern{&c.Causes, &c.Vague, &c.Admits, &c.Scopes, &c.Servers, &c.Runs, &c.Cases, &c.ExemptFiles, &c.Tallies, &c.SchemaFiles, &c.WholeFiles, &c.Constrains, &c.Expected, &c.InTests}) {
		for j := range *list {
			(*list)[j].Literals, _ = literals((*list)[j].Regex)
		}
	}
	return nil
}

// fixLiterals derives the literals of a known error's patterns.
func fixLiterals(f *rule.Fix) error {
	for i := range f.Error {
		var err error
		if f.Error[i].Literals, err = literals(f.Error[i].Regex); err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
	}
	return nil
}
