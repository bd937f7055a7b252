package protocol

import "github.com/tidwall/gjson"

// cursor is Cursor. A command's result is an object that is written as a string.
var cursor = Agent{
	Name: "cursor", Form: FormOwn, encode: encodeCursor, Late: "additional_context", keys: keyCursor,
	decided: func(answer gjson.Result) string { return answer.Get("permission").Str },
}

// encodeCursor answers Cursor, which shows raw JSON to its user when the exit
// code is 2. It has no field for a warning.
func encodeCursor(v Reply) Answer {
	if v.Action == Warn {
		return Answer{}
	}
	person := v.ForUser
	if person == "" {
		person = v.ForModel
	}
	var o object
	o.open().str("permission", "deny").str("user_message", person).str("agent_message", v.ForModel)
	return Answer{Stdout: o.close().b}
}
