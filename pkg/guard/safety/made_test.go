package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// session is a machine on which a session has run some commands.
type session struct {
	calm
	ran []string
}

func (s session) Earlier(string) []string { return s.ran }

// TestMade: what the session made itself is its own to take away; what only has the same
// name is not.
func TestMade(t *testing.T) {
	for _, tt := range []struct {
		name, ran, text string
		want            policy.Action
	}{
		{"a database", "createdb try_0412", "dropdb try_0412", policy.Silent},
		{"another database", "createdb try_0412", "dropdb cohort", policy.Ask},
		{"a database on another host", "createdb try_0412", "dropdb -h db.prod.internal try_0412", policy.Ask},
		{"a namespace", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 --wait=false", policy.Silent},
		{"a namespace that was only listed", "kubectl get ns smoke-1", "kubectl delete ns smoke-1", policy.Ask},
		{"a namespace of another cluster", "kubectl create namespace smoke-1\nkubectl config use-context prod", "kubectl delete ns smoke-1", policy.Ask},
		{"all of a namespace", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 --all", policy.Ask},
		{"two, of which one was there", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 payments", policy.Ask},
		{"a volume", "docker volume create try-data", "docker volume rm try-data", policy.Silent},
		{"a container with its volumes", "docker run -d --name try-pg postgres:16", "docker rm -fv try-pg", policy.Silent},
		{"a cluster", "kind create cluster --name lint", "kind delete cluster --name lint", policy.Silent},
		{"a release", "helm install web charts/web -n smoke", "helm uninstall web -n smoke", policy.Silent},
		{"a release in another namespace", "helm install web charts/web -n smoke", "helm uninstall web -n shop", policy.Ask},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
			v := e.Judge(tt.text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, session{ran: []string{tt.ran}})
			if v.Action != tt.want {
				t.Errorf("%v, want %v: %+v", v.Action, tt.want, v.Findings)
			}
		})
	}
}
