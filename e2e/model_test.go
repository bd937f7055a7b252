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

// model is a Messages API that plays a script: with every request of the main
// conversation the next Bash command, and at the end a word. It keeps what it
// was told, which is all that a model ever knows of a hook.
type model struct {
	*httptest.Server
	commands []string
	ready    func(turn int) bool // false ends the script

	mu   sync.Mutex
	turn int
	told []answer // told[i] answers commands[i]
	all  string   // that the last request says
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

func newModel(t *testing.T, commands []string, ready func(int) bool) *model {
	m := &model{commands: commands, ready: ready}
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
	word := map[string]any{"type": "text", "text": "done"}
	if !slices.ContainsFunc(q.Tools, func(t struct{ Name string }) bool { return t.Name == "Bash" }) {
		return word // a title, or the like
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = ""
	for _, msg := range q.Messages {
		m.all += msg.Content.text() + "\n"
	}
	if m.turn > 0 && m.turn <= len(m.commands) {
		m.told = append(m.told, answerIn(q))
	}
	turn := m.turn
	m.turn++
	if turn >= len(m.commands) || !m.ready(turn) {
		return word
	}
	// A session may go on with another model.
	port := m.URL[strings.LastIndexByte(m.URL, ':')+1:]
	return map[string]any{
		"type": "tool_use", "id": fmt.Sprintf("toolu_%s_%04d", port, turn), "name": "Bash",
		"input": map[string]string{"command": m.commands[turn], "description": "Do the next thing"},
	}
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
