package recipes

import (
	"path"
	"slices"
	"strings"
)

// readPom returns what the exec plugin and the ant plugin of a pom.xml run: when they are
// asked for, or in each build where an execution of them names a phase.
func readPom(o Order) (list []Command) {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	asked := func(prefix string) bool {
		return slices.ContainsFunc(o.Words, func(w string) bool {
			return strings.HasPrefix(w, prefix) || strings.Contains(w, prefix) && strings.Contains(w, "plugin")
		})
	}
	for at := 0; ; {
		from := strings.Index(text[at:], "<plugin>")
		if from < 0 {
			break
		}
		from += at
		to := strings.Index(text[from:], "</plugin>")
		if to < 0 {
			break
		}
		to += from
		at = to
		plugin := text[from:to]
		goal := ""
		switch elementOf(plugin, "artifactId") {
		case "exec-maven-plugin":
			goal = "exec:"
		case "maven-antrun-plugin":
			goal = "antrun:"
		default:
			continue
		}
		if !asked(goal) && elementOf(plugin, "phase") == "" {
			continue
		}
		line := 1 + strings.Count(text[:from], "\n")
		for _, command := range pluginCommands(plugin) {
			list = append(list, Command{Text: command, File: name, Line: line, Dir: dirOf(name), Goal: goal})
		}
	}
	return list
}

// pluginCommands lists what a plugin runs.
func pluginCommands(plugin string) (list []string) {
	for part := range strings.SplitSeq(plugin, "</configuration>") {
		if program := elementOf(part, "executable"); program != "" {
			words := []string{program}
			for _, a := range elementsOf(part, "argument") {
				words = append(words, xmlText(a))
			}
			list = append(list, quoteAll(words)+" "+xmlText(elementOf(part, "commandlineArgs")))
		}
		if class := elementOf(part, "mainClass"); class != "" && certain(class) {
			list = append(list, "java "+quote(path.Join("src/main/java", strings.ReplaceAll(class, ".", "/")+".java")))
		}
		for _, tag := range tagsOf(part, "exec") { // of ant
			if program := attribute(tag, "executable"); program != "" {
				words := []string{program}
				body, _, _ := strings.Cut(part[strings.Index(part, tag)+len(tag):], "</exec>")
				for _, a := range tagsOf(body, "arg") {
					words = append(words, attribute(a, "value"))
					if more := attribute(a, "line"); more != "" {
						words = append(words[:len(words)-1], strings.Fields(more)...)
					}
				}
				list = append(list, quoteAll(words))
			}
		}
		for _, tag := range tagsOf(part, "delete") {
			if dir := attribute(tag, "dir") + attribute(tag, "file"); dir != "" {
				list = append(list, "rm -rf "+quote(dir))
			}
		}
	}
	for i := range list {
		list[i] = strings.NewReplacer("${user.home}", "${HOME}", "${project.basedir}", ".", "${basedir}", ".", "${project.build.directory}", "target", "${env.", "${").Replace(list[i])
	}
	return list
}

// elementOf returns the text of the first element of a name, "" where there is none.
func elementOf(xml, name string) string {
	if list := elementsOf(xml, name); len(list) > 0 {
		return list[0]
	}
	return ""
}

// elementsOf returns the texts of the elements of a name that have no attributes.
func elementsOf(xml, name string) (list []string) {
	for len(list) < maxCommands {
		_, rest, ok := strings.Cut(xml, "<"+name+">")
		text, after, closed := strings.Cut(rest, "</"+name+">")
		if !ok || !closed {
			break
		}
		list, xml = append(list, strings.TrimSpace(text)), after
	}
	return list
}

// tagsOf returns the opening tags of a name that have attributes.
func tagsOf(xml, name string) (list []string) {
	for len(list) < maxCommands {
		i := strings.Index(xml, "<"+name+" ")
		if i < 0 {
			break
		}
		end := strings.IndexByte(xml[i:], '>')
		if end < 0 {
			break
		}
		list, xml = append(list, xml[i:i+end+1]), xml[i+end+1:]
	}
	return list
}

// attribute returns the value of an attribute of a tag.
func attribute(tag, name string) string {
	_, rest, ok := strings.Cut(tag, " "+name+`="`)
	value, _, closed := strings.Cut(rest, `"`)
	if !ok || !closed {
		return ""
	}
	return xmlText(value)
}

// xmlText returns a text of XML with its characters in place of their names.
func xmlText(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&").Replace(text)
}
