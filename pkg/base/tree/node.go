package tree

// Node is a value in a YAML or JSON file, with its position.
type Node struct {
	Kind   Kind
	Style  byte // of a scalar: '|', '>', '"', '\'', Raw, Lines, or 0 for plain
	chomp  byte // of a block scalar: '-', '+' or 0
	At     int  // where it begins in the file, with its quote or header
	From   int  // of a scalar: its text in the file, without quotes or header
	To     int
	Indent int  // of a block scalar: columns to drop
	Local  bool // it has a tag of the tool, which changes its meaning
	Pairs  []Pair
	Items  []*Node
}

// Kind is what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota
	Scalar
	Sequence
	Mapping
)

// The styles of texts that only TOML has.
const (
	Raw   = 'r' // every byte is its own
	Lines = 'l' // in three double quotes: escapes, and line ends as they are
)

// Pair is an entry of a mapping.
type Pair struct {
	Key   string
	At    int // where the key begins
	Value *Node
}

// maxMerge bounds how far merge keys are followed.
const maxMerge = 8

// Get follows keys down from a node, and returns nil when one is missing.
func (n *Node) Get(keys ...string) *Node {
	for _, key := range keys {
		n = n.lookup(key, maxMerge)
	}
	return n
}

// lookup returns the value of a key. Of two equal ones the last counts, as in
// nearly all that read these files.
func (n *Node) lookup(key string, depth int) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if n.Pairs[i].Key == key {
			return n.Pairs[i].Value
		}
	}
	if depth == 0 {
		return nil
	}
	for i := range n.Pairs {
		if n.Pairs[i].Key != "<<" {
			continue
		}
		for _, from := range n.Pairs[i].Value.List() {
			if v := from.lookup(key, depth-1); v != nil {
				return v
			}
		}
	}
	return nil
}

// Entries returns the pairs of a mapping, and none of another node.
func (n *Node) Entries() []Pair {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	return n.Pairs
}

// List returns the items of a sequence, or a single value as a list of one.
func (n *Node) List() []*Node {
	switch {
	case n == nil || n.Kind == Null:
		return nil
	case n.Kind == Sequence:
		return n.Items
	}
	return []*Node{n}
}

// Document is a file as a tree.
type Document struct {
	Data   []byte
	IsJSON bool // only quoted scalars are text
	Roots  []*Node
}

// Str returns the text of a scalar, "" for anything else.
func (d *Document) Str(n *Node) string {
	if n == nil || n.Kind != Scalar {
		return ""
	}
	if n.Style == 0 || n.Style == '"' || n.Style == '\'' {
		if plain := d.Data[n.From:n.To]; isOneSpelling(plain) {
			return string(plain)
		}
	}
	return d.Weave(n).Text.String()
}

// isOneSpelling reports whether the text of a scalar in the file is its value.
func isOneSpelling(b []byte) bool {
	for _, c := range b {
		if c == '\n' || c == '\\' || c == '\'' {
			return false
		}
	}
	return true
}
