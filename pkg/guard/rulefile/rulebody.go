package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ParseRule reads a rule file. The id comes from where the file lies; path
// is how messages name it.
func ParseRule(id, path string, data []byte) (*rule.Rule, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	return r.asRule(root, id)
}

// parse reads a file that is either: what has a program is a model.
func parse(id, path string, data []byte) (*rule.Rule, *rule.Command, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, nil, r.err()
	}
	if hasKey(root, "program") {
		c, err := r.asCommand(root)
		return nil, c, err
	}
	out, err := r.asRule(root, id)
	return out, nil, err
}

func hasKey(n *Node, key string) bool {
	return slices.ContainsFunc(n.Entries, func(e Entry) bool { return e.Key.Text == key })
}

func (r *reader) asRule(root *Node, id string) (*rule.Rule, error) {
	if !validID(id) {
		r.fail("%s is not a rule id: name packs and files with lower-case letters, digits and -", display.Quote(id))
	}
	out := &rule.Rule{ID: id}
	r.rule(root, out)
	if err := r.err(); err != nil {
		return nil, err
	}
	return out, nil
}

// validID reports whether an id is pack/name.
func validID(id string) bool {
	pack, name, ok := strings.Cut(id, "/")
	return ok && validName(pack) && validName(name)
}

func validName(s string) bool {
	return s != "" && len(s) <= 60 && s[0] != '-' && !strings.ContainsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'
	})
}

func (r *reader) rule(n *Node, out *rule.Rule) {
	var risk *Node
	seen := r.object(n, "a rule",
		field{"title", r.title(&out.Title)},
		field{"say", r.message(&out.Say)},
		field{"why", r.prose(&out.Why)},
		field{"mitigation", r.prose(&out.Mitigation)},
		field{"cases", func(n *Node) { r.each(n, func(n *Node) { r.sayingOf(n, &out.Cases) }) }},
		field{"instead", r.instead(&out.Instead)},
		field{"risk", func(n *Node) { r.risk(&out.Risk)(n); risk = n }},
		field{"when", r.when(&out.When)},
		field{"facts", func(n *Node) { r.each(n, func(n *Node) { r.fact(n, &out.Facts) }) }},
		field{"surface", r.surface(&out.Surface)},
		field{"once", r.yes(&out.Once)},
		field{"tell", func(n *Node) { word(r, &out.Tell, "hearer", rule.Hearers[:])(n) }},
		field{"undo", func(n *Node) { word(r, &out.Undo, "kind of undo", rule.UndoKinds[:])(n) }},
		field{"examples", func(n *Node) {
			seen := r.object(n, "examples",
				field{"hit", r.list(&out.Examples.Hit)},
				field{"miss", r.list(&out.Examples.Miss)},
			)
			r.need(n, "a rule's proof", seen, "hit", "miss")
		}},
	)
	r.need(n, "a rule", seen, "title", "risk", "when")
	if risk != nil && out.Risk == policy.Safe && !slices.ContainsFunc(out.Facts, func(f rule.Fact) bool { return f.Risk > policy.Safe }) &&
		!slices.ContainsFunc(out.Surface, func(s rule.Surface) bool { return s.Risk > policy.Safe }) {
		if s, _ := r.text(risk); s == policy.Safe.String() {
			r.errorIn(risk, "a rule of risk safe finds nothing")
		}
	}
	// What is built in explains and proves itself. A person's own rule may
	// be three lines.
	if IsShared(out.Pack()) {
		r.need(n, "a rule", seen, "why", "examples")
	}
	for _, miss := range out.Examples.Miss {
		if slices.Contains(out.Examples.Hit, miss) {
			r.errorIn(n, "%s is both a hit and a miss", display.Quote(miss))
		}
	}
}

// title reads the sentence of a rule. Messages end it themselves.
func (r *reader) title(to *string) func(*Node) {
	return func(n *Node) {
		r.line(to)(n)
		if strings.HasSuffix(*to, ".") {
			r.errorIn(n, "a title ends without a period")
		}
	}
}

func (r *reader) risk(to *policy.Risk) func(*Node) {
	known := make([]string, 0, policy.Critical+1)
	for risk := policy.Safe; risk <= policy.Critical; risk++ {
		known = append(known, risk.String())
	}
	return func(n *Node) {
		var s string
		if word(r, &s, "risk", known)(n) {
			*to = policy.Risk(slices.Index(known, s))
		}
	}
}

func (r *reader) fact(n *Node, to *[]rule.Fact) {
	var f rule.Fact
	seen := r.object(n, "a fact",
		field{"if", func(n *Node) { word(r, &f.If, "fact", rule.Conditions())(n) }},
		field{"risk", r.risk(&f.Risk)},
		field{"say", r.message(&f.Say)},
	)
	r.need(n, "a fact", seen, "if", "risk")
	*to = append(*to, f)
}

func (r *reader) surface(to *[]rule.Surface) func(*Node) {
	return func(n *Node) {
		var fields []field
		for _, name := range rule.Surfaces {
			fields = append(fields, field{name, func(n *Node) {
				s := rule.Surface{Name: name}
				r.risk(&s.Risk)(n)
				*to = append(*to, s)
			}})
		}
		r.object(n, "surface", fields...)
	}
}

// placeholders are what a message may name of a finding, beside what facts
// know.
var placeholders = [...]string{"target", "targets", "program", "sub", "operands", "rest", "what", "wrapper", "server", "s"}

// message reads a line with placeholders. A brace that names none of them
// would be shown as it stands.
func (r *reader) message(to *string) func(*Node) {
	return func(n *Node) {
		r.line(to)(n)
		known := append(placeholders[:], rule.Placeholders()...)
		for _, name := range braced(*to) {
			if !slices.Contains(known, name) {
				r.errorIn(n, "unknown placeholder {%s}%s", name, oneOf(name, known))
			}
		}
	}
}

// sayingOf reads what a rule says of some calls.
func (r *reader) sayingOf(n *Node, to *[]rule.Case) {
	var k rule.Case
	seen := r.object(n, "a case",
		field{"when", r.when(&k.When)},
		field{"say", r.message(&k.Say)},
		field{"why", r.prose(&k.Why)},
		field{"mitigation", r.prose(&k.Mitigation)},
	)
	r.need(n, "a case", seen, "when")
	if r.form == nil && k.Say == "" && k.Why == "" && k.Mitigation == "" {
		r.errorIn(n, "a case says something: say, why or mitigation")
	}
	*to = append(*to, k)
}

// instead reads commands to run in place of the found one: a command, or one
// with the condition under which it is offered.
func (r *reader) instead(to *[]rule.Alternative) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			var a rule.Alternative
			r.rowOr(n, func(n *Node) {
				seen := r.object(n, "an alternative", field{"when", r.when(&a.When)}, field{"run", r.alternative(&a.Run)}, field{"saves", r.yes(&a.Saves)})
				r.need(n, "an alternative", seen, "run")
			}, r.alternative(&a.Run))
			*to = append(*to, a)
		})
	}
}

// alternative reads the command of an alternative. Braces are shell there, so
// only what is nearly a hole is taken for a slip.
func (r *reader) alternative(to *string) func(*Node) {
	return func(n *Node) {
		r.line(to)(n)
		for _, name := range braced(*to) {
			if near := spelling.Nearest(name, rule.AlternativeHoles[:]); near != "" && near != name {
				r.errorIn(n, "unknown placeholder {%s}: did you mean {%s}?", name, near)
			}
		}
	}
}

// braced lists the names in braces of a text: "target" of "rm {target}".
func braced(s string) (names []string) {
	for {
		_, rest, ok := strings.Cut(s, "{")
		if !ok {
			return names
		}
		if name, _, ok := strings.Cut(rest, "}"); ok && placeholderName(name) {
			names = append(names, name)
		}
		s = rest
	}
}

func placeholderName(s string) bool {
	return s != "" && len(s) <= 20 && !strings.ContainsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && c != '.' && c != '_'
	})
}
