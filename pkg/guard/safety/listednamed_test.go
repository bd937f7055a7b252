package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// TestListedNamed: containers that are listed by a name are removed as if they were named.
func TestListedNamed(t *testing.T) {
	for text, want := range map[string]policy.Action{
		"docker rm -f $(docker ps -aq --filter name=orders-)":                      policy.Warn,
		"docker ps -aq --filter name=orders- | xargs -r docker rm -f":              policy.Warn,
		"docker rm -f $(docker ps -aq -f label=com.docker.compose.project=orders)": policy.Warn,
		"docker rmi $(docker images -q orders-api)":                                policy.Silent,
		"docker rm -f $(docker ps -aq)":                                            policy.Ask,
		"docker rm -f $(docker ps -aq --filter name=a)":                            policy.Ask,
		"docker rm -f $(docker ps -aq --filter name=$X)":                           policy.Ask,
		"docker rm -f $(docker ps -aq --filter 'name=.*')":                         policy.Ask,
		"docker rm -f $(docker ps -aq --filter label=com.docker.compose.project)":  policy.Ask,
		"docker rm -f $(docker ps -aq --filter status=running)":                    policy.Ask,
		"docker rm -f $(docker ps -aq --filter name=orders-; docker ps -aq)":       policy.Ask,
		"docker rm -f $(docker ps -aq --filter name=orders-) $(docker ps -q)":      policy.Ask,
		"docker rm -f $(docker ps -aq --filter name=orders- --filter name=.)":      policy.Ask,
		"docker rmi $(docker images -q)":                                           policy.Ask,
		"docker rmi $(docker images -q '*')":                                       policy.Ask,
	} {
		e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
		if v := e.Judge(text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, calm{}); v.Action != want {
			t.Errorf("%s: %v, want %v: %+v", text, v.Action, want, v.Findings)
		}
	}
}
