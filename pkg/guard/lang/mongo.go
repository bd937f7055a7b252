package lang

import "strings"

// sibling begins the name of a database that db.getSiblingDB returns.
const sibling = "db:"

// collection returns what a method of mongo belongs to: "users" of db.users, "old" and "old.users"
// of another database; "" of the database that the client is in.
func collection(c *Call) string {
	name := c.Name[:max(0, strings.LastIndexByte(c.Name, '.'))]
	switch {
	case name == "db" || name == "*":
		return ""
	case strings.HasPrefix(name, sibling):
		return name[len(sibling):]
	}
	return strings.TrimPrefix(name, "db.")
}

// evalMongoDatabase evaluates db.getSiblingDB("old").
func evalMongoDatabase(e *evaluator, c *Call) Value {
	if v := c.first(); v.Known() {
		return Value{Shape: NameShape, Name: sibling + v.Arg.Text}
	}
	return e.Result(c, "")
}

// dropStep returns what takes data away from a collection or a database.
func dropStep(c *Call, verb string, all bool) Step {
	s := Step{Effect: "drop", Argv: []Arg{{Text: verb}}, All: all}
	if name := collection(c); name != "" {
		s.Argv = append(s.Argv, Arg{Text: name})
	}
	return s
}

// evalMongoDrop evaluates a method that drops its object.
func evalMongoDrop(e *evaluator, c *Call) Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if strings.HasPrefix(c.Name, "db") || verb == "dropDatabase" {
		e.Add(dropStep(c, verb, verb == "dropDatabase" || verb == "dropAllUsers"), c)
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
	e.Add(dropStep(c, verb, true), c)
	return e.Result(c, "")
}
