package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// pollEvery is how often a log that is followed looks for more.
const pollEvery = 300 * time.Millisecond

// followFrom prints decisions, the latest last, and then each that comes, and how
// each ends, until the user interrupts it.
func (cmd *logCommand) followFrom(ws *workspace, filter report.DecisionFilter, rows []*decisionView) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	f := follower{cmd: cmd, shown: make(map[string]bool), ended: make(map[string]bool)}
	start := time.Now()
	for _, v := range slices.Backward(rows) {
		f.show(v)
	}
	if isTerminal(cmd.Stdout) {
		cmd.hint("waiting for more; ctrl-c ends it")
	}
	filter.Limit = 0
	if since := start.Add(-time.Hour); filter.Since.Before(since) { // an ask may wait that long
		filter.Since = since
	}
	for last := ""; cmd.lost == nil; {
		if now := ws.memoryStamp(); now != last {
			last = now
			rows, err := ws.decisions(filter)
			if err != nil {
				cmd.warnf("there may be more: %v", err)
			}
			for _, v := range slices.Backward(rows) {
				if f.shown[v.ID] || !v.Time.Before(start) {
					f.show(v)
				}
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollEvery):
		}
	}
	return nil
}

// follower prints each decision once, and its ending once.
type follower struct {
	cmd          *logCommand
	shown, ended map[string]bool
}

func (f *follower) show(v *decisionView) {
	first, news := !f.shown[v.ID], v.Ended != nil && !f.ended[v.ID]
	if !first && !news {
		return
	}
	f.shown[v.ID], f.ended[v.ID] = true, v.Ended != nil
	e := f.cmd.Env
	switch {
	case f.cmd.json:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(v) // our own struct of texts
		e.printf("%s", display.JSON(b.Bytes()))
	case first:
		v.print(e)
	default:
		e.printf("%s  %s  %s %s\n", minute(v.Ended.Time), display.Plain(v.ID), e.paint(bold, "->"), display.Plain(v.Ended.words()))
	}
}

// memoryStamp changes with the files in which hooks leave what they decided.
func (ws *workspace) memoryStamp() string {
	var b strings.Builder
	path := ws.storeOptions().Path
	for _, name := range []string{path, path + "-wal", ws.places.SpoolDir()} {
		if info, err := os.Stat(filepath.Clean(name)); err == nil {
			fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}
