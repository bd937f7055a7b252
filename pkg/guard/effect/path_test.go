package effect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// operand returns the last operand of the last call of a text, and where it
// runs.
func operand(t *testing.T, text string) (shell.Word, shell.Dir) {
	t.Helper()
	s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me"})
	if len(s.Calls) == 0 {
		t.Fatalf("no call in %q", text)
	}
	c := &s.Calls[len(s.Calls)-1]
	ops := c.Args.Operands
	if len(ops) == 0 {
		t.Fatalf("no operand in %q", text)
	}
	return ops[len(ops)-1], c.Cwd
}

func TestClassOf(t *testing.T) {
	anywhere := effect.Dirs{Home: "/home/me"}
	inside := effect.Dirs{Home: "/home/me", Cwd: "/home/me/app/web", Project: "/home/me/app"}
	mac := effect.Dirs{Home: "/Users/me", Cwd: "/Users/me/app/web", Project: "/Users/me/app", Fold: true}
	windows := effect.Dirs{Home: "/d/Profiles/me", Cwd: "/c/Work/App/web", Project: "/c/Work/App", Guard: []string{"/d/Profiles/me/AppData/Roaming/ctxhook"}, Fold: true}
	tests := []struct {
		name, text string
		at         effect.Dirs
		want       []string
	}{
		{"root", "rm /", anywhere, []string{"root"}},
		{"root by dots", "rm /./usr/../.", anywhere, []string{"root"}},
		{"root by slashes", "rm ///", anywhere, []string{"root"}},
		{"all of the root", "rm /*", anywhere, []string{"root"}},
		{"above the root", "rm /../..", anywhere, []string{"root"}},
		{"back from the temporary directory", "rm /tmp/../*", anywhere, []string{"root"}},
		{"drive", `rm 'C:\'`, anywhere, []string{"root", "outside-project"}},
		{"drive of Git Bash", "rm /d/*", anywhere, []string{"root", "outside-project"}},
		{"drive of WSL", "rm /mnt/c", anywhere, []string{"root", "outside-project"}},
		{"drive of Cygwin", "rm /cygdrive/c/", anywhere, []string{"root", "outside-project"}},
		{"verbatim drive", `rm '\\?\D:\'`, anywhere, []string{"root", "outside-project"}},
		{"verbatim and nothing behind it", `rm '\\?\'`, anywhere, []string{"root"}},
		{"verbatim with what another shell would have filled in", `rm '\\?\$dir'`, anywhere, []string{"root"}},
		{"verbatim file", `rm '\\?\D:\work\a'`, anywhere, []string{"outside-project"}},

		{"home", "rm ~", anywhere, []string{"home", "outside-project"}},
		{"home by variable", `rm "$HOME"/`, anywhere, []string{"home", "outside-project"}},
		{"all of home", "rm ~/*", anywhere, []string{"home", "outside-project"}},
		{"folder of home", "rm ~/Documents", anywhere, []string{"home", "outside-project"}},
		{"all homes", "rm /home/*", anywhere, []string{"home", "outside-project"}},
		{"home of root", "rm /root", anywhere, []string{"home", "outside-project"}},
		{"home on Windows", `rm 'C:\Users\me'`, anywhere, []string{"home", "outside-project"}},
		{"in a home", "rm ~/notes", anywhere, []string{"outside-project"}},
		{"cache of a home", "rm ~/.npm", anywhere, []string{"outside-project", "generated"}},
		{"cache by two names", "rm ~/.cargo/registry", anywhere, []string{"outside-project", "generated"}},
		{"key", "rm ~/.ssh/id_ed25519", anywhere, []string{"outside-project", "secret"}},
		{"key of a client below share", "rm ~/.local/share/opencode/auth.json", anywhere, []string{"outside-project", "secret"}},
		{"public key", "rm ~/.ssh/id_ed25519.pub", anywhere, []string{"outside-project"}},

		{"system", "rm /etc/", anywhere, []string{"system", "outside-project"}},
		{"system in capitals is another", "rm /ETC", anywhere, []string{"outside-project"}},
		{"essential file", "rm /etc/fstab", anywhere, []string{"system", "outside-project"}},
		{"in a system directory", "rm /etc/nginx/nginx.conf", anywhere, []string{"below-system", "outside-project"}},
		{"Windows itself", `rm 'C:\Windows'`, anywhere, []string{"system", "outside-project"}},
		{"package lists", "rm /var/lib/apt/lists/*", anywhere, []string{"outside-project", "generated"}},
		{"manual pages", "rm /usr/share/man/man1", anywhere, []string{"outside-project", "generated"}},
		{"program unpacked by hand", "rm -r /usr/local/go", anywhere, []string{"below-system", "outside-project", "generated"}},
		{"library unpacked by hand", "rm -r /usr/local/lib/x/y", anywhere, []string{"below-system", "outside-project", "generated"}},
		{"all libraries", "rm -r /usr/local/lib/*", anywhere, []string{"below-system", "outside-project"}},
		{"data of a server", "rm -r /usr/local/var/postgres", anywhere, []string{"below-system", "outside-project"}},
		{"sources", "rm /usr/src/app", anywhere, []string{"outside-project", "generated"}},
		{"disk", "rm /dev/sda1", anywhere, []string{"device", "outside-project"}},
		{"null device", "rm /dev/null", anywhere, []string{"outside-project"}},
		{"mount", "rm /mnt/data", anywhere, []string{"mount", "outside-project"}},
		{"below a mount", "rm /mnt/data/x", anywhere, []string{"outside-project"}},

		{"temporary", "rm /tmp/a", anywhere, []string{"temp"}},
		{"temporary by variable", `rm "$TMPDIR/a"`, anywhere, []string{"temp"}},
		{"temporary by command", `d=$(mktemp -d); rm "$d/x"`, anywhere, []string{"temp"}},
		{"temporary one way or the other", `d=$(mktemp -d || mktemp -d -t x); rm "$d"`, anywhere, []string{"temp"}},
		{"temporary by its name", `rm "$BUILD_TMP"`, anywhere, []string{"temp"}},
		{"by its name, and more", `rm "$BUILD_TMP"/*`, anywhere, []string{"maybe-root", "unknown"}},

		{"where it stands", "rm .", anywhere, []string{"project-root", "project"}},
		{"where it stands, by tilde", "rm ~+/", anywhere, []string{"project-root", "project"}},
		{"all there", "rm *", anywhere, []string{"project-root", "project"}},
		{"in it", "rm src", anywhere, []string{"project"}},
		{"back into it", "rm src/../src", anywhere, []string{"project"}},
		{"back to it", "rm src/..", anywhere, []string{"project-root", "project"}},
		{"above it", "rm ..", anywhere, []string{"above-project"}},
		{"beside it", "rm ../other", anywhere, []string{"outside-project"}},
		{"made by tools", "rm -r node_modules", anywhere, []string{"project", "generated"}},
		{"in what is made by tools", "rm -r target/debug", anywhere, []string{"project", "generated"}},
		{"history", "rm .git", anywhere, []string{"project", "vcs"}},

		{"project", "rm /home/me/app", inside, []string{"project-root", "project"}},
		{"project from below", "rm ..", inside, []string{"project-root", "project"}},
		{"working directory", "rm .", inside, []string{"project-root", "project"}},
		{"above the project", "rm ../..", inside, []string{"home", "above-project"}},
		{"other project", "rm ../../other", inside, []string{"outside-project"}},

		{"unknown", `rm "$X"`, anywhere, []string{"unknown"}},
		{"all of an unknown", `rm "$X"/*`, anywhere, []string{"maybe-root", "unknown"}},
		{"system below an unknown", `rm "$X/usr"`, anywhere, []string{"maybe-root", "unknown"}},
		{"below an unknown", `rm "$X/data"`, anywhere, []string{"unknown"}},
		{"one program below an unknown", `rm "$X/opt/tool"`, anywhere, []string{"unknown"}},
		{"homes below an unknown", `rm "$X/home/"*`, anywhere, []string{"maybe-root", "unknown"}},
		{"below a temporary variable", `rm "$BUILD_TMP/x"`, anywhere, []string{"temp"}},
		{"beside a temporary variable", `rm "$BUILD_TMP/../x"`, anywhere, []string{"unknown"}},
		{"one of a kind of files below an unknown", `rm "$X"/a-*`, anywhere, []string{"unknown"}},
		{"a disk by an unknown name", `rm /dev/"$X"`, anywhere, []string{"device", "outside-project"}},
		{"a terminal by an unknown number", `rm /dev/tty"$X"`, anywhere, []string{"outside-project"}},
		{"an unknown below the devices", `cd /dev && rm "$X/a/b"`, anywhere, []string{"outside-project"}},
		{"given to a function of another file", `local d; make_dir d; rm "$d/x"`, anywhere, []string{"unknown"}},
		{"in an unknown mount", `rm "/mnt/$X/var"`, anywhere, []string{"outside-project"}},
		{"never empty", `rm "${X:?}"/*`, anywhere, []string{"unknown"}},
		{"given a value elsewhere", `if a; then X=/tmp/x; fi; rm "$X"`, anywhere, nil},

		{"macOS: home", "rm /users/ME", mac, []string{"home", "above-project"}},
		{"macOS: folder of home", "rm ~/library", mac, []string{"home", "outside-project"}},
		{"macOS: settings of a program", "rm ~/Library/Preferences", mac, []string{"outside-project"}},
		{"macOS: keys", "cat ~/.SSH/ID_ed25519", mac, []string{"outside-project", "secret"}},
		{"macOS: system", "rm /system", mac, []string{"system", "outside-project"}},
		{"macOS: shared library", "rm /LIBRARY/Fonts", mac, []string{"below-system", "outside-project"}},
		{"macOS: mount", "rm /volumes/Backup", mac, []string{"mount", "outside-project"}},
		{"macOS: project", "rm ../../APP", mac, []string{"project-root", "project"}},
		{"macOS: in the project", "rm /users/me/app/node_modules", mac, []string{"project", "generated"}},
		{"Windows: home elsewhere", `rm 'D:\profiles\ME\'`, windows, []string{"home", "outside-project"}},
		{"Windows: home by Git Bash", "rm /d/profiles/me", windows, []string{"home", "outside-project"}},
		{"Windows: folder of home", `rm 'd:\profiles\me\documents'`, windows, []string{"home", "outside-project"}},
		{"Windows: settings of all programs", `rm 'D:\Profiles\me\AppData'`, windows, []string{"home", "outside-project", "guard"}},
		{"Windows: half of them", `rm 'c:\Users\you\AppData\Roaming\*'`, windows, []string{"home", "outside-project"}},
		{"Windows: those of one program", `rm 'c:\Users\you\AppData\Local\npm-cache'`, windows, []string{"outside-project"}},
		{"Windows: our settings", `rm 'd:\profiles\me\appdata\roaming\CTXHOOK\settings.json'`, windows, []string{"outside-project", "guard"}},
		{"Windows: home of another", `rm 'c:\USERS\you'`, windows, []string{"home", "outside-project"}},
		{"Windows: system", `rm 'c:\windows\system32'`, windows, []string{"system", "outside-project"}},
		{"Windows: programs", `rm 'c:\program files'`, windows, []string{"system", "outside-project"}},
		{"Windows: drive", `rm 'd:\'`, windows, []string{"root", "outside-project"}},
		{"Windows: project", `rm 'C:\work\app'`, windows, []string{"project-root", "project"}},
		{"Windows: where it stands", "rm .", windows, []string{"project-root", "project"}},
		{"Windows: in the project", `rm '..\node_modules'`, windows, []string{"project", "generated"}},
		{"Windows: above the project", `rm '..\..'`, windows, []string{"above-project"}},
		{"Windows: key", `cat 'd:\profiles\me\.SSH\id_rsa'`, windows, []string{"outside-project", "secret"}},

		{"after cd", "cd /; rm etc", anywhere, []string{"system", "outside-project"}},
		{"after a cd that may fail", "cd build; rm *", anywhere, []string{"project-root", "project"}},
		{"after a cd that went well", "cd build && rm *", anywhere, []string{"project"}},
		{"after leaving what is unknown", `cd "$X" && rm ../*`, anywhere, []string{"maybe-root", "unknown"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, dir := operand(t, tt.text)
			got := effect.ClassOf(w, dir, tt.at).Names()
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestLiteral(t *testing.T) {
	at := effect.Dirs{Home: "/home/me", Cwd: "/w"}
	tests := []struct {
		name, text, want string
		ok               bool
	}{
		{"relative", "rm a/../b", "/w/b", true},
		{"absolute", "rm /x//y/.", "/x/y", true},
		{"after cd", "cd sub && rm a", "/w/sub/a", true},
		{"glob", "rm a*", "/w/a*", false},
		{"unknown", `rm "$X/a"`, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, dir := operand(t, tt.text)
			got, ok := effect.Literal(w, dir, at)
			if ok != tt.ok || ok && got != tt.want {
				t.Errorf("%q, %v, want %q, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestMeets(t *testing.T) {
	at := effect.Dirs{Home: "/home/me", Cwd: "/home/me/app", Project: "/home/me/app"}
	const path = "/home/me/app/lib/a.go"
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"itself", "rm lib/a.go", true},
		{"by dots", "rm web/../lib/./a.go", true},
		{"in its directory", "cd lib && rm a.go", true},
		{"what holds it", "rm lib", true},
		{"all around it", "rm .", true},
		{"by a pattern", "rm lib/*.go", true},
		{"by an unknown name", `rm lib/"$x"`, true},
		{"unknown", `rm "$x"`, true},
		{"where a cd may fail", "cd /x; rm lib/a.go", true},
		{"beside it", "rm lib/b.go", false},
		{"a name that begins like it", "rm lib/a.go.bak", false},
		{"a pattern beside it", "rm web/*.go", false},
		{"elsewhere", "rm /etc/hosts", false},
		{"temporary", `rm "$(mktemp)"`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, d := operand(t, tt.text)
			reach := effect.ReachOf(w, d, at)
			if got := reach.Meets(path); got != tt.want {
				t.Errorf("meets %s = %v, want %v", path, got, tt.want)
			}
		})
	}
}
