package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// traits of a dirty tree, beside what all of them have. Each makes a copy harder
// to keep or to bring back.
var traits = []struct {
	name string
	odds float64
	do   func(w *world, root string, r *rand.Rand) error
}{
	{"autocrlf", 0.15, shell("git config core.autocrlf true; printf 'one\\r\\ntwo\\r\\nchanged\\r\\n' >docs/guide.md; printf 'a\\r\\nb\\n' >mixed.txt")},
	{"attributes", 0.1, shell("printf '*.win text eol=crlf\\n*.up filter=up\\n' >.gitattributes; git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'; printf 'x\\r\\n' >run.win; echo mixed >case.up")},
	{"no modes", 0.1, shell("git config core.fileMode false; chmod 755 README.md; chmod 600 notes.md")},
	{"modes", 0.3, shell("chmod 600 .env; chmod 444 notes.md; chmod 755 src/sum.js")},
	{"links", 0.3, shell("ln -s ../notes.md docs/notes; ln -s nowhere dangling; ln -sfn data current")},
	{"empty directories", 0.3, shell("mkdir -p data/empty spool/in spool/out")},
	{"names", 0.3, shell("echo 1 >'two words.md'; echo 2 >'naïve.md'; echo 3 >\"quote'd.md\"; mkdir -p 'my data'; echo 4 >'my data/a b.csv'")},
	{"encodings", 0.3, shell("printf '\\377\\376h\\0i\\0' >src/wide.txt; printf 'caf\\351\\n' >latin.md; printf 'no end of line' >open.md")},
	{"nested repository", 0.12, shell("git init -q nested && echo inner >nested/inner.md && git -C nested add . && git -C nested commit -qm inner && echo more >>nested/inner.md")},
	{"assume unchanged", 0.08, shell("git update-index --assume-unchanged docs/api.md; echo local >>docs/api.md")},
	{"many files", 0.02, shell("mkdir -p data/many; cd data/many; for i in $(seq 1 5000); do echo $i >f$i.md; done")},
	{"70 MB", 0.03, bigFile},
}

func shell(script string) func(*world, string, *rand.Rand) error {
	return func(w *world, root string, _ *rand.Rand) error { return w.quietly(root, script) }
}

// bigFile writes an untracked file of 70 MB that does not compress.
func bigFile(_ *world, root string, r *rand.Rand) error {
	block := make([]byte, 70<<20)
	for i := 0; i+8 <= len(block); i += 8 {
		v := r.Uint64()
		for k := range 8 {
			block[i+k] = byte(v >> (8 * k))
		}
	}
	return os.WriteFile(filepath.Join(root, "dump.md"), block, 0o644)
}

// committed are the files of the first commit.
var committed = map[string]string{
	".gitignore":      "node_modules/\nbuild/\ndata/\n.env\ncurrent\n",
	"README.md":       "# Shop\n\nA shop.\n",
	"docs/guide.md":   "one\ntwo\n",
	"docs/api.md":     "call it\n",
	"src/sum.js":      "module.exports   =  (a, b) => a + b  \n",
	"src/app.js":      "const sum   = require('./sum')\nconsole.log(sum(1, 2))   \n",
	"src/view.js":     "exports.view   =  () => 'shop'\n",
	"lib/store.py":    "def load():\n    return []\n",
	"tools/clean.sh":  "#!/bin/sh\nrm -rf data build notes.md\nrm -f src/*.txt src/app.js\n",
	"tools/reset.sh":  "#!/bin/sh\nfor f in README.md docs/*.md; do : >\"$f\"; done\nmv -f notes.md todo.md\n",
	"tools/wipe.py":   "import os, shutil\nshutil.rmtree('data', ignore_errors=True)\nos.remove('notes.md')\nopen('src/app.js', 'w').close()\n",
	"tools/fmt.py":    "import glob\nfor name in glob.glob('src/*.js'):\n    text = open(name, newline='').read()\n    open(name, 'w', newline='').write(' '.join(text.split()) + '\\n')\n",
	"Makefile":        "clean:\n\trm -rf data build\n\trm -f notes.md docs/*.md\n\ngen:\n\tdate >src/view.js\n\techo made >made.txt\n",
	"package.json":    "{\n  \"name\": \"shop\",\n  \"scripts\": {\n    \"clean\": \"rm -rf build data .env && rm -f notes.md src/sum.js\",\n    \"test\": \"npx jest\"\n  }\n}\n",
	"bin/start":       "#!/bin/sh\necho start\n",
	"config/app.yaml": "name: shop\nport: 80\n",
}

// newDirtyTree makes a repository with a day's uncommitted work in it.
func newDirtyTree(w *world, root string, r *rand.Rand) (names []string, err error) {
	for name, text := range committed {
		if err := put(filepath.Join(root, name), text); err != nil {
			return nil, err
		}
	}
	const first = "git init -q -b main && git config user.name dev && git config user.email dev@example.com && git add -A && git commit -qm first && " +
		"echo more >>docs/guide.md && git commit -qam second && git branch other HEAD~1"
	if err := w.quietly(root, first); err != nil {
		return nil, err
	}
	var notes bytes.Buffer
	for range 20 + r.IntN(200) {
		fmt.Fprintf(&notes, "note %d\n", r.IntN(1e6))
	}
	secret := fmt.Sprintf("TOKEN=t%d\n", r.IntN(1e6))
	for name, text := range map[string]string{
		"notes.md": notes.String(), ".env": secret, "todo.md": "buy milk\n", "data/orders.csv": strings.Repeat("1,2,3\n", 1+r.IntN(2000)), "data/raw/a.bin": "\x00\x01" + secret,
		"build/out.js": "made\n", "src/app.js": committed["src/app.js"] + fmt.Sprintf("// changed %d   \n", r.IntN(1e6)), "docs/guide.md": "one\ntwo\nmore\nthree\n",
	} {
		if err := put(filepath.Join(root, name), text); err != nil {
			return nil, err
		}
	}
	for _, more := range []string{"echo '# changed' >>README.md", "echo 'def save(): pass' >>lib/store.py && git add lib/store.py", "echo staged >staged.md && git add staged.md && echo 'and more' >>staged.md", "rm config/app.yaml", "chmod +x tools/fmt.py", "echo 'exports.x   =  1' >src/new.js"} {
		if r.IntN(2) == 0 {
			if err := w.quietly(root, more); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range traits {
		if r.Float64() >= t.odds {
			continue
		}
		if err := t.do(w, root, r); err != nil {
			return nil, err
		}
		names = append(names, t.name)
	}
	return names, nil
}
