package rule

import "slices"

// EffectKind is a kind of effect, such as "delete". Rules and command models
// share these words, and so do YAML and what is stored.
type EffectKind string

// The kinds of effect.
const (
	Delete    EffectKind = "delete"    // removes paths
	Overwrite EffectKind = "overwrite" // replaces the content of paths, or truncates them
	Append    EffectKind = "append"    // adds to paths
	Fill      EffectKind = "fill"      // puts files into a directory, under names that are not known
	Edit      EffectKind = "edit"      // leaves in paths what no commit holds, without a loss of its own
	Revise    EffectKind = "revise"    // writes what a tool itself keeps in paths: manifests, lockfiles, snapshots
	Read      EffectKind = "read"      // reads paths, so that their content flows on
	Move      EffectKind = "move"      // takes paths away from where they are
	Link      EffectKind = "link"      // makes paths point elsewhere
	Format    EffectKind = "format"    // makes a file system, partition table or swap on a device
	Discard   EffectKind = "discard"   // throws away uncommitted work of a work tree
	Rewrite   EffectKind = "rewrite"   // rewrites or deletes refs or history
	Push      EffectKind = "push"      // force-updates or deletes refs on a remote
	Bypass    EffectKind = "bypass"    // switches off hooks, checks or signatures
	Run       EffectKind = "run"       // runs code from a file, a stream or the network
	Send      EffectKind = "send"      // sends data away
	Fetch     EffectKind = "fetch"     // brings data from elsewhere
	Listen    EffectKind = "listen"    // opens this machine to others; reverse shells
	Mode      EffectKind = "mode"      // changes permission bits
	Owner     EffectKind = "owner"     // changes owners
	Service   EffectKind = "service"   // stops, disables or masks services
	Power     EffectKind = "power"     // shuts down or reboots
	Kill      EffectKind = "kill"      // ends processes
	User      EffectKind = "user"      // changes accounts
	Firewall  EffectKind = "firewall"  // opens or flushes packet filters
	Kernel    EffectKind = "kernel"    // changes kernel state or modules
	Persist   EffectKind = "persist"   // registers code to run later: cron, units, rc files
	Install   EffectKind = "install"   // installs packages
	Remove    EffectKind = "remove"    // removes packages
	Publish   EffectKind = "publish"   // publishes to a registry or the public
	Drop      EffectKind = "drop"      // drops database objects or rows wholesale
	Destroy   EffectKind = "destroy"   // destroys cloud or cluster resources
	Prune     EffectKind = "prune"     // removes local containers, images, volumes, caches
	Privilege EffectKind = "privilege" // gains another user's rights
	Escape    EffectKind = "escape"    // leaves a container or sandbox, or opens it to the host
	Secret    EffectKind = "secret"    // prints or extracts secrets
	Cover     EffectKind = "cover"     // clears history or logs
	Guard     EffectKind = "guard"     // changes ctxhook or the agent's own settings
	Pay       EffectKind = "pay"       // moves money: payments, purchases, refunds
	Message   EffectKind = "message"   // sends messages to people
	Presume   EffectKind = "presume"   // destroys or pays, as verb and object of an unknown program say
	Suspect   EffectKind = "suspect"   // may do so: the verb alone says it, unasked or in production
)

// ChangesFiles reports whether the effect changes what its paths hold, or that they are
// there.
func (k EffectKind) ChangesFiles() bool {
	switch k {
	case Delete, Overwrite, Append, Fill, Edit, Revise, Move, Link, Discard:
		return true
	}
	return false
}

// Kinds lists every effect kind; a model that names another does not load.
var Kinds = [...]EffectKind{
	Delete, Overwrite, Append, Fill, Edit, Read, Move, Link, Format, Discard, Rewrite, Push, Bypass,
	Run, Send, Fetch, Listen, Mode, Owner, Service, Power, Kill, User, Firewall, Kernel,
	Persist, Install, Remove, Publish, Drop, Destroy, Prune, Privilege, Escape, Secret,
	Cover, Guard, Pay, Message, Presume, Suspect, Revise,
}

// Languages of program text. Those in package lang and below it are read for
// what they do; shell reads cron, ed and parameters.
var Languages = [...]string{
	"shell", "python", "javascript", "ruby", "perl", "php", "awk", "sed",
	"sql", "vim", "lua", "r", "julia", "powershell", "cmd", "applescript", "cron", "ed", "body",
	"c", "go", "java", "groovy", "rust", "lisp", "tcl", "uu", "patch", "m4", "tex", "rpm", "elixir", "ocaml", "mongo", "parameters", "directives",
}

// Recipes are the kinds of files that say what a goal runs: package recipes reads them.
var Recipes = [...]string{
	"make", "package", "just", "task", "compose", "cargo", "hooks", "procfile", "toml",
	"ansible", "bazel", "cmake", "dockerfile", "manifests", "pom", "tox", "workflow", "meson", "ninja", "workspaces",
}

// TextKinds returns what a text or file may be read as: the languages and the recipes.
func TextKinds() []string { return slices.Concat(Languages[:], Recipes[:]) }

// Classes of paths, in which rules speak of operands. A path may be of
// several.
var Classes = [...]string{
	"root",            // / and what stands for all of it
	"home",            // a home directory, all in it, or one of its well-known folders
	"system",          // a directory or file without which the machine does not work
	"below-system",    // anything else in a system directory
	"device",          // a disk or memory device
	"mount",           // the top of a mounted volume
	"project-root",    // the project or the current directory as a whole
	"project",         // inside the project
	"above-project",   // a directory that holds the project
	"outside-project", // somewhere else
	"vcs",             // version control data: .git
	"temp",            // a temporary directory
	"generated",       // made by tools, made again by them: caches, node_modules
	"secret",          // keys, tokens, password files
	"startup",         // read by shells and sessions when they start
	"guard",           // ctxhook's and the agent's own settings and files
	"maybe-root",      // the root or near it if a variable is empty
	"unknown",         // cannot be told
	"made",            // made by the same text
	"temp-root",       // a temporary directory as a whole, or what other programs keep in it
	"settings",        // a program's settings in a home: ~/.gitconfig
	"output",          // where builds write by its name, as deletions see it: build, out
}

// ClassSet is a set of Classes: bit n stands for the n-th. There is room for 24.
type ClassSet int

// Names lists the classes of the set, in the order of Classes.
func (s ClassSet) Names() []string {
	var out []string
	for i, n := range Classes {
		if s&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// ClassSetOf returns the set of some classes.
func ClassSetOf(names ...string) ClassSet {
	var s ClassSet
	for i, n := range Classes {
		if slices.Contains(names, n) {
			s |= 1 << i
		}
	}
	return s
}

// Wheres are the places a call runs in, as rules name them.
var Wheres = [...]string{"here", "remote", "container", "chroot"}

// Provenances are the values of When.From.
var Provenances = [...]string{
	FromNetwork, FromDecoded, FromSecret, FromEnv, FromWritten, FromUnknown, FromStdin, FromEncoded,
	FromHistory, FromData, FromItself, FromPlain, FromChanges,
}

// Problems are what the shell parser may meet, as rules name it.
var Problems = [...]string{"unparsable", "too-deep", "too-large", "fork-bomb", "hidden-text", "look-alike", "escape-text"}

// Surfaces are the kinds of text lint finds commands in. Unattended is what
// runs by itself: crontabs, units, install scripts of packages. Test is what
// lies with the tests or in code of others. Where a rule does not name them,
// they are scripts, and the risk in tests is one step less. Tool is no text: a
// tool that an agent has for files does the same without a shell.
var Surfaces = [...]string{"script", "image", "ci", "make", "package", "doc", Unattended, Test, Tool}

// The surfaces that Go names.
const (
	Unattended = "unattended"
	Test       = "test"
	Tool       = "tool"
)

// Types are the types of commands, as people and callers are told them.
var Types = [...]string{
	"FileSystem", "Git", "Package", "Build", "Test", "Network", "System",
	"Docker", "Database", "Custom", "Unknown",
}

// What a rule's commands lose in the work tree of the project, all of which a
// snapshot brings back.
const (
	UndoChanges = "changes" // of tracked files, and untracked files
	UndoFiles   = "files"   // ignored files and whole directories, too
	UndoStash   = "stash"
)

// Who is told of what a rule of low risk has seen.
const (
	TellModel = "model"
	TellUser  = "user"
)

// Hearers lists them.
var Hearers = [...]string{TellModel, TellUser}

// UndoKinds lists them.
var UndoKinds = [...]string{UndoChanges, UndoFiles, UndoStash}
