package rulefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// The files of a pack.
const (
	PackFile   = "pack.yaml" // what the pack is
	RulesDir   = "rules"     // its rules, unless they lie beside PackFile
	rulePrefix = RulesDir + "/"
	ruleSuffix = ".yaml"
)

// Bundle is the files of a shared pack, sorted by name: "pack.yaml", which may be
// missing, and "rules/NAME.yaml".
type Bundle []BundleFile

// BundleFile is a file of a bundle.
type BundleFile struct {
	Name string
	Data []byte
}

// Encode writes a bundle as one text: of each file the name, the length and the
// bytes. Two bundles have the same text only if they have the same files.
func (b Bundle) Encode() []byte {
	var out bytes.Buffer
	for _, f := range b {
		fmt.Fprintf(&out, "%s\x00%d\x00", f.Name, len(f.Data))
		out.Write(f.Data)
	}
	return out.Bytes()
}

// Sum returns the hash that names a bundle.
func Sum(encoded []byte) string {
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:])
}

var errBundle = errors.New("not a stored pack")

// decodeBundle reads what Encode wrote, and nothing else.
func decodeBundle(data []byte) (Bundle, error) {
	var b Bundle
	for rest := data; len(rest) > 0; {
		name, after, _ := bytes.Cut(rest, []byte{0})
		length, body, ok := bytes.Cut(after, []byte{0})
		n, err := strconv.Atoi(string(length))
		if !ok || err != nil || n < 0 || n > len(body) {
			return nil, errBundle
		}
		b = append(b, BundleFile{string(name), body[:n:n]})
		rest = body[n:]
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	if !bytes.Equal(b.Encode(), data) { // a length may be written in several ways
		return nil, errBundle
	}
	return b, nil
}

// Check reports an error if a bundle has files that no pack has, or too many.
func (b Bundle) Check() error {
	total := 0
	for i, f := range b {
		id, isRule := strings.CutPrefix(strings.TrimSuffix(f.Name, ruleSuffix), rulePrefix)
		switch total += len(f.Data); {
		case f.Name != PackFile && (!isRule || id+ruleSuffix != f.Name[len(rulePrefix):] || !validName(id)):
			return &Error{Path: f.Name, Text: "not a name of a rule file: use lower-case letters, digits and -, such as no-prod.yaml"}
		case i > 0 && b[i-1].Name >= f.Name:
			return &Error{Path: f.Name, Text: "not in order"}
		case len(f.Data) > maxFile:
			return &Error{Path: f.Name, Text: fmt.Sprintf("%d bytes, more than a rule file may have (%d)", len(f.Data), maxFile)}
		case total > maxBytes:
			return fmt.Errorf("more than %d bytes of rule files", maxBytes)
		}
	}
	if len(b) > maxFiles {
		return fmt.Errorf("more than %d rule files", maxFiles)
	}
	return nil
}

// File returns the data of a file; nil if there is none.
func (b Bundle) File(name string) []byte {
	if i := slices.IndexFunc(b, func(f BundleFile) bool { return f.Name == name }); i >= 0 {
		return b[i].Data
	}
	return nil
}

// RuleFile returns the name of the file of a rule in a bundle.
func RuleFile(id string) string {
	_, name, _ := strings.Cut(id, "/")
	return rulePrefix + name + ruleSuffix
}

// Rules parses the rules of a bundle. Their ids begin with the name of the pack.
// place names a file in messages.
func (b Bundle) Rules(pack string, place func(name string) string) ([]*rule.Rule, error) {
	var out []*rule.Rule
	var errs []error
	for _, f := range b {
		if f.Name == PackFile {
			continue
		}
		id := pack + "/" + strings.TrimSuffix(strings.TrimPrefix(f.Name, rulePrefix), ruleSuffix)
		r, err := parseShared(id, place(f.Name), f.Data)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, r)
	}
	if err := work(place(RulesDir), out); err != nil {
		return nil, errors.Join(append(errs, err)...)
	}
	return out, errors.Join(errs...)
}
