package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A deed is what a session does next, with what the driver knows of it before.
type deed struct {
	name       string
	tool       string // Bash if empty; Write, Edit, Agent
	command    string
	file, text string // of Write; of Edit text replaces old
	old        string
	loses      []string // selectors of the work that it would lose
	takes      []string // files that it takes into a commit
	keeps      bool     // what was in the files stays
	sweep      bool     // it moves others' work into a commit or stash
	check      string
	quiet      bool   // it only looks
	end        string // refused, client, interrupted: how the user or the client ends it
	never      bool   // it is not run, whatever the hook answers
	background bool
	typing     bool // the user types meanwhile
}

// maker makes a deed of a kind in a project.
type maker struct {
	weight int
	make   func(p *project, r *rand.Rand) deed
}

// what sessions do, by how often.
var makers = []maker{
	{8, func(p *project, r *rand.Rand) deed {
		looks := []string{"ls -la", "git status --short", "git diff --stat | tail -5", "cat README.md", "git log --oneline | head -3", "grep -rn second docs | tail -2"}
		return deed{name: "look", command: looks[r.IntN(len(looks))], quiet: true}
	}},
	{9, func(p *project, r *rand.Rand) deed {
		n := p.next()
		forms := []string{"sh tools/gen.sh %d", "bash -c 'sh tools/gen.sh %d'", "cd tools && cd .. && sh tools/gen.sh %d", "env A=b python3 tools/gen.py %d", "make -s gen N=%d | tail -2", "mkdir -p gen && echo made > gen/%d.txt", "mkdir -p gen && date | tee gen/%d.txt"}
		return deed{name: "generate", command: fmt.Sprintf(forms[r.IntN(len(forms))], n)}
	}},
	{6, func(p *project, r *rand.Rand) deed {
		n := p.next()
		return deed{name: "write", tool: "Write", file: fmt.Sprintf("docs/page-%d.md", n), text: fmt.Sprintf("# Page %d\n", n)}
	}},
	{10, (*project).breakOrFix},
	{16, (*project).runCheck},
	{4, func(p *project, r *rand.Rand) deed {
		return choose(r, map[string][]string{"shop-go": {"go build ./...", "mkdir -p bin && go build -o bin/shop ."}, "shop-node": {"npm run build", "npx tsc | tail -1"}, "shop-python": {"mkdir -p build && cp -r shop build/"}}[p.name], deed{name: "build"})
	}},
	{4, func(p *project, r *rand.Rand) deed {
		if p.name != "shop-node" {
			return deed{name: "format", keeps: true, command: "sh tools/fmt.sh"}
		}
		return choose(r, []string{"npm install", fmt.Sprintf("npm install pkg%d", p.next()), "npm ci 2>&1 | tail -3"}, deed{name: "install"})
	}},
	{4, func(p *project, r *rand.Rand) deed {
		return choose(r, map[string][]string{"shop-go": {"gofmt -w calc main.go"}, "shop-node": {"npx prettier --write src/*.js"}, "shop-python": {"sed -i 's/ *$//' shop/*.py"}}[p.name], deed{name: "format", keeps: true})
	}},
	{3, func(p *project, r *rand.Rand) deed {
		return deed{name: "edit by sed", keeps: true, command: fmt.Sprintf("sed -i 's/call it/call it %d times/' docs/api.md", p.next())}
	}},
	{7, func(p *project, r *rand.Rand) deed {
		made := p.made()
		if len(made) == 0 {
			return deed{name: "generate", command: fmt.Sprintf("sh tools/gen.sh %d", p.next())}
		}
		file := made[r.IntN(len(made))]
		return choose(r, []string{"rm " + file, "rm -f " + file, "cd gen && rm " + strings.TrimPrefix(file, "gen/")}, deed{name: "remove generated", loses: []string{file}})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"rm -rf gen", "find gen -name '*.txt' -delete"}, deed{name: "remove all generated", loses: []string{"gen/"}})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"rm -f notes.md", "echo new > notes.md", "mv docs/api.md notes.md", "truncate -s 0 notes.md"}, deed{name: "lose a note", loses: []string{"notes.md"}})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"sh tools/wipe.sh", "bash tools/wipe.sh | tail -1"}, deed{name: "wipe by script", loses: []string{"notes.md", "data/"}})
	}},
	{1, func(p *project, r *rand.Rand) deed {
		return deed{name: "wipe by make", command: "make wipe", loses: []string{"data/", "docs/api.md", "docs/plan.md"}}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "remove data", command: "rm -rf data", loses: []string{"data/"}}
	}},
	{3, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"sh tools/clean.sh", "make clean", "rm -rf build dist bin"}, deed{name: "clean builds"})
	}},
	{5, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"git checkout -- " + p.source, "git restore " + p.source}, deed{name: "discard the source", loses: []string{p.source}})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"git checkout -- .", "git reset -q --hard", "git restore ."}, deed{name: "discard all", loses: []string{"@tracked"}})
	}},
	{1, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"git clean -fdq", "git clean -fd | tail -3"}, deed{name: "git clean", loses: []string{"@untracked"}})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "stash and pop", command: "git stash -q && git stash pop -q", sweep: true}
	}},
	{1, func(p *project, r *rand.Rand) deed {
		return deed{name: "commit all", command: fmt.Sprintf("git commit -qam 'Change %d'", p.next()), sweep: true}
	}},
	{3, func(p *project, r *rand.Rand) deed {
		return deed{name: "commit the source", command: fmt.Sprintf("git add %s && git commit -qm 'Change %d'; git log --oneline | head -1", p.source, p.next()), takes: []string{p.source}}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		n := p.next()
		return deed{name: "worktree", command: fmt.Sprintf("git worktree add -q ../wt-%s-%d -b side%d && git worktree remove ../wt-%s-%d && git branch -qD side%d", p.name, n, n, p.name, n, n)}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		n := p.next()
		return deed{name: "branch", command: fmt.Sprintf("git branch topic%d && git branch -D topic%d", n, n)}
	}},
	{6, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"cat missing.txt", "python3 tools/missing.py", fmt.Sprintf("git checkout -q nowhere%d", p.next()), "sh -c 'exit 3'", "make nothing"}, deed{name: "fail"})
	}},
	{3, func(p *project, r *rand.Rand) deed {
		return deed{name: "long", command: fmt.Sprintf("sleep 1.2 && sh tools/gen.sh %d", p.next()), typing: true}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "background", command: fmt.Sprintf("sleep 0.5; sh tools/gen.sh %d", p.next()), background: true}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "refused by the user", command: fmt.Sprintf("sh tools/gen.sh %d", p.next()), end: "refused"}
	}},
	{1, func(p *project, r *rand.Rand) deed {
		return deed{name: "denied by the client", command: fmt.Sprintf("curl -s http://localhost:1/%d", p.next()), end: "client"}
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "interrupted", command: fmt.Sprintf("sh tools/gen.sh %d; sleep 30", p.next()), end: "interrupted"}
	}},
	{1, func(p *project, r *rand.Rand) deed {
		return choose(r, []string{"rm -rf ~/", "rm -rf /", "git push --force origin main"}, deed{name: "dangerous", never: true})
	}},
	{2, func(p *project, r *rand.Rand) deed {
		return deed{name: "subagent", tool: "Agent", command: fmt.Sprintf("sh tools/gen.sh %d", p.next())}
	}},
}

func choose(r *rand.Rand, commands []string, d deed) deed {
	d.command = commands[r.IntN(len(commands))]
	return d
}

// breakOrFix is an edit of the source.
func (p *project) breakOrFix(r *rand.Rand) deed {
	d := deed{name: "fix", tool: "Edit", file: p.source, old: p.wrong, text: p.right, keeps: true}
	switch {
	case p.has(p.wrong):
	case p.has(p.right):
		d.name, d.old, d.text = "break", p.right, p.wrong
	default:
		return deed{name: "look", command: "cat " + p.source, quiet: true}
	}
	return d
}

// runCheck is a check, called bare or in a wrapper.
func (p *project) runCheck(r *rand.Rand) deed {
	c := p.checks[0]
	if r.IntN(3) == 0 {
		c = p.checks[r.IntN(len(p.checks))]
	}
	wrappers := []string{"%s", "%s", "%s 2>&1 | tail -20", "cd . && %s", "bash -c '%s'", "env A=b %s", "%s 2>&1", "timeout 100 %s"}
	return deed{name: "check", command: fmt.Sprintf(wrappers[r.IntN(len(wrappers))], c.calls[r.IntN(len(c.calls))]), check: c.name}
}

// draw makes the next deed.
func (p *project) draw(r *rand.Rand) deed {
	total := 0
	for _, m := range makers {
		total += m.weight
	}
	n := r.IntN(total)
	for _, m := range makers {
		if n -= m.weight; n < 0 {
			return m.make(p, r)
		}
	}
	return deed{}
}
