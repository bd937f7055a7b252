package protocol

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// Permission is a rule of the user's in the settings of Claude Code about the use
// of a tool: Bash(rm *).
type Permission struct {
	Text string // as the user wrote it
	Tool string // Bash, Read, Edit; Write is Edit
	Spec string // in the parentheses
	Ask  bool   // the user is asked; otherwise it is denied
}

// Permissions lists the rules in a file of settings that deny or ask about some
// uses of a tool. Those about all uses take the tool away, which the client does
// itself.
func Permissions(settings []byte) []Permission {
	if !bytes.Contains(settings, []byte(`"permissions"`)) {
		return nil
	}
	var list []Permission
	add := func(rules gjson.Result, ask bool) {
		for _, r := range rules.Array() {
			tool, spec, ok := strings.Cut(strings.TrimSpace(r.Str), "(")
			spec, closed := strings.CutSuffix(spec, ")")
			if !ok || !closed || strings.Trim(spec, "*: ") == "" || len(list) == maxPermissions {
				continue
			}
			switch tool {
			case "Write", "MultiEdit", "NotebookEdit":
				tool = "Edit"
			case "Bash", "Read", "Edit":
			default:
				continue
			}
			list = append(list, Permission{r.Str, tool, spec, ask})
		}
	}
	permissions := gjson.GetBytes(settings, "permissions")
	add(permissions.Get("deny"), false)
	add(permissions.Get("ask"), true)
	return list
}

// maxPermissions bounds the rules of a file.
const maxPermissions = 500
