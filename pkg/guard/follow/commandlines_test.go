package follow

import "testing"

// TestCommandsAmongParameters: in the forms that the AWS command line takes.
func TestCommandsAmongParameters(t *testing.T) {
	for in, want := range map[string]string{
		`commands=["cd /srv","rm -rf \"a b\""]`: "cd /srv\nrm -rf \"a b\"",
		`commands=[uptime,df -h]`:               "uptime\ndf -h",
		`commands=sudo rm -rf /srv`:             "sudo rm -rf /srv",
		`command="ls"`:                          "ls",
		`{"workingDirectory":["/srv"],"commands":["ls","id"],"timeout":["9"]}`: "ls\nid",
		`{"commands": "ls"}`: "ls",
		`sourceInfo=x`:       "",
		`commands=["`:        "",
		``:                   "",
	} {
		if got := parameterCommands(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
