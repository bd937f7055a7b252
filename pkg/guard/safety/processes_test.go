package safety_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// asked remembers which processes it was asked for.
type asked struct {
	calm
	queries *[]rule.ProcessQuery
}

func (a asked) Processes(q rule.ProcessQuery) rule.ProcessState {
	q.Project = ""
	if n := len(*a.queries); n == 0 || (*a.queries)[n-1] != q {
		*a.queries = append(*a.queries, q)
	}
	return rule.ProcessState{}
}

func TestProcessesOfACall(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		command string
		want    []rule.ProcessQuery
	}{
		{"pkill -f node", []rule.ProcessQuery{{Name: "node", Regex: true, Full: true}}},
		{"sudo pkill -x node", []rule.ProcessQuery{{Name: "node", Regex: true, Exact: true, Root: true}}},
		{"killall node", []rule.ProcessQuery{{Name: "node"}}},
		{"killall -r '^no'", []rule.ProcessQuery{{Name: "^no", Regex: true}}},
		{"fuser -k 3000/tcp", []rule.ProcessQuery{{Port: "3000"}}},
		{"fuser -k -n tcp 3000", []rule.ProcessQuery{{Port: "3000"}}},
		{"fuser -n tcp -k 3000", []rule.ProcessQuery{{Port: "3000"}}},
		{"fuser -kn udp 3000", []rule.ProcessQuery{{Port: "3000"}}},
		{"fuser --namespace=tcp -k 3000", []rule.ProcessQuery{{Port: "3000"}}},
		{"kill $(fuser -n tcp 3000)", []rule.ProcessQuery{{Port: "3000"}}},
		{"fuser -k -n file 3000", nil},
		{"fuser -k -n tcp 3000 -l", nil},
		{"npx kill-port 3000", []rule.ProcessQuery{{Port: "3000"}}},
		{"kill 4321", []rule.ProcessQuery{{Pid: "4321"}}},
		{"kill -9 $(pgrep node)", []rule.ProcessQuery{{Name: "node", Regex: true}}},
		{"kill $(lsof -ti:3000)", []rule.ProcessQuery{{Port: "3000", Far: true}}},
		{"lsof -ti tcp:3000 | xargs kill -9", []rule.ProcessQuery{{Port: "3000", Far: true}}},
		{"ps aux | grep node | awk '{print $2}' | xargs kill", []rule.ProcessQuery{{Name: "node", Regex: true, Full: true}}},
		{"pkill -u ann node", nil},
		{"ssh host pkill node", nil},
		{"pkill -HUP nginx", nil},
		{"pgrep node", nil},
	} {
		t.Run(tt.command, func(t *testing.T) {
			var got []rule.ProcessQuery
			e := engine()
			e.Judge(tt.command, at, asked{queries: &got})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
