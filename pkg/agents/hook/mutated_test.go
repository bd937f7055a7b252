package hook

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

var (
	mutations    = flag.Int("mutations", 400, "how many mutated payloads are tried")
	mutationSeed = flag.Uint64("mutations.seed", 1, "their seed")
	mutationDirs = flag.String("mutations.dirs", "../../base/protocol/testdata", "where their payloads are, with commas between")
)

// TestMutatedPayloads mutates payloads that agents send. No mutation makes a hook
// panic, or answer what is no JSON; and a payload that was stopped is not let
// through while its tool and its command are as they were.
func TestMutatedPayloads(t *testing.T) {
	u := newUser(t)
	bases := mutationBases(t, u)
	m := mutator{rand.New(rand.NewPCG(*mutationSeed, 20)), bases}
	var took []time.Duration
	stopped, survived := 0, 0
	log := filepath.Join(u.home, ".local/state/ctxhook/debug.log")
	readLog := func() {
		text, err := os.ReadFile(log)
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "panic") {
				t.Errorf("the log: %s", line)
			}
		}
		if err = errors.Join(err, os.Remove(log)); err != nil {
			t.Error(err)
		}
	}
	for range *mutations {
		b := bases[m.IntN(len(bases))]
		text := m.mutate(b.text)
		begun := time.Now()
		a := u.run(b.event, text)
		took = append(took, time.Since(begun))
		if d := took[len(took)-1]; d > guardLimit {
			t.Fatalf("%s took %v for %q", b.event, d, text)
		}
		if info, err := os.Stat(log); err == nil && info.Size() > 100<<10 {
			readLog()
		}
		if a.exit != exitOK && a.exit != exitBlock {
			t.Errorf("exit %d for %q", a.exit, text)
		}
		if a.stdout != "" && !json.Valid([]byte(a.stdout)) {
			t.Errorf("%q is no JSON, the answer to %q", a.stdout, text)
		}
		if !b.stopped || !survives(b.text, text) {
			continue
		}
		if survived++; stops(a) {
			stopped++
		} else {
			t.Errorf("let through: %s %q\n%s", b.event, text, a.stdout)
		}
	}
	readLog()
	slices.Sort(took)
	t.Logf("%d payloads of %d; %d of %d stopped; p50 %v, p99 %v, max %v", len(took), len(bases), stopped, survived,
		took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
	if survived*100 < *mutations {
		t.Errorf("only %d commands survived", survived)
	}
}

// mutationBase is a payload and the hook that it is for.
type mutationBase struct {
	event, text string
	stopped     bool
}

// mutationBases reads the payloads, each as it is, and with a fatal command where
// it holds one that is about to run.
func mutationBases(t *testing.T, u *user) (bases []mutationBase) {
	t.Helper()
	for dir := range strings.SplitSeq(*mutationDirs, ",") {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".json" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			event, text := "hook", string(data)
			if call, err := protocol.Decode(data, false, protocol.Hint{}); err == nil {
				if h := eventFor(&call); h != nil {
					event = h.Name
				}
				if len(call.Commands) == 1 && event == preBashName {
					was, _ := json.Marshal(call.Commands[0])
					is, _ := json.Marshal(fatal)
					lethal := strings.Replace(text, string(was), string(is), 1)
					bases = append(bases, mutationBase{event, lethal, lethal != text && stops(u.run(event, lethal))})
				}
			}
			bases = append(bases, mutationBase{event, text, false})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.ContainsFunc(bases, func(b mutationBase) bool { return b.stopped }) {
		t.Fatal("no payload is stopped")
	}
	return bases
}

// stops reports whether an answer denies or asks.
func stops(a answer) bool {
	s := strings.ToLower(a.stdout)
	return a.exit == exitBlock || strings.Contains(s, "deny") || strings.Contains(s, `"ask"`) || strings.Contains(s, `"block"`) || strings.Contains(s, `"cancel":true`) || strings.Contains(s, `"skip":true`)
}

// survives reports whether a reader of JSON finds the same in a payload, but for
// keys that were added and name no other event.
func survives(was, is string) bool {
	var a, b any
	d := json.NewDecoder(strings.NewReader(strings.Trim(is, "\x00 \n")))
	return json.Unmarshal([]byte(was), &a) == nil && d.Decode(&b) == nil && within(a, b) && eventOf(a) == eventOf(b)
}

// eventOf returns what says that a tool has run.
func eventOf(payload any) [2]any {
	object, _ := payload.(map[string]any)
	_, ran := object["tool_response"]
	return [2]any{object["hook_event_name"], ran}
}

// within reports whether all of one value is in another. What no verdict depends
// on may differ.
func within(a, b any) bool {
	x, ok := a.(map[string]any)
	if !ok {
		return reflect.DeepEqual(a, b)
	}
	y, ok := b.(map[string]any)
	for key, v := range x {
		switch key {
		case "session_id", "tool_use_id", "transcript_path", "description", "prompt_id", "timeout", "timestamp", "model", "effort":
			continue
		}
		w, has := y[key]
		ok = ok && has && within(v, w)
	}
	return ok
}

type mutator struct {
	*rand.Rand
	bases []mutationBase
}

// mutate changes a payload in one to three places.
func (m mutator) mutate(s string) string {
	for range 1 + m.IntN(3) {
		at := m.IntN(len(s) + 1)
		to := min(len(s), at+m.IntN(9))
		switch m.IntN(14) {
		case 0:
			s = s[:at] + s[to:]
		case 1:
			s = s[:at] + s[at:to] + s[at:]
		case 2:
			s = s[:at] + string(rune(m.IntN(0x250))) + s[to:]
		case 3:
			s = s[:at] + string([]byte{byte(m.IntN(256))}) + s[at:]
		case 4:
			s = s[:at] + m.of("\x00", "{", "}", "[", "]", `"`, `\`, ",", ":", "null", "1e999", `\u0000`, `\ud800`, "\n", "\xff", "//", "'", "\ufeff") + s[at:]
		case 5:
			s = s[:at]
		case 6:
			s += m.of("\x00", "}", " {}", "\n", "rubbish", `{"tool_name":"Read"}`, strings.Repeat("\x00", 100), strings.Repeat("x", 10_000))
		case 7:
			s = m.of("\x00", "\ufeff", " \n", "\x00\x00\n") + s
		case 8: // a key once more, in front
			if i := strings.IndexByte(s, '{'); i >= 0 {
				s = s[:i+1] + m.of(`"tool_name":"Read",`, `"tool_input":{},`, `"command":"ls",`, `"tool_input":{"command":"ls"},`, `"x":{"a":[1,2,{"b":null}]},`, `"session_id":7,`, `"cwd":"\u0000",`, `"a":"`+strings.Repeat("é", 5000)+`",`) + s[i+1:]
			}
		case 9: // a key once more, behind
			if i := strings.LastIndexByte(s, '}'); i >= 0 {
				s = s[:i] + m.of(`,"tool_name":"Bash"`, `,"tool_input":{}`, `,"command":"ls"`, `,"tool_input":{"command":"ls"}`, `,"hook_event_name":"PostToolUse"`, `,"tool_response":{}`, `,"x":`+strings.Repeat("[", 50)+strings.Repeat("]", 50)) + s[i:]
			}
		case 10: // spaces where they may be
			s = strings.Replace(s, `":`, m.of(`" : `, "\"\n\t:", "\"\x00:"), 1+m.IntN(3))
		case 11:
			other := m.bases[m.IntN(len(m.bases))].text
			s = s[:at] + other[m.IntN(len(other)+1):]
		case 12:
			s = strings.Replace(s, m.of("session_id", "cwd", "timeout", "description", "transcript_path"), m.of("x", "\\u0063wd", "", "command"), 1)
		case 13: // a key as it may be written, too
			s = strings.Replace(s, m.of(`"command"`, `"tool_name"`, `"tool_input"`), m.of(`"comm\u0061nd"`, `"tool_n\u0061me"`, `"tool_\u0069nput"`), 1)
		}
	}
	return s
}

func (m mutator) of(list ...string) string { return list[m.IntN(len(list))] }
