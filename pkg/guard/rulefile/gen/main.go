// Gen writes what ctxhook knows as one text: it reads the YAML files below
// rules/ and writes knowledge.txt and README.md beside them, and as Go what is
// asked too often for a search in the text. It does not import package rules, so that a missing or broken knowledge.txt can always be
// written again.
//
// Usage, in any directory of the module:
//
//	go generate ./rules
//
// It writes nothing if a file has errors. With -k it writes what it can read.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	keep := flags.Bool("k", false, "keep going: leave out files with errors")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	dir, err := findRules()
	if err != nil {
		return report(err)
	}
	k, errs := read(dir)
	paths, pathErrs := readPaths(dir)
	secrets, secretErrs := readSecrets(dir)
	words, wordErrs := readFormWords(dir)
	status := 0
	files := []generated{
		{textFile, errs, k.text},
		{readmeFile, errs, func() ([]byte, error) { return k.readme(), nil }},
		{secretFile, errs, k.secrets},
		{argumentFile, slices.Concat(errs, secretErrs), func() ([]byte, error) { return k.arguments(secrets) }},
		{describeFile, nil, func() ([]byte, error) { return descriptions(dir) }},
		{pathFile, pathErrs, func() ([]byte, error) { return pathNames(paths) }},
	}
	for in := range rulefile.WordClasses {
		files = append(files, generated{wordFile(in), wordErrs, func() ([]byte, error) { return wordNames(in, words[in]) }})
	}
	said := make(map[string]bool)
	for _, made := range files {
		status = max(status, made.write(dir, *keep, said))
	}
	return status
}

// generated is a file to write.
type generated struct {
	name string
	errs []error // in the files it is made from
	make func() ([]byte, error)
}

// write writes the file. What is wrong with the files it is made from is said once, however
// many are made from them.
func (g generated) write(dir string, keep bool, said map[string]bool) int {
	for _, err := range g.errs {
		if text := err.Error(); !said[text] {
			said[text] = true
			report(err)
		}
	}
	if len(g.errs) > 0 && !keep {
		return report(fmt.Errorf("%s: not written", g.name))
	}
	data, err := g.make()
	if err == nil {
		err = write(filepath.Join(dir, g.name), data)
	}
	if err != nil {
		return report(err)
	}
	return min(len(g.errs), 1)
}

func report(err error) int {
	fmt.Fprintln(os.Stderr, "gen:", err)
	return 1
}

// The files that are generated.
const (
	textFile   = "knowledge.txt"
	readmeFile = "README.md"
)

// findRules returns the rules directory of the module that holds the working
// directory.
func findRules() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "rules"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod at or above %s", start)
		}
	}
}

// write replaces a file in one step, because a build may be reading it, and
// leaves it alone when nothing changed.
func write(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == string(data) {
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".gen-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already when all went well
	_, err = tmp.Write(data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}
