package lang

import "strings"

// collection returns the collection that a method of mongo belongs to: "db.users".
func collection(c *Call) string {
	i := strings.LastIndexByte(c.Name, '.')
	if i <= 0 {
		return c.Name
	}
	return c.Name[:i]
}

// evalMongoDrop evaluates a method that drops its object.
func evalMongoDrop(e *evaluator, c *Call) Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if name := collection(c); strings.HasPrefix(name, "db") || verb == "dropDatabase" {
		e.Add(Step{Effect: "drop", Argv: []Arg{{Text: verb}, {Text: name}}, All: verb == "dropDatabase" || verb == "dropAllUsers"}, c)
	}
	return e.Result(c, "")
}

// evalMongoAll evaluates a method that takes a filter, which matters when it is empty.
func evalMongoAll(e *evaluator, c *Call) Value {
	all := len(c.Args) == 0 && e.syn.Lang == "javascript" && e.syn.functions == "" // prisma's
	if !all && (len(c.Args) == 0 || c.Args[0].Shape != DictShape || len(c.Args[0].Items) > 0) {
		return e.Result(c, "")
	}
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	e.Add(Step{Effect: "drop", Argv: []Arg{{Text: verb}, {Text: collection(c)}}, All: true}, c)
	return e.Result(c, "")
}
