package config

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Change says how a project's file that is not trusted, and the environment,
// may change a key.
type Change uint8

// The ways.
const (
	Freely   Change = iota // no value is less safe
	Upwards                // a greater value is stricter
	Downward               // a smaller value is stricter
	Adding                 // adding only makes it stricter
	Trusted                // only when trusted
	Never                  // all projects share it
	Outside                // only the environment, and only to a path outside the project
)

var changeNames = [...]string{
	"freely", "only to a stricter value", "only to a smaller value", "only by adding", "only when trusted", "not at all",
	"only from the environment, to a path outside the project",
}

func (c Change) String() string { return name(changeNames[:], int(c)) }

// Key documents a key of the configuration.
type Key struct {
	Name    string // as in the file; policy.high is high under policy
	Kind    string // what its value is, in words
	Default string
	Env     string // the variable that sets it; "" none
	Doc     string
	Change  Change

	initial int                         // scalars: the default
	parse   func(string) (int, error)   // scalars
	show    func(int) string            // scalars
	list    func(*layer, *Config, node) // lists and mappings
	lines   func(*Config) []Line        // lists and mappings
	lock    func(c, machine *Config)    // lists and mappings: takes over what the machine sets
	shape   func() rulefile.Schema      // lists and mappings
}

// kindShare and kindConfidence describe those of keys that are shares.
const kindShare, kindConfidence = "0 to 1", "0.5 to 1"

// kindSwitch describes the value of a key that is on or off.
const kindSwitch = "true or false"

// toggle returns a key that is on or off, which the variable of its name sets as well.
func toggle(name string, on bool, change Change, doc string) Key {
	k := Key{Name: name, Kind: kindSwitch, Default: "false", Env: "CTXHOOK_" + strings.ToUpper(name), Doc: doc, Change: change, parse: parseBool, show: showBool}
	if on {
		k.Default, k.initial = "true", 1
	}
	return k
}

// Allowed describes how an untrusted project, and the environment, may change
// the key.
func (k *Key) Allowed() string {
	if k.Change == Downward && k.Kind == kindSwitch {
		return "only to false"
	}
	return k.Change.String()
}

// Words returns the values that a key takes, where they are a few words.
func (k *Key) Words() []string {
	if k.parse == nil {
		return nil
	}
	var words []string
	for _, w := range strings.FieldsFunc(k.Kind, func(r rune) bool { return r == ' ' || r == ',' }) {
		if w == "or" {
			continue
		}
		if _, err := k.parse(w); err != nil {
			return nil // a sentence about a number
		}
		words = append(words, w)
	}
	return words
}

// Known reports whether a name is a key, or below a mapping that is one.
func Known(name string) bool { return keyOf(name) != nil }

// The scalar keys, in the order of the table.
const (
	keyLevel = iota
	keyCritical
	keyHigh
	keyMedium
	keyLow
	keyUnattended
	keyOnError
	keyMaxLength
	keyInject
	keyLatency
	keyLintRisk
	keyStoreSuccess
	keyStoreError
	keyMaxOutput
	keyMinOutput
	keySequences
	keyErrors
	keyRemind
	keyClaims
	keyWeakening
	keyRepeats
	keyStopRepeats
	keyPreferences
	keySessionWishes
	keyEnforceNever
	keyRescue
	keyMask
	keyLookthrough
	keyUnknown
	keyHooks
	keyAutoLearn
	keySignificance
	keyConfidence
	keyMaxFailures
	keyPublishTo
	keyPublishFor
	keyUpdate
	keySkills
	keyNotify
	keyMaxAge
	keyMaxSize
	scalarKeys
)

// unset is the value of a policy key that leaves the action to the level.
const unset = -1

func policyKey(r policy.Risk) int { return keyCritical + int(policy.Critical-r) }

// keys lists every key that is read, listed and documented. A new scalar is a
// row here and a constant above.
var keys = [...]Key{
	keyLevel: {
		Name: "safety_level", Kind: "permissive, standard or strict", Default: "standard", Env: "CTXHOOK_SAFETY_LEVEL", Change: Upwards,
		Doc:     "How risks become actions.",
		initial: int(policy.Standard), parse: parseLevel, show: showLevel,
	},
	keyCritical: {
		Name: "policy.critical", Kind: actionKind, Default: byLevel, Env: "CTXHOOK_POLICY_CRITICAL", Change: Upwards,
		Doc:     "What to do about a critical risk, whatever the level says.",
		initial: unset, parse: parseAction, show: showAction,
	},
	keyHigh: {
		Name: "policy.high", Kind: actionKind, Default: byLevel, Env: "CTXHOOK_POLICY_HIGH", Change: Upwards,
		Doc:     "What to do about a high risk, whatever the level says.",
		initial: unset, parse: parseAction, show: showAction,
	},
	keyMedium: {
		Name: "policy.medium", Kind: actionKind, Default: byLevel, Env: "CTXHOOK_POLICY_MEDIUM", Change: Upwards,
		Doc:     "What to do about a medium risk, whatever the level says.",
		initial: unset, parse: parseAction, show: showAction,
	},
	keyLow: {
		Name: "policy.low", Kind: actionKind, Default: byLevel, Env: "CTXHOOK_POLICY_LOW", Change: Upwards,
		Doc:     "What to do about a low risk, whatever the level says.",
		initial: unset, parse: parseAction, show: showAction,
	},
	keyUnattended: {
		Name: "unattended", Kind: "warn, once, ask or block", Default: "ask", Env: "CTXHOOK_UNATTENDED", Change: Upwards,
		Doc:     "What happens to an ask when no user is present: run it with a warning, deny it once and allow a repeat, ask anyway (clients then deny), or block.",
		initial: int(UnattendedAsk), parse: parseUnattended, show: showUnattended,
	},
	keyOnError: {
		Name: "on_error", Kind: "open, ask or block", Default: "open", Env: "CTXHOOK_ON_ERROR", Change: Upwards,
		Doc:     "What happens to a command when ctxhook itself fails.",
		initial: int(OnErrorOpen), parse: parseOnError, show: showOnError,
	},
	keyMaxLength: {
		Name: "max_command_length", Kind: "bytes, 100 to 1000000", Default: "10000", Env: "CTXHOOK_MAX_COMMAND_LENGTH", Change: Downward,
		Doc:     "A longer command is a medium risk. Heredocs that are data do not count.",
		initial: 10000, parse: parseMaxLength, show: strconv.Itoa,
	},
	keyInject: toggle("inject_context", true, Freely,
		"Tell the model what is known about a command besides the verdict."),
	keyLatency: {
		Name: "max_latency_ms", Kind: "milliseconds, 1 to 1000", Default: "20", Env: "CTXHOOK_MAX_LATENCY_MS", Change: Downward,
		Doc:     "Time for optional work before a command, half of it for context. The verdict never depends on it.",
		initial: 20, parse: parseLatency, show: strconv.Itoa,
	},
	keyLintRisk: {
		Name: "lint_min_risk", Kind: "low, medium, high or critical", Default: "medium", Env: "CTXHOOK_LINT_MIN_RISK", Change: Freely,
		Doc:     "The lowest risk that ctxhook lint reports. The lint_ keys do not affect hooks.",
		initial: int(policy.Medium), parse: parseRisk, show: showRisk,
	},
	keyStoreSuccess: toggle("store_success_outputs", true, Downward,
		"Store the output of commands that succeed. That they ran is always stored."),
	keyStoreError: toggle("store_error_outputs", true, Downward,
		"Store the output of commands that fail."),
	keyMaxOutput: {
		Name: "max_output_length", Kind: "bytes, 0 to 1000000", Default: "50000", Env: "CTXHOOK_MAX_OUTPUT_LENGTH", Change: Downward,
		Doc:     "Only the head and tail of a longer output are stored.",
		initial: 50_000, parse: parseMaxOutput, show: strconv.Itoa,
	},
	keyMinOutput: {
		Name: "min_output_length", Kind: "bytes, 0 to 1000000", Default: "10", Env: "CTXHOOK_MIN_OUTPUT_LENGTH", Change: Upwards,
		Doc:     "A shorter output of a successful command is not stored.",
		initial: 10, parse: parseMaxOutput, show: strconv.Itoa,
	},
	keySequences: toggle("learn_sequences", true, Downward,
		"Learn from the order of commands: what fixes a failure, and what usually follows what."),
	keyErrors: toggle("extract_error_patterns", true, Downward,
		"Find errors and failed checks in outputs, and suggest fixes."),
	keyRemind: toggle("remind_at_stop", false, Downward,
		"Keep an agent from stopping, once a prompt, while a check fails or has not run since files were edited."),
	keyClaims: toggle("claims", true, Downward,
		"When an agent stops with a message such as \"all tests pass\" and the record contradicts it, tell it so, once a prompt: it goes on."),
	keyWeakening: toggle("weakening", true, Downward,
		"Tell you, once, when a check that failed passes after its tests were deleted, skipped or made to ask for less."),
	keyRepeats: toggle("repeats", true, Downward,
		"Tell an agent, once, that a command or the reading of a file gave the same result 10 times in a row with nothing changed in between, or 20 times where it asks a service or waits."),
	keyStopRepeats: toggle("stop_repeated_failures", true, Freely,
		"Stop a command once if it failed here the same way before and nothing has changed since. A repeat runs."),
	keyPreferences: {
		Name: "preferences", Kind: "deny-once, rewrite, ask, note or off", Default: "deny-once", Env: "CTXHOOK_PREFERENCES", Change: Freely,
		Doc:     "What happens to a command that breaks a preference of yours: deny it once and name the command in its place, run that one where it surely does the same, ask you, tell the model afterwards, or nothing. The guard's verdict always comes first.",
		initial: int(PreferencesDenyOnce), parse: parsePreferences, show: showPreferences,
	},
	keySessionWishes: toggle("session_wishes", true, Upwards,
		"What you type of commands, such as \"no, use pnpm\", holds from the next command on, in that session, and so does what you want left alone: \"don't touch vendor/\". \"Fine, use npm\" and \"you can edit vendor/ now\" end it. The agent is told how to note what you say, and what lines of CLAUDE.md say that ctxhook cannot read."),
	keyEnforceNever: toggle("enforce_never", true, Upwards,
		"Ask each time before a command that you said is never to be run, and deny it where you cannot be asked. Otherwise it is denied once, as the key preferences says."),
	keyRescue: {
		Name: "rescue", Kind: "auto, loss, prompt or off", Default: "auto", Env: "CTXHOOK_RESCUE", Change: Trusted,
		Doc:     "When files that no commit holds are kept, for ctxhook undo: at each prompt and before every command that may write; at prompts and before a command that is found to lose files of the project; at prompts only; or never.",
		initial: int(RescueAuto), parse: parseRescue, show: showRescue,
	},
	keyMask: toggle("mask_outputs", false, Upwards,
		"Mask secrets in what commands print and files hold before the model reads it. Only Claude Code lets a hook do so, and only for calls that succeed."),
	keyLookthrough: toggle("lookthrough", true, Upwards,
		"Read the scripts, targets and queries of the project that a command runs, and judge what they do."),
	keyUnknown: toggle("unknown_programs", true, Upwards,
		"Judge a program without a model by its words: a verb that destroys, and its object."),
	keyHooks: toggle("hooks_enabled", true, Freely,
		"Record, learn, tell and publish. If false, commands are still judged, and decisions logged."),
	keyAutoLearn: toggle("auto_learn", true, Freely,
		"Learn fixes, habits and preferences from what is done and said. What you tell ctxhook to remember counts anyway."),
	keySignificance: {
		Name: "min_significance", Kind: kindShare, Default: "0.3", Env: "CTXHOOK_SIGNIFICANCE_THRESHOLD", Change: Freely,
		Doc:     "The least significance of what preferences are learned from. Whether a command is recorded does not depend on it.",
		initial: 30, parse: parseShare, show: showShare,
	},
	keyConfidence: {
		Name: "pattern_confidence_threshold", Kind: kindConfidence, Default: "0.9", Env: "CTXHOOK_PATTERN_CONFIDENCE_THRESHOLD", Change: Upwards,
		Doc:     "The confidence from which a preference that was seen three times is proposed, or kept with auto_update_claudemd: true.",
		initial: 90, parse: parseConfidence, show: showShare,
	},
	keyMaxFailures: {
		Name: "max_failures", Kind: "1 to 1000", Default: "3", Env: "CTXHOOK_MAX_FAILURES", Change: Freely,
		Doc:     "After so many failures of ctxhook itself in a row, learning, recall, publishing or snapshots pause for a while. Judging never does.",
		initial: 3, parse: parseFailures, show: strconv.Itoa,
	},
	keyPublishTo: {
		Name: "publish_to", Kind: "rules or claudemd", Default: "rules", Env: "CTXHOOK_PUBLISH_TO", Change: Freely,
		Doc:     "Where preferences are written for the agent to read: .claude/rules/ctxhook.md, or blocks of CLAUDE.md. With auto_update_claudemd: true the default is claudemd.",
		initial: 0, parse: parseTarget, show: showTarget,
	},
	keyPublishFor: {
		Name: "publish_for", Kind: "ask, personal or team", Default: "ask", Env: "CTXHOOK_PUBLISH_FOR", Change: Freely,
		Doc:     "Whom a project's rules are written for where it has none yet: you alone, in .claude/rules/ctxhook.local.md, or colleagues too, in .claude/rules/ctxhook.md. \"ctxhook publish\" asks once, and writes the answer here.",
		initial: int(ForUnknown), parse: parseAudience, show: showAudience,
	},
	keyUpdate: {
		Name: "auto_update_claudemd", Kind: autoKind, Default: "propose", Env: "CTXHOOK_AUTO_UPDATE_CLAUDEMD", Change: Freely,
		Doc:     "Write preferences when a session ends: do it, tell you how to, or neither.",
		initial: int(AutoPropose), parse: parseAuto, show: showAuto,
	},
	keySkills: {
		Name: "auto_generate_skills", Kind: autoKind, Default: "propose", Env: "CTXHOOK_AUTO_GENERATE_SKILLS", Change: Freely,
		Doc:     "Write skills, of preferences and of proven fixes with three or more steps, when a session ends.",
		initial: int(AutoPropose), parse: parseAuto, show: showAuto,
	},
	keyNotify: {
		Name: "notification_level", Kind: "none, important or all", Default: "important", Env: "CTXHOOK_NOTIFICATION_LEVEL", Change: Freely,
		Doc:     "What you are told of preferences: nothing, proposals and what was written, or every sighting.",
		initial: int(NotifyImportant), parse: parseNotify, show: showNotify,
	},
	keyMaxAge: {
		Name: "store.max_age", Kind: "days, 0 to 36500; 0 keeps all", Default: "180", Env: "CTXHOOK_STORE_MAX_AGE", Change: Never,
		Doc:     "Older records are deleted. Lessons have their own ages.",
		initial: 180, parse: parseDays, show: strconv.Itoa,
	},
	keyMaxSize: {
		Name: "store.max_size", Kind: "MiB, 0 to 1000000; 0 keeps all", Default: "512", Env: "CTXHOOK_STORE_MAX_SIZE", Change: Never,
		Doc:     "A larger database loses its oldest outputs, then its oldest records. Lessons stay.",
		initial: 512, parse: parseMaxOutput, show: strconv.Itoa,
	},
	{
		Name: "store.path", Kind: "absolute path of a file; ~/ is your home", Default: storeDefault, Env: "CTXHOOK_DB_PATH", Change: Outside,
		Doc:  "The database file. The environment may name none in the project, which would bring what the agent is told.",
		list: (*layer).storePath, lines: storeLines, shape: textSchema,
		lock: func(c, m *Config) { c.Store.Path, c.Store.origin = m.Store.Path, m.Store.origin },
	},
	{
		Name: "claudemd_path", Kind: "path of a file that ends in .md", Default: "CLAUDE.md", Env: "CTXHOOK_CLAUDEMD_PATH", Change: Trusted,
		Doc:  "The file that preferences are written into with publish_to: claudemd; by default the CLAUDE.md that fits, or AGENTS.md where there is none. Projects and the environment may name one in the project or in ~/.claude.",
		list: (*layer).claudeMDPath, lines: claudeMDLines, shape: textSchema,
		lock: func(c, m *Config) {
			c.Publish.ClaudeMD, c.Publish.claudeMDFrom = m.Publish.ClaudeMD, m.Publish.claudeMDFrom
		},
	},
	{
		Name: "skills_dir", Kind: "path of a directory", Default: ".claude/skills", Env: "CTXHOOK_SKILLS_DIR", Change: Trusted,
		Doc:  "Where skills are written. Projects and the environment may name a directory in the project or in ~/.claude.",
		list: (*layer).skillsDir, lines: skillsLines, shape: textSchema,
		lock: func(c, m *Config) {
			c.Publish.SkillsDir, c.Publish.skillsFrom = m.Publish.SkillsDir, m.Publish.skillsFrom
		},
	},
	{
		Name: "blocked_patterns", Kind: patternKind, Default: "[]", Change: Adding,
		Doc:  "Commands that are blocked at every safety_level. Their risk is high.",
		list: (*layer).blocked, lines: blockedLines, shape: textsSchema,
		lock: func(c, m *Config) { c.Blocked = append(m.Blocked, c.Blocked...) },
	},
	{
		Name: "allowed_patterns", Kind: patternKind, Default: "[]", Change: Trusted,
		Doc:  "Commands that built-in rules ignore. A blocked pattern still counts.",
		list: (*layer).allowed, lines: allowedLines, shape: textsSchema,
		lock: func(c, m *Config) { c.Allowed = m.Allowed },
	},
	{
		Name: "packs", Kind: "pack: on or off", Default: "all on", Change: Adding,
		Doc:  "Rule packs. Only a trusted project may switch one off.",
		list: (*layer).packs, lines: packLines, shape: packsSchema,
		lock: lockPacks,
	},
	{
		Name: "types", Kind: "type: list of programs", Default: "{}", Change: Freely,
		Doc:  "Your own command types and their programs.",
		list: (*layer).types, lines: typeLines, shape: listsSchema,
		lock: func(c, m *Config) { c.Types = m.Types },
	},
	{
		Name: "wrappers", Kind: "list of programs", Default: "[]", Change: Trusted,
		Doc:  "Programs that run the command among their arguments: a name, or {program, options, skip, assign} as in a command model.",
		list: (*layer).wrappers, lines: wrapperLines, shape: rulefile.WrappersSchema,
		lock: func(c, m *Config) { c.Wrappers = m.Wrappers },
	},
	{
		Name: "lint_disable", Kind: "list of packs and rules; * and ? match any", Default: "[]", Change: Freely,
		Doc:  "Rules that ctxhook lint skips.",
		list: (*layer).lintDisable, lines: lintDisableLines, shape: textsSchema,
		lock: func(c, m *Config) { c.Lint.Disable = m.Lint.Disable },
	},
	{
		Name: "lint_exclude", Kind: pathsKind, Default: "[]", Change: Freely,
		Doc:  "Files that ctxhook lint skips.",
		list: (*layer).lintExclude, lines: lintExcludeLines, shape: textsSchema,
		lock: func(c, m *Config) { c.Lint.Exclude = m.Lint.Exclude },
	},
	{
		Name: "lint_ignore", Kind: "pack or rule: " + pathsKind, Default: "{}", Change: Freely,
		Doc:  "Rules that ctxhook lint skips in some files.",
		list: (*layer).lintIgnore, lines: lintIgnoreLines, shape: listsSchema,
		lock: func(c, m *Config) { c.Lint.Ignore = m.Lint.Ignore },
	},
}

const (
	actionKind  = "silent, warn, ask or block"
	autoKind    = "true, propose or false"
	patternKind = "list of texts; glob: and regex: before one change its kind"
	byLevel     = "by safety_level"
	pathsKind   = "list of paths as in .gitignore"

	storeDefault = "~/.local/share/ctxhook/ctxhook.db" // place.Database, as most have it
)

// Keys returns the documentation of every key.
func Keys() []Key { return keys[:] }
