package cmd

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// schemaURL is where editors find the schemas.
const schemaURL = "https://raw.githubusercontent.com/ctxhook/ctxhook/main/docs/"

// configExample is a configuration file that says nothing yet: every key is
// there, with what it means, behind a #.
func configExample() string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + schemaURL + "config.schema.json\n")
	b.WriteString("# The settings of ctxhook. Each line after # shows a default.\n")
	last := ""
	for _, k := range config.Keys() {
		b.WriteString("\n")
		for _, l := range wrap(k.Doc) {
			b.WriteString("# " + l + "\n")
		}
		b.WriteString("# (" + k.Kind + ")\n")
		name, indent := k.Name, ""
		if group, under, ok := strings.Cut(name, "."); ok {
			if group != last {
				b.WriteString("#" + group + ":\n")
			}
			name, indent, last = under, "  ", group
		}
		b.WriteString("#" + indent + name + ": " + exampleValue(&k) + "\n")
	}
	return b.String()
}

// exampleValue is a default as it is written in a file.
func exampleValue(k *config.Key) string {
	if name, ok := strings.CutPrefix(k.Name, "policy."); ok {
		if r, err := policy.ParseRisk(name); err == nil {
			return policy.For(policy.Standard).Decide(r).String()
		}
	}
	if k.Default == "all on" {
		return "{}"
	}
	return k.Default
}
