// Package rule holds the types of what ctxhook knows: rules and command
// models. The values live in rules/, generated from YAML. It neither reads
// files nor judges anything.
package rule

import (
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// Rule is one thing that should not happen unnoticed. A rule is at the same
// time the hook's message, its documentation and its own test.
//
// Many rules may fire on a call and few do. So in a rule that was decoded only
// the id, the risk and the condition are there at first: see Whole.
type Rule struct {
	ID         string        // pack/name
	Title      string        // a sentence without period: what the command does
	Say        string        // the title with particulars, "{target}" and the like; Title when empty
	Why        string        // what is lost and why it cannot be had back
	Mitigation string        // prose advice, may be empty
	Cases      []Case        // what it says of some of the calls that it finds: the first that holds has the word
	Instead    []Alternative // commands to run in its place: "git stash push -u", or {when: .., run: ..}
	Risk       policy.Risk   // low, medium, high or critical
	When       When          // what fires it: all keys must hold of one call
	Facts      []Fact        // what is true of the machine and changes the risk: the first that holds decides
	Surface    []Surface     // its risk where lint finds it: {doc: low, ci: medium}
	Once       bool          // asked about once a session
	Tell       string        // who is told of it once a session where its risk is low: one of Hearers; "" nobody
	Undo       string        // what a snapshot brings back of what is lost: one of UndoKinds; "" nothing
	Examples   Examples      // commands that prove it

	Later *laterRule // the others of these fields where the rule was decoded
}

// laterRule is what a rule says when it fires, decoded then.
type laterRule struct {
	packed string
	once   sync.Once
}

func (r *Rule) fields(c *codec) {
	c.text('i', &r.ID)
	c.risk('r', &r.Risk)
	r.When.fields(c)
	if c.writing {
		r.Whole()
		inner := codec{writing: true}
		r.whenFired(&inner)
		c.putText(inner.sealed())
	} else {
		r.Later = &laterRule{packed: c.getText()}
	}
	c.end()
}

func (r *Rule) whenFired(c *codec) {
	structs(c, 'f', &r.Facts, nil)
	structs(c, 's', &r.Surface, nil)
	c.text('t', &r.Title)
	c.text('a', &r.Say)
	c.text('y', &r.Why)
	c.text('m', &r.Mitigation)
	c.bool('o', &r.Once)
	c.text('u', &r.Undo)
	c.text('l', &r.Tell)
	structs(c, 'c', &r.Cases, nil)
	structs(c, 'n', &r.Instead, nil)
	c.list('h', &r.Examples.Hit)
	c.list('x', &r.Examples.Miss)
	c.end()
}

// Whole returns the rule with all its fields. It decodes them the first time.
func (r *Rule) Whole() *Rule {
	if l := r.Later; l != nil {
		l.once.Do(func() {
			c := codec{in: l.packed}
			c.makeRoom()
			if r.whenFired(&c); !c.done() {
				*r = Rule{ID: r.ID, Risk: r.Risk, When: r.When, Later: l} // never: the generator has decoded them all
			}
		})
	}
	return r
}

// Settle decodes what was left to be decoded later. No other goroutine may use
// the rule.
func (r *Rule) Settle() { r.Whole().Later = nil }

// When says over which calls and effects a rule fires. All given fields must
// hold for one call and, where effect fields are given, for one of its
// effects.
type When struct {
	Program []string // any of these programs, by model name or base name
	Sub     []string // any of these subcommand patterns: "stash drop", "* delete-*"
	Flags   Flags    // options, in any of their spellings
	Operand []string // any operand matches one of these globs
	Min     int      // at least so many operands
	Wrapper []string // the call runs under one of these programs
	Where   []string // where it runs: "here", "remote", "container", "chroot"
	Regex   string   // over the text of the call; last resort and users' packs

	Effect    []EffectKind // what it does, any of these: delete, overwrite, send ..
	Path      ClassSet     // the effect's target is of one of these classes
	NotPath   ClassSet     // and of none of these classes
	Target    []string     // the effect's target matches one of these globs; {a,b} stands for both
	What      []string     // what it affects, in its own words, matches one of these globs: "DROP INDEX"
	Content   []string     // what is written to the target, without blanks, matches one of these globs; {a,b} stands for both
	Scale     string       // the effect's scale: "all", or "named" for what is named
	Recursive *bool        // it reaches what lies below
	Force     *bool        // it is done without asking
	From      []string     // where what is run, sent or written came from: network, decoded, secret, env ..
	Problem   []string     // the parser met this, such as escape-text

	Any []When // one of these must hold as well
	Not []When // none of these may hold
}

func (w *When) fields(c *codec) {
	c.list('p', &w.Program)
	c.list('s', &w.Sub)
	c.list('a', &w.Flags.Any)
	c.list('l', &w.Flags.All)
	c.list('n', &w.Flags.None)
	c.list('o', &w.Operand)
	c.int('m', &w.Min)
	c.list('w', &w.Wrapper)
	c.list('h', &w.Where)
	c.text('x', &w.Regex)
	c.kinds('e', &w.Effect)
	c.int('c', (*int)(&w.Path))
	c.int('d', (*int)(&w.NotPath))
	c.list('t', &w.Target)
	c.list('g', &w.What)
	c.list('i', &w.Content)
	c.text('k', &w.Scale)
	c.maybe('r', &w.Recursive)
	c.maybe('f', &w.Force)
	c.list('b', &w.From)
	c.list('q', &w.Problem)
	structs(c, 'y', &w.Any, nil)
	structs(c, 'z', &w.Not, nil)
	c.end()
}

// Flags are conditions on options, written in any of their spellings.
type Flags struct {
	Any  []string // at least one of these: [--force, "--depth=1"]
	All  []string // all of these
	None []string // none of these
}

// Where run, sent or written data came from.
const (
	FromNetwork = "network" // fetched by the same script
	FromDecoded = "decoded" // base64 -d, xxd -r and the like
	FromSecret  = "secret"  // read from a secret path or a secret store
	FromEnv     = "env"     // the environment
	FromWritten = "written" // a file the same script wrote
	FromUnknown = "unknown" // could not be told
	FromStdin   = "stdin"   // standard input of the whole script
	FromEncoded = "encoded" // base64, xxd and the like, the other way
	FromHistory = "history" // what the person typed before
	FromData    = "data"    // taken out of a file of data: jq, yq
	FromChanges = "changes" // the diff of changes that no commit holds
	FromPlain   = "plain"   // fetched over a connection that anyone on the way can change
	FromItself  = "itself"  // the file that is written, which is empty by then
)

// Fact softens or raises a rule's risk when something is true of this
// machine now.
type Fact struct {
	If   string      // a fact: "tree.dirty"
	Risk policy.Risk // the risk if it holds
	Say  string      // what is added to the message: "{tree.modified} files are not committed"
}

func (f *Fact) fields(c *codec) {
	c.text('i', &f.If)
	c.risk('r', &f.Risk)
	c.text('s', &f.Say)
	c.end()
}

// Surface is the risk of a rule where lint found the text.
type Surface struct {
	Name string // "image", "ci", "doc", ..
	Risk policy.Risk
}

func (s *Surface) fields(c *codec) {
	c.text('n', &s.Name)
	c.risk('r', &s.Risk)
	c.end()
}

// Examples prove a rule: every hit must fire it, no miss may.
type Examples struct {
	Hit  []string // commands that must fire it
	Miss []string // commands that must not
}

// RiskOn returns the rule's risk on a surface, where lint found the text; ""
// is a command about to run.
func (r *Rule) RiskOn(surface string) policy.Risk {
	for _, s := range r.Surface {
		if s.Name == surface {
			return s.Risk
		}
	}
	switch surface {
	case Unattended:
		return r.RiskOn("script")
	case Test:
		risk := r.RiskOn("script")
		if risk > policy.Low {
			risk--
		}
		return risk
	}
	return r.Risk
}

// InFiles returns a surface on which a rule has a risk that is about files
// only, else "".
func (r *Rule) InFiles() string {
	if r = r.Whole(); r.Risk > policy.Safe || len(r.Facts) > 0 {
		return ""
	}
	for _, s := range r.Surface {
		if s.Risk > policy.Safe {
			return s.Name
		}
	}
	return ""
}

// Pack returns the part of the id before the slash.
func (r *Rule) Pack() string {
	for i := 0; i < len(r.ID); i++ {
		if r.ID[i] == '/' {
			return r.ID[:i]
		}
	}
	return r.ID
}
