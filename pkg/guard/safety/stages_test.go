package safety_test

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// BenchmarkStages measures each stage of judging a script of 10 KB by itself: the
// foreign parser, all of shell, the effects, and the rules with them.
func BenchmarkStages(b *testing.B) {
	text := numbered("if [ -f \"src/f%[1]d.txt\" ]; then cp \"src/f%[1]d.txt\" build/o%[1]d.txt; echo \"copied $(basename src/f%[1]d.txt)\"; fi\n", 90)
	opt := shell.Options{Models: rules.Command, Functions: rules.Function, Home: place.Home, Cwd: place.Cwd}
	script := follow.Parse(text, opt)
	e := engine()
	for _, stage := range []struct {
		name string
		run  func()
	}{
		{"syntax", func() { syntax.NewParser().Parse(strings.NewReader(text), "") }},
		{"shell", func() { follow.Parse(text, opt) }},
		{"effects", func() {
			r := effect.NewReader(script, place)
			for i := range script.Calls {
				r.Of(i)
			}
		}},
		{"rules", func() { e.Check(script, place, nil) }},
	} {
		b.Run(stage.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				stage.run()
			}
		})
	}
}
