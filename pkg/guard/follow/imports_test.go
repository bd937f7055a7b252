package follow_test

import (
	"slices"
	"strings"
	"testing"
)

// A program runs what it imports of the project: files are found as its language finds them,
// three deep.
func TestImports(t *testing.T) {
	const py, js, rb = "import shutil\nshutil.rmtree('/etc/py')\n", "require('fs').rmSync('/etc/js', {recursive: true})\n", "system('rm -rf /etc/rb')\n"
	for _, tt := range []struct {
		name, command string
		files         disk
		want          string // what is deleted
	}{
		{"python", "python3 a.py", disk{"a.py": "import b\n", "b.py": py}, "/etc/py"},
		{"python, several at once", "python3 a.py", disk{"a.py": "import os, b\n", "b.py": py}, "/etc/py"},
		{"python, from a module", "python3 a.py", disk{"a.py": "from b import (c)\n", "b.py": py}, "/etc/py"},
		{"python, from a package", "python3 a.py", disk{"a.py": "from p import b\n", "p/b.py": py}, "/etc/py"},
		{"python, a package", "python3 a.py", disk{"a.py": "import p\n", "p/__init__.py": py}, "/etc/py"},
		{"python, beside it", "python3 p/a.py", disk{"p/a.py": "from . import b\n", "p/b.py": py}, "/etc/py"},
		{"python, above it", "python3 p/a.py", disk{"p/a.py": "from ..b import c\n", "b.py": py}, "/etc/py"},
		{"python, a text", "python3 a.py", disk{"a.py": "print('import b')\n", "b.py": py}, ""},
		{"python, what is not of the project", "python3 a.py", disk{"a.py": "import numpy\n", "b.py": py}, ""},
		{"python, a circle", "python3 a.py", disk{"a.py": "import b\n", "b.py": "import a\n" + py}, "/etc/py"},
		{"python, three deep", "python3 a.py", disk{"a.py": "import b\n", "b.py": "import c\n", "c.py": "import d\n", "d.py": py}, "/etc/py"},
		{"javascript", "node a.js", disk{"a.js": "import x from './b.js'\n", "b.js": js}, "/etc/js"},
		{"javascript, without an ending", "node a.js", disk{"a.js": "const x = require('./b')\n", "b.js": js}, "/etc/js"},
		{"javascript, a directory", "node a.js", disk{"a.js": "require('./lib')\n", "lib/index.js": js}, "/etc/js"},
		{"javascript, a package", "node a.js", disk{"a.js": "require('b')\n", "b.js": js}, ""},
		{"javascript, a text", "node a.js", disk{"a.js": "console.log('./b.js')\n", "b.js": js}, ""},
		{"ruby", "ruby a.rb", disk{"a.rb": "require_relative 'b'\n", "b.rb": rb}, "/etc/rb"},
		{"ruby, a library", "ruby a.rb", disk{"a.rb": "require 'b'\n", "b.rb": rb}, ""},
		{"R", "Rscript a.R", disk{"a.R": "source('b.R')\n", "b.R": "unlink('/etc/r', recursive = TRUE)\n"}, "/etc/r"},
		{"R, what it lists", "Rscript a.R", disk{"a.R": "for (f in list.files('lib')) source(f)\n", "lib/b.R": "unlink('/etc/r', recursive = TRUE)\n"}, "/etc/r"},
		{"R, a text", "Rscript a.R", disk{"a.R": "print('b.R')\n", "b.R": "unlink('/etc/r', recursive = TRUE)\n"}, ""},
	} {
		var got []string
		for _, c := range tt.files.parse(tt.command).Calls {
			if c.Program == "rm" {
				got = append(got, c.Argv[len(c.Argv)-1].String())
			}
		}
		slices.Sort(got)
		if got := strings.Join(slices.Compact(got), " "); got != tt.want {
			t.Errorf("%s: it deletes %q, want %q", tt.name, got, tt.want)
		}
	}
}
