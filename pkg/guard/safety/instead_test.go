package safety_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

func only(r *rule.Rule) *safety.Engine {
	return &safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: []*rule.Rule{r}, Table: policy.For(policy.Standard)}
}

// TestAlternatives states with which words of the found call a command is
// offered in its place, and where none is.
func TestAlternatives(t *testing.T) {
	remove := rule.When{Effect: []rule.EffectKind{rule.Delete}}
	for _, tt := range []struct {
		name, run, command string
		when               rule.When
		want               []string
	}{
		{name: "as it stands", run: "ls -la", command: "rm -r a", want: []string{"ls -la"}},
		{name: "operands", run: "ls {operands}", command: "rm -r a 'b  c'", want: []string{"ls a 'b  c'"}},
		{name: "no operands", run: "git clean -n {operands}", command: "git clean -f", want: []string{"git clean -n"}},
		{name: "an unknown word", run: "ls {operands}", command: `rm -r "$X"`},
		{name: "one target", run: "mv {target} {target}.old", command: "rm -r a", want: []string{"mv a a.old"}},
		{name: "one target of two", run: "mv {target} {target}.old", command: "rm -r a b"},
		{name: "targets", run: "ls {targets}", command: "rm -r a b", want: []string{"ls a b"}},
		{name: "braces of the shell", run: "ls {targets} | awk '{print $1}'", command: "rm -r a", want: []string{"ls a | awk '{print $1}'"}},
		{name: "the condition holds", run: "ls", when: rule.When{Program: []string{"rm"}, Flags: rule.Flags{Any: []string{"-r"}}}, command: "rm -r a", want: []string{"ls"}},
		{name: "it does not", run: "ls", when: rule.When{Program: []string{"rm"}, Flags: rule.Flags{None: []string{"-r"}}}, command: "rm -r a"},
		{name: "it holds of an effect", run: "ls", when: rule.When{Target: []string{"b"}}, command: "rm -r a b", want: []string{"ls"}},
		{name: "in its directory", run: "ls {targets}", command: "cd /srv/x && rm -r a", want: []string{"cd /srv/x && ls a"}},
		{name: "in an unknown directory", run: "ls {targets}", command: `cd "$X" && rm -r a`},
		{name: "as its user", run: "ls {targets}", command: "sudo -u bob rm -r a", want: []string{"sudo -u bob ls a"}},
		{name: "in a shell of another user", run: "ls", command: "sudo sh -c 'rm -r a'", want: []string{"sudo ls"}},
		{name: "as another user by a text", run: "ls", command: "su -c 'rm -r a' bob"},
		{name: "with its variables", run: "ls", command: "A='x y' rm -r a", want: []string{"A='x y' ls"}},
		{name: "with variables of what starts it", run: "ls", command: "A=x timeout 5 rm -r a", want: []string{"A=x ls"}},
		{name: "with variables of its user", run: "ls", command: "A=1 sudo B=2 rm -r a", want: []string{"A=1 sudo B=2 ls"}},
		{name: "with variables of a program", run: "ls", command: "sudo -u bob env A=b rm -r a", want: []string{"sudo -u bob env A=b ls"}},
		{name: "with what was exported", run: "pg_dump {first}", command: "export PGHOST=db && psql shop -c 'DROP TABLE users'", want: []string{"PGHOST=db pg_dump shop"}},
		{name: "with what was exported and is not known", run: "pg_dump {first}", command: "export PGHOST=$(cat host); psql shop -c 'DROP TABLE users'"},
		{name: "with settings of a file", run: "pg_dump {first}", command: ". ./.env; psql shop -c 'DROP TABLE users'"},
		{name: "with variables of no service", run: "ls", command: "export A=$(date); rm -r a", want: []string{"ls"}},
		{name: "with unknown variables", run: "ls", command: `A="$B" rm -r a`},
		{name: "on another machine", run: "ls", command: "ssh host rm -r a"},
		{name: "in a container", run: "ls", command: "docker exec web rm -r a"},
		{name: "with the options of the program", run: "{program} status", command: "git -c a.b=c clean -f", want: []string{"git -c a.b=c status"}},
		{name: "directory of an option", run: "{program} status", command: "git -C x clean -f", want: []string{"cd x && git status"}},
		{name: "the command", run: "{command} -v", command: "rm -r a", want: []string{"rm -r a -v"}},
		{name: "a word replaced", run: "{command: -r -> -ri}", command: "rm -r a", want: []string{"rm -ri a"}},
		{name: "a word that is not there", run: "{command: -x -> -y}", command: "rm -r a"},
		{name: "several words", run: "{command: -r -> -i, a -> }", command: "rm -r a b", want: []string{"rm -i b"}},
		{name: "each", run: "dump {each: -t}", command: "rm -r 'a b' c", want: []string{"dump -t 'a b' -t c"}},
		{name: "of a statement", run: "pg_dump {options: -h} {first} -t {target}", command: "PGUSER=bob psql -h db shop -c 'DROP TABLE users'", want: []string{"PGUSER=bob pg_dump -h db shop -t users"}},
		{name: "what is affected", run: "ls", when: rule.When{What: []string{"DROP DATABASE"}}, command: "psql -h db shop -c 'DROP TABLE users'"},
		{name: "the beginning of a word replaced", run: "{command: delete-* -> get-*}", command: "aws iam delete-role --role-name delete-me", want: []string{"aws iam get-role --role-name delete-me"}},
		{name: "a word replaced once", run: "{command: delete -> get}", command: "kubectl delete pod delete", want: []string{"kubectl get pod delete"}},
		{name: "what starts the program", run: "{program} migrate status", command: "DATABASE_URL=x npx -y prisma migrate reset", want: []string{"DATABASE_URL=x npx -y prisma migrate status"}},
		{name: "what starts its script", run: "{command: flush -> dumpdata}", command: "uv run python manage.py flush", want: []string{"uv run python manage.py dumpdata"}},
		{name: "with a limit of time", run: "{program} status", command: "timeout 5 git clean -f", want: []string{"git status"}},
		{name: "with a secret", run: "{command} --dry-run", command: "kubectl delete pod x --token=ghp_abcdefghijklmnopqrstuvwxyz0123456789"},
		{name: "a word left out", run: "{command: -r -> }", command: "rm -r a", want: []string{"rm a"}},
		{name: "options", run: "kubectl get {operands} {options: -n --context}", command: "kubectl delete pod x --namespace=a --force --context b", want: []string{"kubectl get pod x --namespace=a --context=b"}},
		{name: "refs", run: "git push {first} {refs}", command: "git push origin +main", want: []string{"git push origin main"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &rule.Rule{ID: "a/b", Risk: policy.Medium, When: remove, Instead: []rule.Alternative{{When: tt.when, Run: tt.run}}}
			r.When.Effect = append(r.When.Effect, rule.Discard, rule.Destroy, rule.Push, rule.Drop)
			v := only(r).Judge(tt.command, safety.Dirs{Home: "/home/ann"}, nil)
			if len(v.Findings) != 1 {
				t.Fatalf("%d findings, want 1", len(v.Findings))
			}
			if diff := cmp.Diff(tt.want, v.Findings[0].Instead); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAlternativesNameTheAddress states that what is run straight from the
// network is downloaded from the same address.
func TestAlternativesNameTheAddress(t *testing.T) {
	r := &rule.Rule{
		ID: "a/b", Risk: policy.High, Instead: []rule.Alternative{{Run: "curl -o x {url}"}},
		When: rule.When{Effect: []rule.EffectKind{rule.Run}, From: []string{rule.FromNetwork}},
	}
	for _, tt := range []struct{ command, want string }{
		{"curl -s https://a.example/x | sh", "curl -o x https://a.example/x"},
		{"wget -qO- https://a.example/x | tr a b | sudo sh", "curl -o x https://a.example/x"},
		{"bash <(curl -s 'https://a.example/x?a=b&c=d')", "curl -o x 'https://a.example/x?a=b&c=d'"},
		{"curl -o i.sh https://a.example/i.sh && sh i.sh", "curl -o x https://a.example/i.sh"},
		{`curl -s "$URL" | sh`, ""},
	} {
		t.Run(tt.command, func(t *testing.T) {
			got := ""
			for _, f := range only(r).Judge(tt.command, safety.Dirs{Home: "/home/ann"}, nil).Findings {
				for _, s := range f.Instead {
					got = s
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// ahead is a machine where a branch of the remote holds earlier commits of our
// own.
type ahead struct {
	calm
	foreign int
}

func (a ahead) Push(string, []string, bool) rule.PushState {
	return rule.PushState{Known: true, Gone: 2, Foreign: a.foreign, Branch: "topic", Tip: "0123456789ab"}
}

// TestForcedPushOverOthers: commits of others that would be gone are asked about.
func TestForcedPushOverOthers(t *testing.T) {
	e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
	for foreign, want := range []policy.Action{policy.Warn, policy.Ask} {
		if v := e.Judge("git push -f origin topic", safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, ahead{foreign: foreign}); v.Action != want {
			t.Errorf("with %d commits of others: %v, want %v", foreign, v.Action, want)
		}
	}
}

// TestAlternativesNameTheLease states that a forced push is offered with the
// commit it may replace, where that is known to hold nothing of others.
func TestAlternativesNameTheLease(t *testing.T) {
	force := true
	r := &rule.Rule{
		ID: "a/b", Risk: policy.High, Instead: []rule.Alternative{{Run: "git push {lease} {first} {refs}"}},
		When: rule.When{Effect: []rule.EffectKind{rule.Push}, Force: &force},
	}
	for _, tt := range []struct {
		name, command, want string
		facts               rule.Facts
	}{
		{"own commits", "git push -f origin +topic", "git push --force-with-lease=topic:0123456789ab origin topic", ahead{}},
		{"commits of others", "git push -f origin topic", "git push --force-with-lease --force-if-includes origin topic", ahead{foreign: 1}},
		{"commits of others on another branch", "git push -f origin main:topic", "git push origin main:topic", ahead{foreign: 1}},
		{"not known", "git push -f origin topic", "git push --force-with-lease --force-if-includes origin topic", calm{}},
		{"nothing is asked", "git push -f origin topic", "git push --force-with-lease --force-if-includes origin topic", nil},
		{"another repository", "git --git-dir=/r/.git push -f origin topic", "git push --force-with-lease --force-if-includes origin topic", ahead{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := only(r).Judge(tt.command, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, tt.facts)
			if len(v.Findings) != 1 {
				t.Fatalf("%d findings, want 1", len(v.Findings))
			}
			if diff := cmp.Diff([]string{tt.want}, v.Findings[0].Instead); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
