package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// logging is a calm machine on which git tracks no log files.
type logging struct{ calm }

func (logging) Path(path string) rule.PathState {
	p := calm{}.Path(path)
	if strings.HasSuffix(path, ".log") {
		p.Tracked, p.Untracked = 0, 1
	}
	return p
}

// kept is a calm machine with a file and a directory of the user that git does not track;
// what is new is not there yet.
type kept struct{ calm }

func (kept) Path(path string) rule.PathState {
	p := calm{}.Path(path)
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case strings.HasSuffix(path, "ideas.go") || strings.HasPrefix(path, "/w/p/notes"):
		p.Tracked, p.Untracked = 0, 1
	case name == "a.tmp" || name == "i" || strings.HasPrefix(name, "new"):
		p = rule.PathState{Known: true}
	}
	return p
}

// empty is a machine on which no path exists.
type empty struct{ calm }

func (empty) Path(string) rule.PathState { return rule.PathState{Known: true} }

// onTopic is a calm machine with the branch topic checked out.
type onTopic struct{ calm }

func (onTopic) Tree(string) rule.TreeState {
	return rule.TreeState{Known: true, Repo: true, Root: "/w/p", Branch: "topic"}
}

// dirtyTopic is onTopic with changes.
type dirtyTopic struct{ calm }

func (dirtyTopic) Tree(string) rule.TreeState {
	return rule.TreeState{Known: true, Repo: true, Root: "/w/p", Branch: "topic", Modified: 1, Untracked: 1}
}

// TestFactsOfBefore: what was true of the machine before a text ran softens
// nothing that runs after the text itself has brought work there. What it made up, copied or
// took from a commit is no work that is lost.
func TestFactsOfBefore(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		name, text string
		facts      rule.Facts // calm when nil
		softer     bool
	}{
		{name: "popped from the stash", text: "git stash pop && git reset --hard"},
		{name: "a commit on the branch, with changes of before", text: "git commit -am x && git checkout main && git branch -D topic", facts: dirtyTopic{}},
		{name: "a commit on the branch, with files of before", text: "git add -A && git commit -m x && git checkout main && git branch -D topic", facts: dirtyTopic{}},
		{name: "a branch moved elsewhere by a name that is not known", text: `git branch -f "$B" && git branch -D topic`},
		{name: "any ref", text: "git update-ref refs/heads/main topic && git branch -D topic"},
		{name: "popped from the stash, and one file taken back", text: "git stash pop; git checkout -- a.go"},
		{name: "moved over", text: "mv ideas.go old.go && git reset --hard", facts: kept{}},
		{name: "moved over, by a way", text: "mv ideas.go /tmp/i && mv /tmp/i old.go && git checkout old.go", facts: kept{}},
		{name: "copied over, and deleted", text: "cp ideas.go old.go && rm ideas.go && git checkout -- old.go", facts: kept{}},
		{name: "copied over by cat, and overwritten", text: "cat ideas.go > old.go; echo > ideas.go; git checkout -- old.go", facts: kept{}},
		{name: "moved over, by a pattern", text: "mv notes/* lib/ && git checkout -- lib", facts: kept{}},
		{name: "moved where nothing was", text: "mv notes new && rm -rf new", facts: kept{}},
		{name: "a link made where nothing was", text: "ln -s /x/notes new && rm -rf new/", facts: kept{}},
		{name: "added to the index", text: "git add ideas.go && git reset --hard", facts: kept{}},
		{name: "the diff applied again", text: "git diff > p; git checkout .; git apply p; git checkout .", facts: dirty{}},
		{name: "a commit undone", text: "git reset HEAD~1 && git checkout -- a.go"},

		{name: "copied over, from a file that stays", text: "cp ideas.go old.go && git checkout -- old.go", facts: kept{}, softer: true},
		{name: "written to a file, and moved over", text: "sed s/a/b/ a.go > a.tmp && mv a.tmp a.go && git checkout -- a.go", facts: kept{}, softer: true},

		{name: "appended", text: "echo x >> a.go; git reset --hard", softer: true},
		{name: "appended by a program that adds nothing", text: "printf x >> cart/cart.go; git reset --hard && npm test", softer: true},
		{name: "edited", text: "sed -i s/a/b/ f.go && git checkout -- .", softer: true},
		{name: "edited by perl", text: "perl -pi -e s/a/b/ f.go && git checkout -- f.go", softer: true},
		{name: "copied over", text: "cp new.go old.go; git checkout .", softer: true},
		{name: "copied into a directory", text: "cp /x/new.go lib; git checkout -- lib/new.go", softer: true},
		{name: "moved over", text: "mv new.go old.go && git reset --hard", softer: true},
		{name: "written by tee", text: "echo x | tee a.go; git checkout .", softer: true},
		{name: "here-document", text: "cat > a.go <<'EOF'\nx\nEOF\ngit reset --hard", softer: true},
		{name: "written by python", text: `python3 -c 'open("a.go", "w").write("x")'; git reset --hard`, softer: true},
		{name: "written and reset by python", text: "python3 - <<'EOF'\nimport os\nopen('a.go', 'w').write('x')\nos.system('git reset --hard')\nEOF", softer: true},
		{name: "written by node", text: `node -e 'require("fs").writeFileSync("a.go", "x")'; git checkout -- a.go`, softer: true},
		{name: "applied", text: "git apply p.patch; git checkout .", softer: true},
		{name: "patched", text: "patch -p1 < p.patch; git checkout .", softer: true},
		{name: "unpacked", text: "tar xf a.tgz; git checkout .", softer: true},
		{name: "merged", text: "git merge topic; git reset --hard", softer: true},
		{name: "picked, and one file taken back", text: "git cherry-pick -n topic; git checkout -- a.go", softer: true},
		{name: "picked", text: "git cherry-pick -n topic; git reset --hard", softer: true},
		{name: "taken from a commit", text: "git checkout HEAD~2 -- a.go && git reset --hard", softer: true},
		{name: "added to the index", text: "git add -A && git reset --hard", softer: true},
		{name: "in another directory of the tree", text: "(cd lib && echo x >> s.go); git reset --hard", softer: true},
		{name: "by a variable", text: `echo x >> "$F"; git reset --hard`, softer: true},
		{name: "by a pattern", text: "sed -i s/a/b/ lib/*.go; git checkout -- lib/s.go", softer: true},
		{name: "in one text", text: "bash -c 'echo x >> a.go; git reset --hard'", softer: true},
		{name: "in a function", text: "f() { echo x >> a.go; git reset --hard; }; f", softer: true},
		{name: "in a loop, in the round before", text: "for i in 1 2; do git reset --hard; echo x >> a.go; done", softer: true},
		{name: "in a branch", text: "if make; then echo x >> a.go; fi; git reset --hard", softer: true},
		{name: "deleted after it was written", text: "echo x > lib/n.go; rm -rf lib", softer: true},
		{name: "copied by a pattern", text: "mkdir work && cp /x/notes/*.md work; rm -rf work", facts: empty{}, softer: true},
		{name: "copied by a pattern, and deleted there", text: "mkdir work && cp /x/notes/*.md work; rm /x/notes/a.md; rm -rf work", facts: empty{}},
		{name: "copied by a pattern, and emptied there", text: "mkdir work && cp /x/notes/*.md work; : > /x/notes/a.md; rm -rf work", facts: empty{}},
		{name: "made after it was missing", text: "cp -r /x/notes work; rm -rf work", facts: empty{}, softer: true},
		{name: "a commit of the text on the branch", text: "git checkout topic && git commit -am x && git checkout main && git branch -D topic", softer: true},
		{name: "a commit of the text on the branch that was checked out", text: "git commit -am x && git checkout main && git branch -D topic", facts: onTopic{}, softer: true},
		{name: "unknown programs", text: "npm test && make && git reset --hard", softer: true},
		{name: "written behind it", text: "git reset --hard; echo x >> a.go", softer: true},
		{name: "written elsewhere in a loop", text: "for f in /tmp/a /tmp/b; do echo x > $f; done; git reset --hard", softer: true},
		{name: "written elsewhere", text: "echo x >> /tmp/notes; git reset --hard", softer: true},
		{name: "written to a temporary file", text: `t=$(mktemp); echo x > "$t"; git reset --hard`, softer: true},
		{name: "written to another machine", text: "ssh h 'echo x >> /w/p/a.go'; git reset --hard", softer: true},
		{name: "a message to the error output", text: "echo resetting >&2; git reset --hard 2>/dev/null", softer: true},
		{name: "another file", text: "echo x >> b.go; git checkout -- a.go", softer: true},
		{name: "a file that git does not track", text: "make > build.log 2>&1; git reset --hard", facts: logging{}, softer: true},
		{name: "a file that git does not track, all taken back", text: "make > build.log 2>&1; git checkout -- .", facts: logging{}, softer: true},
		{name: "what starts it", text: "bash -c 'git reset --hard' > out.txt", softer: true},
		{name: "a branch checked out", text: "git fetch && git checkout main && git reset --hard origin/main", softer: true},
		{name: "the index cleared", text: "git reset -q HEAD -- . && git checkout -- .", softer: true},
		{name: "only looked at", text: "git apply --check p.patch; git reset --hard", softer: true},
		{name: "a commit on another branch", text: "git commit -am x && git branch -D topic", softer: true},
		{name: "deleted after what a commit brought", text: "git merge topic && rm -rf lib", softer: true},
		{name: "unpacked elsewhere", text: "tar xf a.tgz -C /tmp/x; git checkout .", softer: true},
		{name: "missing still", text: "cp a b; rm -rf work", facts: empty{}, softer: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var facts rule.Facts = calm{}
			if tt.facts != nil {
				facts = tt.facts
			}
			without := engine().Judge(tt.text, at, nil).Risk
			with := engine().Judge(tt.text, at, facts).Risk
			if without < policy.High {
				t.Fatalf("risk without facts = %v, want high or above", without)
			}
			if got := with < without; got != tt.softer {
				t.Errorf("risk %v with facts, %v without; want softer %v", with, without, tt.softer)
			}
		})
	}
}

// dirty is a machine with changes that are not committed.
type dirty struct{ calm }

func (dirty) Tree(string) rule.TreeState {
	return rule.TreeState{Known: true, Repo: true, Root: "/w/p", Modified: 1}
}

// TestFactsOfBeforeRaise: files that were there before are still lost.
func TestFactsOfBeforeRaise(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	if got := engine().Judge("echo x >> a.go; git reset --hard", at, dirty{}).Risk; got != policy.Critical {
		t.Errorf("risk = %v, want critical", got)
	}
}

// versioned is a machine on which every directory is a repository.
type versioned struct{ calm }

func (versioned) Path(string) rule.PathState {
	return rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 9, Tracked: 9, Repos: 1}
}

// TestProjectInTemp: a project that lies in a temporary directory is no
// scratch, once it has a history.
func TestProjectInTemp(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/tmp/p/lib", Project: "/tmp/p"}
	for _, tt := range []struct {
		name, text string
		facts      rule.Facts
		want       policy.Risk
	}{
		{"the project", "rm -rf /tmp/p", versioned{}, policy.High},
		{"by a relative path", "rm -rf ..", versioned{}, policy.High},
		{"by a variable", `cd .. && rm -rf "$PWD"`, versioned{}, policy.High},
		{"without a history", "rm -rf /tmp/p", calm{}, policy.Low},
		{"not known", "rm -rf /tmp/p", nil, policy.Low},
		{"another directory", "rm -rf /tmp/q", versioned{}, policy.Safe},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := engine().Judge(tt.text, at, tt.facts).Risk; got != tt.want {
				t.Errorf("risk = %v, want %v", got, tt.want)
			}
		})
	}
}

// undone is a machine with work that no commit holds: a.go has changes, and
// notes.md is not tracked.
type undone struct{ dirty }

func (undone) Tree(string) rule.TreeState {
	return rule.TreeState{Known: true, Repo: true, Root: "/w/p", Branch: "main", Modified: 1, Untracked: 1}
}

func (undone) Path(path string) rule.PathState {
	p := rule.PathState{Known: true, Exists: true, Repo: true, Files: 1}
	switch {
	case strings.HasSuffix(path, "notes.md"):
		p.Untracked = 1
	case strings.HasSuffix(path, "a.go"):
		p.Tracked, p.Modified = 1, 1
	default:
		return rule.PathState{Known: true}
	}
	return p
}

func (undone) Clean(string, rule.CleanQuery) rule.CleanState {
	return rule.CleanState{Known: true, Names: []string{"notes.md"}}
}

// TestSavedBefore: work that an earlier part of the text surely brings into
// safety is not lost by a later one.
func TestSavedBefore(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		text string
		safe bool
	}{
		{"git stash push -u && git reset --hard", true},
		{"git stash; git reset --hard origin/main; git stash pop", true},
		{"git stash -u -m wip && git clean -fd", true},
		{"git stash push a.go && git checkout a.go", true},
		{"git commit -am wip && git checkout -- a.go", true},
		{"git add -A && git commit -qm wip && git reset --hard", true},
		{"git switch -c wip && git add -A && git commit -qm wip && git switch main && git reset --hard origin/main", true},
		{"git add notes.md && git clean -fd", true},
		{"git add notes.md && rm notes.md", true},
		{"cp notes.md notes.bak && rm notes.md", true},
		{"cp notes.md /tmp/n && echo new > notes.md", true},
		{"tar czf ../all.tgz . && rm notes.md", true},
		{"echo x > out.txt && rm out.txt", true},

		{"git stash -u", true},
		{"git reset --hard && git stash -u", false},
		{"false && git stash; git reset --hard", false},
		{"git stash || true; git stash pop; git reset --hard", false},
		{"if make; then git stash -u; fi; git reset --hard", false},
		{"git stash -p && git reset --hard", false},
		{"git stash push b.go && git reset --hard", false},
		{"git stash && git clean -fd", false},
		{"git add -A && git reset --hard", false},
		{"git commit -am wip && git clean -fd", false},
		{"git commit -am wip && git reset --hard HEAD~1", false},
		{"ssh h git stash -u && git reset --hard", false},
		{"(cd /x && git --git-dir=/r/.git stash -u) && git reset --hard", false},
		{"rm notes.md && cp notes.md notes.bak", false},
		{"ssh h cp notes.md notes.bak && rm notes.md", false},
		{"cp other.md notes.bak && rm notes.md", false},
		{"echo new > notes.md", false},
		{"mv b.md notes.md", false},
		{"rm a.go", false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			v := engine().Judge(tt.text, at, undone{})
			if got := v.Risk < policy.Medium; got != tt.safe {
				t.Errorf("risk %v, want safe %v: %+v", v.Risk, tt.safe, v.Findings)
			}
		})
	}
}
