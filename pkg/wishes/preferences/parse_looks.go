package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Words of a program that is only to look, or is not to change anything.
const (
	look    = "look|looking|read|reading|inspect|inspecting|view|viewing|browse|browsing|reads|lookups|inspection|queries|query|querying"
	things  = "[at] [around|in|the|things|stuff|it|anything|history|code|data|state]"
	changes = "writes|changes|mutates|modifies|alters|write|change|commits"
	nothing = "[,] [but|and] [never|not|no|don't|nothing] [to] [write|change|modify|writing|changing|edit|mutate|writes|changes|else] [anything|things|with] [it]"
)

// looksOnly are ways to say that a program is only to look, or is left running. They come
// before others, which take a part of them for the whole.
var looksOnly = []phrase{
	{[]string{
		"[only] " + use + " X [,|(] [and] [use] Y [is|are] only|just|fine|ok|okay [fine|ok|okay] to|for " + look + " " + things,
		"[only] " + use + " X [,] not|never Y [,] for|to anything|everything|all that " + changes + " [things|history|state|anything]",
		"[only] " + use + " X instead of|over Y [,] [and] [use] Y [is|are] [only|just|still] [fine|ok|okay|allowed] [only|just] to|for " + look + " " + things,
		"[only] " + use + " X instead of Y [,] for anything|everything|all that " + changes + " [things|history|state|anything]",
		"[only] [" + use + "] X for anything|everything|all that " + changes + " [things|history|state|anything] [,] [and] [use] Y [is|are] [only|just] [fine|ok|okay] to|for " + look + " " + things,
	}, (*parser).useToWrite},
	{[]string{
		"[" + use + "] Y only|just to|for " + look + " " + things + " " + nothing,
		"[only] [" + use + "] Y [only] to|for " + look + " " + things + " only",
		"only " + use + " Y to|for " + look + " " + things + " " + nothing,
		"[" + use + "] Y [is] read-only|readonly [here] " + nothing,
		"Y is only|just [there] to|for " + look + " " + things + " " + nothing,
		"[only] " + look + " " + things + " with|through|via Y " + nothing,
		never + " use|run Y to|for [edit|change|modify|write|rewrite|editing|changing|modifying|writing] [files|file|code|anything|things|sources] [in-place|inplace]",
		"only " + look + " [the|our|my] D with|through|via Y " + nothing,
	}, (*parser).neverToWrite},
	{[]string{
		never + " [ever] kill|stop|end|restart|terminate [the|my|that|this|any|our] X [process|processes|instance|instances|session|daemon] [of|on] [mine]",
		"leave the|my|that|this|our X [process|instance|session|daemon] alone|running|up|be",
	}, (*parser).neverKill},
}

// useToWrite reads a tool that is not wanted where it changes something: "use jj, git only
// to look".
func (p *parser) useToWrite() (r memory.PreferenceRule, ok bool) {
	p.holes["X"] = withoutTail(p.holes["X"])
	r, ok = p.use()
	if !ok || r.Form != memory.FormUse || strings.Contains(r.Avoid, " ") {
		return r, false
	}
	r.Avoid += " " + writing
	return r, true
}

// neverToWrite reads a program that is only to look: "use kubectl only to read".
func (p *parser) neverToWrite() (r memory.PreferenceRule, ok bool) {
	command, ok := p.command(p.holes["Y"])
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: command + " " + writing}, ok && !strings.Contains(command, " ")
}

// neverKill reads a program that runs and is left alone: "leave that vite alone". Which of its
// processes is meant is not known, so all are.
func (p *parser) neverKill() (r memory.PreferenceRule, ok bool) {
	name, ok := p.command(p.holes["X"])
	if !ok || strings.Contains(name, " ") || !isName(name) || isEnglish(name) {
		return r, false
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join([]string{"pkill *" + name + "*", "killall *" + name + "*", "kill :" + name}, memory.Or)}, true
}
