package safety_test

import (
	"fmt"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// elsewhere are ways to run a command on another machine, or in a container that mounts
// nothing of this one.
var elsewhere = []string{
	"ssh deploy@web1 '%s'", "ssh -p 2222 deploy@web1 sudo sh -c \"'%s'\"", "ssh web1 <<'X'\n%s\nX", "ssh web1 bash -s <<< '%s'", "echo '%s' | ssh web1 sh",
	"autossh -M 0 web1 '%s'", "mosh web1 -- sh -c '%s'", "plink -batch web1 '%s'", "sshpass -p x ssh web1 '%s'", "tailscale ssh web1 '%s'", "tsh ssh web1 '%s'",
	"pdsh -w web[1-3] '%s'", "pssh -h hosts -i '%s'", "clush -w web1 '%s'",
	"ansible web -m shell -a '%s'", "ansible web -m command -a '%s'", "ansible all -i hosts -b -a '%s'", "salt web1 cmd.run '%s'", "bolt command run '%s' --targets web",
	"knife ssh role:web '%s'", "fab -H web1 -- '%s'", "consul exec '%s'",
	`aws ssm send-command --document-name AWS-RunShellScript --targets Key=tag:x,Values=y --parameters 'commands=["%s"]'`,
	`aws ssm send-command --document-name AWS-RunShellScript --instance-ids i-1 --parameters '{"commands":["uptime","%s"]}'`,
	"aws ssm start-session --target i-1 --document-name AWS-StartInteractiveCommand --parameters command='%s'",
	"aws ecs execute-command --cluster c --task t --interactive --command '%s'",
	"az vm run-command invoke -g rg -n vm --command-id RunShellScript --scripts '%s'", "az vm run-command invoke -n vm -g rg --scripts uptime '%s'",
	"az container exec -g rg -n app --exec-command '%s'",
	"gcloud compute ssh vm --zone z --command '%s'", "gcloud compute ssh vm --command='%s'",
	"fly ssh console -a app -C '%s'", "fly machine exec 148e '%s'", "heroku run -a app '%s'", "railway ssh -- '%s'", "render ssh srv-1 '%s'", "cf ssh app -c '%s'",
	"dokku run app sh -c '%s'", "eb ssh -c '%s'", "copilot svc exec -c '%s'", "kamal app exec '%s'", "doctl compute ssh web --ssh-command '%s'", "hcloud server ssh web '%s'",
	"vagrant ssh -c '%s'", "vagrant ssh db --command '%s'", "minikube ssh '%s'", "colima ssh -- sh -c '%s'", "limactl shell default sh -c '%s'", "multipass exec vm -- sh -c '%s'",
	"lxc exec web -- sh -c '%s'", "podman machine ssh '%s'", "docker machine ssh m '%s'", "wsl -- sh -c '%s'", "nomad alloc exec 8f sh -c '%s'", "adb shell '%s'",
	"kubectl exec web -- sh -c '%s'", "kubectl exec -n prod deploy/web -c app -- bash -lc '%s'", "oc rsh web sh -c '%s'",
	"docker exec web sh -c '%s'", "docker -H ssh://prod exec web sh -c '%s'", "docker compose exec web sh -c '%s'",
	`docker --context prod run --rm -v "$PWD:/w" -w /w alpine sh -c '%s'`, `export DOCKER_HOST=ssh://prod; docker run --rm -v "$PWD:/w" -w /w alpine sh -c '%s'`,
	`ssh web1 docker run --rm -v /w/p:/w/p -w /w/p alpine sh -c "'%s'"`, `docker run --rm -v data:/w -w /w alpine sh -c '%s'`, `docker -H ssh://prod run -v data:/w -w /w alpine sh -c '%s'`,
}

// harm are commands that facts soften where they run here.
var harm = []string{
	"rm -rf src", "rm -rf ./uploads/2024", "cd src && rm -rf lib", "find . -delete", "git reset --hard", "git clean -fdx", "git checkout -- .", "git push --force origin topic", "git branch -D topic",
	"rm -rf /w/p/src", "mv /dev/null .env", "truncate -s 0 app.db", "git stash drop",
}

// ignored is a machine where git ignores every path, mine one where the
// session that asks has made every path.
type (
	ignored struct{ calm }
	mine    struct{ calm }
)

func (ignored) Path(string) rule.PathState {
	return rule.PathState{Known: true, Exists: true, Repo: true, Ignored: true}
}

func (mine) Path(string) rule.PathState {
	return rule.PathState{Known: true, Exists: true, Files: 1}
}

func (mine) Authors(rule.LossQuery) rule.AuthorState { return rule.AuthorState{Known: true, Own: 1} }

// TestFactsStayHere: what is true of this machine changes no verdict about
// another one or about a container, and softens that on the same command here.
func TestFactsStayHere(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	machines := map[string]rule.Facts{"committed": calm{}, "absent": empty{}, "ignored": ignored{}, "made by the session": mine{}}
	softer := make(map[string]int)
	e := engine()
	for _, command := range harm {
		here := e.Judge(command, at, nil).Risk
		for name, facts := range machines {
			if e.Judge(command, at, facts).Risk < here {
				softer[name]++
			}
		}
		for _, form := range elsewhere {
			text := fmt.Sprintf(form, command)
			without := e.Judge(text, at, nil).Risk
			if without < policy.Medium {
				t.Errorf("%s: risk %v: what runs there is not seen", text, without)
			}
			for name, facts := range machines {
				if with := e.Judge(text, at, facts).Risk; with < without {
					t.Errorf("%s: risk %v, %v if the files here are %s", text, without, with, name)
				}
			}
		}
	}
	for name := range machines {
		if softer[name] == 0 {
			t.Errorf("files that are %s soften nothing here: this test could not fail", name)
		}
	}
}
