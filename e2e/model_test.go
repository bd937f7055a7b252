package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// model is a Messages API that plays a script: with every request of a
// conversation the next use of a tool, and at the end a word. It keeps what it
// was told, which is all that a model ever knows of a hook.
type model struct {
	*httptest.Server
	talk                       // the main conversation
	agents map[string]*talk    // those of subagents, by the prompt that begins them
	ready  func(turn int) bool // false ends the main one

	mu sync.Mutex
}

// talk is a conversation.
type talk struct {
	uses  []use
	turn  int
	told  []answer // told[i] answers uses[i]
	first string   // that the first request says
	all   string   // that the last one says
}

// use is a use of a tool.
type use struct {
	tool  string
	input map[string]any
}

// bash is the use of a shell.
func bash(command string) use {
	return use{"Bash", map[string]any{"command": command, "description": "Do the next thing"}}
}

// answer is what came back for a command.
type answer struct {
	failed bool
	result string   // of the tool
	beside []string // whatever else was said
}

// request is the part of a request that matters.
type request struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Tools    []struct{ Name string }
	Messages []struct {
		Role    string  `json:"role"`
		Content content `json:"content"`
	} `json:"messages"`
}

// content is a list of blocks; a string is one.
type content []block

type block struct {
	Type    string  `json:"type"`
	Text    string  `json:"text"`
	IsError bool    `json:"is_error"`
	Content content `json:"content"`
}

func (c *content) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		b := block{Type: "text"}
		*c = content{b}
		return json.Unmarshal(data, &(*c)[0].Text)
	}
	return json.Unmarshal(data, (*[]block)(c))
}

func (c content) text() string {
	var parts []string
	for _, b := range c {
		if b.Type == "text" {
			parts = append(parts, b.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// always goes on to the end of the script.
func always(int) bool { return true }

func newModel(t *testing.T, commands []string, ready func(int) bool) *model {
	m := &model{ready: ready, agents: make(map[string]*talk)}
	for _, c := range commands {
		m.uses = append(m.uses, bash(c))
	}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/messages" {
			http.NotFound(w, r)
			return
		}
		var q request
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Errorf("request: %v", err)
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		reply(w, &q, m.next(&q))
	}))
	t.Cleanup(m.Close)
	return m
}

// next takes down what a request tells, and returns the block to answer with.
func (m *model) next(q *request) map[string]any {
	word := func(text string) map[string]any { return map[string]any{"type": "text", "text": text} }
	said := q.said()
	switch {
	case slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, "create a detailed summary") }): // what hooks told may follow
		return word("<summary>something was done</summary>")
	case !slices.ContainsFunc(q.Tools, func(t struct{ Name string }) bool { return strings.EqualFold(t.Name, "bash") }):
		return word("done") // a title, or the like
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	c, name := &m.talk, "main"
	for prompt, agent := range m.agents {
		if strings.Contains(said[0], prompt) {
			c, name = agent, "agent"
		}
	}
	c.all = strings.Join(said, "\n")
	if c.turn == 0 {
		c.first = c.all
	}
	if c.turn > 0 && c.turn <= len(c.uses) {
		c.told = append(c.told, answerIn(q))
	}
	turn := c.turn
	c.turn++
	if turn >= len(c.uses) || name == "main" && !m.ready(turn) {
		return word("done")
	}
	// A session may go on with another model.
	port := m.URL[strings.LastIndexByte(m.URL, ':')+1:]
	return map[string]any{
		"type": "tool_use", "id": fmt.Sprintf("toolu_%s_%s_%04d", port, name, turn), "name": c.uses[turn].tool, "input": c.uses[turn].input,
	}
}

// said is the text of each message.
func (q *request) said() []string {
	said := []string{""}
	for i, msg := range q.Messages {
		if i > 0 {
			said = append(said, "")
		}
		said[i] = msg.Content.text()
	}
	return said
}

// answerIn reads what was said since the model spoke last.
func answerIn(q *request) answer {
	var a answer
	last := 0
	for i, msg := range q.Messages {
		if msg.Role == "assistant" {
			last = i + 1
		}
	}
	for _, msg := range q.Messages[last:] {
		for _, b := range msg.Content {
			switch b.Type {
			case "tool_result":
				a.failed, a.result = b.IsError, b.Content.text()
			case "text":
				a.beside = append(a.beside, b.Text)
			}
		}
	}
	return a
}

// reply sends one block, as a stream where that is asked for.
func reply(w http.ResponseWriter, q *request, b map[string]any) {
	stop, id := "end_turn", fmt.Sprint("msg_end_", len(q.Messages))
	if b["type"] == "tool_use" {
		stop, id = "tool_use", fmt.Sprint("msg_", b["id"]) // the client takes messages with the same id for one
	}
	usage := map[string]int{"input_tokens": 100, "output_tokens": 20}
	message := map[string]any{
		"id": id, "type": "message", "role": "assistant", "model": q.Model,
		"content": []any{b}, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
	}
	if !q.Stream {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(message)
		return
	}
	message["content"], message["stop_reason"] = []any{}, nil
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, data map[string]any) {
		data["type"] = event
		line, err := json.Marshal(data)
		if err != nil {
			panic(err) // of our own making
		}
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, line)
	}
	send("message_start", map[string]any{"message": message})
	if b["type"] == "tool_use" {
		input, _ := json.Marshal(b["input"])
		send("content_block_start", map[string]any{"index": 0, "content_block": map[string]any{"type": "tool_use", "id": b["id"], "name": b["name"], "input": map[string]any{}}})
		send("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": "input_json_delta", "partial_json": string(input)}})
	} else {
		send("content_block_start", map[string]any{"index": 0, "content_block": map[string]any{"type": "text", "text": ""}})
		send("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": "text_delta", "text": b["text"]}})
	}
	send("content_block_stop", map[string]any{"index": 0})
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": usage})
	send("message_stop", map[string]any{})
}
