package interpret_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestMade looks at whether the last rm of a text deletes what the text made.
func TestMade(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"nothing made", "rm -rf a", false},
		{"made", "mkdir a && rm -rf a", true},
		{"making it may have failed", "mkdir a; rm -rf a", false},
		{"another one succeeded", "mkdir a; mkdir b && rm -rf a", false},
		{"any failure ends the text", "set -e; mkdir a; rm -rf a", true},
		{"below it", "mkdir a && rm -rf a/b", true},
		{"above it", "mkdir a/b; rm -rf a", false},
		{"a name that begins alike", "mkdir a; rm -rf ab", false},
		{"from within", "mkdir a && cd a && rm -rf b", true},
		{"may have been there", "mkdir -p a; rm -rf a", false},
		{"failure is expected", "mkdir a 2>/dev/null; rm -rf a", false},
		{"failure is passed over", "mkdir a || true; rm -rf a", false},
		{"failure ends the text", "mkdir a || exit 1; rm -rf a", true},
		{"made in a branch", "if x; then mkdir a; fi; rm -rf a", false},
		{"made in the same branch", "if x; then mkdir a && rm -rf a; fi", true},
		{"made by a wrapped program", "sudo mkdir /opt/a && sudo rm -rf /opt/a", true},
		{"made elsewhere", "docker run c mkdir a; rm -rf a", false},
		{"deleted in the end", "trap 'rm -rf a' EXIT; rm -rf a", false},
		{"made in a subshell", "(mkdir a) && rm -rf a", true},
		{"cloned", "git clone https://example.com/x/tool.git && rm -rf tool", true},
		{"cloned elsewhere", "git clone https://example.com/x/tool.git t2; rm -rf tool", false},
		{"cloned to a name", "git clone --depth 1 https://example.com/x/tool t2 && rm -rf t2", true},
		{"downloaded", "curl -fsSLo x.tgz https://example.com/y.tgz && rm -rf x.tgz", true},
		{"downloaded under its own name", "wget https://example.com/a/y.tgz && rm -rf y.tgz", true},
		{"written", "date > stamp && rm -rf stamp", true},
		{"appended", "date >> stamp; rm -rf stamp", false},
		{"unpacked", "tar xzf go1.25.tar.gz && rm -rf go", true},
		{"unpacked elsewhere", "tar -C /opt -xzf go1.25.tar.gz && rm -rf /opt/go", true},
		{"unpacked from a pipe", "curl -L https://example.com/d/tool-1.2.tgz | tar xz && rm -rf tool-1.2", true},
		{"not what was unpacked", "tar xzf go1.25.tar.gz; rm -rf src", false},
		{"listed, not unpacked", "tar tzf go1.25.tar.gz; rm -rf go", false},
		{"zip", "unzip -q awscliv2.zip && rm -rf aws", true},
		{"deleted before", "rm -rf a && ./build a && rm -rf a", true},
		{"unknown but the same", `mkdir "b-$V" && cd "b-$V" && make && cd .. && rm -rf "b-$V"`, true},
		{"unknown and another", `mkdir "b-$V"; rm -rf "b-$W"`, false},
		{"work moved in", "mkdir old; mv src old; rm -rf old", false},
		{"work moved in from within", "mkdir old; cd old; mv ../src .; cd ..; rm -rf old", false},
		{"its own moved about", "mkdir a && mv a/x a/y && rm -rf a", true},
		{"disk mounted", "mkdir m; mount /dev/sdb1 m; rm -rf m", false},
		{"the root never", "mkdir /; rm -rf /", false},
		{"outside of where it stands", "mkdir ..; rm -rf ..", false},
		{"glob within", "mkdir a && rm -rf a/*", true},
		{"glob beside", "mkdir a; rm -rf *", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me"})
			last := -1
			for i := range s.Calls {
				if s.Calls[i].Program == "rm" {
					last = i
				}
			}
			if last < 0 || len(s.Calls[last].Args.Operands) != 1 {
				t.Fatalf("no rm of one path in %q", tt.text)
			}
			if got := s.Calls[last].Args.Operands[0].Made; got != tt.want {
				t.Errorf("Made = %v, want %v", got, tt.want)
			}
		})
	}
}

// TestAsTyped holds what PowerShell and cmd read where bash reads otherwise.
func TestAsTyped(t *testing.T) {
	tests := []struct{ name, text, program, operand string }{
		{"backslashes of a cmdlet", `Remove-Item -Recurse C:\Users\me`, "rm", `C:\Users\me`},
		{"variable of a cmdlet", `Remove-Item -Recurse $env:X\*`, "rm", `$X\*`},
		{"cmd", `rd /s /q C:\work`, "rm", `C:\work`},
		{"nothing to tell them apart", "del /q notes", "del", "notes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function})
			c := &s.Calls[len(s.Calls)-1]
			if c.Program != tt.program || len(c.Args.Operands) != 1 || c.Args.Operands[0].String() != tt.operand {
				t.Errorf("%s %v, want %s %s", c.Program, c.Args.Operands, tt.program, tt.operand)
			}
		})
	}
}
