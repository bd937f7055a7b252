package judge

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ServerCommands returns the commands of a shell that do what the tool of a server is told
// to, as users speak of them: what changes a branch of a repository elsewhere is a push.
func (j *Judge) ServerCommands(c *protocol.Call) []string {
	const push = "git push"
	list, text := j.serverCommands(c), pushOf(c)
	if text == "" {
		return list
	}
	list = slices.DeleteFunc(list, func(command string) bool { return strings.HasPrefix(command, push) }) // it may lack the remote
	return append(list, text)
}

// pushOf returns the push that a tool makes to a branch which its arguments name, "" for
// others: git_push, push_files, create_or_update_file of a repository.
func pushOf(c *protocol.Call) string {
	words, _ := c.ToolWords()
	pushes := slices.ContainsFunc(words, toolPushesWord)
	writes := slices.ContainsFunc(words, toolWritesWord) && slices.ContainsFunc(words, toolFileWord) && !slices.ContainsFunc(words, isLook)
	var branches []string
	remote, stored, force := "origin", false, ""
	for _, a := range c.Given {
		switch {
		case a.Text == "" || len(a.Text) > longestName || strings.ContainsAny(a.Text, " \n"):
		case argumentBranchWord(a.Name):
			branches = append(branches, shell.Quote(a.Text))
		case argumentRepositoryWord(a.Name):
			stored = true
		case a.Name == "remote":
			remote = shell.Quote(a.Text)
		case strings.HasPrefix(a.Name, "force") && a.Text == "true":
			force = " --force"
		}
	}
	if len(branches) == 0 || !pushes && !(writes && stored) {
		return ""
	}
	return "git push" + force + " " + remote + " " + strings.Join(branches, " ")
}
