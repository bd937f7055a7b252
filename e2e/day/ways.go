package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A way is how a file comes to be, or to be changed, and by whom.
type way struct {
	name    string
	owner   string // own, user, live or ended
	tracked bool   // it changes a committed file instead of making a new one
	slow    bool   // it takes more than ten seconds
	do      func(s *stage, file string) error
}

// A stage is a project with three sessions: the one that is asked, another that is
// live, and one that ended.
type stage struct {
	w          *world
	root       string
	self, live *session
	task       int
}

// ran lets a session run a command alone, heard to the end, whatever is asked.
func (s *stage) ran(who *session, command string) error {
	c, err := who.asks("Bash", commandInput(command))
	if err != nil {
		return err
	}
	if c.said.action == "block" || c.said.action == "stopped" {
		return fmt.Errorf("%s: %s", command, c.said.reason)
	}
	s.w.soon()
	r := s.w.bash(who.cwd, command, long)
	s.w.soon()
	_, err = c.ended(r)
	s.w.rest()
	return err
}

// by makes a way of a command that names the file as FILE.
func by(command string) func(*stage, string) error {
	return func(s *stage, file string) error { return s.ran(s.self, strings.ReplaceAll(command, "FILE", file)) }
}

// byOther is a command of the other live session.
func byOther(command string) func(*stage, string) error {
	return func(s *stage, file string) error { return s.ran(s.live, strings.ReplaceAll(command, "FILE", file)) }
}

// typed is a command of the user's, in a terminal that no hook sees.
func typed(command string) func(*stage, string) error {
	return func(s *stage, file string) error {
		if err := s.w.quietly(s.root, strings.ReplaceAll(command, "FILE", file)); err != nil {
			return err
		}
		s.w.rest()
		return nil
	}
}

// then does one thing after the other.
func then(parts ...func(*stage, string) error) func(*stage, string) error {
	return func(s *stage, file string) error {
		for _, do := range parts {
			if err := do(s, file); err != nil {
				return err
			}
		}
		return nil
	}
}

// while lets something happen in the middle of a long command of the session.
func while(command string, do func(*stage, string) error) func(*stage, string) error {
	return func(s *stage, file string) error {
		happened := make(chan error, 1)
		time.AfterFunc(400*time.Millisecond, func() { happened <- do(s, file) })
		return orWrite(s.ran(s.self, command), <-happened)
	}
}

// inBackground lets something happen while a task of the session runs.
func inBackground(command string, do func(*stage, string) error) func(*stage, string) error {
	return func(s *stage, file string) error {
		s.task++
		command := strings.ReplaceAll(command, "FILE", file)
		input := commandInput(command)
		input["run_in_background"] = true
		c, err := s.self.asks("Bash", input)
		if err != nil {
			return err
		}
		done := make(chan ran, 1)
		go func() { done <- s.w.bash(s.root, command, long) }()
		task := fmt.Sprintf("b%08d", s.task)
		if err := c.launched(task); err != nil {
			return err
		}
		if do != nil {
			s.w.rest()
			if err := do(s, file); err != nil {
				return err
			}
		}
		r := <-done
		s.w.rest()
		return c.finished(task, r.exit)
	}
}

// ended is a command of a session that begins and ends with it.
func ended(command string) func(*stage, string) error {
	return func(s *stage, file string) error {
		short := s.w.newSession(s.root, true)
		if _, err := short.start(); err != nil {
			return err
		}
		if _, err := short.says("Do it."); err != nil {
			return err
		}
		if err := s.ran(short, strings.ReplaceAll(command, "FILE", file)); err != nil {
			return err
		}
		if _, err := short.stop(); err != nil {
			return err
		}
		return short.end()
	}
}

// asSubagent is a command of a subagent of the session.
func asSubagent(command string) func(*stage, string) error {
	return func(s *stage, file string) error {
		s.task++
		me := s.self
		input := map[string]any{"description": "a part", "prompt": "Do a part.", "subagent_type": "general-purpose", "run_in_background": false}
		c, err := me.asks("Agent", input)
		if err != nil {
			return err
		}
		me.agent = fmt.Sprintf("a%015d", s.task)
		agent := me.agent
		_, err = me.tells("SubagentStart", "", nil)
		if err == nil {
			err = s.ran(me, strings.ReplaceAll(command, "FILE", file))
		}
		if err == nil {
			_, err = me.tells("SubagentStop", "", map[string]any{"permission_mode": "default", "stop_hook_active": false, "last_assistant_message": "Done.", "background_tasks": []any{}, "session_crons": []any{}})
		}
		me.agent = ""
		if err != nil {
			return err
		}
		_, err = c.after("PostToolUse", time.Second, map[string]any{"tool_response": map[string]any{
			"status": "completed", "agentId": agent, "agentType": "general-purpose", "content": []any{map[string]any{"type": "text", "text": "Done."}}}})
		return orWrite(err, c.result("Done.", false, nil))
	}
}

func byWrite(who func(*stage) *session) func(*stage, string) error {
	return func(s *stage, file string) error {
		_, _, err := who(s).writesFile(filepath.Join(s.root, file), "written for "+file+"\n")
		return err
	}
}

func self(s *stage) *session { return s.self }
func live(s *stage) *session { return s.live }

func byEdit(s *stage, file string) error {
	data, err := os.ReadFile(filepath.Join(s.root, file))
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	_, _, err = s.self.editsFile(filepath.Join(s.root, file), line, line+" edited")
	return err
}

// ways to be asked about. A file of its own lies in a directory of its own.
var ways = []way{
	{name: "redirect", owner: "own", do: by("echo made for FILE > FILE")},
	{name: "copy", owner: "own", do: by("mkdir -p $(dirname FILE) && cp README.md FILE")},
	{name: "tee at the end of a pipe", owner: "own", do: by("date | tee FILE | tail -1")},
	{name: "bash -c", owner: "own", do: by("bash -c 'echo made > FILE'")},
	{name: "env and cd", owner: "own", do: by("cd made && env A=b sh -c 'echo $A > ../FILE'")},
	{name: "python", owner: "own", do: by("python3 -c \"open('FILE','w').write('made')\"")},
	{name: "script that is told the name", owner: "own", do: by("sh tools/one.sh FILE")},
	{name: "script that is not", owner: "own", do: by("N=FILE; export N; sh tools/gen.sh")},
	{name: "make", owner: "own", do: by("make -s one OUT=FILE")},
	{name: "install", owner: "own", do: by("npm install $(basename FILE .txt) && mv node_modules/$(basename FILE .txt)/lib/1.js FILE")},
	{name: "long command", owner: "own", do: by("sleep 1.5; echo made > FILE")},
	{name: "long script", owner: "own", do: by("export N=FILE; sleep 1.2 && sh tools/gen.sh 2>&1 | tail -2")},
	{name: "command of eleven seconds", owner: "own", slow: true, do: by("export N=FILE; sleep 11 && sh tools/gen.sh")},
	{name: "failing test", owner: "own", do: by("export N=FILE; sh tools/gen.sh && echo 'FAIL: 1 test' && exit 1")},
	{name: "unpacked", owner: "own", do: by("cp README.md FILE && tar cf made/a.tar FILE && rm FILE && tar xf made/a.tar")},
	{name: "moved into place", owner: "own", do: by("echo made > made/tmp && mv made/tmp FILE")},
	{name: "task in the background", owner: "own", do: inBackground("sleep 0.5; echo made > FILE", nil)},
	{name: "subagent", owner: "own", do: asSubagent("export N=FILE; sh tools/gen.sh")},
	{name: "Write tool", owner: "own", do: byWrite(self)},
	{name: "Edit tool", owner: "own", tracked: true, do: byEdit},
	{name: "sed -i", owner: "own", tracked: true, do: by("sed -i 's/text/words/' FILE")},
	{name: "formatter", owner: "own", tracked: true, do: by("npx prettier --write FILE")},
	{name: "formatter of a tree", owner: "own", tracked: true, do: by("export N=FILE; sh tools/fmt.sh")},
	{name: "patch", owner: "own", tracked: true, do: by("sed 's/text/words/' FILE >made/new; diff -u FILE made/new | patch -s FILE; rm made/new")},
	{name: "twice", owner: "own", do: then(by("echo one > FILE"), by("echo two >> FILE"), by("sed -i s/o/0/ FILE"))},

	{name: "user between calls", owner: "user", do: typed("echo mine > FILE")},
	{name: "user between calls, tracked", owner: "user", tracked: true, do: typed("echo mine >> FILE")},
	{name: "user moves a file", owner: "user", do: typed("echo mine > mine.tmp && mv mine.tmp FILE")},
	{name: "user after the session", owner: "user", do: then(by("echo made > FILE"), typed("echo mine >> FILE"))},
	{name: "user after the session, same size", owner: "user", do: then(by("echo made > FILE"), typed("echo mine > FILE"))},
	{name: "user during a long command", owner: "user", do: while("sleep 1.2; date > made/date", typed("echo mine > FILE"))},
	{name: "user during a long command, tracked", owner: "user", tracked: true, do: while("sleep 1.2; echo done", typed("echo mine >> FILE"))},
	{name: "user during a script", owner: "user", do: while("sleep 0.8; N=made/x.txt sh tools/gen.sh", typed("echo mine > FILE"))},
	{name: "user during a task", owner: "user", do: inBackground("sleep 1", typed("echo mine > FILE"))},
	{name: "user before the session edits", owner: "user", tracked: true, do: then(typed("echo mine >> FILE"), byEdit)},
	{name: "live session, command", owner: "live", do: byOther("echo theirs > FILE")},
	{name: "live session, script", owner: "live", do: byOther("export N=FILE; sh tools/gen.sh")},
	{name: "live session, tracked", owner: "live", tracked: true, do: byOther("sed -i 's/text/theirs/' FILE")},
	{name: "live session, Write tool", owner: "live", do: byWrite(live)},
	{name: "live session during a command", owner: "live", do: while("sleep 1.2; date > made/date", byOther("echo theirs > FILE"))},
	{name: "ended session, command", owner: "ended", do: ended("echo theirs > FILE")},
	{name: "ended session, script", owner: "ended", do: ended("export N=FILE; sh tools/gen.sh")},
}
