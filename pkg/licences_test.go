package pkg

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("u", false, "write "+thirdParty+" anew")

// thirdParty lists the modules that others wrote, with their licences. A release
// contains it, because most of these licences ask for that.
const thirdParty = "docs/THIRD-PARTY.md"

// TestThirdPartyIsListed: the list is what go.mod and the module cache say now.
func TestThirdPartyIsListed(t *testing.T) {
	linked := modulesOf(t, ".", "./cmd/ctxhook-fleet")
	if len(linked) < 10 {
		t.Fatalf("%d modules are linked", len(linked))
	}
	tested := modulesOf(t, "-test", "./...")
	for path := range linked {
		delete(tested, path)
	}
	want := thirdPartyText(t, linked, tested)
	file := filepath.Join("..", filepath.FromSlash(thirdParty))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is stale: run go test ./pkg -run TestThirdPartyIsListed -u", thirdParty)
	}
}

type foreignModule struct {
	Path, Version, Dir string
	Main               bool
}

// modulesOf returns the modules that packages need on any system of a release.
func modulesOf(t *testing.T, packages ...string) map[string]foreignModule {
	t.Helper()
	readInputs(t)
	modules := make(map[string]foreignModule)
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, packages...)...)
		cmd.Dir, cmd.Stderr = "..", os.Stderr
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
		}
		for rows := json.NewDecoder(bytes.NewReader(out)); rows.More(); {
			var row struct{ Module *foreignModule }
			if err := rows.Decode(&row); err != nil {
				t.Fatal(err)
			}
			if row.Module != nil && !row.Module.Main {
				modules[row.Module.Path] = *row.Module
			}
		}
	}
	return modules
}

func thirdPartyText(t *testing.T, linked, tested map[string]foreignModule) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Work of others\n\n" +
		"Written by `go test ./pkg -run TestThirdPartyIsListed -u`; do not edit it.\n\n" +
		"## In the programs\n\n" +
		"ctxhook and ctxhook-fleet; neither links all of these, nor does every system. The standard library and the runtime of Go\n" +
		"stand under the licence of golang.org/x/sys, whose text is below with the others.\n\n")
	texts := writeModules(t, &b, linked)
	b.WriteString("\n## In the tests\n\nNo release contains these.\n\n")
	writeModules(t, &b, tested)
	b.WriteString("\n## Texts\n\nOf what is in the program.\n")
	for _, text := range texts {
		fence := "```"
		for strings.Contains(text.words, fence) {
			fence += "`"
		}
		fmt.Fprintf(&b, "\n### %s\n\n%stext\n%s\n%s\n", strings.Join(text.of, ", "), fence, text.words, fence)
	}
	return b.String()
}

// licenceText is a text, and the files that hold it.
type licenceText struct {
	words string
	of    []string
}

// writeModules writes a row for each module, and returns the texts.
func writeModules(t *testing.T, b *strings.Builder, modules map[string]foreignModule) []licenceText {
	t.Helper()
	var texts []licenceText
	b.WriteString("| module | version | licence | text |\n| --- | --- | --- | --- |\n")
	for _, m := range slices.SortedFunc(maps.Values(modules), func(x, y foreignModule) int { return cmp.Compare(x.Path, y.Path) }) {
		var names, links []string
		for _, file := range licenceFiles(t, m.Dir) {
			data, err := os.ReadFile(filepath.Join(m.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			words := tidied(string(data))
			// What a module lists of others' work is not its own licence.
			if name := licenceName(words); name != "" && !strings.Contains(file, "3RD-PARTY") && !slices.Contains(names, name) {
				names = append(names, name)
			}
			links = append(links, file)
			of := m.Path + " " + file
			if i := slices.IndexFunc(texts, func(known licenceText) bool { return known.words == words }); i >= 0 {
				texts[i].of = append(texts[i].of, of)
				continue
			}
			texts = append(texts, licenceText{words, []string{of}})
		}
		if len(names) == 0 {
			t.Errorf("%s: no licence that this test knows among %q: read it, and add it to licences", m.Path, links)
		}
		fmt.Fprintf(b, "| [%s](https://pkg.go.dev/%s@%s?tab=licenses) | %s | %s | %s |\n",
			m.Path, m.Path, m.Version, m.Version, strings.Join(names, ", "), strings.Join(links, ", "))
	}
	return texts
}

var licenceFile = regexp.MustCompile(`(?i)^(?:licen[cs]e|copying|notice|patents)(?:[.-].*)?$`)

// licenceFiles returns the names of the files of a module that hold its terms.
func licenceFiles(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// tidied is text without carriage returns, and blanks at the ends of lines.
func tidied(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Join(lines, "\n")
}

// licences are recognised by words that no other has; the first that fits counts.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from this software without specific prior written permission"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
	{"Unlicense", "This is free and unencumbered software released into the public domain"},
	{"public domain", "disclaims copyright to this source code"},
}

// licenceName names a licence, or "" if it is none that we know.
func licenceName(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, licence := range licences {
		if strings.Contains(text, licence.words) {
			return licence.name
		}
	}
	return ""
}

func TestLicenceName(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"MIT", "Permission is hereby granted, free of\n charge, to any person obtaining a copy of this software and", "MIT"},
		{"none", "All rights reserved.", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := licenceName(tt.text); got != tt.want {
				t.Errorf("licenceName = %q, want %q", got, tt.want)
			}
		})
	}
}
