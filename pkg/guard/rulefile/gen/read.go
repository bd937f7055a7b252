package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// knowledge is everything below rules/, in the order of its paths.
type knowledge struct {
	safety   []rule.Rule
	commands []rule.Command

	languages []rulefile.Language

	checks []rule.Check // in the order of their files
	fixes  []rule.Fix

	subcommands []subcommand // in the order of their list
	wantedRows  []subcommand // programs that may harm, by what that is about

	tools   []rule.Tools
	classes []rule.CommandClass
	pinned  []rule.Pinned
}

// read reads all files. It leaves out those with errors, and returns the errors.
func read(dir string) (knowledge, []error) {
	var k knowledge
	var errs []error
	home := make(map[string]string) // program name -> file that models it
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		id, isRule := strings.CutPrefix(rel, "safety/")
		name, isCommand := strings.CutPrefix(rel, "commands/")
		_, isLanguage := strings.CutPrefix(rel, "languages/")
		if !isRule && !isCommand && !isLanguage {
			return nil
		}
		var isYAML bool
		if id, isYAML = strings.CutSuffix(id, ".yaml"); !isYAML {
			errs = append(errs, fmt.Errorf("rules/%s: only .yaml files belong here", rel))
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch {
		case isRule:
			err = k.addRule(id, "rules/"+rel, data)
		case isLanguage:
			err = k.addLanguage("rules/"+rel, data)
		default:
			err = k.addCommand(strings.TrimSuffix(name, ".yaml"), "rules/"+rel, data, home)
		}
		if err != nil {
			errs = append(errs, err)
		}
		return nil
	})
	if err != nil {
		errs = append(errs, err)
	}
	if k.subcommands, err = readSubcommands(dir); err != nil && !os.IsNotExist(err) {
		errs = append(errs, err)
	}
	if k.wantedRows, err = readRows(dir, "programs.txt"); err != nil && !os.IsNotExist(err) {
		errs = append(errs, err)
	}
	var inChecks, inFixes, inTools, inClasses, inPinned []error
	k.checks, inChecks = readChecks(dir)
	k.fixes, inFixes = readFixes(dir)
	k.tools, inTools = readLists(dir, "tools", rulefile.ParseTools, complete)
	k.classes, inClasses = readLists(dir, "classes", rulefile.ParseClasses, complete)
	k.pinned, inPinned = readLists(dir, "versions", rulefile.ParsePinned, complete)
	return k, slices.Concat(errs, inChecks, inFixes, inTools, inClasses, inPinned)
}

func (k *knowledge) addRule(id, path string, data []byte) error {
	r, err := rulefile.ParseRule(id, path, data)
	if err != nil {
		return err
	}
	k.safety = append(k.safety, *r)
	return nil
}

func (k *knowledge) addLanguage(path string, data []byte) error {
	l, err := rulefile.ParseLanguage(path, data)
	if err != nil {
		return err
	}
	if path != "rules/languages/"+l.Name+".yaml" {
		return fmt.Errorf("%s: it is about %s: name the file after it", path, l.Name)
	}
	k.languages = append(k.languages, *l)
	return nil
}

func (k *knowledge) addCommand(name, path string, data []byte, home map[string]string) error {
	c, err := rulefile.ParseCommand(path, data)
	if err != nil {
		return err
	}
	if c.Names[0] != name && !c.Bare { // a file of many small ones has a name of its own
		return fmt.Errorf("%s: its first program is %s: name the file after it", path, c.Names[0])
	}
	for _, n := range c.Names {
		if other, ok := home[n]; ok {
			return fmt.Errorf("%s: %s is modelled in %s already", path, n, other)
		}
	}
	for _, n := range c.Names {
		home[n] = path
	}
	k.commands = append(k.commands, *c)
	return nil
}

// complete is for entries that need nothing more than what their file says.
func complete[T any](*T) error { return nil }
