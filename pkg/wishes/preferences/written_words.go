package preferences

import (
	"strings"
	"sync"
)

// What verbs of a line say.
const (
	toRun    = "run"
	toChange = "change"
	toDelete = "delete"
	toLook   = "look"
)

// lineVerbs are the verbs of orders about commands and files, by what they say.
const lineVerbs = `
run run running|use using|execute executing|invoke invoking|call calling|start starting|launch launching|trigger triggering|issue issuing|type typing|attempt attempting|try trying
change edit editing|modify modifying|change changing|touch touching|alter altering|update updating|hand-edit hand-editing|handedit handediting|rewrite rewriting|overwrite overwriting|reformat reformatting|format formatting|rename renaming|move moving|patch patching|tweak tweaking|hand-modify hand-modifying|write writing
delete delete deleting|remove removing
look read reading|print printing|view viewing|open opening|log logging|commit committing|create creating|add adding
`

var verbsOfLines = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(strings.TrimSpace(lineVerbs)) {
		kind, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		for w := range strings.FieldsFuncSeq(words, func(r rune) bool { return r == '|' || r == ' ' }) {
			m[w] = kind
		}
	}
	return m
})

// verbOf returns what a verb says, "" for other words.
func verbOf(word string) string { return verbsOfLines()[word] }

var fileEndings = sync.OnceValue(func() map[string]bool {
	return setOf("ts tsx js jsx mjs cjs d.ts py pyi go rs rb erb java kt kts scala swift m mm c h cc cpp hpp cs fs fsx ex exs erl hs ml mli lua pl pm php vue svelte astro md mdx rst txt json json5 jsonc jsonl yaml yml toml ini cfg conf lock lockb sum mod xml html htm css scss sass less sql prisma graphql gql proto snap svg csv tsv parquet ipynb tf tfvars hcl tfstate sh bash zsh fish ps1 bat cmd gradle properties plist pbxproj xcscheme tscn tres gd unity prefab asset meta resx xib storyboard po pot pem key env in tmpl tpl j2 golden out dart r jl nim zig v sv vhd sol wasm pb g4 y l ejs hbs liquid njk mk cmake bazel bzl nix dump db sqlite xsd wsdl avsc", " ")
})

const (
	// whoActs are those to whom a line gives orders.
	whoActs = "you|we|agents|the agent|agent|ai agents|coding agents|claude|claude code|ai assistants|assistants|ai|llms|copilot|codex|as an agent"
	// lineOpenings are words before an order that add nothing to it.
	lineOpenings = "please|important|critical|crucial|mandatory|note|note that|warning|caution|rule|rules|reminder|remember|remember to|remember that|also|then|again|and|but|so|absolutely|strictly|explicitly|in general|generally|under no circumstances|make sure to|make sure you|make sure that you|be sure to|ensure you|ensure that you|ensure to|you must|you should|you have to|you need to|we must|must|should|always|must always|from now on|in this repo|in this repository|in this project|in this codebase|for this project|for this repo|never ever|hard rule|golden rule|it is important to|instead"
	// lineAdverbs stand between what says no and the verb, and limit nothing.
	lineAdverbs = "ever|manually|directly|automatically|proactively|try to|attempt to|go and|also|under any circumstances|hand|either|locally"
	// harmless are words behind an order that limit it to nothing.
	harmless = "to the remote|to remote|to origin|to github|to git|to the repository|to the repo|upstream|anything|everything|any of them|directly|manually|by hand|yourself|yourselves|here|ever|again|anymore|any more|at all|either|too|as well|instead|by default|in any way|in any case|no matter what|for any reason|under any circumstances|under any circumstance|for anything|for everything|in this repo|in this repository|in this project|in this codebase|in this workspace|in this monorepo|for this project|for this repo|for this repository|in the project|in the repo|on your own|on your own initiative|by yourself|on behalf of the user|from the command line|in the terminal|from the terminal|locally|on this machine|in the same command|etc|or similar|or the like|or equivalent|or any variant|or variants|automatically|through the shell|in your session|in a session|from the agent|commands|command|binary|binaries|cli|tool|executable|call|calls|invocation|invocations|variants|variant|flag|flags|option|options|please|straight|proactively|as part of your work|for package management|for packages|for dependencies|for dependency management|for managing dependencies|for managing packages|for installing packages|for installing dependencies|for all package management|for all package operations|for package operations|for python package management|for python packages|for python dependencies|for all dependency management|to install packages|to install dependencies|to manage dependencies|to manage packages|to add dependencies|under any condition|anywhere|first|in parallel|and friends|whatsoever|at any point|at any time|even if asked|of any kind|unattended|the usual way|please|period|outside of a pr|outside of prs"
	// asksWords are those of a leave that the user may give in any case.
	asksWords = "explicit|explicitly|specific|specifically|prior|direct|clear|clearly|user|user's|users|the|a|an|human|humans|human's|maintainer|maintainer's|maintainers|developer|developer's|owner|owner's|team|team's|me|my|i|i've|our|us|we|your|you|you've|you're|are|is|was|were|been|being|has|have|had|permission|permissions|approval|authorization|authorisation|consent|confirmation|confirming|instruction|instructions|instructed|request|requested|requests|requesting|ask|asks|asked|asking|told|tell|tells|say|says|said|so|to|do|does|first|ok|okay|go-ahead|sign-off|signoff|it|for|from|by|or|and|confirm|confirms|confirmed|approve|approves|approved|authorized|authorised|someone|in|advance|beforehand|this|that|otherwise|directed|wants|want|person|review|reviewing"
	// limitsLine begin a clause that takes back what stands before it.
	limitsLine = "except|excepting|unless|only if|only when|only in|only for|only on|only with|if|other than|apart from|besides|until|exception|exceptions|when|but only|with the exception|outside of|outside|even"
	// lineConditions begin a clause that says when what follows holds.
	lineConditions = "if|when|whenever|while|unless|after|once|until|in|on|for|during|within|inside|under|with|without|outside|at|where|for example|eg|ie|example|as soon as|as long as|given|assuming|depending|to|instead of|although|though|even|historically|previously|by default|by convention|optionally|alternatively|try|consider|maybe|perhaps|sometimes|usually|often"
	// lineQuestions begin a clause that orders nothing.
	lineQuestions = "how to|how|why|what|do|does|is|are|can|could|would|will|there"
	// alwaysWhen begin a clause that says when something holds, which is always.
	alwaysWhen = "when running commands|when running shell commands|when running any command|when committing|when you commit|when pushing|when using git|when working with git|when working in this repo|when working in this repository|when working on this project|when working in this project|when making changes|when making commits|when creating commits|when you run commands|by default"
	// purposes begin words that say what something is good for.
	purposes = "to ensure|to catch|to avoid|to make sure|to keep|to verify|to confirm|to check|to prevent|to be sure|to fix|to find"
	// labelsOfParts are words of a label that limit what stands behind it to a part or a time.
	labelsOfParts = "frontend|front-end|backend|back-end|client|server|web|mobile|ios|android|windows|macos|mac|linux|unix|ci|docker|production|prod|staging|example|examples|eg|if|when|for|in|on|legacy|old|deprecated|after|bad|wrong|incorrect|avoid|good|correct|instead|alternatively|optional|option|or|unless|only|upstream|users|user|exception|step|phase|tip|error|symptom|cause|problem|issue|fix|solution|workaround|question|quick|usage|gotcha|pitfall|mistake|anti-pattern|antipattern"
)
