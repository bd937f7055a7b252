package git

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// attrFile is a .gitattributes file.
type attrFile struct {
	lines   bool  // ends of lines of some files are converted
	filters *list // files whose content passes through something else
	every   bool  // perhaps all do
}

// converts returns an error when git may store other content of a file than
// what lies on the disk. returns says whether the content has a carriage return:
// without one, converting ends of lines changes nothing.
func (r *Repo) converts(name string, returns bool) error {
	lines := false
	if v, ok := r.config.last("core.autocrlf"); ok {
		lines = v == "input" || r.config.is("core.autocrlf", true)
	}
	look := func(a attrFile, base string) error {
		lines = lines || a.lines
		if a.every {
			return unsupported("a macro of attributes")
		}
		if a.filters == nil {
			return nil
		}
		for i := range a.filters.patterns {
			if a.filters.patterns[i].match(name[len(base):], &r.left.steps) || r.left.steps < 0 {
				return unsupported("a filter")
			}
		}
		return nil
	}
	for _, read := range []func() (attrFile, error){r.userAttributes, r.systemAttributes, r.infoAttributes} {
		a, err := read()
		if err != nil {
			return err
		}
		if err := look(a, ""); err != nil {
			return err
		}
	}
	for at := 0; ; {
		dir := strings.TrimSuffix(name[:at], "/")
		a, err := r.treeAttributes(dir)
		if err != nil {
			return err
		}
		if err := look(a, name[:at]); err != nil {
			return err
		}
		slash := strings.IndexByte(name[at:], '/')
		if slash < 0 {
			break
		}
		at += slash + 1
	}
	if lines && returns {
		return unsupported("ends of lines")
	}
	return nil
}

// attributes reads a file of attributes once.
func (r *Repo) attributes(key string, read func() ([]byte, error)) (attrFile, error) {
	if a, ok := r.memo.attrs[key]; ok {
		return a, nil
	}
	text, err := read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return attrFile{}, err
	}
	a, err := parseAttributes(string(text))
	if err != nil {
		return attrFile{}, err
	}
	if r.memo.attrs == nil {
		r.memo.attrs = make(map[string]attrFile)
	}
	r.memo.attrs[key] = a
	return a, nil
}

func (r *Repo) userAttributes() (attrFile, error) {
	file, ok := r.config.last("core.attributesfile")
	if !ok {
		if dir := r.options.userDir(); dir != "" {
			file = filepath.Join(dir, "attributes")
		}
	} else if file, ok = r.options.userPath(file); !ok {
		return attrFile{}, unsupported("core.attributesfile")
	}
	if file == "" {
		return attrFile{}, nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.root, file)
	}
	return r.attributes(file, func() ([]byte, error) { return r.readUser(file, maxIgnoreFile) })
}

func (r *Repo) systemAttributes() (attrFile, error) {
	var all attrFile
	for _, config := range systemConfigs() {
		file := strings.TrimSuffix(config, "config") + "attributes"
		a, err := r.attributes(file, func() ([]byte, error) { return r.readUser(file, maxIgnoreFile) })
		if err != nil {
			return a, err
		}
		all.lines = all.lines || a.lines
		all.every = all.every || a.every || a.filters != nil
	}
	return all, nil
}

func (r *Repo) infoAttributes() (attrFile, error) {
	return r.attributes("info/attributes", func() ([]byte, error) { return r.read(r.common, "info/attributes", maxIgnoreFile) })
}

// treeAttributes reads the .gitattributes of a directory.
func (r *Repo) treeAttributes(dir string) (attrFile, error) {
	name := path.Join(dir, ".gitattributes")
	return r.attributes("./"+name, func() ([]byte, error) {
		info, err := os.Lstat(r.full(name))
		switch {
		case missing(err):
			if x, err := r.readIndex(); err != nil {
				return nil, err
			} else if lo, hi := x.below(name); lo < hi {
				return nil, unsupported("attributes in the index only")
			}
			return nil, fs.ErrNotExist
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0 || info.IsDir():
			return nil, fs.ErrNotExist // git follows none
		}
		return r.readFound(r.root, name, maxIgnoreFile)
	})
}

// parseAttributes reads a .gitattributes file: which files are converted.
func parseAttributes(text string) (attrFile, error) {
	var a attrFile
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.Trim(line, " \t\r")
		if line == "" || line[0] == '#' {
			continue
		}
		end := strings.IndexAny(line, " \t\r")
		if line[0] == '"' {
			if end = closingQuote(line); end < 0 {
				continue
			}
		}
		if end < 0 {
			continue
		}
		name, filters := line[:end], false
		for word := range strings.FieldsSeq(line[end:]) {
			word, _, _ = strings.Cut(word, "=")
			switch strings.TrimLeft(word, "-!") {
			case "text", "crlf", "eol", "binary":
				a.lines = true
			case "filter", "ident", "working-tree-encoding":
				filters = filters || word[0] != '-' && word[0] != '!'
			}
		}
		switch {
		case !filters:
		case line[0] == '"' || strings.HasPrefix(name, "[attr]") || name[0] == '!':
			a.every = true
		default:
			p := newPattern(name)
			p.dirs = false
			if a.filters == nil {
				a.filters = &list{}
			}
			if len(a.filters.patterns) == maxPatterns {
				return a, ErrBound
			}
			a.filters.patterns = append(a.filters.patterns, p)
		}
	}
	return a, nil
}

// closingQuote returns where a quoted pattern ends, -1 when it does not.
func closingQuote(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}
