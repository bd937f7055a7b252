package shell

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// MaxText is the most text that is parsed, in bytes. A longer one is cut at a line
// and leaves the rest unread.
const MaxText = 1 << 20

// Options is what the reader may know of the world outside the text.
type Options struct {
	Models    func(program string) *rule.Command // nil: no models
	Functions rule.Functions                     // nil: no functions of embedded languages
	Home      string                             // "" is read as SomeHome
	Cwd       string                             // "" leaves the start directory unnamed
	Env       func(name string) (string, bool)   // values of variables that the text does not set
	Dialect   Dialect
	Errexit   bool       // the shell is started with -e
	Files     rule.Files // the files that the text runs; nil: they are not known
	Language  string     // of a text that is no shell: one of rule.Languages
	Work      *Work      // what it may cost; nil: Steps
}

// SomeHome stands for a home directory that is not known.
const SomeHome = "/home/user"
