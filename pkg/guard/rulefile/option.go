package rulefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// options reads a list of options, each written as its spellings.
func (r *reader) options(to *[]rule.Option) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			s, ok := r.text(n)
			if !ok {
				return
			}
			o, err := parseOption(s)
			if err != nil {
				r.errorIn(n, "option %s: %v", display.Quote(s), err)
				return
			}
			*to = append(*to, o)
			for _, name := range o.Names {
				if slices.ContainsFunc((*to)[:len(*to)-1], func(o rule.Option) bool { return slices.Contains(o.Names, name) }) {
					r.errorIn(n, "option %s is listed before", display.Quote(name))
				}
			}
		})
	}
}

// parseOption reads the spellings of one option, with the mark of its arity
// on any of them: "-C= --directory @cwd", "--color?", "-exec..". What follows
// the spellings is the role of the value and what to strip from it.
func parseOption(s string) (rule.Option, error) {
	var o rule.Option
	for _, word := range strings.Fields(s) {
		if role, ok := strings.CutPrefix(word, "@"); ok {
			if o.Role != "" {
				return o, fmt.Errorf("two roles")
			}
			if err := checkRole(role); err != nil {
				return o, err
			}
			o.Role = role
			continue
		}
		if prefix, ok := strings.CutPrefix(word, "strip:"); ok && prefix != "" {
			o.Strip = prefix
			continue
		}
		if o.Role != "" || o.Strip != "" {
			return o, fmt.Errorf("spellings come first, then @role and strip:PREFIX")
		}
		name, arg := arity(word)
		if arg != rule.NoArg {
			if o.Arg != rule.NoArg && o.Arg != arg {
				return o, fmt.Errorf("two arities")
			}
			o.Arg = arg
		}
		o.Names = append(o.Names, name)
	}
	switch {
	case len(o.Names) == 0:
		return o, fmt.Errorf("no spelling")
	case o.Role != "" && o.Arg == rule.NoArg:
		return o, fmt.Errorf("a role without a value: put =, ? or .. behind a spelling")
	case o.Strip != "" && o.Role == "":
		return o, fmt.Errorf("strip without a role")
	}
	return o, nil
}

// arity takes the mark off a spelling. A lone "-?" is a spelling.
func arity(word string) (string, rule.Arity) {
	for _, mark := range [...]struct {
		suffix string
		arg    rule.Arity
	}{{"=", rule.RequiredArg}, {"?", rule.OptionalArg}, {"..", rule.UntilArg}} {
		if name, ok := strings.CutSuffix(word, mark.suffix); ok && (name == "+" || strings.Trim(name, "-/+") != "") {
			return name, mark.arg
		}
	}
	return word, rule.NoArg
}

// checkRole accepts the roles of package rule.
func checkRole(role string) error {
	for _, place := range [...]string{rule.RoleRemote, rule.RoleContainer} {
		if run, ok := strings.CutPrefix(role, place); ok {
			role = run
			break
		}
	}
	others := []string{rule.RoleArgv, rule.RoleRest, rule.RoleIn, rule.RoleCwd, rule.RoleBeside, rule.RoleStart, rule.RoleGoal, rule.RoleMember, rule.RoleSetting, rule.RoleSettingVar}
	if slices.Contains(others, role) {
		return nil
	}
	if slices.Contains(rule.Kinds[:], rule.EffectKind(role)) {
		return fmt.Errorf("@%s is an effect: write a verb with do: %s and on: flag:-x", role, role)
	}
	lang, isFile := strings.CutPrefix(strings.TrimPrefix(role, rule.RoleUTF16+":"), rule.RoleFile+":")
	if slices.Contains(rule.TextKinds(), lang) {
		return nil
	}
	known := rule.TextKinds()
	if !isFile {
		known = append(known, others...)
	}
	return fmt.Errorf("unknown role %s%s", display.Quote("@"+role), oneOf(lang, known))
}
