package prompts

// phrases is the table of patterns, one a line: c(orrection) or p(reference),
// the confidence, flags, and the words in order.
//
// Flags: "!" the user asks for it to be kept; "0" only in the first sentence of a
// prompt; "=" the terms are forms of one name, "#" they are programs; "+" it is
// about more than what was done just now; "?" also in a question; "/" not in a
// sentence that names a file, which makes it a task; "-" only in a short prompt; "r"
// not in a sentence that gives a task or reports what happened; "<n" only in a
// sentence of at most n words; "^" at the beginning of a sentence, "," of a clause, "*" anywhere.
//
// Words: a|b is either, "?" is optional, "!" must not stand there. In capitals a
// class of words; X a term that is wanted, Y one that is not, Z an act that is
// not, R the rule to the end, V a verb as in an order, G one in -ing, W any word,
// $ the end, .. up to eight words. ~x is a word that begins with x, ~~x one that
// holds it, and x~ one that ends in it.
const phrases = corrections + wishes

// corrections are the patterns of what is wrong with what the agent did.
const corrections = `
-- this, not that
c .97 / <16 ^ USE X ,? and? NOT Y
p .98 / <16 ^ USE ALWAYS X ,? and? NOT Y
c .97 / <16 ^ !switch_to USE X ,? INSTEAD Y
c .95 / # <12 ^ INSTEAD Y ,? USE X $
c .95 / <16 ^ let's USE X ,? INSTEAD Y
c .95 / <14 ^ DONT USE Y , USE X
c .95 / <14 ^ USE X , DONT USE Y
c .95 / <10 ^ NO Y ,? here? , we|this|it USE|uses|is|am X
c .95 / <14 ^ we don't USE Y .. , we|it|this USE|uses|is X
c .95 / <12 ^ we|this USE|uses X .. , NOT Y
c .95 / <14 ^ WEUSE X ,? NOT|INSTEAD Y
c .95 / <14 , WEUSE X .. , NOT Y
c .95 / # <9 ^ it|that|this is X ,? NOT Y $
c .93 / <9 ^ it|that|this is W W? ,? NOT W W? $
c .9 / <7 ^ X ,? INSTEAD Y $
c .9 / <6 ^ not|nicht|pas Y , USE? X $
c .95 / <8 ^ NO , not|nicht|pas Y , USE? X $
c .95 / # <14 ^ NO , NOT Y , USE? X
c .93 / = <12 ^ X ,? not Y on|in|for|here|$
c .9 / # <12 ^ replace Y with X for|everywhere
c .9 / # <10 ^ switch from Y to X $
p .95 0 / <12 ^ prefer|prefers X over|to|, Y
p .95 / <14 , i|we prefer X over|to Y
c .95 / <14 ^ NO , USE X INSTEAD|NOT|, Y
c .95 / <14 ^ NO , we|i|this|it USE|uses X here|now? ,? NOT|INSTEAD Y
c .95 / <14 ^ no uses|utilices Y , usa|utiliza X
c .95 / <14 ^ stop using Y , USE X
c .95 / # <10 ^ Y is wrong here? , X $
c .95 / <12 ^ Y ? NO ,|- X $
c .95 / # <12 ^ NO , this|the|our PLACE uses|is_on|runs_on X $
c .95 / # <9 ^ X ,? not|over Y $
c .93 / # <4 ^ X instead $
c .95 / <12 ^ USE? X ( NOT Y )
c .95 / <14 ^ use X over Y
c .95 / <16 ^ i|we said|meant|mean|wanted USE X ,? NOT|INSTEAD Y
c .95 / # <16 ^ i|we said|meant|mean|wanted X ,? NOT|INSTEAD Y
c .93 / <16 ^ i|we said|meant|mean|wanted W W? ,? NOT|INSTEAD W
c .95 / <14 ^ this|the|our project|repo|repository|codebase|team|app USE|uses|is|is_on X ,? NOT|INSTEAD Y
c .95 / <14 ^ we are on? X .. , not Y
c .95 / # <14 ^ it is on? X .. , not Y
c .95 / <14 ^ you should|must|need_to|have_to be? USE|using X ,? NOT|INSTEAD Y
c .93 / ? <14 ^ can|could|would|will you please? USE X ,? NOT|INSTEAD Y
c .95 / # <12 * should|must|needs_to be X ,? and? not Y $
c .93 / <12 * should|must|needs_to be W W? ,? and? not W W? $
c .93 0 <18 * should|must|needs_to be .. , not W
p .96 / <12 ^ NEVER USE? Y , ALWAYS USE? X
p .96 / <12 ^ ALWAYS USE? X , NEVER USE? Y
p .96 / <12 ^ ALWAYS USE? X ,? NOT|INSTEAD Y
p .96 / <12 , ALWAYS X NOT|INSTEAD Y
p .96 / <12 ^ USE ALWAYS X NOT|INSTEAD Y
c .95 / <12 ^ no more Y , USE X
c .93 / <14 ^ Y is .. , USE X
c .93 / <14 ^ USE X .. , Y is not
c .95 / <12 ^ drop|ditch|forget|skip|no Y , and? just? USE X
c .93 / # <12 ^ swap|ditch|drop|exchange|replace Y for|with X
c .93 / <14 ^ we switched|moved|migrated from Y to X
c .92 ^ i would rather|prefer you|we|it|if

-- in a short prompt
c .92 ^ you just|also|still|again|accidentally|even|already|simply|only? PAST !now W
c .92 - , because? you just|also|again|accidentally? PAST W
c .92 - ^ you are G W W
c .9 - r <20 * !BE|can|could|should|would|do|does|did|don't|will|or|if|why|must|may|might|sure|yet|to|and|but|has|have|had|still|just|probably|i W not !sure|yet|now|allowed|supported|permitted|valid|defined|available|implemented|installed|working|only|just|a|to|the_same|at_all W W? W? $
c .9 - r <20 * W , not !sure|yet|now|allowed|supported|permitted|valid|defined|available|implemented|installed|working|only|just|sure|that|really|urgent|at_all W W? W? W? $
c .89 - 0 <12 ^ don't !think|know|worry|forget|see|need|want|mind|have|like|care|do|get|believe|understand|remember|let|implement|stop V W W? W? W? W? W? $
c .92 - , we already have|use W
c .92 - , there BE already W
c .92 - ^ i specifically|only|just|clearly|explicitly? said|asked|meant|told !yes|ok|okay|yeah|no|to|if|whether|about|you_about W
c .92 - ^ i specifically|only|just|clearly|explicitly wanted W
c .93 - * second|third|fourth|2nd|3rd time
c .93 ^ same mistake|nonsense
c .9 - ^ read|reread|look .. again
c .93 ^ THIS BE not where|how|who|when we|i|you|the|it|they W
c .9 - ^ do THIS properly|right|correctly
c .9 - 0 <12 ^ leave|keep .. as_is|as_it_is|as_it_was|untouched|unchanged $
c .91 - ^ THIS BE the|a W W? W? , i|we need|want|meant|asked W
c .91 - ^ no !NOTHING W? W? here , W
c .91 - ^ no !NOTHING W W? please? , W
c .9 - r <14 W , no !NOTHING !more W? $
c .91 - ^ too many|much W W? ,
c .93 * more|less than i|we asked|wanted|needed|said
c .9 - r <7 ^ that|this BE not !a|an|urgent|bad|possible|important|clear|sure|yet|enough|related|my|it|so|the W
c .93 ^ THIS BE not what W
c .92 - * says|said .. , you|yours W
c .91 - ? ^ did you read W
c .92 ^ you can not just|simply V
c .92 - * BE not|no a|the|an? solution|fix
c .92 ^ THIS just|only hides|masks|moves|delays|covers|duplicates|breaks W
c .93 ^ again ,? you W
c .95 ^ REVERT $
c .92 ^ NO , keep the old|previous|original|existing
c .92 ^ NO ,? please? ,? DONT V
c .92 ? ^ wait|hey|whoa|hold_on|huh|uh ,? why BE|did|would you W
c .92 - <8 ^ that|your W W? W? BE wrong|incorrect $
c .9 - <7 ^ the THING is|are !wrong|missing|empty|broken|red|set|correct|right|there|ready|up W W? $
c .92 ^ USE the other W
c .92 - <12 ^ not the W W? , the|it|use W
c .93 ^ i was talking|referring about|to W
c .93 ^ what i|we wanted|meant|asked_for is|was W
c .91 - <6 ^ take|leave THIS out
c .91 - <6 ^ remove|delete|drop THIS again
c .92 ^ put|bring THIS back ,
c .91 - , no need to|for W

-- the agent's act
c .93 ^ THIS BE the wrong W
c .93 <14 ^ you W W? W? the|a wrong W
c .9 <9 ^ THIS flag|option|method|function|command|package|parameter|endpoint|module doesn't exist
c .92 <9 ^ there BE no such W
c .93 ^ you made THIS up
c .93 ? ^ did you even W
c .93 ? ^ who told|asked you to
c .93 ^ nobody|no_one asked|told you|for
c .93 <12 ^ not this|that|these|those !bad|sure|easy|important|much|many|often|time|i W ,
c .93 <5 ^ not this|that|these|those !bad|sure|easy|important|much|many|often|time|i W $
c .93 <12 ^ still VERY? wrong|incorrect
c .93 <12 ^ still not VERY? right|correct|what
c .93 ^ wait|hold_on|hang_on|whoa|stop ,? you|DONT !can|could|may|think|know|have|worry W
c .93 ^ wait|hold_on|hang_on|whoa|stop ,? THIS BE the|not|wrong
c .93 <6 ^ stop right W
c .93 ^ scratch THIS
c .93 ^ forget|ignore|disregard what i|we said|wrote
c .93 ^ put|change|set|switch|move THIS back how|where|to|as|the_way
c .95 <8 ^ undo the|those|your|its W W? $
c .95 <12 ^ let's REVERT THIS|everything|all|those
c .95 + ^ first|second|third|fourth|2nd|3rd|4th|last time : W
c .95 + ? * how_often do|must|have|should i
c .92 ^ you don't need|have W W
c .93 / # <16 ^ there BE no Y .. , only|just|USE X
c .93 ^ correction : W
c .93 ^ we have been over|through THIS
c .93 0 ^ don't do|use THIS W? , W
c .93 ^ bad|terrible|awful|horrible|wrong idea|approach|choice|plan|place|tool W?
c .93 ^ THIS BE not VERY? a|an fix|solution|test|good|great|real|proper|valid
c .93 ^ THIS BE not the|a|an? W W? i|we meant|mean|want|wanted|asked|need|said|use
c .93 , you just|only|simply|merely commented|deleted|removed|disabled|skipped|hardcoded|hard-coded|copied|replaced|renamed|silenced|hid
c .93 ^ you W .. .. instead $
c .92 ^ you are G .. , W says|say
c .92 ^ .. problem|problems|issue|issues|wrong with what_you|your W
c .92 * BE|be the_wrong_way|the_other_way_round|the_other_way_around|backwards|swapped|inverted|upside_down|mixed_up
c .92 * , redo $
c .92 ^ redo THIS|it|the|your
c .92 <18 ^ actually !can|could|would V THIS .. INSTEAD
c .92 0 <14 ^ make|call|name|put|keep THIS .. INSTEAD
c .92 0 <12 ^ the|this|that W W? BE W .. , not W
c .92 <12 ^ the|this|that W W? BE in|on|per|at|for|from|called|named W W? not W
c .92 <14 ^ W W? , W W? W? not W W? $
c .93 * BE|be called|named W ,? not W

-- no, ..
c .92 <60 ^ NO , !FINE !i !still !just|only|go|keep|wait|never|you|thanks|but|because|yes|yeah|nothing|none|more|there|not_yet|is|are !THIS W
c .92 ^ NO , THIS BE not
c .92 ^ NO , THIS !BE !FINE !works|worked|would|will|should|can|could|might|may|does|did|doesn't|didn't|seems|part|one|way W
c .92 ^ actually|wait|hold_on|hmm ,? NO ,? W
c .92 ^ NO , THIS BE VERY? not|wrong|incorrect
c .92 ^ NO , i already|just|only|specifically? said|meant|told|don't_like|mean|want|wanted|didn't|asked
c .92 ^ NO , just V THIS|the|X
c .92 ^ NO , you should|have|are|need|can't|must|forgot
c .92 ^ NO man|dude|no ,? W

-- wrong
c .93 ^ THIS still? BE VERY? wrong|incorrect|backwards|nonsense|bullshit|ridiculous|confusing|overkill|unacceptable|overengineered|redundant|hacky|brittle|off|silly|dumb|stupid|terrible|awful|excessive|misleading|inaccurate|a_bad_idea
c .93 , THIS BE VERY? wrong|incorrect|backwards|overkill $
c .93 ^ THIS still? BE VERY? not VERY? right|correct|true|good|acceptable
c .95 , THIS? BE? VERY? not VERY? what we|i|you want|wanted|meant|need|asked|agreed|said|had
c .92 ^ THIS doesn't seem|look|sound|feel VERY? right|correct|good
c .9 <10 ^ THIS doesn't make sense|any_sense
c .93 * BE not what we|i want|wanted|meant|need|asked|agreed
c .93 <6 ^ wrong , W
c .93 <12 ^ wrong , it|that|this is W
c .95 / # <12 ^ wrong , it|that|this is X ,? not Y
c .93 <14 ^ wrong W W? ,
c .93 <4 ^ wrong W W? $
c .92 <8 ^ THIS BE VERY? too much|complicated|complex|verbose|long
c .9 0 , THIS should not be W
c .9 0 ^ there should be only|just|one
c .9 0 ^ there should only|just be
c .92 , THIS should have been
c .93 ^ THIS broke W
c .93 / <16 ^ i|we want X , not a|an|the? Y
c .93 <12 ^ THIS BE not VERY? how|supposed|necessary|needed|the_right|the_correct|my|our
c .92 <10 ^ THIS BE VERY? unnecessary|redundant|pointless|useless
c .92 0 <8 ^ too|way_too verbose|complex|complicated|long|much|noisy|clever
c .9 <9 ^ not quite|exactly|really|again
c .9 ^ close|almost ,? but
c .92 0 ^ i don't think THIS BE right|correct|true|needed|necessary|what|how|a_good
c .9 ^ i am not sure THIS .. BE the? right|best|correct|needed|necessary|good|worth
c .9 0 ^ i? don't think .. BE defensible|right|correct|true|needed|necessary
c .9 0 <14 ^ we? don't need W
c .9 , i? don't see why
c .92 ^ i thought we|i agreed|said|decided|told
c .93 ? * what are you smoking|doing|talking_about|thinking
c .92 ? * what the hell|fuck|heck are|did you
c .9 <6 ^ just USE X $
c .92 0 <10 ^ USE .. instead $
c .92 0 <10 ^ V W .. instead $
c .9 <10 ^ leave THIS alone|as|in|where|there
c .9 <10 ^ keep THIS simple|as
c .92 <12 ^ go back to the|what previous|old|original|last|first|we
c .9 <12 ^ bring_back|restore|put_back the|what old|previous|original|you|we
c .92 ^ NO THIS BE !FINE W
c .92 ^ NO i want|wanted|meant|said|don't_want|don't_like
c .92 ^ NO don't|just|you_should|you_need|you_have W
c .93 * be more careful
c .93 ^ pay attention !to

-- you ..
c .92 ^ you are overlooking|missing|ignoring|confusing|overthinking|overcomplicating|overengineering|hallucinating|misunderstanding|misreading W
c .93 , you got .. wrong
c .93 ^ you are wrong|mistaken|incorrect
c .92 ^ don't just V
c .95 + , i already|just? said !yes|ok|yeah|that|before
c .95 + , i|we already|just|have|just_now? told you
c .95 , i|we already|specifically|explicitly? asked you|for
c .93 + ^ we already? agreed|discussed|decided
c .95 , i|we didn't ask|tell|say|want
c .93 , i|we never asked|said|told|wanted
c .93 , i|we only|specifically wanted|asked|meant
c .93 + , you keep|kept G
c .92 ^ you are|were G .. wrong|again|instead
c .92 ^ you are|were G .. , not
c .92 ^ you W .. , not W
c .92 ^ you W the wrong
c .92 <20 ^ you W .. instead_of|rather_than W
c .92 ^ you are not G
c .92 ^ you are still G W
c .92 ^ you should|could not? have W
c .92 ^ THIS was|were supposed|meant to
c .92 ^ you should not be|have
c .93 ^ you still? didn't follow|use|run|do|read|check|implement|update|add|include|change|fix|answer|listen|remove|finish|test|understand
c .95 + , you forgot .. again
c .93 ^ you just|still? forgot|missed|ignored|misread|misunderstood|broke|overlooked|skipped|left_out|removed_too|misplaced|invented|made_up|hallucinated
c .93 + ? * how many times
c .95 + ^ for the last time
c .95 + * keep telling you
c .93 + ^ as|like i already? said|told
c .92 ^ i think you are? misunderstood|missed|forgot|broke|removed|deleted|overlooked|wrong|misreading|confusing
c .9 <20 ^ i think you made|edited|changed|nuked|put|used|added|reverted|duplicated|renamed|moved W
c .92 ^ you just|accidentally|also? removed|deleted|broke|dropped|overwrote|reverted W
c .93 ^ you were|are|should not? supposed|have
c .92 ^ why BE|did|didn't|do|would you .. ? !can|could|please|is|explain|think|be|what|how|or|did W
c .95 ^ why BE? you? using|USE? Y ? USE X
c .95 ^ why BE? you? using|USE? Y ? we USE X
c .93 ? , don't you read|listen
c .9 ^ you did .. again
c .93 ^ i meant
c .93 ^ i mean not|the
c .92 , i|we don't like THIS|the|your
c .92 ^ i|we don't want !to W
c .92 ^ i|we don't want to USE
c .9 , we don't want !to W
c .9 , don't want the|a|an|any|your W
c .9 0 <14 ^ we|i want to keep W
c .9 ? * should just|simply .. , no $
c .92 + ^ i hate W

-- undo
c .95 <12 ^ REVERT THIS|ça|eso|isso|das|это|everything|all|both|your|these|those
c .95 <9 ^ revert|undo|rollback|roll_back|discard the last|latest|previous|recent change|changes|edit|edits
c .92 <8 ^ put THIS|them back $
c .92 <8 ^ roll|change|switch|move THIS|them back $

-- do not
c .94 <16 ^ stop using Y , THIS is a X workspace|project|repo|repository|monorepo
c .94 + <14 ^ stop using Y
c .93 + ^ stop|quit !being|running|!|there|it G
c .93 <10 ^ stop !there|here|it|for|the|now , W
c .93 + <12 ^ DONT V .. again|anymore|ever_again
c .9 0 <8 ^ don't touch|commit|push|edit|modify|change|delete|remove|erase|wipe|rename|move|overwrite W .. $
c .9 <9 ^ leave X|Z alone
c .9 0 <14 ^ don't !think|know|worry|forget|see|need|want|mind|have|like|care|stop|do|implement|get|believe|understand|remember|let V .. , !i|it|the|we|but|and|just|this V
p .92 0 <12 ^ don't USE Y !yet|now|for_now
p .9 0 <9 ^ don't !think|know|worry|forget|see|need|want|mind|have|like|care|stop|do|implement|get|believe|understand|remember|let V Y $
p .9 0 <12 ^ avoid Y
p .9 0 <12 ^ avoid G
c .92 <12 ^ actually , V !can|could|also|that|yes|no|it|THIS W
c .9 ^ instead_of W ,? USE|name|call|make|put|do
c .9 0 <14 ^ no need for|to W
c .9 + <12 ^ again : W
c .9 <10 ^ why BE you USE|G
`
