package claims

import (
	"regexp"
	"strings"
	"sync"
)

// form is a sentence about a kind of check.
type form struct {
	kind string
	is   *regexp.Regexp
}

// rules are the grammar.
type rules struct {
	ends, splits                    *regexp.Regexp // of a sentence, into clauses
	parts                           *regexp.Regexp // of a clause
	blocks                          *regexp.Regexp // a whole clause
	hedges, harmless, fails, admits *regexp.Regexp // of a part of one
	fraction, all                   *regexp.Regexp
	throughout                      *regexp.Regexp // of a part: what it says holds for all of them
	forms                           []form         // that claim
	counts                          []form         // the same, by what was found
	summary                         *regexp.Regexp
	commands                        []*regexp.Regexp // what goes well is the stand-in of a span
	results                         *regexp.Regexp   // of a stand-in, behind a colon
	within                          *regexp.Regexp   // what stands before a place
	subjects                        []form           // of a failure
}

const (
	tests = `(?:(?-i:\b[Tt]est[A-Z]\w*|\btest_\w+|\b\w+[a-z](?:Tests?|Spec)|\b[\w./-]+[._](?:test|spec)(?:\.\w+)?)|(?:(?:all|the|every|both|our|100 ?%|these|those|full|whole|entire|complete|existing|new|updated|remaining|other|relevant|affected|related|corresponding|unit|integration|regression|end-to-end|e2e|acceptance|functional|smoke|backend|frontend|server|client|api|go|python|rust|jest|vitest|pytest|package|project|\d+|of|passing|[\w./-]+(?:'s)?)\s+){0,6}(?:tests?|test cases?|test ?suites?|test ?sets?|tests? runs?|suites?|specs|\d+ (?:examples|scenarios)|(?:full|complete|whole) runs?))(?:\s+(?:in|for|of|from)\s+[\w./-]+)?(?:\s+\([^)]*\))?`
	build = `(?:(?:the|full|whole|entire|release|production|project|cli|app|server|go|typescript)\s+){0,4}(?:build|compilation)`
	every = `(?:everything|all checks|all (?:of the )?(?:pre-commit )?hooks|all (?:three|four|five|\d+) checks|all of (?:it|them)|the (?:whole |full |entire )?(?:pipeline|ci)|ci|all gates|the checks|all verification(?: steps)?|(?:the )?(?:entire|whole|full) (?:mono)?(?:repo|repository|workspace|project|codebase|package))`

	// good is what is said of them. Behind "pass" nothing may follow that is passed.
	good = `(?:['’]s)?(?:\s+(?:now|all|still|again|both|also|then|already|each|fully|completely|entirely|is|are|have|has|it|run(?:s)? and))*\s+(?:(?:pass|passes|passed|passing|succeed|succeeds|succeeded|green|clean|ok|successful|fixed|happy|satisfied|in order|quiet|in the green|(?:went|goes|go|gets|got) through)|(?:comes? (?:back|up|out)|came (?:back|up|out)|runs?|ran|went|goes|go|stays?|remains?|finish(?:es|ed)|complete[sd]?|execute[sd]?|exits?|exited|ends?|ended) (?:(?:through|over|all the way) )?(?:green|clean(?:ly)?|successfully|smoothly|fine|ok|0|with (?:exit )?(?:code |status )?0|(?:with )?build success(?:ful)?))` + after
	// none is said of what found nothing.
	none  = `\s+(?:now\s+|again\s+)?(?:finish\w*|runs?|ran|complete\w*|compile\w*|exit\w*|reports?|shows?|finds?|found|gives?|has|passe[sd]|is|are)\s+(?:with )?(?:without|no|zero|0)\s+(?:any |more |remaining |new )?(?:errors?|complaints?|problems?|issues?|findings?|warnings?|diagnostics|failures?)` + left
	left  = `(?:$|[,.()]|\s+(?:remain\w*|left|any ?more|any longer|now|again|at all|locally)\b)`
	after = `(?:$|[,.()]|\s+(?:now|again|here|locally|too|cleanly|successfully|as|with|within|in|on|after|under|for|and|across|at|including|\(|both|-|every|end|throughout|against|via|from|everywhere|any ?more|since|\w+ly)\b|\s+\()`
)

// grammar returns the grammar, which is read when a message may claim something:
// most hooks never need it.
var grammar = sync.OnceValue(func() *rules {
	is := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }
	lint := `(?:(?:the|all)\s+)?(?:lint(?:er|ing|s)?(?: checks?)?|vet|go vet|` + strings.Join(toolLintsWords[:], "|") + `)`
	types := `(?:(?:the|all)\s+)?(?:type[ -]?check(?:s|ing|er)?|types|typescript|tsc --noemit|` + strings.Join(toolTypesWords[:], "|") + `)`
	return &rules{
		ends:   is(`[.!?:;]+(\s+|$)|[。！？]|\s[-–—]+\s|\||→`),
		splits: is(`,?\s+\b(?:but|however|although|though|while|whereas)\b\s+|,\s+(?:and|so)\s+`),
		parts:  is(`[,;]\s+|\s+(?:and|then|so|which|with|since|because|after|as)\s+|\s*[()]\s*`),
		// A clause with one of these says what should be so, may be, or has to be.
		blocks: is(`\?|^(?:verify|check|confirm|run|see|ensure|test (?:that|whether|if|the|it|this|again|with))(?:\s|$)|\b(?:except|excluding|apart from|aside from|other than|save for|instead of|until|unless|if|once (?:the|it|you|this|that|all|we|they|these|those|your|every\w*|\w+ (?:is|are|has|have))|once (?:\S+ ){1,6}?(?:pass(?:es)?|succeeds?|(?:is|are) (?:green|clean|ok))|when|whenever|before|should|would|could|will|may|might|must|need(?:s|ed)?|want|expect(?:ed|s)?|hopefully|probably|presumably|likely|assum(?:e|es|ing)|ensure[sd]?|make|makes|making|get|getting|let|let's|lets|so that|whether|why|how|please|todo|pending|only|for example|e\.g|says?|said|claims?|reports? that|even|regardless|otherwise|hides?|mask(?:s|ed)?|trivially|vacuously|silently|false(?:ly)?|(?:to|cannot|\w+n't|not|unable) (?:\w+ )?(?:have|keep|confirm|verify|say|see|know|guarantee|tell|prove|mean|imply))\b`),
		// A part with one of these does not say that something is so now.
		hedges: is(`\b(?:not|never|no longer|cannot|can't|couldn't|didn't|doesn't|don't|isn't|aren't|wasn't|weren't|won't|haven't|hasn't|without|to (?:be|pass|run|get|make|check|see|verify|do|fix|have|keep|ensure|test|confirm|validate|build|compile|succeed|turn|become|go|come|stay|work|find|reach|try|look|say|tell|use|add)|next|later|previously|originally|earlier|used to|was|were|had|some|most|many|few|almost|nearly|partially|unrelated|upstream|pass there|passes there|green there|passing there|their main|their ci)\b`),
		// Phrases with a word of hedges, or of failing, that take nothing back.
		harmless:   is(`\bthe (?:vet|lint|test|build|type-?check) pass\b|\b(?:with(?:out)? (?:any |new |further |type |typescript |lint |build |compiler )*(?:errors?|failures?|warnings?|issues?|problems?|regressions?|complaints?|findings?|changes)|(?:0|no|zero) (?:new |lint |type |test )?(?:errors?|failures?|failed|failing|warnings?|issues?|regressions?|skipped)|(?:previously|formerly|originally|initially|the|that|both|all|was|were|once|\d+) ?(?:previously |formerly )?(?:failing|broken|failed|red)(?: (?P<noun>(?:unit |integration )?(?:tests?|specs?|cases?|checks?|build|one|ones)))?|was \d+|nothing (?:is )?broken|fail(?:ed|ures?)?:? 0|as expected|before and after|(?:as|like|than) before\s*(?:$|[,.;(])|on the first (?:try|run)|(?:were|was|are|is) tested)\b`),
		fails:      is(`\b(?:fail|fails|failed|failing|failures?|red|broken|breaks?|errors?|errored|timed out|times out|crash(?:es|ed)?|skipp?ed|unverified|untested)\b`),
		admits:     is(`\b(?:timed out|times out|hung|hangs|did not (?:finish|end|complete)|didn't (?:finish|end|complete)|(?:was|were|got) (?:killed|interrupted|stopped|aborted)|(?:hit|reached|exceeded|ran into) (?:the|my|its|a) [^.]*(?:limit|time-?out)|stop(?:ped)? (?:it|them|the \w+) before|(?:was|were|got) cut (?:off|short)|ran out of time)\b|\b(?:still|is|are|remain(?:s|ing)?|currently|pre-?existing|\d+|one|two|three|some|now) (?:\w+ )?(?:fail|fails|failing|failures?|red|broken)\b|\b(?:tests?|suite|lint(?:er)?|build|checks?|ci) (?:still )?(?:fails?|is failing|are failing|is red|is broken|do(?:es)? not|did not|could not|cannot)\b|\b(?:did not|didn't|could not|couldn't|have not|haven't|not been able to|unable to|was not able to) (?:run|verify|test|execute|build)\b`),
		fraction:   is(`\b(\d+)\s*(?:/|of|out of)\s*(?:the |all |our |those )?(\d+)\b`),
		all:        is(`\b(?:all|every)\s+(?:of )?(?:the |our |existing |unit |\d+ )*(?:tests?|specs|suites)\b|\b(?:full|whole|entire|complete)\s+(?:\w+ )?(?:tests? |test-)?(?:suite|runs?)\b|^\W*all\s+(?:green|pass)|\beverything\b|\b(?:full|whole|entire) (?:mono)?(?:repo|repository|workspace|project|codebase)\b|\b100 ?% of\b`),
		throughout: is(`\b(?:in|across|for|on|under) (?:all|every|each|both|the (?:whole|entire|full))\b|\bacross the (?:workspace|repo\w*|monorepo|project|codebase|board|packages|services|modules|crates)\b|\beverywhere\b`),
		forms: []form{
			{"test", is(`(?:^|[\s,(])` + tests + good)},
			{"test", is(`(?:^|[\s,(])` + tests + `\s+(?:\d+/\d+|\d+ (?:of|out of) \d+)(?:$|[,.)]|\s+(?:pass\w*|green|ok)\b)`)},
			{"test", is(`(?:^|,\s*|\band\s+)(?:all\s+|both\s+)?(?:green|passing)(?:$|\s+(?:now|again)\b)|\b\d+(?:\s*(?:/|of)\s*\d+)?\s+(?:tests?\s+)?(?:passed|passing)\b|^\d+ pass$|\ball\s+(?:\d+\s+)?pass(?:ed|ing|es)?(?:$|[,.]|\s+(?:now|again)\b)`)},
			{"test", is(`\b(?:ran|re-?ran|executed|run)\s+(?:the|all|both|our|every|full|its)\s+` + tests + `[^.]*?(?:,|\band)\s+(?:it|they|that|this|everything|all(?: of (?:it|them))?)(?:['’](?:s|re))?` + good)},
			{"", is(`\b(?:ran|re-?ran|re-?run|run|executed)\s+(?:everything|it all|all (?:of it|of them|checks)|the (?:checks|lot))\b[^.]*?(?:,|\band)\s+(?:it|they|that|this|everything|all)(?:['’](?:s|re))?` + good)},
			{"test", is(`\b(?:covered|backed|proven|verified|confirmed) by (?:an? )?(?:new )?(?:passing|green) (?:\w+ )?tests?\b`)},
			{"test", is(`\b(?:verified|confirmed|validated|checked|proven)\s+(?:\w+\s+){0,3}?(?:by|with|via|using|through|against)\s+(?:a |an )?(?:running\s+)?(?:successful |clean |green )?(?:(?:the|all|both|our|every|full|its|unit|integration)\s+` + tests + `|tests?)(?:$|[,.()]|\s+(?:run|locally|too|in|on)\b)`)},
			{"test", is(`\b(?:fixed|implemented|done|working|built|added|complete[d]?)(?:,| and)\s+(?:fully\s+|manually\s+)?(?:unit[ -])?tested\b|\b(?:tested and (?:working|verified|passing)|verified (?:by|with|via) (?:the |running (?:the )?)?(?:full |unit |whole )?tests?)\b`)},
			{"build", is(`(?:^|[\s,(])` + build + good)},
			{"build", is(`(?:^|\b(?:it|code|project|package|binary|everything|cli|app|crate|module)\s+(?:all\s+|now\s+|still\s+)*)(?:compiles|builds)(?:$|[,.]|\s+(?:now|again|cleanly|successfully|fine|and|without)\b)|\bcompiles cleanly\b`)},
			{"lint", is(`(?:^|[\s,(+])` + lint + `(?:(?:,|\s*\+|\s+and)\s+[\w -]+)?` + good)},
			{"lint", is(`(?:^|[\s,(])` + lint + `\s+(?:shows?|reports?|has|finds?|found|gives?|is happy)\s*$`)},
			{"types", is(`(?:^|[\s,(+])` + types + `(?:(?:,|\s*\+|\s+and)\s+[\w -]+)?` + good)},
			{"types", is(`(?:^|[\s,(])(?:the )?types (?:now |all )?check(?:$|[,.]|\s+(?:out|and|now|again|cleanly|fine)\b)`)},
			{"types", is(`\b(?:type-?checks?|typechecks) (?:cleanly|successfully|fine|now|again|without)\b`)},
			{"", is(`(?:^|[\s,(])` + every + good)},
			{"", is(`\b(?:fixed|implemented|done|complete[d]?|applied|working) and (?:fully )?verified\b|\b(?:confirmed|verified|tested) (?:to be |as )?working\b|^(?:all )?verified (?:end[- ]to[- ]end|and working|working)\b`)},
		},
		counts: []form{
			{"types", is(`(?:^|[\s,(])` + types + none)}, {"types", is(`\bwithout (?:any )?type(?:script)? errors?\b`)}, {"types", is(`\b(?:no|zero|0) (?:more |remaining )?type(?:script)? errors?` + left)},
			{"lint", is(`(?:^|[\s,(])` + lint + none)}, {"lint", is(`(?:^|,\s*)(?:no|zero|0) (?:more |remaining |new )?(?:findings|problems|violations|offenses|diagnostics)$`)}, {"lint", is(`\b(?:no|zero|0) (?:more |remaining )?lint(?:er|ing)? (?:errors?|warnings?|issues?|findings?)` + left)},
			{"build", is(`(?:^|[\s,(])` + build + none)}, {"build", is(`\b(?:no|zero|0) (?:more |remaining )?(?:compil\w+|build) errors?` + left)},
			{"test", is(`(?:^|[\s,(])` + tests + none)}, {"test", is(`^(?:there (?:are|is) )?(?:no|zero|0) (?:more |remaining |test )?(?:(?:failing|broken|red) (?:tests?|specs?)|failures?)` + left)},
		},
		summary: is(`\b(?:0|no|zero) failures? (?:across|in|out of) (?:all )?\d+|\b\d+ (?:tests?|examples?|specs?|scenarios?|runs|assertions)\b[^.]*\b(?:0|no|zero) (?:failures?|failed|failing)\b|\b(?:tests?|suite)\b[^.]* with (?:0|no|zero) failures\b|\b\d+ (?:tests?|examples?|specs?|scenarios?)\b,? (?:all |both )?(?:ok|passed|passing|green|successful)\b|\bpass(?:ed)?:? [1-9]\d*\b[^.]*\bfail(?:ed|ures?)?:? 0\b|\b(?:all|every|both)\b[^.]*\btested and (?:pass\w*|green)\b`),
		commands: []*regexp.Regexp{
			is(stand + `(\d+)(?:\s+(?:in|on|under|for|with|from)\s+\S+){0,2}(?:\s*\([^)]*\))?` + good),
			is(`\b(?:ran|rerun|re-?ran|run|running|executed)\s+` + stand + `(\d+)\b[^.]*?(?:,|\band)\s+(?:it|that|they|this|everything|all)` + good),
			is(`\b(?:verified|confirmed|validated|checked|tested)\s+(?:\w+\s+){0,3}?(?:by|with|via|using|through)\s+(?:a |an )?(?:running\s+)?(?:successful |clean |green |full )?` + stand + `(\d+)(?:$|[,.()]|\s+(?:run|locally|too)\b)`),
			is(stand + `(\d+)\s+(?:(?:meldet|findet|zeigt|bemängelt)\s+(?:jetzt |nun )?(?:nichts|keine?n?)|(?:ne signale|ne remonte|ne trouve) plus|(?:ya )?no (?:informa|reporta|señala|encuentra))\b`),
			is(stand + `(\d+)\s+(?:now\s+)?(?:reports?|shows?|gives?|prints?|has|finds?)\s+(?:no|zero|0)\s+(?:more\s+)?(?:errors?|failures?|problems?|issues?|findings?)`),
		},
		results: is(stand + `(\d+)\s*(?:\([^)]*\)\s*)?(?:(?:in|en|im|au|on|with|mit|avec|con)(?:\s+[\pL-]+){1,3}\s*)?(?::|→|->|=>|—|–|-)\s*(?:all\s+)?(?:\d+(?:/\d+)?\s+(?:tests?\s+)?(?:passed|passing|pass\b)|\d+ (?:tests?|examples?|specs?), (?:\d+ assertions?, )?(?:0|no) failures|pass(?:es|ed|ing)?\b|green\b|ok\b|clean\b|(?:the )?(?:[\w-]+ ){1,3}(?:is|are) (?:now |all )?(?:valid|clean|ok|green)\b|(?:build )?success(?:ful)?\b|exit(?:ed|s)?(?: with)?(?: code)? 0\b|(?:no|0) (?:errors|failures|issues|errores|erreurs|erros|errori|fehler|fouten|błędów|ошибок)\b)`),
		within:  is(`\b(?:in|on|of|under|for|with|from|to|into)\s+$`),
		subjects: []form{
			{"test", is(`\b(?:tests?|specs?|suite)\b`)},
			{"build", is(`\b(?:build|compil\w+)\b`)},
			{"lint", is(`\b(?:lint\w*|` + strings.Join(toolLintsWords[:], "|") + `)\b`)},
			{"types", is(`\b(?:type[ -]?check\w*|` + strings.Join(toolTypesWords[:], "|") + `)\b`)},
		},
	}
})
