package effect_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// What is put beside guarded files does not change them; what takes their
// place, or may, does.
func TestIntoDirectoryOfGuarded(t *testing.T) {
	at := effect.Dirs{Home: "/home/me", Cwd: "/home/me/p", Guard: []string{"/home/me/bin/ctxhook", "/home/me/.config/ctxhook", "/home/me/.cache/ctxhook", "/home/me/.claude/settings.json"}, Cache: "/home/me/.cache/ctxhook"}
	tests := []struct {
		name, text string
		guard      bool
	}{
		{"a tool", "cp tool ~/bin", false},
		{"several", "mv a b ~/bin/", false},
		{"named after an option", "cp -t ~/bin tool", false},
		{"installed", "install -m 755 tool ~/bin/", false},
		{"a directory", "cp -r nvim ~/.config", false},
		{"by a glob that fits no guarded file", "cp docs/*.md ~/.claude/", false},
		{"the same name", "cp build/ctxhook ~/bin/", true},
		{"among others", "cp a ctxhook ~/bin", true},
		{"in a loop", "for f in a ctxhook; do cp $f ~/bin; done", true},
		{"settings", "mv settings.json ~/.claude/", true},
		{"hooks", "cp -r hooks ~/.claude", true},
		{"by a glob that fits", "cp *.json ~/.claude/", true},
		{"by a name that is not known", "cp $FILE ~/bin", true},
		{"all that is in a directory", "cp -r x/. ~/.config", true},
		{"the same for rsync", "rsync -a x/ ~/.config/", true},
		{"the file itself", "cp tool ~/bin/ctxhook", true},
		{"into a guarded directory", "cp a.yaml ~/.config/ctxhook/", true},
		{"the directory moved away", "mv ~/.claude /tmp/x", true},
		{"the directory deleted", "rm -rf ~/bin", true},
		{"a cache deleted with others", "rm -rf ~/.cache", false},
		{"all caches", "rm -rf ~/.cache/*", false},
		{"the cache itself", "rm -rf ~/.cache/ctxhook", true},
		{"a glob in the name", "cp -f /bin/true ~/bin/c?xhook", true},
		{"a glob in a directory", "rm ~/b*/ctxhook", true},
		{"a glob that fits its directory", "chmod -R a-x ~/b*", true},
		{"a glob of other names", "cp -f /bin/true ~/bin/d?xhook", false},
		{"a glob without the dot", "sed -i s/a/b/ ~/*/settings.json", false},
		{"each of a directory", "for f in ~/bin/*; do cp /bin/true \"$f\"; done", true},
		{"what a list names", "ls ~/.claude/*.json | xargs rm", true},
		{"a mode like an option", "chmod -x ~/bin/ctxhook", true},
		{"a mode like options", "chmod -R -rwx ~/bin", true},
		{"the mode of another", "chmod -x ~/bin/tool", false},
		{"found by its name", "find ~ -name ctxhook -type f -exec chmod 644 {} \\;", true},
		{"found below", "find ~/.claude -name '*.json' | xargs sed -i s/a/b/", true},
		{"all found below", "find ~/bin -type f | xargs chmod -x", true},
		{"found elsewhere", "find ~/src -name '*.json' | xargs sed -i s/a/b/", false},
		{"found in the project", "find . -name '*.json' -exec sed -i s/a/b/ {} +", false},
		{"found by its text", "grep -rl ctxhook ~/.claude | xargs sed -i s/a/b/", true},
		{"found by its text in the home", "grep -rl ctxhook ~ | xargs sed -i s/a/b/", true},
		{"found by another text", "grep -rl foo . | xargs sed -i s/a/b/", false},
		{"a directory into the home", "cp -r x/.claude ~/", true},
		{"another one into the home", "cp -r x/.vim ~/", false},
		{"a link to it", "ln ~/bin/ctxhook h", true},
		{"a link to its directory", "ln -s ~/bin b", true},
		{"a link to another", "ln -s ~/bin/tool t", false},
		{"unpacked there", "unzip -o p.zip -d ~/bin", true},
		{"unpacked there by Python", "python3 -m zipfile -e p.zip ~/.claude", true},
		{"unpacked elsewhere", "unzip -o p.zip -d ~/src", false},
		{"built there", "go build -o ~/bin/ctxhook .", true},
		{"built elsewhere", "go build -o ~/bin/tool .", false},
		{"compressed", "cd ~/bin && gzip ctxhook", true},
		{"compressed, and kept", "gzip -k ~/bin/ctxhook", false},
		{"given to a program that is not known", "frob --in-place ~/bin/ctxhook", true},
		{"given to one that reads", "sha256sum ~/bin/ctxhook", false},
		{"edited without a screen", "vim -es -c '%s/a/b/' -c wq ~/.claude/settings.json", true},
		{"mounted over", "mount --bind /bin/true ~/bin/ctxhook", true},
		{"seen by a container", "docker run --rm -v ~/bin:/b alpine cp /bin/true /b/ctxhook", true},
		{"seen by a container, by its long option", "docker run --mount type=bind,src=/home/me/.claude,dst=/c alpine true", true},
		{"the trace of a program that reads", "GIT_TRACE2_EVENT=~/.config/ctxhook/config.yaml git status", true},
		{"the output of one", "git shortlog --output=/home/me/.claude/settings.json", true},
		{"sorted into it", "sort -o ~/.claude/settings.json x", true},
		{"a command of a database's shell", "sqlite3 app.db '.output /home/me/.claude/settings.json' .dump", true},
		{"its own history", "HISTFILE=~/.claude/settings.json bash -ic true", true},
		{"a file for a variable", "SETTINGS=~/.claude/settings.json jq . x", false},
		{"sorted elsewhere", "sort -o x ~/.claude/settings.json", false},
		{"read by a database's shell", "sqlite3 app.db '.read /home/me/.claude/settings.json'", false},
		{"a whole path behind a variable", "install -m755 w.sh $DESTDIR/home/me/bin/ctxhook", true},
		{"another path behind a variable", "install -m755 w.sh $DESTDIR/home/me/bin/tool", false},
		{"only read by a container", "docker run --rm -v ~/.claude:/c:ro alpine true", false},
		{"the project in a container", "docker run --rm -v ~/p:/p alpine make", false},
		{"an option of a program that mostly reads", "tar -cf a.tar --listed-incremental=$HOME/.claude/settings.json src", true},
		{"its short name", "tar -cf a.tar -g ~/.claude/settings.json src", true},
		{"an option that is read", "jq --slurpfile s ~/.claude/settings.json . x.json", false},
		{"a short option without a value", "wc -l ~/.claude/settings.json", false},
		{"behind a key", "php -d error_log=/home/me/.claude/settings.json a.php", true},
		{"behind a key in a variable", "ASAN_OPTIONS=log_path=/home/me/.claude/settings.json ./app", true},
		{"behind a key that is read", "make check SETTINGS=/home/me/.claude/settings.json", false},
		{"behind a word with a colon", "socat -u STDIN CREATE:/home/me/.claude/settings.json", true},
		{"joined with an option", "gcc -Wl,-Map,/home/me/.claude/settings.json a.c", true},
		{"in a command of a debugger", `gdb -batch -ex "dump value /home/me/.claude/settings.json 0"`, true},
		{"looked at by a debugger", `gdb -batch -ex "list /home/me/.claude/settings.json"`, false},
		{"in code that is not read", `gforth -e 's" /home/me/.claude/settings.json" delete-file'`, true},
		{"in a message", `gh issue create --title x --body "see ~/.claude/settings.json, and rm it"`, false},
		{"in a statement", "sqlite3 a.db \"vacuum into '/home/me/.claude/settings.json'\"", true},
		{"in a statement that reads", "sqlite3 :memory: \"select readfile('/home/me/.claude/settings.json')\"", false},
		{"its directory and its name", "aria2c -d ~/bin -o ctxhook https://x.example/y", true},
		{"of a program that reads", "gh run download 1 -D ~/bin -n ctxhook", true},
		{"searched by its name", "find ~/.claude -name settings.json -newer x", false},
		{"brought from elsewhere", "aws s3 cp s3://x/y ~/.claude/settings.json", true},
		{"the program that settings name", `p=$(jq -r .hooks ~/.claude/settings.json); mv -- "$p" x`, true},
		{"what settings say, shown", `p=$(jq -r .model ~/.claude/settings.json); echo "$p"`, false},
		{"found by what registers it", "grep -rl pre-bash ~ | xargs sed -i s/a/b/", true},
		{"formatted", "mke2fs -F ~/bin/ctxhook", true},
		{"the directory opened to all", "chmod -R 777 ~/.config", true},
		{"no file of the home may be run", "find ~ -type f -exec chmod 644 {} +", true},
		{"a file by its number", "find ~ -inum 7 -exec chmod 0 {} +", true},
		{"directories of the home may be entered", "find ~ -type d -exec chmod 755 {} +", false},
		{"no file of the project may be run", "find . -type f -exec chmod 644 {} +", false},
		{"large files compressed", "find ~ -type f -size +5M -exec gzip {} +", true},
		{"files beside them compressed", "find ~ -maxdepth 1 -type f -exec gzip {} +", false},
		{"found by its text among names", "grep -rl ctxhook ~/.claude --include='*.json' | xargs sed -i s/a/b/", true},
		{"found by another text among its names", "for f in $(grep -rl x ~ --include=settings.json); do echo > $f; done", true},
		{"found in the project among names", "grep -rl --include='*.json' x . | xargs sed -i s/a/b/", false},
		{"found deep by Python", "python3 -c 'import pathlib\nfor p in pathlib.Path.home().rglob(\"settings.json\"): p.write_text(\"x\")'", true},
		{"found in the project by Python", "python3 -c 'import pathlib\nfor p in pathlib.Path(\".\").rglob(\"settings.json\"): p.write_text(\"x\")'", false},
		{"a glob given to a script", "node fmt.js ~/.claude/*.json", true},
		{"a glob given to one that reads", "wc -l ~/.claude/*.json", false},
		{"its directory given to a script", "python3 fmt.py ~/.claude", true},
		{"its directory given to a program that is not known", "frob --fix ~/bin", true},
		{"its directory read", "du -sh ~/.claude", false},
		{"another directory given to a script", "python3 fmt.py ~/.claude/projects", false},
		{"the home given to a script", "python3 fmt.py ~", false},
		{"another program of its name", "cd ~/.cargo/bin && ln -s /bin/true ctxhook", true},
		{"another program of its name, built", "go build -o ~/.local/bin/ctxhook ./cmd/x", true},
		{"its name for a program elsewhere", "go build -o build/ctxhook .", false},
		{"a file of the name", "cp a ~/src/ctxhook", false},
	}
	for _, tt := range []struct {
		name, text string
		guard      bool
	}{
		{"extracted over the home by a tool", "mcp-extract-zip /home/me", true},
		{"restored by a tool", "mcp-restore-snapshot /home/me/.claude", true},
		{"a tool that makes a directory", "mcp-create-directory /home/me", false},
		{"extracted into the project by a tool", "mcp-extract-zip /home/me/p", false},
		{"extracted beside it by a tool", "mcp-extract-zip /home/me/src", false},
	} {
		tests = append(tests, tt)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: at.Home, Cwd: at.Cwd})
			if len(s.Calls) == 0 {
				t.Fatal("there are no calls")
			}
			guard := false
			for i := range s.Calls {
				guard = guard || slices.ContainsFunc(effect.Of(s, i, at), func(e effect.Effect) bool {
					return e.Kind != "read" && e.Class&rule.ClassSetOf("guard") != 0
				})
			}
			if guard != tt.guard {
				t.Errorf("guarded: %v, want %v", guard, tt.guard)
			}
		})
	}
}
