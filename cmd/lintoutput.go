package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/lint/report"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// outputs are the reports of a run: the one on standard output, and files.
type outputs []*output

// output is a report on its way to a stream or a file. The file is made when
// there is something to write, so that a run that never begins leaves the old
// report as it was.
type output struct {
	format  report.Format
	options report.Options
	path    string // "": standard output
	stream  io.Writer
	file    *os.File
	buffer  *bufio.Writer
	report  report.Report
	err     error
}

func (cmd *lintCommand) reports() (outputs, error) {
	format, err := lintFormat(cmd.format)
	if err != nil {
		return nil, err
	}
	version := cmd.version()
	outs := outputs{{format: format, stream: cmd.Stdout, options: report.Options{Version: version, Page: rulePage, Paint: func(t report.Tone, s string) string {
		return cmd.paint(toneColor(t), s)
	}}}}
	for _, o := range cmd.outputs {
		name, path, ok := strings.Cut(o, "=")
		if !ok || path == "" {
			return nil, withHint(fmt.Errorf("--output %s names no file", quote(o)), "for example: --output sarif=ctxhook.sarif")
		}
		format, err := lintFormat(name)
		if err != nil {
			return nil, err
		}
		outs = append(outs, &output{format: format, path: path, options: report.Options{Version: version, Page: rulePage}})
	}
	return outs, nil
}

// rulePage returns the file of ctxhook's source that documents a rule. The user's
// own rules have none.
func rulePage(id string) string {
	if slices.ContainsFunc(rules.Safety(), func(r *rule.Rule) bool { return r.ID == id }) {
		return "rules/safety/" + id + ".yaml"
	}
	switch pack, _, _ := strings.Cut(id, "/"); {
	case safety.Fixed(id), pack == "shell":
		return "docs/settings.md"
	case slices.ContainsFunc(ownRules(), func(r *rule.Rule) bool { return r.ID == id }):
		return "docs/lint.md"
	}
	return ""
}

func lintFormat(name string) (report.Format, error) {
	f, ok := report.ByName(name)
	if !ok {
		return f, withHint(fmt.Errorf("there is no format %s", quote(name)), "one of "+strings.Join(formatNames(), ", "))
	}
	return f, nil
}

func (outs outputs) finding(f *lint.Finding) {
	for _, o := range outs {
		if o.open() {
			o.report.Finding(f)
		}
	}
}

// end writes what is left and returns what went wrong on the way.
func (outs outputs) end(sum *lint.Summary) error {
	var errs []error
	for _, o := range outs {
		errs = append(errs, o.end(sum))
	}
	return errors.Join(errs...)
}

func (o *output) open() bool {
	if o.report != nil || o.err != nil {
		return o.err == nil
	}
	w := o.stream
	if o.path != "" {
		if o.file, o.err = os.Create(o.path); o.err != nil {
			return false
		}
		w = o.file
	}
	o.buffer = bufio.NewWriterSize(w, 64<<10)
	o.report = o.format.New(o.buffer, o.options)
	return true
}

func (o *output) end(sum *lint.Summary) error {
	if !o.open() {
		return o.err
	}
	o.report.End(sum)
	err := o.buffer.Flush()
	if o.file != nil {
		err = errors.Join(err, o.file.Close())
	}
	if err != nil && o.path == "" {
		err = fmt.Errorf("standard output: %w", err)
	}
	return err
}

func toneColor(t report.Tone) color {
	switch t {
	case report.Alarm:
		return riskColor(policy.Critical.String())
	case report.Caution:
		return riskColor(policy.Medium.String())
	case report.Faint:
		return dim
	}
	return bold
}
