package diagnose

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// switches are lines of settings, in any notation, that switch something on or off, or give
// it a severity: "strict": true, <TreatWarningsAsErrors>true<, abortOnError = false.
var switches = pattern.Later(`(?i)([a-z][\w.-]*)["']?\s*(?:=>|:=|[:=>]|\(|\s)\s*\[?["']?(true|false|yes|no|on|off|enabled?|disabled?|error|fatal|high|deny|warn|warning|info|notice|hint|none|ignore|allow|null)\b`)

// Keys of which "on" makes a check laxer, and stricter. A key that fits both is of the first.
var (
	laxKeys    = pattern.Later(`(?i)ignore|skip|allow|continue|disable|exclude|suppress|optional|soft|without|quarantine|tolerat|lenient`)
	strictKeys = pattern.Later(`(?i)error|fail|strict|abort|enforce|verify|verification|check|lint|treat|halt|pedantic|valid|gate|block|deny|warn|test|assert|coverage|werror|nitpick|sanitiz|safe`)
	// strictAlone are keys of switches that ask for something by being there.
	strictAlone = pattern.Later(`(?i)^(disallow_|no_?(implicit|unused|unchecked|fallthrough|emit)|strict|warn_|check_|fail_?on|(treat)?warnings?_?as|enforce|forbid|exact)`)
	// Of a switch that was not there before, what it is about has to be plainer.
	newlyLax       = pattern.Later(`(?i)(ignore|skip|allow|continue|disable|suppress)[\w.-]*(test|fail|error|warn|check|lint|violation|finding|broken)`)
	newlyNotStrict = pattern.Later(`(?i)(abort|fail|halt|stop|exit|break)[\w.-]*(error|warn|fail|violation|finding|severity)|(warnings?|errors?)_?(as|is|are)_?(error|fatal)`)
)

// flips reports whether a switch of settings was put to where less is asked for: strict =
// false for strict = true, severity warning for error, or a new ignoreFailures = true.
// Of a linter each switch is a rule. A strict switch that is gone is off.
func flips(gone, come []string, linter bool) bool {
	before := make(map[string]string)
	for _, l := range gone {
		for _, m := range switches().FindAllStringSubmatch(l, -1) {
			before[strings.ToLower(m[1])] = strings.ToLower(m[2])
		}
	}
	for _, l := range come {
		for _, m := range switches().FindAllStringSubmatch(l, -1) {
			key, now := m[1], strings.ToLower(m[2])
			was, known := before[strings.ToLower(key)]
			switch is, was := isOn(now), isOn(was); {
			case known && severity(now) > 0 && severity(before[strings.ToLower(key)]) > severity(now):
				return true
			case is == 0 || known && was == 0:
			case known && is == was:
			case known && laxKeys().MatchString(key), !known && newlyLax().MatchString(key):
				if is > 0 {
					return true
				}
			case known && (linter || strictKeys().MatchString(key)), !known && newlyNotStrict().MatchString(key):
				if is < 0 {
					return true
				}
			}
		}
	}
	after := strings.ToLower(strings.Join(come, "\n"))
	for key, was := range before {
		if isOn(was) > 0 && strictAlone().MatchString(key) && !strings.Contains(after, key) {
			return true
		}
	}
	return false
}

// isOn returns 1 for on, -1 for off, and 0 for neither.
func isOn(value string) int {
	switch value {
	case "true", "yes", "on", "enable", "enabled":
		return 1
	case "false", "no", "off", "disable", "disabled", "null":
		return -1
	}
	return 0
}

// severity returns how severe a finding of that severity is, 0 for a value that is none.
func severity(value string) int {
	switch value {
	case "error", "fatal", "high", "deny":
		return 3
	case "warn", "warning":
		return 2
	case "info", "notice", "hint", "none", "off", "ignore", "allow":
		return 1
	}
	return 0
}
