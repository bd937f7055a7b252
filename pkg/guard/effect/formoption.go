package effect

import (
	"slices"
	"strings"
)

// formOption is an option of a program without a model.
type formOption struct {
	name  string // in lower case, without dashes and what joins words: keepdays
	value string // behind = or, where there is none, the next word, which may belong to another
	off   bool   // --public=false
}

// options returns the options of more than a letter.
func (f *form) options() []formOption {
	if f.opts != nil {
		return f.opts
	}
	argv := f.call.Argv
	f.opts = make([]formOption, 0, len(argv))
	for k, w := range argv {
		s := w.Prefix()
		if k == 0 || len(s) < 3 || s[0] != '-' {
			continue
		}
		name, value, has := strings.Cut(strings.ToLower(strings.TrimLeft(s, "-")), "=")
		if !has && k+1 < len(argv) && !strings.HasPrefix(argv[k+1].Prefix(), "-") {
			value = text(argv[k+1])
		}
		f.opts = append(f.opts, formOption{bareOption(name), value, has && (value == "false" || value == "no")})
	}
	return f.opts
}

// bareOption returns the name of an option without what joins its words.
func bareOption(name string) string { return strings.NewReplacer("-", "", "_", "").Replace(name) }

// option returns the first such option; nil: there is none.
func (f *form) option(such func(formOption) bool) *formOption {
	k := slices.IndexFunc(f.options(), such)
	if k < 0 {
		return nil
	}
	return &f.opts[k]
}

func (f *form) has(such func(formOption) bool) bool { return f.option(such) != nil }

func (o formOption) publishes() bool { return o.name == "public" && !o.off }

// unlocks reports whether it lets in everyone: --no-auth, --auth none, --auth=false.
func (o formOption) unlocks() bool {
	return optionUnlockedWord(o.name) && !o.off || optionLoginWord(o.name) && valueOffWord(o.value)
}

// unguards reports whether it switches a guard off: --require-auth=false.
func (o formOption) unguards() bool { return objectGuardWord(o.name) && valueOffWord(o.value) }

// writesDisk leaves out --format, which is more often that of an output.
func (o formOption) writesDisk() bool {
	return verbWritesDiskWord(o.name) && o.name != "format" && !o.off
}

func (o formOption) amount() bool { return optionAmountWord(o.name) && !o.off }

func (o formOption) keepsNone() bool { return optionKeepWord(o.name) && o.zero() }

func (o formOption) countsNone() bool { return optionCountWord(o.name) && o.zero() }

func (o formOption) zero() bool {
	return o.value == "0d" || o.value == "0s" || o.value != "" && strings.Trim(o.value, "0") == ""
}

// keepsNew reports whether it spares what is not old: --older-than 30d.
func (o formOption) keepsNew() bool {
	return optionKeepWord(o.name) && o.value != "" && o.value[0] >= '1' && o.value[0] <= '9'
}

// object reports whether it names what the verb is said of: --index audit.
func (o formOption) object() bool { return o.value != "" && optionObjectWord(o.name) && !o.off }
