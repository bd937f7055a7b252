package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// The values of scalar keys: how each kind is read and shown.

func parseLevel(s string) (int, error) {
	l, err := policy.ParseLevel(s)
	return int(l), err
}

func parseAction(s string) (int, error) {
	a, err := policy.ParseAction(s)
	return int(a), err
}

func parseUnattended(s string) (int, error) { return parseName(unattendedNames[:], s) }
func parseOnError(s string) (int, error)    { return parseName(onErrorNames[:], s) }
func parseMaxLength(s string) (int, error)  { return parseNumber(s, 100, 1_000_000) }
func parseMaxOutput(s string) (int, error)  { return parseNumber(s, 0, 1_000_000) }
func parseDays(s string) (int, error)       { return parseNumber(s, 0, 36_500) }
func parseLatency(s string) (int, error)    { return parseNumber(s, 1, 1000) }

func parseFailures(s string) (int, error)   { return parseNumber(s, 1, 1000) }
func parseShare(s string) (int, error)      { return parseHundredths(s, 0) }
func parseConfidence(s string) (int, error) { return parseHundredths(s, 50) }
func showShare(v int) string                { return strconv.FormatFloat(float64(v)/100, 'f', -1, 64) }

// parseHundredths reads a number up to 1, in hundredths.
func parseHundredths(s string, least int) (int, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(100*f >= float64(least) && f <= 1) {
		return 0, fmt.Errorf("%s is not a number from %s to 1", display.Quote(s), showShare(least))
	}
	return int(100*f + 0.5), nil
}

func parseName(names []string, s string) (int, error) {
	for i, n := range names {
		if n == s {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown value %s: one of %s", display.Quote(s), strings.Join(names, ", "))
}

func parseNumber(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is not a number from %d to %d", display.Quote(s), least, most)
	}
	return n, nil
}

var errBool = errors.New("neither true nor false")

// parseBool also takes the words of YAML 1.1, which users still write.
func parseBool(s string) (int, error) {
	switch strings.ToLower(s) {
	case "true", "on", "yes", "1":
		return 1, nil
	case "false", "off", "no", "0":
		return 0, nil
	}
	return 0, errBool
}

func showLevel(v int) string      { return policy.Level(v).String() }
func showUnattended(v int) string { return Unattended(v).String() }
func showOnError(v int) string    { return OnError(v).String() }
func showBool(v int) string       { return strconv.FormatBool(v != 0) }

func showAction(v int) string {
	if v == unset {
		return byLevel
	}
	return policy.Action(v).String()
}
