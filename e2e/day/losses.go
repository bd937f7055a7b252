package main

import "math/rand/v2"

// A loss is a command that destroys uncommitted work in a dirty tree. All of them
// name only paths below the directory in which they run.
type loss struct {
	name    string
	command string
	prepare string // what the user did before
	needs   string // a tool
}

var losses = []loss{
	{name: "rm files", command: "rm -f notes.md src/app.js .env"},
	{name: "rm one file", command: "rm notes.md"},
	{name: "rm ignored directory", command: "rm -rf data"},
	{name: "rm directories", command: "rm -rf src docs spool"},
	{name: "rm in a directory", command: "bash -c 'cd data && rm -rf ./*'"},
	{name: "git checkout", command: "git checkout -- ."},
	{name: "git checkout file", command: "git checkout HEAD -- src/app.js docs"},
	{name: "git restore", command: "git restore ."},
	{name: "git restore staged", command: "git restore --staged --worktree ."},
	{name: "git reset", command: "git reset --hard"},
	{name: "git reset parent", command: "git reset -q --hard HEAD~1"},
	{name: "git clean", command: "git clean -fd"},
	{name: "git clean ignored", command: "git clean -fdx"},
	{name: "git stash drop", command: "git stash drop", prepare: "git stash -q; echo after >>README.md"},
	{name: "git stash and drop", command: "git stash -u -q && git stash drop -q"},
	{name: "git rm", command: "git rm -rf -q docs src"},
	{name: "git checkout branch", command: "git checkout -q -f other"},
	{name: "git switch", command: "git switch -q --discard-changes other"},
	{name: "mv over", command: "mv -f README.md notes.md"},
	{name: "cp over", command: "cp README.md notes.md && cp src/view.js src/app.js"},
	{name: "redirect", command: "echo new > notes.md; : > src/app.js"},
	{name: "tee", command: "echo x | tee notes.md todo.md >/dev/null"},
	{name: "dd", command: "dd if=/dev/zero of=data/orders.csv bs=10 count=1 2>/dev/null"},
	{name: "truncate", command: "truncate -s 0 notes.md .env data/orders.csv"},
	{name: "sed -i", command: "sed -i 's/o/0/g' notes.md src/*.js docs/*.md"},
	{name: "script", command: "sh tools/clean.sh"},
	{name: "script with a loop", command: "sh tools/reset.sh"},
	{name: "make", command: "make clean"},
	{name: "make quietly", command: "make -s gen 2>&1 | tail -3", needs: "make"},
	{name: "npm run", command: "npm run clean"},
	{name: "python script", command: "python3 tools/wipe.py", needs: "python3"},
	{name: "python inline", command: "python3 -c \"import os; os.remove('notes.md'); open('.env','w').close()\"", needs: "python3"},
	{name: "find -delete", command: "find . -name '*.md' -not -path './.git/*' -not -path './nested/*' -delete"},
	{name: "formatter", command: "npx prettier --write src/*.js"},
	{name: "own formatter", command: "python3 tools/fmt.py", needs: "python3"},
	{name: "rsync", command: "mkdir -p empty && rsync -a --delete empty/ data/", needs: "rsync"},
	{name: "tar over", command: "tar xf build/old.tar", prepare: "git archive -o build/old.tar HEAD"},
	{name: "chmod", command: "chmod -R a-x,go-r src tools notes.md"},
	{name: "ln over", command: "ln -sf README.md notes.md"},
	{name: "perl", command: "perl -pi -e 's/e/E/' notes.md docs/guide.md", needs: "perl"},
}

// An end is what becomes of the call, as far as ctxhook can hear.
type end struct {
	name    string
	weight  int
	heard   bool
	runs    bool
	wrapped string // how the command is run; %s is the command
	types   string // which file the user changes: new ones while "asked", "during" and "after", an old one to "edit" during, the "same" after
}

var ends = []end{
	{name: "heard", weight: 55, heard: true, runs: true},
	{name: "heard, failed", weight: 5, heard: true, runs: true, wrapped: "%s; false"},
	{name: "killed, not heard", weight: 10, runs: true},
	{name: "killed half way", weight: 5, runs: true, wrapped: "%s; sleep 20"},
	{name: "refused", weight: 10},
	{name: "user types after, elsewhere", weight: 5, heard: true, runs: true, types: "after"},
	{name: "user types after, the same", weight: 5, heard: true, runs: true, types: "same"},
	{name: "user types during", weight: 5, heard: true, runs: true, wrapped: "sleep 0.4; %s", types: "during"},
	{name: "user edits during", weight: 5, heard: true, runs: true, wrapped: "sleep 0.4; %s", types: "edit"},
	{name: "user types while asked", weight: 2, heard: true, runs: true, types: "asked"},
}

func pickEnd(r *rand.Rand) end {
	total := 0
	for _, e := range ends {
		total += e.weight
	}
	n := r.IntN(total)
	for _, e := range ends {
		if n -= e.weight; n < 0 {
			return e
		}
	}
	return ends[0]
}
