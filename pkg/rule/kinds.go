package rule

// The kinds of effect: the common vocabulary of rules and command models.
const (
	Delete    = "delete"    // removes paths
	Overwrite = "overwrite" // replaces the content of paths, or truncates them
	Append    = "append"    // adds to paths
	Edit      = "edit"      // leaves in paths what no commit holds, without a loss of its own
	Read      = "read"      // reads paths, so that their content flows on
	Move      = "move"      // takes paths away from where they are
	Link      = "link"      // makes paths point elsewhere
	Format    = "format"    // makes a file system, partition table or swap on a device
	Discard   = "discard"   // throws away uncommitted work of a work tree
	Rewrite   = "rewrite"   // rewrites or deletes refs or history
	Push      = "push"      // force-updates or deletes refs on a remote
	Bypass    = "bypass"    // switches off hooks, checks or signatures
	Run       = "run"       // runs code from a file, a stream or the network
	Send      = "send"      // sends data away
	Fetch     = "fetch"     // brings data from elsewhere
	Listen    = "listen"    // opens this machine to others; reverse shells
	Mode      = "mode"      // changes permission bits
	Owner     = "owner"     // changes owners
	Service   = "service"   // stops, disables or masks services
	Power     = "power"     // shuts down or reboots
	Kill      = "kill"      // ends processes
	User      = "user"      // changes accounts
	Firewall  = "firewall"  // opens or flushes packet filters
	Kernel    = "kernel"    // changes kernel state or modules
	Persist   = "persist"   // registers code to run later: cron, units, rc files
	Install   = "install"   // installs packages
	Remove    = "remove"    // removes packages
	Publish   = "publish"   // publishes to a registry or the public
	Drop      = "drop"      // drops database objects or rows wholesale
	Destroy   = "destroy"   // destroys cloud or cluster resources
	Prune     = "prune"     // removes local containers, images, volumes, caches
	Privilege = "privilege" // gains another user's rights
	Escape    = "escape"    // leaves a container or sandbox, or opens it to the host
	Secret    = "secret"    // prints or extracts secrets
	Cover     = "cover"     // clears history or logs
	Guard     = "guard"     // changes ctxhook or the agent's own settings
)

// Kinds lists every effect kind; a model that names another does not load.
var Kinds = [...]string{
	Delete, Overwrite, Append, Edit, Read, Move, Link, Format, Discard, Rewrite, Push, Bypass,
	Run, Send, Fetch, Listen, Mode, Owner, Service, Power, Kill, User, Firewall, Kernel,
	Persist, Install, Remove, Publish, Drop, Destroy, Prune, Privilege, Escape, Secret,
	Cover, Guard,
}

// Languages of program text that ctxhook reads.
var Languages = [...]string{
	"shell", "python", "javascript", "ruby", "perl", "php", "awk", "sed",
	"sql", "vim", "lua", "r", "julia", "powershell", "cmd", "applescript", "make", "cron", "ed", "body",
	"c", "go", "java", "rust", "lisp", "tcl", "m4", "tex", "rpm", "elixir", "ocaml",
}

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
}

// Wheres are the places a call runs in, as rules name them.
var Wheres = [...]string{"here", "remote", "container", "chroot"}

// Provenances are the values of When.From.
var Provenances = [...]string{
	FromNetwork, FromDecoded, FromSecret, FromEnv, FromWritten, FromUnknown, FromStdin, FromEncoded,
	FromHistory, FromData,
}

// Problems are what the shell parser may meet, as rules name it.
var Problems = [...]string{"unparsable", "too-deep", "too-large", "fork-bomb", "hidden-text", "escape-text"}

// Surfaces are the kinds of text lint finds commands in.
var Surfaces = [...]string{"script", "image", "ci", "make", "package", "doc"}

// Types are the types of commands, as people and callers are told them.
var Types = [...]string{
	"FileSystem", "Git", "Package", "Build", "Test", "Network", "System",
	"Docker", "Database", "Custom", "Unknown",
}
