// Gen writes what ctxhook knows as Go source: it reads the rule files and
// command models below rules/ and writes rules_gen.go and README.md beside
// them. It does not import package rules, so that a broken rules_gen.go can
// always be written anew.
//
// Usage, in any directory of the module:
//
//	go generate ./rules
//
// Nothing is written while a file is wrong; with -k, what can be read is
// written all the same.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	keep := flags.Bool("k", false, "write in spite of broken files, without them")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	dir, err := findRules()
	if err != nil {
		return report(err)
	}
	k, errs := read(dir)
	for _, err := range errs {
		report(err)
	}
	if len(errs) > 0 && !*keep {
		return report(fmt.Errorf("nothing written"))
	}
	source, err := k.source()
	if err != nil {
		return report(err)
	}
	if err := write(filepath.Join(dir, sourceFile), source); err != nil {
		return report(err)
	}
	if err := write(filepath.Join(dir, readmeFile), k.readme()); err != nil {
		return report(err)
	}
	if len(errs) > 0 {
		return 1
	}
	return 0
}

func report(err error) int {
	fmt.Fprintln(os.Stderr, "gen:", err)
	return 1
}

// The files that are generated.
const (
	sourceFile = "rules_gen.go"
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
