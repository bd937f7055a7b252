package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// block is a task of a program that a task runner reads: a function or a block.
type block struct {
	name     string
	from, to int
	kept     bool
}

// onlyGoals returns the text of a file of tasks without the tasks that a call does not ask
// for and that those it asks for do not mention. Its lines stay what they are.
func onlyGoals(text, lang string, goals []string) string {
	blocks := tasksOf(text, lang)
	keep := func(name string) bool {
		found := false
		for i := range blocks {
			if b := &blocks[i]; !b.kept && (sameTask(b.name, name) || strings.Contains(text[b.from:b.to], `"`+name+`"`)) {
				b.kept, found = true, true
			}
		}
		return found
	}
	asked := false
	for _, g := range goals {
		asked = keep(g) || asked
	}
	if !asked || len(blocks) > maxBlocks {
		return text
	}
	for again := true; again; {
		again = false
		for i := range blocks {
			if blocks[i].kept {
				continue
			}
			for k := range blocks {
				if b := &blocks[k]; b.kept && strings.Contains(text[b.from:b.to], blocks[i].name) {
					blocks[i].kept, again = true, true
					break
				}
			}
		}
	}
	out := []byte(text)
	for _, b := range blocks {
		for i := b.from; i < b.to && !b.kept; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// maxBlocks is how many tasks of a file are told apart.
const maxBlocks = 200

// sameTask reports whether a goal names a task: with dashes for underscores, behind the
// name of its module, in any case.
func sameTask(task, goal string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s[strings.LastIndexAny(s, ":.")+1:]))
	}
	version := strings.TrimRight(goal, "0123456789.") // tests-3.12 of nox
	return plain(task) == plain(goal) || strings.HasSuffix(version, "-") && plain(task) == plain(version)
}

// tasksOf finds the tasks of a file: functions of Python with a decorator, blocks of
// Ruby, exported functions of Go.
func tasksOf(text, lang string) (blocks []block) {
	at, open, indent, decorated := 0, -1, 0, -1
	end := func() {
		if open >= 0 {
			blocks[open].to = at
		}
		open = -1
	}
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		column := len(line) - len(strings.TrimLeft(line, " \t"))
		start := at
		switch {
		case bare == "":
		case lang == "python" && column == 0:
			end()
			name, isDef := strings.CutPrefix(bare, "def ")
			switch {
			case bare[0] == '@' && decorated < 0:
				decorated = start
			case bare[0] == '@':
			case isDef && decorated >= 0:
				name, _, _ = strings.Cut(name, "(")
				blocks, open, decorated = append(blocks, block{name: name, from: decorated, to: len(text)}), len(blocks), -1
			default:
				decorated = -1
			}
		case lang == "ruby" && open < 0 && strings.HasPrefix(bare, "task ") && strings.Contains(bare, " do"):
			if words := strings.FieldsFunc(bare, func(c rune) bool { return strings.ContainsRune(" :\"',()=>", c) }); len(words) > 1 {
				blocks, open, indent = append(blocks, block{name: words[1], from: start, to: len(text)}), len(blocks), column
			}
		case lang == "ruby" && open >= 0 && column == indent && bare == "end":
			at += len(line)
			end()
			continue
		case lang == "go" && column == 0:
			end()
			if name, ok := strings.CutPrefix(bare, "func "); ok && name != "" && name[0] >= 'A' && name[0] <= 'Z' {
				name, _, _ = strings.Cut(name, "(")
				blocks, open = append(blocks, block{name: name, from: start, to: len(text)}), len(blocks)
			}
		}
		at += len(line)
	}
	return blocks
}

// goalsOf returns the tasks that a call asks for: its operands, values of options that
// name goals, or those that its model names where it asks for none.
func goalsOf(c *shell.Call, n *rule.Nested) []string {
	var goals []string
	for _, w := range c.Args.Operands {
		goals = append(goals, w.String())
	}
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Option != nil && f.Option.Role == rule.RoleGoal && f.Value != nil {
			goals = append(goals, strings.Split(f.Value.String(), ",")...)
		}
	}
	if len(goals) == 0 {
		return n.Goals
	}
	return slices.Compact(goals)
}
