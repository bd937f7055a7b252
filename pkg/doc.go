// Package pkg is the map of the source; it holds no code.
//
// Its directories are wings: packages that serve one thing. Each wing has a doc.go, and
// layers_test.go says which wing may enter which. Below that lie the layers: a package
// imports only packages of layers below it, or those of its own layer that the same test
// names. Values, judging and learning are pure: no clock, no disk. Judging and learning
// do not import each other.
//
// base, what all stand on:
//
//	order      sorts
//	policy     turns a risk into an action
//	redact     removes secrets from text; redact.Text cannot be made otherwise
//	protocol   what agents send to a hook, the answers each understands, and where each
//	           is told to call one
//	members    writes and reads JSON objects by lists of their members
//	display    makes text safe and short for a person, and marks a span of it
//	pattern    compiles a regular expression when it is first asked for
//	spelling   says how near two words are
//	wide       reads text in UTF-16
//	unread     why something could not be judged
//	fault      plants errors in readers, for a test
//	stack      makes stacks large, that of the main goroutine when the program starts
//	paths      finds our own files and reads and writes them whole; opens all others
//	tree       reads YAML, JSON and TOML with the position of each text
//	formats    reads files of which several ask something, such as Dockerfiles
//	look       sees a tree of directories within a bound of time: names and stamps
//	git        reads a git repository from its files, without running git
//
// guard, what a command would do, before it runs:
//
//	rule       the types of all knowledge (rules, program models, checks, fixes,
//	           facts) and their codec
//	rulefile   reads and validates rule files and models; rulefile/gen turns them into
//	           package rules, and nothing imports it
//	packs      fetches rules that others wrote, and keeps them under their hash
//	config     settings: defaults, then the user's, then the project's
//	shell      parses shell text into statements; scripts, calls, words and
//	           arguments as values
//	interpret  walks statements and lists the calls they may make: values,
//	           expansion, branches; it asks a Follower what a call runs
//	follow     what a call runs: scripts, recipes, hooks, program text of other
//	           languages; Parse reads a text with all that
//	recipes    reads makefiles, scripts of packages and the like for what a goal runs
//	lang       reads program text of other languages for the calls it makes; a
//	           package below it for each language with a grammar of its own
//	extract    finds shell code in files of other languages, with positions
//	command    what a command is before it runs: traits, template, keys
//	effect     what a call does to the world
//	facts      looks at git, the file system and the files that a command runs,
//	           within a bound
//	safety     applies the rules to calls, effects and what is written into
//	           files that run by themselves: findings, command types
//	judge      settings, rules, allow entries and facts: the verdict on a command
//
// wishes, what users want of commands:
//
//	prompts     reads a user's prompt: a correction, a preference, or neither
//	preferences their words as rules, the calls that break one, and what these would
//	            have to be
//	manifests   what a project's own files say: which tools it uses, and rules for agents
//	publish     writes preferences into files that the agent reads, and undoes it
//
// memory, what happened and what it taught; its own types are runs, edits, commands,
// sessions, tasks, episodes, lessons, advice and decisions, with their ids and JSON:
//
//	ledger     the account of what sessions did: calls and their ends, looks at the work
//	           tree, what was told; whose work a file is
//	transcript reads the client's record of a session
//	audit      compares it with the calls that hooks judged
//	claims     what the last message of an agent says was verified
//	diagnose   reads one output: its check, errors and fixes
//	lessons    learns from many runs: episodes, fixes, habits
//	recall     finds earlier commands and tasks that are similar
//	store      the database, all SQL, and the spool in front of it; store/report has the
//	           lists, counts and searches that commands show
//	rescue     keeps the files of a project that a command may lose, and brings them back
//	journal    the only package in which the store meets learning: it records,
//	           looks up and tidies
//	replay     drives judge and journal over transcripts
//
// agents, by which agents enter:
//
//	ancestry   reads which processes started this one
//	install    edits the agent's settings and undoes it; doctor's checks
//	hook       the events, one file each; it orders the steps and nothing else
//
// lint applies the rules to files; lint/accident judges a file as a whole; lint/report
// writes the formats.
//
// team, for more than one:
//
//	webpage   what agents did as one HTML page that needs nothing else
//	fleet     carries what one machine remembers to the database of a team and back,
//	          for cmd/ctxhook-fleet alone: account reads how it is reached, pseudonym
//	          replaces names, server holds the only SQL of PostgreSQL, pgtest starts
//	          one for tests
//
// Beside this directory:
//
//	rules     the knowledge: safety rules, program models, functions of languages, checks,
//	          known errors, tools that do the same and classes of commands: YAML,
//	          generated into one text that is read lazily
//	cmd       the command line; cmd/release makes the parts of a release that goreleaser
//	          does not
//	e2e       what ctxhook does seen from outside; score measures how much it
//	          finds, mutate rewrites commands that must be judged the same,
//	          stories plays sessions and counts what the model is told, day plays
//	          a day and holds all that is said of it against what happened, bench
//	          measures whole processes, shapes makes long scripts
//
// The way of a command: protocol decodes the payload, shell parses the command,
// interpret lists its calls, follow adds what they run, effect says what each call
// does, safety applies the rules and asks facts if a rule depends on them, policy turns
// the risk into an action, and protocol writes the answer in the caller's format.
package pkg
