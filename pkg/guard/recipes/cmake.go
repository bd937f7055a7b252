package recipes

import (
	"path"
	"strings"
)

// readCMake returns what a CMakeLists.txt runs and removes while it configures and builds,
// with the directories and files that it goes on with.
func readCMake(o Order) []Command {
	name, text, ok := o.open()
	c := &cmakeFiles{order: o, done: map[string]bool{}, functions: map[string]cmakeFunction{}}
	if ok && strings.HasSuffix(name, "CMakeCache.txt") { // of cmake --build
		c.building = true
		_, home, _ := strings.Cut(text, "CMAKE_HOME_DIRECTORY:INTERNAL=")
		home, _, _ = strings.Cut(home, "\n")
		name = strings.TrimSpace(home) + "/CMakeLists.txt"
		text, ok = o.Text(name)
	}
	if ok {
		c.read(name, text)
	}
	return c.out
}

// cmakeFiles is the files of one project.
type cmakeFiles struct {
	order     Order
	building  bool
	done      map[string]bool
	functions map[string]cmakeFunction
	out       []Command
}

// cmakeFunction is a function or a macro.
type cmakeFunction struct {
	file   string
	line   int
	params []string
	body   []string
}

// read lists what a file runs.
func (c *cmakeFiles) read(name, text string) {
	if c.done[name] || len(c.done) >= maxFiles {
		return
	}
	c.done[name] = true
	c.lines(name, strings.Split(text, "\n"), 1, map[string]string{}, 0)
}

// lines lists what some lines run, in which variables have values.
func (c *cmakeFiles) lines(name string, lines []string, first int, vars map[string]string, depth int) {
	inside := false // of the parentheses of a command that runs others
	for i := 0; i < len(lines) && len(c.out) <= maxCommands; i++ {
		bare := strings.TrimSpace(lines[i])
		call, args, _ := strings.Cut(bare, "(")
		args, _, closed := strings.Cut(args, ")")
		words := cmakeWords(args, vars)
		switch call = strings.ToLower(strings.TrimSpace(call)); {
		case strings.HasPrefix(bare, "#"):
			continue
		case call == "execute_process":
			inside = !c.building
		case call == "add_custom_command", call == "add_custom_target":
			inside = true
		case (call == "function" || call == "macro") && len(words) > 0:
			body, end := lines[i+1:], len(lines)
			for k, line := range body {
				if strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "end"+call) {
					body, end = body[:k], i+1+k
					break
				}
			}
			c.functions[strings.ToLower(words[0])] = cmakeFunction{name, first + i + 1, words[1:], body}
			i = end
			continue
		case call == "add_subdirectory" && len(words) > 0:
			c.include(path.Join(path.Dir(name), cmakeBeside(words[0]), "CMakeLists.txt"))
		case call == "include" && len(words) > 0 && strings.ContainsAny(words[0], "./"):
			c.include(path.Join(path.Dir(name), cmakeBeside(words[0])))
		case call == "set" && len(words) > 1 && len(vars) < maxDepth:
			vars[words[0]] = strings.Join(words[1:], " ")
		case call == "foreach" && len(words) > 1 && closed:
			c.loop(words, vars)
		case call == "file" && len(words) > 1 && (words[0] == "REMOVE_RECURSE" || words[0] == "REMOVE") && !c.building:
			text := map[string]string{"REMOVE": "rm -f", "REMOVE_RECURSE": "rm -rf"}[words[0]]
			for _, w := range words[1:] {
				if w = cmakePaths(w); !strings.Contains(strings.ReplaceAll(w, "${HOME}", ""), "$") { // what it does not know is mostly of the build
					c.out = append(c.out, Command{Text: text + " " + quote(w), File: name, Line: first + i, Dir: dirOf(name)})
				}
			}
		default:
			if f, ok := c.functions[call]; ok && depth < maxNested {
				given := map[string]string{}
				for k, p := range f.params {
					if k < len(words) {
						given[p] = words[k]
					}
				}
				given["ARGN"] = strings.Join(words[min(len(f.params), len(words)):], " ")
				c.lines(f.file, f.body, f.line, given, depth+1)
			}
		}
		for inside && strings.Contains(bare, "COMMAND ") {
			_, bare, _ = strings.Cut(bare, "COMMAND ")
			c.out = append(c.out, Command{Text: cmakeCommand(cmakeFilled(bare, vars)), File: name, Line: first + i, Dir: dirOf(name)})
		}
		inside = inside && !strings.HasSuffix(bare, ")")
	}
}

// loop gives the variable of a loop the items that it goes through, all at once.
func (c *cmakeFiles) loop(words []string, vars map[string]string) {
	items := words[1:]
	if words[1] == "IN" && len(words) > 2 {
		lists := words[2] == "LISTS"
		items = nil
		for _, w := range words[3:] {
			if v, ok := vars[w]; ok && lists {
				w = v
			}
			items = append(items, w)
		}
	}
	vars[words[0]] = strings.Join(items, " ")
}

// cmakeBeside returns a path without the variables for the directory of the file.
func cmakeBeside(text string) string {
	for _, here := range [...]string{"${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/"} {
		text = strings.TrimPrefix(text, here)
	}
	return text
}

// include goes on with another file.
func (c *cmakeFiles) include(name string) {
	if strings.ContainsAny(name, "$") || c.done[name] {
		return
	}
	if text, ok := c.order.Text(name); ok {
		c.read(name, text)
	}
}

// cmakeWords returns the arguments of a command, in which variables have values.
func cmakeWords(text string, vars map[string]string) (words []string) {
	for _, w := range strings.Fields(text) {
		words = append(words, cmakeFilled(strings.Trim(w, `"`), vars))
	}
	return words
}

// cmakeFilled returns a text with the values of variables in it.
func cmakeFilled(text string, vars map[string]string) string {
	if !strings.Contains(text, "${") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "${")
		name, after, closed := strings.Cut(rest, "}")
		value, known := vars[name]
		switch {
		case !ok || !closed:
			b.WriteString(text)
			return b.String()
		case !known:
			value = "${" + name + "}"
		}
		b.WriteString(before + value)
		if text = after; b.Len() > maxLineOfCMake {
			return unknown
		}
	}
}

// maxLineOfCMake is how long the values of variables may make a line.
const maxLineOfCMake = 64 << 10

// cmakeCommand returns a command up to the next word of CMake's, as a shell reads it.
func cmakeCommand(text string) string {
	var words []string
	for _, w := range strings.Fields(strings.TrimSuffix(text, ")")) {
		switch w {
		case "COMMAND", "WORKING_DIRECTORY", "RESULT_VARIABLE", "OUTPUT_VARIABLE", "ERROR_VARIABLE", "OUTPUT_QUIET", "ERROR_QUIET", "DEPENDS", "COMMENT", "VERBATIM", "BYPRODUCTS", "TIMEOUT":
			return cmakePaths(strings.Join(words, " "))
		}
		words = append(words, w)
	}
	return cmakePaths(strings.Join(words, " "))
}

// cmakePaths writes the variables of CMake that matter as a shell does.
func cmakePaths(text string) string {
	return strings.NewReplacer("$ENV{HOME}", "${HOME}", "$ENV{", "${", "${CMAKE_SOURCE_DIR}", ".", "${CMAKE_CURRENT_SOURCE_DIR}", ".", "${PROJECT_SOURCE_DIR}", ".",
		"${CMAKE_BINARY_DIR}", "build", "${CMAKE_CURRENT_BINARY_DIR}", "build", "${CMAKE_COMMAND}", "cmake", "${Python3_EXECUTABLE}", "python3").Replace(text)
}
