package cmd

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// This file says in words when a rule fires.

// whenWords says what must hold, one condition a line.
func whenWords(w *rule.When) []string {
	out := callWords(w)
	out = append(out, effectWords(w)...)
	if len(w.Problem) > 0 {
		out = append(out, "the text is "+or(w.Problem))
	}
	out = append(out, branches("any of:", w.Any)...)
	return append(out, branches("none of:", w.Not)...)
}

// branches lists conditions of which one line says what is to be done with
// them.
func branches(head string, list []rule.When) []string {
	if len(list) == 0 {
		return nil
	}
	out := []string{head}
	for i := range list {
		for k, l := range whenWords(&list[i]) {
			lead := "- "
			if k > 0 {
				lead = "  and "
			}
			if strings.HasPrefix(l, "- ") || strings.HasPrefix(l, "  ") {
				lead = "  "
			}
			out = append(out, lead+l)
		}
	}
	return out
}

// callWords is the part about the call.
func callWords(w *rule.When) []string {
	var out []string
	say := func(list []string, lead string) {
		if len(list) > 0 {
			out = append(out, lead+or(list))
		}
	}
	say(w.Program, "the program is ")
	say(w.Sub, "the subcommand is ")
	for _, f := range w.Flags.All {
		out = append(out, f+" is given")
	}
	say(w.Flags.Any, "there is ")
	say(w.Flags.None, "there is no ")
	say(w.Operand, "an operand matches ")
	if w.Min > 0 {
		out = append(out, "there are at least "+strconv.Itoa(w.Min)+" operands")
	}
	say(w.Wrapper, "it runs under ")
	say(each(w.Where, whereWords), "it runs ")
	if w.Regex != "" {
		out = append(out, "its text matches /"+w.Regex+"/")
	}
	return out
}

// effectWords is the part about what the call does.
func effectWords(w *rule.When) []string {
	var out []string
	if len(w.Effect) > 0 {
		out = append(out, "it "+or(each(w.Effect, kindWords)))
	}
	if w.Recursive != nil {
		out = append(out, pick(*w.Recursive, "recursively", "not recursively"))
	}
	if w.Force != nil {
		out = append(out, pick(*w.Force, "without asking", "asking first"))
	}
	if w.Path != 0 {
		out = append(out, "the target is "+or(w.Path.Names()))
	}
	if w.NotPath != 0 {
		out = append(out, "the target is not "+or(w.NotPath.Names()))
	}
	if len(w.What) > 0 {
		out = append(out, "what it affects is "+or(w.What))
	}
	if len(w.Target) > 0 {
		out = append(out, "the target matches "+or(w.Target))
	}
	if w.Scale != "" {
		out = append(out, pick(w.Scale == "all", "it affects everything, not only what is named", "it affects only what is named"))
	}
	if len(w.From) > 0 {
		out = append(out, "the data comes from "+or(each(w.From, originWords)))
	}
	return out
}

func pick(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

func whereWords(where string) string {
	switch where {
	case "remote":
		return "on another host"
	case "container":
		return "in a container"
	case "chroot":
		return "in another root"
	case "here", "":
		return "on this machine"
	}
	return where
}

func originWords(from string) string {
	switch from {
	case rule.FromNetwork:
		return "the network"
	case rule.FromDecoded:
		return "decoded data"
	case rule.FromEncoded:
		return "encoded data"
	case rule.FromSecret:
		return "a secret"
	case rule.FromEnv:
		return "the environment"
	case rule.FromWritten:
		return "a file just written"
	case rule.FromUnknown:
		return "an unknown source"
	case rule.FromStdin:
		return "standard input"
	case rule.FromHistory:
		return "the shell history"
	case rule.FromData:
		return "a data file"
	case rule.FromChanges:
		return "the diff of changes that are in no commit"
	case rule.FromPlain:
		return "an unencrypted connection"
	case rule.FromItself:
		return "the file it goes to"
	}
	return from
}

// kindWords is an effect as the rest of a sentence that begins with "it".
func kindWords(kind rule.EffectKind) string {
	switch kind {
	case rule.Move:
		return "moves away"
	case rule.Fill:
		return "clones or unpacks into a directory"
	case rule.Discard:
		return "discards uncommitted work"
	case rule.Rewrite:
		return "rewrites history"
	case rule.Run:
		return "runs code"
	case rule.Send:
		return "sends data away"
	case rule.Fetch:
		return "fetches data"
	case rule.Listen:
		return "opens this machine to the network"
	case rule.Drop:
		return "drops database objects"
	case rule.Destroy:
		return "destroys cloud resources"
	case rule.Prune:
		return "removes images, volumes or caches"
	case rule.Install, rule.Remove:
		return string(kind) + "s packages"
	case rule.Publish:
		return "publishes"
	case rule.Link:
		return "links"
	case rule.Push:
		return "force-pushes"
	case rule.Mode:
		return "changes modes"
	case rule.Owner:
		return "changes owners"
	case rule.Service:
		return "stops services"
	case rule.Power:
		return "shuts down"
	case rule.Kill:
		return "ends processes"
	case rule.User:
		return "changes accounts"
	case rule.Firewall:
		return "changes the firewall"
	case rule.Kernel:
		return "changes the kernel"
	case rule.Persist:
		return "registers code to run later"
	case rule.Privilege:
		return "gains another user's rights"
	case rule.Escape:
		return "leaves its sandbox"
	case rule.Secret:
		return "prints secrets"
	case rule.Cover:
		return "clears history or logs"
	case rule.Guard:
		return "changes the guard itself"
	case rule.Bypass:
		return "bypasses checks"
	}
	return string(kind) + "s"
}

// conditionWords says when a fact holds.
func conditionWords(condition string) string {
	switch condition {
	case rule.TreeDirty:
		return "tracked files have changes"
	case rule.TreeClean:
		return "no tracked file has changes"
	case rule.TreeUntracked:
		return "there are untracked files"
	case rule.TreeNone:
		return "it is outside any git work tree"
	case rule.TreeLinked:
		return "it is a linked work tree"
	case rule.PathMissing:
		return "the path does not exist"
	case rule.PathIgnored:
		return "git ignores the path"
	case rule.PathClean:
		return "git can restore all of it"
	case rule.PathConflict:
		return "all that is changed there is in a conflict"
	case rule.PathDirty:
		return "files in it have uncommitted changes"
	case rule.PathUntracked:
		return "files in it are not in git"
	case rule.PathSymlink:
		return "the path is a symbolic link"
	case rule.PathRepo:
		return "a repository is at or below it"
	case rule.BranchMerged:
		return "the branch is merged"
	case rule.BranchPushed:
		return "the branch is on a remote"
	case rule.BranchUnpushed:
		return "the branch has commits that are nowhere else"
	case rule.BranchOwn:
		return "this session made the commits that only it leads to"
	case rule.BranchLast:
		return "its commits hold the last copy of work of the user or of another session"
	case rule.BranchKept:
		return "all commits of the branch are elsewhere, too"
	case rule.BranchMissing:
		return "there is no such branch"
	case rule.PathExists:
		return "the path exists"
	case rule.PathEmpty:
		return "the path holds nothing"
	case rule.PathSession:
		return "the session wrote the file itself"
	case rule.CleanNothing:
		return "git clean would delete nothing"
	case rule.CleanGenerated:
		return "git clean would delete only what tools make"
	case rule.CleanSecret:
		return "git clean would delete a .env file, a key or a database"
	case rule.CleanFiles:
		return "git clean would delete files"
	case rule.LandingWork:
		return "files with content that is in no commit would be overwritten"
	case rule.LandingGuard:
		return "other files land on those that keep commands checked"
	case rule.LandingSpares:
		return "nothing lands on the files that keep commands checked"
	case rule.StashNone:
		return "there is no stash"
	case rule.StashSome:
		return "there is a stash"
	case rule.StashKept:
		return "what the stash holds is in a commit"
	case rule.StashOwn:
		return "the session pushed the stash itself"
	case rule.StashLast:
		return "the stash holds the last copy of work of the user or of another session"
	case rule.StashTheirs:
		return "another session or the user pushed the stash"
	case rule.StashPushed:
		return "the text pushes the stash first, if there is something to push"
	case rule.TheirsNone:
		return "only the session's own work would be lost"
	case rule.TheirsSome:
		return "work of another session or of the user would be lost"
	case rule.TheirsUnsure:
		return "it is not known who wrote some of what would be lost"
	case rule.PushStrange:
		return "what is deleted was never fetched"
	case rule.HoldsLast:
		return "it holds the last copy of work of the user or of another session"
	case rule.LiveEdited:
		return "another session that goes on works on the file"
	case rule.LiveTree:
		return "another session that goes on works on a file in the directory"
	case rule.LiveSwept:
		return "another session that goes on works on some of it"
	case rule.UserEdited:
		return "it holds work of the user that is in no commit"
	case rule.UserSwept:
		return "some of it is work of the user"
	case rule.PushNew:
		return "the remote does not have the branch"
	case rule.PushOwn:
		return "this session made the commits that go"
	case rule.PushKept:
		return "the remote would lose no commit"
	case rule.PushRefused:
		return "a push of this session failed, and nothing was fetched since"
	case rule.PushFetched:
		return "the command fetches before it pushes, and merges nothing of that"
	case rule.PushForeign:
		return "the remote has commits that were never here"
	case rule.DatabaseTest:
		return "each database that it names is on this machine or for tests"
	case rule.PushShared:
		return "pushed commits would be gone from a branch that everybody uses"
	case rule.LeavesNothing:
		return "the package is private"
	case rule.LeavesSecret:
		return "what leaves holds what looks like a key or password in use"
	case rule.CloneKept:
		return "it is a linked worktree without changes"
	case rule.CloneUnpushed:
		return "it is a repository with changes, stashes or commits that are nowhere else"
	case rule.WriteKeeps:
		return "some of what the file held stays"
	case rule.ListedNamed:
		return "what is listed for it was chosen by a name or a label"
	case rule.MadeCopy:
		return "the command copies what is lost before"
	case rule.MadeSession:
		return "a command of the session created it"
	case rule.RegistrationLoose:
		return "it takes away the only registration of ctxhook, which no commit has"
	case rule.RegistrationGone:
		return "it takes away the only registration of ctxhook"
	case rule.DeclaredNear:
		return "the project declares a package of nearly that name"
	case rule.DeclaredNone:
		return "the project declares packages, but not this one"
	case rule.DeclaredQuiet:
		return "the project's .npmrc forbids packages to run scripts"
	case rule.RegistrationListed:
		return "it takes away the only registration of ctxhook by a list of names"
	case rule.ProcessAncestor:
		return "a process that this session runs under matches"
	case rule.ProcessOutside:
		return "a process outside the project matches"
	case rule.ProcessProject:
		return "nothing matches, or only processes of the project"
	}
	return condition
}
