package shell

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

// TestTasksAsRules: of a task only what it runs is left.
func TestTasksAsRules(t *testing.T) {
	text := "version: '3'\ntasks:\n  default: ls\n  wipe:\n    desc: all of it\n    cmds:\n      - rm -rf ~\n      - cmd: id\n      - task: default\n  # last\n  'a:b':\n    cmd: \"uptime\"\n"
	want := "default:\n\tls\nwipe:\n\trm -rf ~\n\tid\na_b:\n\tuptime\n"
	if got := taskRules(text); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
