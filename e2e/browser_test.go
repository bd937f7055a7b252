//go:build unix

package e2e

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium without a window. It is spoken to over its DevTools
// protocol on a pipe, so that it needs neither a port nor a driver.
type browser struct {
	t       *testing.T
	in      io.Writer
	answers chan answered
	events  chan string
	next    int
	session string
}

// answered is an answer of the browser, or an event.
type answered struct {
	Method string
	Result json.RawMessage
	Error  *struct{ Message string }
}

// realBrowser starts the browser that CTXHOOK_CHROMIUM names.
func realBrowser(t *testing.T) *browser {
	t.Helper()
	program := os.Getenv("CTXHOOK_CHROMIUM")
	if program == "" {
		t.Skip("CTXHOOK_CHROMIUM names no browser")
	}
	ours, theirs, err := os.Pipe() // it writes
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe() // it reads
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{read, theirs}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read.Close()
	theirs.Close()
	b := &browser{t: t, in: write, answers: make(chan answered, 1), events: make(chan string, 1000)}
	t.Cleanup(func() {
		b.call("Browser.close", nil, nil)
		cmd.Wait()
		write.Close()
		ours.Close()
	})
	go b.read(ours)
	var target struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// read hands on what the browser says: each message ends with a zero byte.
func (b *browser) read(from io.Reader) {
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		data, err := lines.ReadBytes(0)
		if err != nil {
			return
		}
		var a answered
		if json.Unmarshal(data[:len(data)-1], &a) != nil {
			continue
		}
		if a.Method == "" {
			b.answers <- a
			continue
		}
		select {
		case b.events <- a.Method + " " + string(data):
		default: // nothing waits for so many
		}
	}
}

// call calls a method of the browser, and reads its result.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.next++
	message := map[string]any{"id": b.next, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	data, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(data, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	select {
	case a := <-b.answers: // of this call: there is one at a time
		if a.Error != nil {
			b.t.Fatalf("%s: %s", method, a.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(a.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(time.Minute):
		b.t.Fatalf("%s: no answer", method)
	}
}

// look sets the size of the window, and light or dark.
func (b *browser) look(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// visit opens a file. It fails if the page says anything in the console.
func (b *browser) visit(path string) {
	b.t.Helper()
	for len(b.events) > 0 {
		<-b.events
	}
	b.call("Page.navigate", map[string]any{"url": "file://" + path}, nil)
	for deadline := time.After(time.Minute); ; {
		select {
		case event := <-b.events:
			switch method, _, _ := strings.Cut(event, " "); method {
			case "Page.loadEventFired":
				return
			case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
				b.t.Errorf("the page says %.600s", event)
			}
		case <-deadline:
			b.t.Fatal("the page is not loaded")
		}
	}
}

// eval evaluates an expression in the page.
func eval[T any](b *browser, format string, args ...any) (v T) {
	b.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": fmt.Sprintf(format, args...), "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%.200s: %s", format, r.ExceptionDetails)
	}
	if len(r.Result.Value) > 0 {
		if err := json.Unmarshal(r.Result.Value, &v); err != nil {
			b.t.Fatalf("%.200s: %v", format, err)
		}
	}
	return v
}

// press presses a key: a name of a key, or a character.
func (b *browser) press(key string) {
	b.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32}
	down := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
	switch {
	case key == "Enter":
		down["text"] = "\r"
	case len(key) == 1:
		down["text"] = key
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "windowsVirtualKeyCode": codes[key]}, nil)
}

// shoot keeps a picture of the whole page in the directory CTXHOOK_SCREENSHOTS, if
// that is set.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("CTXHOOK_SCREENSHOTS")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
