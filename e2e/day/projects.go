package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A project is one of the three that the day is played in.
type project struct {
	name, root   string
	source       string // the file in which a mistake is made and found
	right, wrong string
	checks       []check
	w            *world
	truth        *authors
	n            int
	failing      map[string]bool // by the name of the check, as it last ran
}

// A check is something that passes or fails, in the ways it may be called.
type check struct {
	name  string
	calls []string
	names string // a regular expression for how it is called in what ctxhook says
}

// shared are the files that all three have.
var shared = map[string]string{
	"README.md": "# A project\n\nWhat it does.\n", "docs/plan.md": "- first\n", "docs/api.md": "call it\n",
	"tools/gen.sh":   "#!/bin/sh\n# writes the file that is named by its number\nmkdir -p gen\ndate >\"gen/$1.txt\"\n",
	"tools/gen.py":   "import sys, os\nos.makedirs('gen', exist_ok=True)\nopen('gen/' + sys.argv[1] + '.txt', 'w').write('made')\n",
	"tools/clean.sh": "#!/bin/sh\nrm -rf build dist bin\n",
	"tools/wipe.sh":  "#!/bin/sh\n# starts from nothing\nrm -f notes.md\nrm -rf data\n",
	"tools/fmt.sh":   "#!/bin/sh\nfor f in docs/*.md; do sed -i 's/ *$//' \"$f\"; done\n",
	"Makefile":       "clean:\n\trm -rf build dist bin\n\nwipe:\n\trm -rf data\n\tgit checkout -q -- docs\n\ngen:\n\tsh tools/gen.sh $(N)\n\ntest:\n\tsh tools/test.sh\n",
}

var kinds = []struct {
	name, ignore, source, right, wrong string
	files                              map[string]string
	checks                             []check
}{
	{"shop-go", "bin/\nbuild/\n.env\ndata/\n", "calc/calc.go", "return a + b", "return a - b", map[string]string{
		"go.mod": "module example.com/shop\n\ngo 1.24\n", "main.go": "package main\n\nimport \"example.com/shop/calc\"\n\nfunc main() { println(calc.Add(1, 2)) }\n",
		"calc/calc.go":      "// Package calc adds.\npackage calc\n\n// Add returns the sum.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n",
		"calc/calc_test.go": "package calc\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"Add(1, 2) = %d, want 3\", got)\n\t}\n}\n",
	}, []check{{"go test", []string{"go test ./...", "go test ./...", "make test", "sh tools/test.sh"}, `go test|make test|test\.sh`}, {"go vet", []string{"go vet ./..."}, `go vet`}}},
	{"shop-node", "node_modules/\ndist/\nbuild/\n.env\ndata/\n", "src/sum.js", "a + b", "a - b /* BUG */", map[string]string{
		"package.json": "{\n  \"name\": \"shop\",\n  \"scripts\": {\n    \"test\": \"npx jest\",\n    \"lint\": \"npx eslint src\",\n    \"build\": \"npx tsc\",\n    \"clean\": \"rm -rf dist build\",\n    \"reset\": \"rm -rf dist data notes.md\"\n  }\n}\n",
		"src/sum.js":   "module.exports = (a, b) => a + b\n", "src/app.js": "const sum = require('./sum')\nconsole.log(sum(1, 2))\n",
	}, []check{{"jest", []string{"npm test", "npx jest", "make test", "sh tools/test.sh"}, `jest|npm test|make test|test\.sh`}, {"eslint", []string{"npm run lint", "npx eslint src"}, `eslint|lint`}}},
	{"shop-python", "__pycache__/\nbuild/\n.env\ndata/\n", "shop/calc.py", "return a + b", "return a - b", map[string]string{
		"shop/__init__.py": "", "shop/calc.py": "def add(a, b):\n    return a + b\n", "tests/__init__.py": "",
		"tests/test_calc.py": "import unittest\nfrom shop.calc import add\n\n\nclass TestAdd(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n",
	}, []check{{"unittest", []string{"python3 -m unittest discover -s tests -t .", "python3 -m unittest tests.test_calc", "make test", "sh tools/test.sh"}, `unittest|make test|test\.sh`}}},
}

// newProjects makes the projects as they were left yesterday: with changes,
// notes, a secret and data.
func newProjects(w *world, r *rand.Rand) (list []*project, err error) {
	for _, k := range kinds {
		p := &project{name: k.name, root: filepath.Join(w.projects, k.name), source: k.source, right: k.right, wrong: k.wrong, checks: k.checks, w: w, failing: make(map[string]bool)}
		files := maps.Clone(shared)
		maps.Copy(files, k.files)
		files[".gitignore"] = k.ignore
		files["tools/test.sh"] = "#!/bin/sh\nexec " + k.checks[0].calls[0] + "\n"
		for name, text := range files {
			if err := put(filepath.Join(p.root, name), text); err != nil {
				return nil, err
			}
		}
		if err := w.quietly(p.root, "git init -q -b main && git config user.name dev && git config user.email dev@example.com && git add -A && git commit -qm first"); err != nil {
			return nil, err
		}
		for name, text := range map[string]string{
			"README.md": shared["README.md"] + "\nMore, of yesterday.\n", "docs/plan.md": "- first\n- second\n", "notes.md": fmt.Sprintf("remember %d\n", r.IntN(1e6)),
			".env": "TOKEN=none\n", "data/cache.csv": strings.Repeat("1,2\n", 50), "data/raw/a.csv": "1\n",
		} {
			if err := put(filepath.Join(p.root, name), text); err != nil {
				return nil, err
			}
		}
		if p.truth, err = newAuthors(p.root); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// next is a number that no other call of the project has.
func (p *project) next() int { p.n++; return p.n }

// has reports whether the source has a text now.
func (p *project) has(text string) bool {
	data, err := os.ReadFile(filepath.Join(p.root, p.source))
	return err == nil && strings.Contains(string(data), text)
}

// made returns the files that sessions generated and that are there, in order.
func (p *project) made() []string {
	var files []string
	for path := range p.truth.now {
		if below(path, "gen") && p.truth.now[path].mode.IsRegular() {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return files
}

// types lets the user change a file, in an editor that no hook sees.
func (p *project) types(r *rand.Rand) error {
	file := fmt.Sprintf("ideas-%d.md", p.next())
	switch made := p.made(); r.IntN(5) {
	case 0:
		file = "README.md"
	case 1:
		file = "docs/plan.md"
	case 2:
		file = "docs/api.md"
	case 3:
		if len(made) > 0 {
			file = made[r.IntN(len(made))]
		}
	}
	dirty := p.w.dirty(p.root)
	old, _ := os.ReadFile(filepath.Join(p.root, file))
	if err := put(filepath.Join(p.root, file), string(old)+fmt.Sprintf("typed %d\n", p.next())); err != nil {
		return err
	}
	_, err := p.truth.update(change{keeps: true, dirty: dirty}, func(string) string { return user })
	return err
}
