package ledger

import "testing"

func TestNamesInText(t *testing.T) {
	for _, test := range []struct {
		text, name string
		has, dir   bool
	}{
		{"rm -rf src docs", "src", true, true},
		{"rm -rf ./src/", "src", true, true},
		{"rm 'src/'", "src", true, true},
		{"echo > src/app.ts", "src", true, false},
		{"echo > src/$f", "src", true, false},
		{"rm src/*.ts", "src", true, false},
		{"rm src/a.ts; ls src", "src", true, true},
		{"rm -rf src2 my-src .src", "src", false, false},
		{"open(\"app.ts\")", "app.ts", true, true},
		{"cat myapp.ts", "app.ts", false, false},
		{"cat größe/x", "größe", true, false},
		{"sh tools/gen.sh 4", "gen", true, false},
		{"mkdir -p gen\ndate > \"gen/$1.txt\"", "gen", true, false},
		{"mkdir gen; rm -rf gen", "gen", true, true},
		{"os.makedirs('gen', exist_ok=True)\nopen('gen/' + name, 'w')", "gen", true, false},
		{"shutil.rmtree('gen/')", "gen", true, true},
		{"anything", "", false, false},
	} {
		if got := HasName(test.text, test.name); got != test.has {
			t.Errorf("%q in %q: %v", test.name, test.text, got)
		}
		if got := HasDir(test.text, test.name); got != test.dir {
			t.Errorf("the directory %q in %q: %v", test.name, test.text, got)
		}
	}
}
