package protocol

import (
	"encoding/json"
	"strings"
	"testing"
)

// BenchmarkDecode measures the reading of payloads, by the size of the command.
func BenchmarkDecode(b *testing.B) {
	for name, size := range map[string]int{"100 B": 100, "10 KB": 10 << 10, "50 KB": 50 << 10} {
		data, err := json.Marshal(map[string]any{
			"session_id": "6f1c2f0e-0b52-4d38-9d0c-3c1f6f3f7a10", "cwd": "/srv/shop", "hook_event_name": "PreToolUse", "tool_name": "Bash",
			"tool_use_id": "toolu_1", "tool_input": map[string]any{"command": strings.Repeat("echo \"step 1\"\n", size/14)},
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(data, false, Hint{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
