package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/rules"
)

func TestAnUnknownOptionIsMended(t *testing.T) {
	for _, tc := range []struct {
		name    string
		command string
		output  string
		want    []string
	}{
		{"by what the output lists", "frob add --frobnicat x", "error: unknown option `frobnicat'\nusage: frob add\n\n    -f, --frobnicate      do it\n", []string{"frob add --frobnicate x"}},
		{"by a usage in brackets", "python3 app.py --prot 80", "usage: app.py [-h] [--port PORT]\napp.py: error: unrecognized arguments: --prot 80\n", []string{"python3 app.py --port 80"}},
		{"by the model of the program", "docker run --entrypiont x y", "unknown flag: --entrypiont", []string{"docker run --entrypoint x y"}},
		{"by what programs usually have", "frob --verbsoe", "frob: unrecognized option '--verbsoe'", []string{"frob --verbose"}},
		{"with its value", "frob --ouptut=a x", "frob: unrecognized option '--ouptut=a'", []string{"frob --output=a x"}},
		{"with its dashes", "git log -oneline", "fatal: unrecognized argument: -oneline", []string{"git log --oneline"}},
		{"of a program that is run by another", "docker run --nmae web nginx", "unknown flag: --nmae\nSee 'docker run --help'.", []string{"docker run --name web nginx"}},
		{"one that is like none", "frob --zzz", "frob: unrecognized option '--zzz'", nil},
		{"one of two letters", "frob --vs", "frob: unrecognized option '--vs'", nil},
		{"one that the call does not have", "frob x", "frob: unrecognized option '--verbsoe'", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, commandsFor(rules.Knowledge(), tc.command, tc.output)); diff != "" {
				t.Errorf("offered (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAProgramIsMendedOnlyWhereALetterSlipped(t *testing.T) {
	for _, tc := range []struct {
		name, program string
		want          []string
	}{
		{"two letters in the wrong order", "gti", []string{"git x"}},
		{"a letter left out", "kubctl", []string{"kubectl x"}},
		{"a letter twice", "cdd", []string{"cd x"}},
		{"another letter", "pop", nil},
		{"another program that is longer", "pnpx", nil},
		{"another program at its end", "kubectx", nil},
		{"too short", "sl", nil},
		{"joined", "gitstatus", []string{"git status x"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := commandsFor(rules.Knowledge(), tc.program+" x", "bash: line 1: "+tc.program+": command not found\n")
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("offered (-want +got):\n%s", diff)
			}
		})
	}
}
