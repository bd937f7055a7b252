package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// outputs writes the calls of programs that print a secret.
func (k knowledge) outputs(out *bytes.Buffer, list []rulefile.SecretOutput) {
	kinds := map[string]string{"all": "printsAll", "first": "printsFirst", "named": "printsNamed", "file": "printsFile", "words": "printsWords", "values": "printsValues", "random": "printsRandom"}
	rows := make(map[string][]string) // by program
	for _, o := range list {
		row := "{what: " + kinds[o.Prints]
		for _, f := range [...]struct {
			name string
			list []string
		}{{"sub", strings.Fields(o.Sub)}, {"with", o.With}, {"without", o.Without}} {
			if len(f.list) > 0 {
				row += fmt.Sprintf(", %s: []string{%s}", f.name, quoted(f.list))
			}
		}
		if o.Stored {
			row += ", stored: true"
		}
		for _, name := range o.Program {
			rows[name] = append(rows[name], row+"}")
		}
	}
	valuedBy := make(map[string][]string)
	for i := range k.commands {
		c := &k.commands[i]
		for _, name := range c.Names {
			if rows[name] != nil {
				valuedBy[name] = append(valuedBy[name], valued(c)...)
			}
		}
	}
	names := make(map[string][]string) // programs by the source of their sets
	for name, list := range rows {
		source := "rows: []printed{" + strings.Join(list, ", ") + "}"
		if v := valuedBy[name]; len(v) > 0 {
			slices.Sort(v)
			source += ", valued: []string{" + quoted(slices.Compact(v)) + "}"
		}
		names[source] = append(names[source], name)
	}
	for _, list := range names {
		slices.Sort(list)
	}
	sources := slices.SortedFunc(maps.Keys(names), func(a, b string) int { return strings.Compare(names[a][0], names[b][0]) })
	var all strings.Builder
	out.WriteString("// outputsOf returns the place of a program in outputSets, or 0.\nfunc outputsOf(w string) int {\nswitch w {\n")
	for i, source := range sources {
		fmt.Fprintf(out, "case %s:\nreturn %d\n", quoted(names[source]), i+1)
		fmt.Fprintf(&all, "%d: {%s}, // %s\n", i+1, source, names[source][0])
	}
	fmt.Fprintf(out, "}\nreturn 0\n}\n\n// outputSets are the calls of programs that print a secret.\nvar outputSets = [...]outputSet{\n%s}\n\n", all.String())
}
