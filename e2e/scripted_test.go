package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// scripted is a model that has one command run after the other, in the wire format
// that its caller speaks: Messages, Chat Completions, Responses, or Gemini.
type scripted struct {
	*httptest.Server
	tool     string                   // that runs commands
	input    func(command string) any // its arguments
	ready    func(turn int) bool      // false ends the script
	commands []string
	told     []string // told[i] is what came back for commands[i], and whatever else was said

	mu   sync.Mutex
	turn int
}

// dialect is a wire format. heard returns what was said since the model spoke last.
// reply has the tool called with arguments, or without a tool says a word.
type dialect struct {
	path  string // that ends the path of a request
	heard func(body []byte) string
	reply func(w http.ResponseWriter, body []byte, turn int, tool string, input any)
}

var dialects = []dialect{
	{"/messages", heardMessages, replyMessages},
	{"/chat/completions", heardChat, replyChat},
	{"/responses", heardResponses, replyResponses},
	{":streamGenerateContent", heardGemini, replyGemini},
	{":generateContent", heardGemini, replyGeminiWhole},
}

func newScripted(t *testing.T, tool string, input func(string) any, commands []string) *scripted {
	m := &scripted{tool: tool, input: input, commands: commands, ready: always}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, d := range dialects {
			if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, d.path) {
				continue
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Errorf("request: %v", err)
			}
			m.answer(w, &d, body)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *scripted) answer(w http.ResponseWriter, d *dialect, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !bytes.Contains(body, []byte(`"name":"`+m.tool+`"`)) {
		d.reply(w, body, m.turn, "", nil) // a title, or the like
		return
	}
	if m.turn > 0 && len(m.told) < len(m.commands) {
		m.told = append(m.told, d.heard(body))
	}
	turn := m.turn
	m.turn++
	if turn < len(m.commands) && m.ready(turn) {
		d.reply(w, body, turn, m.tool, m.input(m.commands[turn]))
		return
	}
	d.reply(w, body, turn, "", nil)
}

// since joins what follows the last of some messages that isModel holds for.
func since(messages []json.RawMessage, isModel func(json.RawMessage) bool) string {
	var said []string
	for _, m := range messages {
		if isModel(m) {
			said = nil
			continue
		}
		said = append(said, string(m))
	}
	return strings.Join(said, "\n")
}

// hasRole reports whether a message has a role.
func hasRole(role string) func(json.RawMessage) bool {
	return func(m json.RawMessage) bool {
		var q struct{ Role string }
		return json.Unmarshal(m, &q) == nil && q.Role == role
	}
}

func heardMessages(body []byte) string {
	var q struct{ Messages []json.RawMessage }
	json.Unmarshal(body, &q)
	return since(q.Messages, hasRole("assistant"))
}

func heardChat(body []byte) string { return heardMessages(body) }

func heardResponses(body []byte) string {
	var q struct{ Input []json.RawMessage }
	json.Unmarshal(body, &q)
	return since(q.Input, func(m json.RawMessage) bool {
		var item struct{ Type string }
		return json.Unmarshal(m, &item) == nil && item.Type == "function_call" || hasRole("assistant")(m)
	})
}

func heardGemini(body []byte) string {
	var q struct{ Contents []json.RawMessage }
	json.Unmarshal(body, &q)
	return since(q.Contents, hasRole("model"))
}

func replyMessages(w http.ResponseWriter, body []byte, turn int, tool string, input any) {
	var q request
	json.Unmarshal(body, &q)
	if tool == "" {
		reply(w, &q, map[string]any{"type": "text", "text": "done"})
		return
	}
	reply(w, &q, map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%04d", turn), "name": tool, "input": input})
}

func replyChat(w http.ResponseWriter, body []byte, turn int, tool string, input any) {
	var q struct{ Stream bool }
	json.Unmarshal(body, &q)
	message, finish := map[string]any{"role": "assistant", "content": "done"}, "stop"
	if tool != "" {
		call := map[string]any{"index": 0, "id": fmt.Sprint("call_", turn), "type": "function", "function": map[string]any{"name": tool, "arguments": marshal(input)}}
		message, finish = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, "tool_calls"
	}
	usage := map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	whole := func(kind, key string, message any, finish any) map[string]any {
		return map[string]any{"id": fmt.Sprint("chat_", turn), "object": kind, "created": 1, "model": "scripted", "usage": usage, "choices": []any{map[string]any{"index": 0, key: message, "finish_reason": finish}}}
	}
	if !q.Stream {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, marshal(whole("chat.completion", "message", message, finish)))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\n", marshal(whole("chat.completion.chunk", "delta", message, nil)))
	fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", marshal(whole("chat.completion.chunk", "delta", map[string]any{}, finish)))
}

func replyResponses(w http.ResponseWriter, _ []byte, turn int, tool string, input any) {
	item := map[string]any{"type": "message", "role": "assistant", "id": "msg_1", "content": []any{map[string]any{"type": "output_text", "text": "done"}}}
	if tool != "" {
		item = map[string]any{"type": "function_call", "id": fmt.Sprint("fc_", turn), "call_id": fmt.Sprint("call_", turn), "name": tool, "arguments": marshal(input)}
	}
	id := fmt.Sprint("resp_", turn)
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range []map[string]any{
		{"type": "response.created", "response": map[string]any{"id": id}},
		{"type": "response.output_item.done", "item": item},
		{"type": "response.completed", "response": map[string]any{"id": id, "usage": map[string]any{
			"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2,
		}}},
	} {
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event["type"], marshal(event))
	}
}

// replyGemini streams an answer, of which there is one part.
func replyGemini(w http.ResponseWriter, _ []byte, turn int, tool string, input any) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\n", answerGemini(turn, tool, input))
}

func replyGeminiWhole(w http.ResponseWriter, _ []byte, turn int, tool string, input any) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, answerGemini(turn, tool, input))
}

func answerGemini(turn int, tool string, input any) string {
	part := map[string]any{"text": "done"}
	if tool != "" {
		part = map[string]any{"functionCall": map[string]any{"id": fmt.Sprint("call_", turn), "name": tool, "args": input}}
	}
	return marshal(map[string]any{
		"candidates":    []any{map[string]any{"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": []any{part}}}},
		"usageMetadata": map[string]int{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	})
}

// marshal writes a value of the test's own.
func marshal(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}
