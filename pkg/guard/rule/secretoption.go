package rule

// SecretOption says which options of a program carry a secret as they are written.
// Package redact has a table made from these rows: it reads outputs, where
// nothing is parsed.
type SecretOption struct {
	Program []string // only under these names
	Sub     string   // only after this word: login
	Options []string // spellings: [-p, --password]
	Value   string   // one of the values below
	Form    string   // of a short option: "attached" (-pSECRET), "apart" (-p SECRET), "" both
}

// What the value of such an option is.
const (
	SecretWhole = ""      // the secret
	SecretLogin = "login" // user:password
	SecretInput = "input" // none: the secret comes on standard input
)

// How the value of a short option is written.
const (
	SecretAttached = "attached"
	SecretApart    = "apart"
)

func (s *SecretOption) fields(c *codec) {
	c.list('n', &s.Program)
	c.text('s', &s.Sub)
	c.list('o', &s.Options)
	c.text('v', &s.Value)
	c.text('f', &s.Form)
	c.end()
}
