package config

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// NewSchema returns the JSON schema of config.yaml, made of the table of keys.
func NewSchema() rulefile.Schema {
	top := rulefile.Schema{}
	for i := range keys {
		k := &keys[i]
		group, name, grouped := strings.Cut(k.Name, ".")
		if !grouped {
			top[k.Name] = k.schema(i)
			continue
		}
		if top[group] == nil {
			top[group] = mappingSchema(rulefile.Schema{})
		}
		top[group].(rulefile.Schema)["properties"].(rulefile.Schema)[name] = k.schema(i)
	}
	s := mappingSchema(top)
	s["$schema"], s["title"] = "http://json-schema.org/draft-07/schema#", "The settings of ctxhook"
	return s
}

func mappingSchema(properties rulefile.Schema) rulefile.Schema {
	return rulefile.Schema{"type": "object", "additionalProperties": false, "properties": properties}
}

// bounds finds the range in the words about a number: "days, 0 to 36500".
func bounds(kind string) (least, most int, ok bool) {
	words := strings.FieldsFunc(kind, func(r rune) bool { return strings.ContainsRune(" ,;", r) })
	for i := 1; i+1 < len(words); i++ {
		if words[i] != "to" {
			continue
		}
		least, leastErr := strconv.Atoi(words[i-1])
		most, mostErr := strconv.Atoi(words[i+1])
		return least, most, leastErr == nil && mostErr == nil
	}
	return 0, 0, false
}

// schema describes the value of a key.
func (k *Key) schema(i int) rulefile.Schema {
	s := rulefile.Schema{}
	least, most, number := bounds(k.Kind)
	switch {
	case i >= scalarKeys:
		s = k.shape()
	case k.Kind == kindSwitch:
		s = switchSchema()
	case k.Kind == kindShare:
		s["type"], s["minimum"], s["maximum"] = "number", 0.0, 1.0
	case k.Kind == kindConfidence:
		s["type"], s["minimum"], s["maximum"] = "number", 0.5, 1.0
	case number:
		s["type"], s["minimum"], s["maximum"] = "integer", least, most
	default:
		s["enum"] = k.Words()
	}
	s["description"] = k.Doc + " Default: " + k.Default + "."
	return s
}

func switchSchema() rulefile.Schema {
	return rulefile.Schema{"enum": []any{true, false, "on", "off", "yes", "no"}}
}

func textSchema() rulefile.Schema { return rulefile.Schema{"type": "string", "minLength": 1} }

// textsSchema describes a list of texts, which may be written as its only one.
func textsSchema() rulefile.Schema {
	return rulefile.Schema{"anyOf": []any{textSchema(), rulefile.Schema{"type": "array", "items": textSchema()}, rulefile.Schema{"type": "null"}}}
}

func underSchema(value rulefile.Schema) rulefile.Schema {
	return rulefile.Schema{"type": []string{"object", "null"}, "additionalProperties": value}
}

func packsSchema() rulefile.Schema { return underSchema(switchSchema()) }

func listsSchema() rulefile.Schema { return underSchema(textsSchema()) }
