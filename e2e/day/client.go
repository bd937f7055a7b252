package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// registered is a hook in the client's settings.
type registered struct {
	event   string
	matcher *regexp.Regexp // nil: of every tool
	args    []string
}

// registrations reads the hooks that "ctxhook init" registered, so that what is
// played is what the client would call.
func registrations(file string) ([]registered, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var settings struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct{ Args []string }
		}
	}
	if err := json.Unmarshal(data, &settings); err != nil {
		return nil, err
	}
	var all []registered
	for event, groups := range settings.Hooks {
		for _, g := range groups {
			for _, h := range g.Hooks {
				r := registered{event: event, args: h.Args}
				if g.Matcher != "" && g.Matcher != "*" {
					if r.matcher, err = regexp.Compile("^(?:" + g.Matcher + ")$"); err != nil {
						return nil, err
					}
				}
				all = append(all, r)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no hooks", file)
	}
	return all, nil
}

// A session is one of the client's.
type session struct {
	w          *world
	id         string
	root, cwd  string
	attended   bool
	transcript string
	prompts    int
	calls      int
	agent      string // the subagent that works now
	turn       int
}

func (w *world) newSession(root string, attended bool) *session {
	w.serial++
	id := fmt.Sprintf("%08x-0000-4000-8000-%012x", 0xa0000000+w.serial, w.serial)
	slug := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(root, "-")
	return &session{w: w, id: id, root: root, cwd: root, attended: attended, transcript: filepath.Join(w.home, ".claude", "projects", slug, id+".jsonl")}
}

// answer is what the hooks of an event say.
type answer struct {
	action   string // silent, warn, ask, block, or stopped: denied once from memory
	decision string // its id
	reason   string // what is said of the verdict
	context  string // what the model is told
}

var decisionID = regexp.MustCompile(`\bd-[0-9a-z]{8}\b`)

// tells calls the hooks of an event with its payload.
func (s *session) tells(event, tool string, more map[string]any) (answer, error) {
	p := map[string]any{"session_id": s.id, "transcript_path": s.transcript, "cwd": s.cwd, "hook_event_name": event}
	if s.prompts > 0 {
		p["prompt_id"] = s.prompt()
	}
	if tool != "" || event == "UserPromptSubmit" || event == "Stop" {
		p["permission_mode"] = "default"
	}
	if tool != "" {
		p["tool_name"], p["effort"] = tool, map[string]any{"level": "medium"}
	}
	if s.agent != "" {
		p["agent_id"], p["agent_type"] = s.agent, "general-purpose"
	}
	for k, v := range more {
		p[k] = v
	}
	payload, err := json.Marshal(p)
	if err != nil {
		return answer{}, err
	}
	total := answer{action: "silent"}
	for _, h := range s.w.hooks {
		if h.event != event || h.matcher != nil && !h.matcher.MatchString(tool) {
			continue
		}
		begun := time.Now()
		said, err := s.w.ctxhook(s.cwd, append(payload, '\n'), s.variables(), h.args...)
		s.w.lock.Lock()
		s.w.client, s.w.events = s.w.client+time.Since(begun), s.w.events+1
		s.w.lock.Unlock()
		if err != nil {
			return total, fmt.Errorf("%s: %w: %s", h.args[0], err, said.stderr)
		}
		if said.code != 0 && said.code != 2 {
			return total, fmt.Errorf("%s: exit code %d: %s", h.args[0], said.code, said.stderr)
		}
		if err := total.hear(said); err != nil {
			return total, fmt.Errorf("%s: %w: %s", h.args[0], err, said.stdout)
		}
	}
	return total, nil
}

// variables are those that the client adds to the environment of a hook.
func (s *session) variables() []string {
	attended, entry := "1", "cli"
	if !s.attended {
		attended, entry = "0", "sdk-cli"
	}
	return []string{"CLAUDE_PROJECT_DIR=" + s.root, "CLAUDE_CODE_SESSION_ID=" + s.id, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=" + entry, "CLAUDE_CODE_SESSION_ATTENDED=" + attended}
}

// hear reads an answer as the client does.
func (a *answer) hear(said spoken) error {
	text := strings.TrimSpace(said.stdout)
	if text == "" {
		if said.code == 2 {
			a.action, a.reason = "block", said.stderr
		}
		return nil
	}
	var out struct {
		SystemMessage      string
		HookSpecificOutput struct{ PermissionDecision, PermissionDecisionReason, AdditionalContext string }
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return err
	}
	special := out.HookSpecificOutput
	a.context += special.AdditionalContext
	verdict := special.PermissionDecisionReason
	switch special.PermissionDecision {
	case "deny":
		switch {
		case strings.HasPrefix(verdict, "ctxhook stopped"), strings.HasPrefix(verdict, "Stopped once"):
			a.action = "stopped"
		case strings.HasPrefix(verdict, "ctxhook blocked"):
			a.action = "block"
		default:
			a.action = "ask" // which nobody is there to answer
		}
	case "ask":
		a.action = "ask"
	case "":
		// A warning runs, and names its decision.
		for _, t := range []string{out.SystemMessage, special.AdditionalContext} {
			if decisionID.MatchString(t) && a.action == "silent" {
				a.action, verdict = "warn", t
			}
		}
	}
	if verdict != "" {
		a.reason, a.decision = verdict, decisionID.FindString(verdict)
	}
	return nil
}

func (s *session) prompt() string { return fmt.Sprintf("%s-%04d", s.id[:8], s.prompts) }

func (s *session) start() (answer, error) {
	return s.tells("SessionStart", "", map[string]any{"source": "startup"})
}

// says is a prompt that the user types, or that the client makes up.
func (s *session) says(text string) (answer, error) {
	s.prompts++
	a, err := s.tells("UserPromptSubmit", "", map[string]any{"prompt": text})
	if err == nil {
		err = s.writes("user", nil, text)
	}
	return a, err
}

func (s *session) stop() (answer, error) {
	return s.tells("Stop", "", map[string]any{"stop_hook_active": false, "last_assistant_message": "Done.", "background_tasks": []any{}, "session_crons": []any{}})
}

func (s *session) end() error {
	_, err := s.tells("SessionEnd", "", map[string]any{"reason": "other"})
	return err
}

// writes appends a line to the transcript, with more keys beside the message.
func (s *session) writes(role string, more map[string]any, content any) error {
	s.turn++
	line := map[string]any{
		"type": role, "message": map[string]any{"role": role, "content": content}, "uuid": fmt.Sprintf("%s-%06d", s.id, s.turn), "isSidechain": s.agent != "",
		"timestamp": time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), "cwd": s.cwd, "sessionId": s.id, "version": "2.1.329", "userType": "external", "promptId": s.prompt(),
	}
	for k, v := range more {
		line[k] = v
	}
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.transcript), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(s.transcript, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(append(data, '\n'))
	return err
}
