package config

// Switch is a variable of the environment by the name that other tools of this
// kind have for it. ctxhook reads it with a prefix, and most have a key in the
// settings.
type Switch struct {
	Name   string // without the prefix
	Key    string // that it sets; "" none: it is accepted, and does nothing
	Unused string // why
}

// Prefix begins the name of every variable that is read.
const Prefix = "CTXHOOK_"

// Switches returns them all.
func Switches() []Switch {
	return []Switch{
		{Name: "HOOKS_ENABLED", Key: "hooks_enabled"},
		{Name: "AUTO_LEARN", Key: "auto_learn"},
		{Name: "AUTO_UPDATE_CLAUDEMD", Key: "auto_update_claudemd"},
		{Name: "AUTO_GENERATE_SKILLS", Key: "auto_generate_skills"},
		{Name: "SIGNIFICANCE_THRESHOLD", Key: "min_significance"},
		{Name: "PATTERN_CONFIDENCE_THRESHOLD", Key: "pattern_confidence_threshold"},
		{Name: "NOTIFICATION_LEVEL", Key: "notification_level"},
		{Name: "MAX_FAILURES", Key: "max_failures"},
		{Name: "DB_PATH", Key: "store.path"},
		{Name: "SKILLS_DIR", Key: "skills_dir"},
		{Name: "CLAUDEMD_PATH", Key: "claudemd_path"},
		{Name: "AGENTDB_PATH", Unused: "there is one database, which CTXHOOK_DB_PATH names"},
		{Name: "BATCH_SIZE", Unused: "what waits is stored with the next event that needs the database"},
	}
}

// SwitchNamed returns the switch with a name, nil when there is none.
func SwitchNamed(name string) *Switch {
	for _, s := range Switches() {
		if s.Name == name {
			return &s
		}
	}
	return nil
}
