package packs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Source is where a pack comes from.
type Source struct {
	Text string // an address for git, or the path of a directory
	git  bool
}

// Errors of sources, for hints.
var (
	ErrAddress = errors.New("not an address that packs are fetched from")
	ErrPinned  = errors.New("not what it is pinned to")
	ErrNoRules = errors.New("no rule files")
)

// schemes are the protocols by which packs are fetched: those that show who
// answers, and local repositories.
var schemes = []string{"https", "ssh", "file"}

// ParseSource reads what the user names: a directory, or else an address for git.
func ParseSource(s string) (Source, error) {
	scheme, _, isURL := strings.Cut(s, "://")
	switch {
	case s == "" || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return Source{}, fmt.Errorf("%s: %w", display.Quote(s), ErrAddress)
	case isURL && slices.Contains(schemes, scheme):
		u, err := url.Parse(s)
		if err != nil || u.Host == "" && scheme != "file" || strings.HasPrefix(u.Host, "-") {
			return Source{}, fmt.Errorf("%s: %w", display.Quote(s), ErrAddress)
		}
		if _, secret := u.User.Password(); secret || scheme == "https" && u.User != nil {
			return Source{}, errors.New("an address with a password or a token would be stored: keep it in git's credential helper")
		}
		return Source{s, true}, nil
	case isURL:
		return Source{}, fmt.Errorf("%s: %w", display.Quote(s), ErrAddress)
	}
	if info, err := os.Stat(s); err == nil && info.IsDir() {
		dir, err := filepath.Abs(s)
		return Source{dir, false}, err
	}
	host, dir, ok := strings.Cut(s, ":") // git@host:path
	if ok && dir != "" && !strings.HasPrefix(dir, ":") && len(host) > 1 && host[0] != '-' && !strings.ContainsAny(host, `/\`) {
		return Source{s, true}, nil
	}
	if _, err := os.Stat(s); err == nil || filepath.IsAbs(s) || strings.HasPrefix(s, ".") {
		return Source{}, fmt.Errorf("%s: there is no directory of this name", display.Quote(s))
	}
	return Source{}, fmt.Errorf("%s: %w", display.Quote(s), ErrAddress)
}

// Nearest returns the address that is meant by one without https://, such as
// acme/agent-rules; "" if there is none.
func Nearest(text string) string {
	parts := strings.Split(text, "/")
	for _, p := range parts {
		if p == "" || p[0] == '-' || strings.Trim(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			return ""
		}
	}
	switch host := strings.Contains(parts[0], "."); {
	case host && len(parts) > 2:
		return "https://" + text
	case !host && len(parts) == 2:
		return "https://github.com/" + text
	}
	return ""
}

// IsRemote reports whether git fetches the pack.
func (s Source) IsRemote() bool { return s.git }

// Base returns the name that a source suggests for its pack.
func (s Source) Base() string {
	base := path.Base(strings.TrimSuffix(strings.TrimRight(filepath.ToSlash(s.Text), "/"), ".git"))
	if _, after, ok := strings.Cut(base, ":"); ok {
		base = after
	}
	return strings.TrimPrefix(strings.ToLower(base), "ctxhook-")
}

// Fetched is a pack as its source has it now.
type Fetched struct {
	Bundle rulefile.Bundle
	Commit string // "" of a directory
	place  string // where its files are, for messages; "" of a repository
	flat   bool   // they lie beside pack.yaml
}

// Sum returns the hash of its files.
func (f *Fetched) Sum() string { return rulefile.Sum(f.Bundle.Encode()) }

// Place names a file in messages, as the author knows it.
func (f *Fetched) Place(name string) string {
	if f.flat {
		name = path.Base(name)
	}
	return path.Join(f.place, name)
}

// About returns what the author says of the pack. A pack needs not say anything.
func (f *Fetched) About() (rulefile.About, error) {
	data := f.Bundle.File(rulefile.PackFile)
	if data == nil {
		return rulefile.About{}, nil
	}
	return rulefile.ParseAbout(f.Place(rulefile.PackFile), data)
}

// CheckPin reports an error if a pack from this source cannot be pinned so.
func (s Source) CheckPin(pin string) error {
	sum, pinsFiles := strings.CutPrefix(pin, "sha256:")
	switch {
	case pinsFiles && !isHex(sum, 64), pin != "" && !pinsFiles && !isCommit(pin):
		return fmt.Errorf("%s is neither a whole commit nor sha256: and 64 digits", display.Quote(pin))
	case pin != "" && !pinsFiles && !s.git:
		return errors.New("a directory has no commits to be pinned to: pin the sha256 of its files")
	}
	return nil
}

// Fetch reads a pack from its source. pin is "", a commit or "sha256:" and the hash
// of the files. environ is the environment of git.
func (s Source) Fetch(ctx context.Context, pin string, environ []string) (*Fetched, error) {
	if err := s.CheckPin(pin); err != nil {
		return nil, err
	}
	sum, pinsFiles := strings.CutPrefix(pin, "sha256:")
	var f *Fetched
	var err error
	switch {
	case !s.git:
		f, err = readDir(s.Text)
	case pinsFiles:
		f, err = fetch(ctx, s.Text, "", environ)
	default:
		f, err = fetch(ctx, s.Text, pin, environ)
	}
	if err != nil {
		return nil, err
	}
	if pinsFiles && f.Sum() != sum {
		return nil, fmt.Errorf("%w: its files have sha256:%s", ErrPinned, f.Sum())
	}
	return f, nil
}

// file is a name in the directory of a pack.
type file struct {
	name string // in the pack, with slashes
	mode fs.FileMode
	size int64
	id   string // of git's object
}

// maxNames bounds the files in a directory of a pack, rules or not.
const maxNames = 5000

// tree is where a pack lies before it is stored.
type tree interface {
	// list returns the files in a directory of the pack, "." or another; none if
	// there is no such directory.
	list(dir string) ([]file, error)
	// read returns the bytes of files.
	read(files []file) ([][]byte, error)
}

// bundle reads the files of a pack. It refuses what is no plain file: a link could
// lead anywhere.
func bundle(t tree, place string) (*Fetched, error) {
	top, err := t.list(".")
	if err != nil {
		return nil, err
	}
	var wanted []file
	flat := true
	for _, f := range top {
		switch {
		case f.name == rulefile.PackFile:
			wanted = append(wanted, f)
		case isYAML(f.name) && strings.EqualFold(strings.TrimSuffix(f.name, path.Ext(f.name)), "pack"):
			return nil, misplaced(place, f.name, "rename it to "+rulefile.PackFile)
		case f.name == rulefile.RulesDir && !f.mode.IsDir():
			return nil, notPlain(path.Join(place, f.name), f.mode)
		case f.name == rulefile.RulesDir:
			flat = false
		}
	}
	beside, err := besideRules(t, top, flat, place)
	if err != nil {
		return nil, err
	}
	rules := beside
	if !flat {
		if len(beside) > 0 {
			return nil, misplaced(place, beside[0].name, "rule files lie in "+rulefile.RulesDir+"/ where there is one: move it there")
		}
		if rules, err = inRules(t, place); err != nil {
			return nil, err
		}
	}
	if len(rules) == 0 {
		return nil, ErrNoRules
	}
	wanted = append(wanted, rules...)
	var b rulefile.Bundle
	for _, f := range wanted {
		if !f.mode.IsRegular() {
			return nil, notPlain(path.Join(place, f.name), f.mode)
		}
		b = append(b, rulefile.BundleFile{Name: stored(f.name)})
	}
	if err := sized(wanted); err != nil {
		return nil, err
	}
	if err := inOrder(b).Check(); err != nil { // before anything is read
		return nil, at(place, err)
	}
	texts, err := t.read(wanted)
	if err != nil {
		return nil, err
	}
	for i := range b {
		b[i].Data = texts[i]
	}
	b = inOrder(b)
	if err := b.Check(); err != nil {
		return nil, at(place, err)
	}
	return &Fetched{Bundle: b, place: place, flat: flat}, nil
}

// inRules returns the rule files in RulesDir, where all YAML must be one.
func inRules(t tree, place string) ([]file, error) {
	files, err := t.list(rulefile.RulesDir)
	var out []file
	for _, f := range files {
		base := f.name
		f.name = path.Join(rulefile.RulesDir, base)
		switch {
		case base == rulefile.PackFile:
			return nil, misplaced(place, f.name, "it describes the pack: move it beside "+rulefile.RulesDir+"/")
		case isYAML(base):
			if err := named(place, f.name); err != nil {
				return nil, err
			}
		case !f.mode.IsDir() || strings.HasPrefix(base, "."):
			continue
		}
		out = append(out, f)
	}
	return out, err
}

// besideRules returns the rule files that lie beside PackFile. A repository may hold
// other YAML there, so only files with the keys of a rule are rule files.
func besideRules(t tree, top []file, flat bool, place string) ([]file, error) {
	var maybe []file
	total := int64(0)
	for _, f := range top {
		switch {
		case !isYAML(f.name) || strings.HasPrefix(f.name, ".") || f.mode.IsDir() || f.name == rulefile.PackFile:
			continue
		case !f.mode.IsRegular() && flat:
			return nil, notPlain(path.Join(place, f.name), f.mode)
		case !f.mode.IsRegular():
			continue
		}
		if total += f.size; total > rulefile.MaxBundle {
			if flat {
				return nil, fmt.Errorf("more than %d bytes of YAML here: put the rules into %s/", rulefile.MaxBundle, rulefile.RulesDir)
			}
			break
		}
		maybe = append(maybe, f)
	}
	if len(maybe) == 0 {
		return nil, nil
	}
	texts, err := t.read(maybe)
	if err != nil {
		return nil, err
	}
	var out []file
	for i, f := range maybe {
		if !rulefile.HasRuleKeys(texts[i]) {
			continue
		}
		if err := named(place, f.name); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func isYAML(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// named reports an error if a rule file has another suffix than rule files have.
func named(place, name string) error {
	if base, ok := strings.CutSuffix(name, ".yml"); ok {
		return misplaced(place, name, "a rule file ends in .yaml: rename it to "+shown(path.Base(base)+".yaml"))
	}
	return nil
}

// misplaced says what to do about a file that would be left out.
func misplaced(place, name, text string) error {
	return fmt.Errorf("%s: %s", shown(path.Join(place, name)), text)
}

// shown is the name of a file in a message. The author of a repository chose it, so
// it is quoted where it could look like more than a name.
func shown(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r == ' ' || r == utf8.RuneError || !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// stored returns the name of a file in a bundle.
func stored(name string) string {
	if name == rulefile.PackFile || strings.HasPrefix(name, rulefile.RulesDir+"/") {
		return name
	}
	return rulefile.RulesDir + "/" + name
}

func inOrder(b rulefile.Bundle) rulefile.Bundle {
	b = slices.Clone(b)
	order.By(b, func(a, b rulefile.BundleFile) int { return strings.Compare(a.Name, b.Name) })
	return b
}

// sized reports an error if files are larger than those of a pack may be together.
func sized(files []file) error {
	total := int64(0)
	for _, f := range files {
		if total += f.size; total > rulefile.MaxBundle {
			return fmt.Errorf("more than %d bytes of rule files", rulefile.MaxBundle)
		}
	}
	return nil
}

func notPlain(name string, mode fs.FileMode) error {
	what := "not a regular file"
	switch {
	case mode&fs.ModeSymlink != 0:
		what = "a symbolic link"
	case mode.IsDir():
		what = "a directory"
	}
	return fmt.Errorf("%s: %s, and a pack has only plain files", shown(name), what)
}

// at puts the place of a pack before the name of a file that is wrong.
func at(place string, err error) error {
	if one, ok := errors.AsType[*rulefile.Error](err); ok {
		return misplaced(place, one.Path, one.Text)
	}
	return err
}
