// Package pkg is the map of the house; there is no code in it.
//
// The rooms lie on floors, and what a room imports lies on a floor below it
// or is named beside it. layers_test.go holds the table and keeps it.
//
// Nouns are values and do no I/O:
//
//	policy    a risk becomes an action
//	redact    secrets out of text; redact.Text can be made no other way
//	display   text made safe and short for a person, a span of it marked
//	rule      the types of all knowledge: rules, models of programs, facts
//	memory    what is remembered: runs, edits, commands, sessions, tasks,
//	          episodes, lessons, advice, decisions; their ids
//	protocol  what agents send to a hook, and the answers each understands
//
// Knowledge is those types filled in, and lies beside this directory:
//
//	rules     safety rules, program models, checks and known errors,
//	          written as YAML and generated into source that costs nothing
//	          at the start
//
// Tools do one thing to the world outside, or to text, and hold the door to
// one foreign library each:
//
//	paths     where our own files live, read and written whole
//	lang      the text of other languages, read for the calls it makes; a
//	          room below it for each language with a grammar of its own:
//	          sql, awk, sed, vim, powershell, batch, applescript, macro, body
//	shell     shell text, read for the commands it may run
//	extract   shell in the files of other languages, positions kept
//	rulefile  rule files and models, read and validated
//	config    settings: the defaults, the user's, the project's, in that order
//	facts     git and the file system, looked at within a bound
//	store     the one database, the only SQL, and the spool in front of it
//	transcript the record that the client keeps of a session
//
// Judging takes values and returns values, without a clock or a disk:
//
//	effect    what a call does to the world
//	safety    the rules held against calls and effects: findings; the type
//	          of a command
//
// So does learning, and neither sees the other:
//
//	command   what a command is before it has run: the traits of its
//	          programs, its template, the keys by which it is compared
//	diagnose  one output: the check, the errors, the fixes
//	lessons   many runs: episodes, lessons, habits; and what still holds
//	recall    what was done before that is like what is done now
//
// The press makes knowledge of files: it reads them with rulefile, and lets
// diagnose lay out what is looked for in an output. No room imports it:
//
//	rulefile/gen  the generator of package rules
//
// Reports only read what is kept, for people's commands:
//
//	store/report  the counts, lists and searches that stats, history, sessions,
//	              log and db ask for
//
// Hands alone write the user's files:
//
//	install   the agent's settings, edited and put back; doctor's checks
//	lint      the rules held against the shell in files; report, in whose
//	          words it is told
//
// Above them all:
//
//	judge     settings, rules, allow entries and facts: the verdict on a
//	          command
//	journal   the memory at work, where alone the store meets what is
//	          learned: it records, looks up and tidies
//	replay    judge and journal driven over transcripts
//	hook      the order of work from a payload to its answer
//	cmd       the words of the command line, beside this directory
//
// And around them, beside this directory too:
//
//	e2e       what ctxhook does, seen from outside; score, how much it finds
//	          and disturbs; mutate, a command in other clothes
//
// A command's way through the house: protocol decodes the payload, shell
// reads the command's text, effect says what each call does, safety holds
// the rules against that and asks facts where a rule depends on them, policy
// turns the risk into an action, and protocol says it in the caller's words.
package pkg
