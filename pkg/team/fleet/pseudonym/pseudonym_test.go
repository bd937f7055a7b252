package pseudonym

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

var ann = Machine{Home: "/home/ann", User: "ann", Host: "ann-laptop.corp.example", Roots: []string{"/home/ann/src/shop"}}

var key = []byte("0123456789abcdef0123456789abcdef")

func TestText(t *testing.T) {
	n := New(key, ann)
	ids := regexp.MustCompile(`([uhjx]-)[0-9a-z]{12}`)
	tests := []struct{ name, text, want string }{
		{"a project", "cd /home/ann/src/shop/web && npm test", "cd ./web && npm test"},
		{"the home", "cat /home/ann/.npmrc ~/notes", "cat ~/.npmrc ~/notes"},
		{"another home", "ls /home/bob/x ~bob/x", "ls /x-# ~/x-#"},
		{"a home on macOS", `open "/Users/bob/My"`, `open "/x-#"`},
		{"a home on Windows", `type C:\Users\bob\x.txt`, `type C/x-#`},
		{"a longer name", "ls /home/anna/x", "ls /x-#"},
		{"system files", "ls /usr/bin/env /dev/null", "ls /usr/bin/env /dev/null"},
		{"files of a machine", "cat /etc/nginx/acme.conf /tmp", "cat /etc/x-# /tmp"},
		{"in an option", "make -C/data/acme --prefix=/data/acme -I/data/acme", "make -C/x-# --prefix=/x-# -I/x-#"},
		{"a relative path", "go test ./pkg/home/x src/etc/y", "go test ./pkg/home/x src/etc/y"},
		{"a login", "ssh bob@db.acme.example uptime", "ssh u-#@h-# uptime"},
		{"a remote", "git push git@github.com:acme/shop.git", "git push git@h-#:acme/shop.git"},
		{"a URL", "curl https://api.acme.example:8443/v1/customers/7", "curl https://h-#:8443/x-#"},
		{"a URL of this machine", "curl http://localhost:8080/", "curl http://localhost:8080/"},
		{"a number of a host", "ping 10.1.2.3; ping 127.0.0.1", "ping h-#; ping 127.0.0.1"},
		{"the user and the host", "echo ann on ann-laptop, annual", "echo u-# on h-#, annual"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ids.ReplaceAllString(n.Text(redact.Clean(tt.text)), "$1#"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	n := New(nil, ann)
	if got := n.Text(redact.Clean("ls /home/bob")) + n.Project("/home/ann/src/shop", "git@h:a/b.git"); got != "ls /home/bobh/a/b" {
		t.Errorf("got %q", got)
	}
}

// Clones of one repository are one project on all machines, and the same name with
// another key is another pseudonym.
func TestProject(t *testing.T) {
	n, other := New(key, ann), New([]byte("another"), ann)
	want := n.Project("/home/ann/src/shop", "git@github.com:acme/shop.git")
	for _, remote := range []string{"https://github.com/acme/shop", "ssh://git@GitHub.com:22/acme/shop.git", "https://ann:x@github.com/acme/shop.git/"} {
		if got := New(key, Machine{Host: "b"}).Project("/x", remote); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
	if other.Project("/x", "https://github.com/acme/shop") == want {
		t.Error("the key does not matter")
	}
	if n.Project("/a", "") == n.Project("/b", "") {
		t.Error("two projects without a remote are one")
	}
}

// FuzzText: no home directory, login or own name is left in a text, whatever
// stands around it.
func FuzzText(f *testing.F) {
	for _, s := range []string{"/home/ann/x", "ann@h", "~ann", "x=/home/bob;", "\xff/home/\xff", "İann", strings.Repeat("/home/ann ", 1000)} {
		f.Add(s)
	}
	n := New(key, ann)
	f.Fuzz(func(t *testing.T, s string) {
		const there, who = "/home/bobQQQ/y", "carl@acmeQQQ.example"
		got := n.Text(redact.Clean(s + " " + there + " " + who))
		if !strings.Contains(s, "QQQ") && strings.Contains(got, "QQQ") {
			t.Errorf("%q became %q", s, got)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q became %q", s, got)
		}
	})
}
