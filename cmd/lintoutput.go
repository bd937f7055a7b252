package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/lint/report"
	"github.com/ctxhook/ctxhook/rules"
)

// outputs are the reports of a run: the one on standard output, and files.
type outputs []*output

// output is a report on its way to a stream or a file. A file, and a format that is
// one document, is written when the run is over: a run that is killed leaves no half
// of one, and the old report as it was.
type output struct {
	format  report.Format
	options report.Options
	path    string // "": standard output
	stream  io.Writer
	whole   *bytes.Buffer // nil: findings are written as they come
	buffer  *bufio.Writer
	report  report.Report
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
		o.open()
		o.report.Finding(f)
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

func (o *output) open() {
	if o.report != nil {
		return
	}
	w := o.stream
	if o.path != "" || !o.format.Lines {
		o.whole = new(bytes.Buffer)
		w = o.whole
	}
	o.buffer = bufio.NewWriterSize(w, 64<<10)
	o.report = o.format.New(o.buffer, o.options)
}

func (o *output) end(sum *lint.Summary) error {
	o.open()
	o.report.End(sum)
	err := o.buffer.Flush()
	switch {
	case o.path != "":
		return o.save()
	case o.whole != nil:
		_, err = o.stream.Write(o.whole.Bytes())
	}
	if err != nil {
		err = fmt.Errorf("standard output: %w", err)
	}
	return err
}

// save replaces the file of a report. It writes into a pipe or a device.
func (o *output) save() error {
	f := paths.UserFile{Path: o.path, Target: o.path, Mode: 0o644}
	if info, err := os.Stat(o.path); err == nil {
		if f.Mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return os.WriteFile(o.path, o.whole.Bytes(), f.Mode)
		}
		if f.Target, err = filepath.EvalSymlinks(o.path); err != nil {
			return err
		}
	}
	return f.Replace(o.whole.Bytes())
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
