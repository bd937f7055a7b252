package rulefile

import "strings"

// typesOf are the types of package rule whose fields the keys of a mapping are, by what
// the reader calls it.
func typesOf(what string) []string {
	switch what {
	case "a rule":
		return []string{"Rule"}
	case "when":
		return []string{"When"}
	case "flags":
		return []string{"Flags"}
	case "a fact":
		return []string{"Fact"}
	case "a case":
		return []string{"Case"}
	case "an alternative":
		return []string{"Alternative"}
	case "examples":
		return []string{"Examples"}
	case "a command model":
		return []string{"Command"}
	case "sub_options":
		return []string{"SubOptions"}
	case "nested":
		return []string{"Nested"}
	case "settings":
		return []string{"Setting"}
	case "a verb":
		return []string{"Verb", "Effect"}
	case "an effect":
		return []string{"Effect"}
	case "output":
		return []string{"Output"}
	case "traits":
		return []string{"TraitRow"}
	case "secrets":
		return []string{"SecretOption"}
	}
	return nil
}

// describedKey says what a key of a mapping is for.
func describedKey(what, key string) string {
	field := ""
	for part := range strings.SplitSeq(key, "_") {
		field += strings.ToUpper(part[:1]) + part[1:]
	}
	switch { // of which the field has another name
	case what == "a command model" && key == "program":
		field = "Names"
	case what == "a command model" && key == "output":
		field = "Outputs"
	}
	for _, name := range typesOf(what) {
		if text := described(name + "." + field); text != "" {
			return text
		}
	}
	return ""
}
