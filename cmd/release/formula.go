package main

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed formula.rb.tmpl
var formulaText string

// writeFormula writes the Homebrew formula. It installs the binaries of the
// release; a cask would need Apple's notarisation, or to strip the mark that
// asks for it.
func writeFormula(from, file string) error {
	d, err := openDist(from)
	if err != nil {
		return err
	}
	var missing error
	sum := func(os, arch string) string {
		name := d.archive(programs[0], target{os, arch})
		if d.sums[name] == "" {
			missing = fmt.Errorf("checksums.txt has no checksum for %s", name)
		}
		return d.sums[name]
	}
	url := func(os, arch string) string {
		return fmt.Sprintf("https://github.com/ctxhook/ctxhook/releases/download/v%s/%s", d.version, d.archive(programs[0], target{os, arch}))
	}
	t, err := template.New("formula").Funcs(template.FuncMap{"sum": sum, "url": url}).Parse(formulaText)
	if err != nil {
		return err
	}
	var out strings.Builder
	if err := t.Execute(&out, d.version); err != nil {
		return err
	}
	if missing != nil {
		return missing
	}
	return write(file, []byte(out.String()), 0o644)
}
