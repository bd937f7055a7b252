package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// This file reads and answers the neutral envelope in a request of JSON-RPC 2.0, as the
// scripts of the specification send it: {"jsonrpc", "id", "method":
// "hooks/pre_bash_exec", "params": the context, or the rest of the envelope}.

// rpcHead bounds how far into a payload the name of the protocol or the method stands.
const rpcHead = 200

// unwrap returns the envelope in a request, and the request's id as it was sent. Of other
// payloads, and of requests whose method is no event, it returns the text. A request need
// not name the protocol.
func unwrap(text string) (envelope, id string) {
	if head := text[:min(len(text), rpcHead)]; !strings.Contains(head, `"jsonrpc"`) && !strings.Contains(head, `"method"`) {
		return text, ""
	}
	id = "null"
	var method, params gjson.Result
	known := true
	gjson.Parse(text).ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "jsonrpc":
		case "id":
			id = v.Raw
		case "method":
			method = v
		case "params":
			params = v
		default:
			known = false // what else it holds is searched for commands
		}
		return known
	})
	event := strings.ReplaceAll(method.Str[strings.LastIndexByte(method.Str, '/')+1:], "-", "_")
	if !known || !params.IsObject() || eventNamed(event) == Other {
		return text, ""
	}
	var o object
	o.open().str("event", event)
	if params.Get("context").IsObject() { // the rest of the envelope, with all that it holds
		return string(o.b) + "," + params.Raw[1:], id
	}
	if s := params.Get("session_id"); s.Type == gjson.String {
		o.str("session_id", s.Str)
	}
	o.key("context")
	o.b = append(o.b, params.Raw...)
	return string(o.close().b), id
}

// To puts an answer into the response to a request of JSON-RPC, by its id; "": it answers
// none. Where there is nothing to say the result is null.
func (a Answer) To(id string) Answer {
	if id == "" {
		return a
	}
	result := strings.TrimSpace(string(a.Stdout))
	if result == "" {
		result = "null"
	}
	var o object
	o.open().str("jsonrpc", "2.0").key("id")
	o.b = append(o.b, id...)
	o.key("result")
	o.b = append(o.b, result...)
	a.Stdout = append(o.close().b, '\n')
	return a
}
