package rule

// Setting says what some settings of a program do: KEY=VALUE options, the
// operands of its config command, options whose value is a command, and
// variables of the environment. The first row that fits a setting counts.
type Setting struct {
	// Keys are globs in any case: "core.pager" and "filter.*.clean" are
	// keys, "$GIT_PAGER" is a variable, "--upload-pack" is an option.
	Keys     []string
	Value    []string   // only with a value that matches one of these globs, in any case
	Run      bool       // the value is a command line
	Strip    string     // prefix of the value that is no part of the command: "!"
	Lead     string     // what stands in front of the command: git of an alias "status"
	Programs []string   // a command of these alone is what one expects: cat, less
	Do       EffectKind // "" when these settings are harmless
	What     string     // what is affected, in words, for messages
}

func (s *Setting) fields(c *codec) {
	c.list('k', &s.Keys)
	c.list('v', &s.Value)
	c.bool('r', &s.Run)
	c.text('s', &s.Strip)
	c.text('l', &s.Lead)
	c.list('p', &s.Programs)
	c.text('d', (*string)(&s.Do))
	c.text('w', &s.What)
	c.end()
}

// Roles of option values that hold a setting.
const (
	RoleSetting    = "setting"     // KEY=VALUE
	RoleSettingVar = "setting-var" // KEY=VARIABLE, whose value is the setting's
)

// AsSetting is a nested pair of operands: the key and the value of a setting
// that the program keeps.
const AsSetting = "setting"
