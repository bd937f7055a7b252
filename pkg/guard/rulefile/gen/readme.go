package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// readme returns rules/README.md: the rules by pack and the programs by type.
func (k knowledge) readme() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<!-- Generated from the files of this directory by go generate ./rules. -->
# What ctxhook knows

%d rules and %d models of %d programs. A model lists the effects of a program's
options and subcommands; a rule finds the effects to warn about.
`+"`ctxhook explain RULE`"+` shows a rule with commands that it finds and
commands that it ignores.

## Rules
`, len(k.safety), len(k.commands), k.names(""))
	pack := ""
	for _, r := range k.safety {
		if r.Pack() != pack {
			pack = r.Pack()
			fmt.Fprintf(&out, "\n### %s\n\n| rule | what it finds | risk | mitigation |\n| --- | --- | --- | --- |\n", pack)
		}
		fmt.Fprintf(&out, "| [%s](safety/%s.yaml) | %s | %s | %s |\n", r.ID, r.ID, cell(r.Title), r.Risk, cell(r.Mitigation))
	}
	out.WriteString("\n## Programs\n\nOther names of a program, and other programs with the same verbs, are in parentheses.\n\n| type | number | programs |\n| --- | --- | --- |\n")
	for _, typ := range rule.Types {
		if list := k.programs(typ); len(list) > 0 {
			fmt.Fprintf(&out, "| %s | %d | %s |\n", typ, k.names(typ), strings.Join(list, ", "))
		}
	}
	k.coverage(&out)
	k.wanted(&out)
	return out.Bytes()
}

// names counts the programs of a type; "" is any.
func (k knowledge) names(typ string) int {
	n := 0
	for _, c := range k.commands {
		if typ == "" || c.Type == typ {
			n += len(c.Names)
		}
	}
	return n
}

func (k knowledge) programs(typ string) []string {
	var list []string
	for _, c := range k.commands {
		if c.Type != typ {
			continue
		}
		name := "`" + c.Names[0] + "`"
		if len(c.Names) > 1 {
			name += " (" + strings.Join(c.Names[1:], " ") + ")"
		}
		list = append(list, cell(name))
	}
	return list
}

// cell makes a text fit into a table row. An angle bracket would begin HTML.
func cell(s string) string {
	return strings.NewReplacer("\n", " ", "|", `\|`, "<", "&lt;").Replace(s)
}
