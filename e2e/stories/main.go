// Command stories plays scripted sessions with real tools through the hooks,
// and prints how much of what the model was told is right and of use.
//
//	go run ./e2e/stories [-v] [-binary FILE] [-json] [NAME ..]
//
// A story is a file e2e/testdata/stories/NAME.story. Its project is an archive
// projects/PROJECT.txtar beside it, which is unpacked into a directory of its
// own with a first commit on the branch main; files that begin with #! become
// executable. HOME and the XDG directories are scratch directories as well.
//
// A story is read line by line. A line that begins with # is a comment, and the
// first one is the title. A word followed by <<, such as "run <<", is continued
// by the lines up to one that is a single period.
//
//	project go-calc        the archive of the project
//	needs go make          leave the story out where one of these tools is missing
//	session s1 [SOURCE]    SessionStart: startup, resume, clear or compact. A session
//	                       that runs ends before, unless it crashed; one that is
//	                       compacted goes on
//	crash                  the session that runs never ends
//	prompt TEXT            UserPromptSubmit
//	run COMMAND            a command: PreToolUse; if that does not deny it, bash runs it,
//	                       and PostToolUse or PostToolUseFailure
//	as SUB run COMMAND     the same in a subagent; edit and write may follow as well
//	task SUB TEXT          a task is handed to a subagent: PreToolUse, SubagentStart
//	done SUB               its end: SubagentStop, PostToolUse
//	cd DIR                 where sessions work from now on, from the project's root; a work
//	                       tree may be ../NAME
//	write FILE <<          the Write tool
//	edit FILE s/old/new/   the Edit tool, as sed would edit it
//	shell COMMAND          what the user does elsewhere: no hook is called
//	later 3h               so much time passes
//	stop                   Stop
//	todo REASON            the test expects that the labels do not hold yet
//
// Labels follow a step, and say what the model is told there: the context, or
// the reason of a denial. Each sentence counts, except the frame in which it is
// told. A label fits a sentence that matches its regular expression; where
// several fit, harmful wins over useful, and useful over useless.
//
//	useful: REGEXP         it is true here and now, and changes the next step for the better
//	useless: REGEXP        it is true and changes nothing
//	harmful: REGEXP        it is false, stale, about another tree, or leads astray
//	wants: REGEXP          it is useful, and missed where the session does not hear it
//	                       there and has not heard it before
//	silent                 what has no other label is useless
//
// With -rows FILE it plays recorded sessions instead, a JSON object in each line, of
// which testdata/rows.jsonl has examples: their commands are not run, and what a
// reader expects to be told is counted.
//
// A sentence without a label is unlabelled: its author decides what it is worth
// as a careful engineer who reads the story, and not as the code does.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	playsCtxhook()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "stories:", err)
		os.Exit(1)
	}
}

func run() error {
	dir := flag.String("dir", "e2e/testdata/stories", "directory of the stories")
	binary := flag.String("binary", "", "play this ctxhook instead of the one in this checkout")
	verbose := flag.Bool("v", false, "print every step with what was told and its label")
	asJSON := flag.Bool("json", false, "print the results as JSON")
	keep := flag.Bool("keep", false, "keep the scratch directories and name them")
	rows := flag.String("rows", "", "play the recorded sessions of this file, and count")
	half := flag.Int("half", 0, "of these, 1: only the lines with odd numbers, 2: the others")
	flag.Parse()
	if *rows != "" {
		list, err := loadRows(*rows, *half)
		if err != nil {
			return err
		}
		reportRows(os.Stdout, list, playRows(list, player{binary: *binary, keep: *keep}), *verbose)
		return nil
	}
	stories, err := load(*dir, flag.Args())
	if err != nil {
		return err
	}
	results := playAll(stories, player{binary: *binary, keep: *keep})
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(results)
	}
	report(os.Stdout, results, *verbose)
	return nil
}
