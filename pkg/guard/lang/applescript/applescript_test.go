package applescript_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/applescript"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
)

func TestAppleScript(t *testing.T) {
	langtest.Run(t, applescript.Read,
		langtest.Of("shell", "set d to \"/srv\"\ndo shell script \"rm -rf \" & d & quoted form of p", "shell| rm -rf /srv<p>"),
		langtest.Of("as administrator", `do shell script "rm /x" with administrator privileges`, "sudo sh -c rm /x"),
		langtest.Of("Finder", "tell application \"Finder\" to delete POSIX file \"/x\"\ntell application \"Finder\" to empty trash", "mv /x <home>/.Trash", "rm -r <home>/.Trash"),
		langtest.Of("data", "-- do shell script \"x\"\ndisplay dialog \"do shell script\""),
	)
}
