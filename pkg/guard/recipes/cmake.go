package recipes

import "strings"

// readCMake returns what a CMakeLists.txt runs while it configures and builds.
func readCMake(o Order) (list []Command) {
	name, text, ok := o.open()
	building := false
	if ok && strings.HasSuffix(name, "CMakeCache.txt") { // of cmake --build
		building = true
		_, home, _ := strings.Cut(text, "CMAKE_HOME_DIRECTORY:INTERNAL=")
		home, _, _ = strings.Cut(home, "\n")
		name = strings.TrimSpace(home) + "/CMakeLists.txt"
		text, ok = o.Text(name)
	}
	if !ok {
		return nil
	}
	line := 0
	inside := false // of the parentheses of a command that runs others
	for rest := range strings.Lines(text) {
		line++
		bare := strings.TrimSpace(rest)
		switch call, _, _ := strings.Cut(strings.ToLower(bare), "("); strings.TrimSpace(call) {
		case "execute_process":
			inside = !building
		case "add_custom_command", "add_custom_target":
			inside = true
		}
		for inside && strings.Contains(bare, "COMMAND ") {
			_, bare, _ = strings.Cut(bare, "COMMAND ")
			list = append(list, Command{Text: cmakeCommand(bare), File: name, Line: line, Dir: dirOf(name)})
		}
		inside = inside && !strings.HasSuffix(bare, ")")
		if len(list) > maxCommands {
			break
		}
	}
	return list
}

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
