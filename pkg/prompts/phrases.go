package prompts

// words are the classes of words that patterns name in capitals. A word with _
// is several words.
const words = `
NO no nope nah noo nooo nein non нет hayır nee não nej nie いや いいえ 아니 아니요 不 不对 不是 錯 不對
FILLER actually fyi wait ok okay so well hmm hm uh uhh uhhh um please pls hey man oh ah also and but then sorry alright right look listen claude dude great cool good thanks thx now bitte aber und por_favor stp
AND and but so because und aber et mais pero y
IF if when what how why should could would can do does did is are was which who where whether unless wenn si если
TAIL please here again now ok okay man anymore everywhere dammit ! bitte

NOT not never nicht nie pas no non не net statt
INSTEAD instead_of rather_than in_place_of statt anstatt anstelle_von au_lieu_de plutôt_que en_vez_de en_lugar_de em_vez_de ao_invés_de invece_di вместо in_plaats_van
USE use run call take try using go_with stick_with stick_to switch_to nimm benutze verwende nutze utilise utilisez usa usar usad используй используйте kullan gebruik
DONT don't never dont do_not must_not should_not may_not
THIS this that it these those which
BE is are was were seems looks feels sounds
VERB use run call keep make put leave add set do go try take read look start stop show check write give answer name move drop push pull
VERY just simply clearly completely totally still plain so definitely also all really kinda kind_of a_bit obviously
FROMNOW from_now_on from_here_on from_here_on_out going_forward in_future in_the_future henceforth for_future_reference from_today_on starting_now from_this_point_on ab_jetzt ab_sofort von_jetzt_an in_zukunft künftig à_partir_de_maintenant dorénavant désormais a_partir_de_ahora de_ahora_en_adelante a_partir_de_agora daqui_em_diante d'ora_in_poi с_этого_момента впредь bundan_sonra vanaf_nu
ALWAYS always immer toujours siempre sempre всегда altijd her_zaman
NEVER never nie niemals jamais nunca никогда mai nooit asla
REMEMBER remember note_to_self make_a_note please_note keep_in_mind bear_in_mind don't_forget merk_dir merke_dir souviens-toi retiens recuerda lembre-se ricorda запомни
PLACE project repo repository codebase code_base workspace monorepo package machine box team computer session sessions branch terminal shell environment directory folder
WORK commit commits pr prs branch branches build builds docs tests commands scripts agent agents subagents project repo repository codebase workspace monorepo team convention rule policy
SUBJECT the a an this that these those it its his her their they he she there
PRODUCT display render redirect show_the show_a show_an return_the return_a return_an validate_the
FINE fine ok okay good great right true all it fair enough correct perfect cool problem worries need thanks thank

STOP immer toujours siempre sempre nie niemals jamais nunca the a an this that these those it its my our your his her their me us you i we they them he she one ones and or nor but so because since when where while if then than instead rather over not never always ever to for in on at by of from as with without into onto about after before until till is are was were be been being am do does did don't didn't doesn't have has had can could would should will must may might there here now again please too also just only still yet already more less most some any no all both each every such same other another what which who how why let let's der die das den dem ein eine einen und oder für im in le la les un une des pour dans el los las para en bitte
`

// phrases is the table of patterns, one a line: c(orrection) or p(reference),
// the confidence, flags, and the words in order.
//
// Flags: "!" the user asks for it to be kept; "0" only in the first sentence of a
// prompt; "=" the terms are forms of one name, "#" they are programs; "+" it is
// about more than what was done just now; "?" also in a question; "/" not in a
// sentence that names a file, which makes it a task; "<n" only in a sentence of at
// most n words; "^" at the beginning of a sentence, "," of a clause, "*" anywhere.
//
// Words: a|b is either, "?" is optional, "!" must not stand there. In capitals a
// class of words; X a term that is wanted, Y one that is not, Z an act that is
// not, R the rule to the end, V a verb as in an order, G one in -ing, W any word,
// $ the end, .. up to eight words.
const phrases = `
-- this, not that
c .97 / <16 ^ USE ALWAYS? X ,? and? NOT Y
c .97 / <16 ^ !switch_to USE X ,? INSTEAD Y
c .95 / # <12 ^ INSTEAD Y ,? USE X $
c .95 / <16 ^ let's USE X ,? INSTEAD Y
c .95 / <14 ^ DONT USE Y , USE X
c .95 / <14 ^ USE X , DONT USE Y
c .95 / <10 ^ NO Y ,? here? , we|this|it USE|uses|is|am X
c .95 / <14 ^ we don't USE Y .. , we|it|this USE|uses|is X
c .95 / <12 ^ we|this USE|uses X .. , NOT Y
c .95 / # <9 ^ it|that|this is X ,? NOT Y $
c .93 / <9 ^ it|that|this is W W? ,? NOT W W? $
c .9 / <7 ^ X ,? INSTEAD Y $
c .9 / <6 ^ not|nicht|pas Y , USE? X $
c .95 / <8 ^ NO , not|nicht|pas Y , USE? X $
c .93 / = <12 ^ X ,? not Y on|in|for|here|$
c .9 / # <12 ^ replace Y with X for|everywhere
c .9 / # <10 ^ switch from Y to X $
p .95 / <12 ^ prefer|prefers X over|to|, Y
p .95 / <14 , i|we prefer X over|to Y
c .95 / <14 ^ NO , USE X INSTEAD|NOT|, Y
c .95 / <14 ^ NO , we|i|this|it USE|uses X here|now? ,? NOT|INSTEAD Y
c .95 / <14 ^ no uses|utilices Y , usa|utiliza X
c .95 / <14 ^ stop using Y , USE X
c .95 / # <10 ^ Y is wrong here? , X $
c .95 / <12 ^ Y ? NO ,|- X $
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
c .95 / <12 ^ no more Y , USE X
c .93 / <14 ^ Y is .. , USE X
c .93 / <14 ^ USE X .. , Y is not
c .95 / <12 ^ drop|ditch|forget|skip|no Y , and? just? USE X
c .93 / # <12 ^ swap|ditch|drop|exchange|replace Y for|with X
c .93 / <14 ^ we switched|moved|migrated from Y to X
c .92 ^ i would rather|prefer you|we|it|if

-- no, ..
c .92 <60 ^ NO , !FINE !i !just|only|go|keep|wait|never|you|thanks|but|because|yes|yeah|nothing|none|more|there|not_yet|is|are !THIS W
c .92 ^ NO , THIS BE not
c .92 ^ NO , THIS BE VERY? not|wrong|incorrect
c .92 ^ NO , i already|just|only|specifically? said|meant|told|don't_like|mean|want|wanted|didn't|asked
c .92 ^ NO , just V THIS|the|X
c .92 ^ NO , you should|have|are|need|can't|must|forgot
c .92 ^ NO man|dude|no ,? W

-- wrong
c .93 ^ THIS still? BE VERY? wrong|incorrect|backwards|nonsense|bullshit|ridiculous|confusing|overkill|unacceptable|overengineered|silly|dumb|stupid|terrible|awful|excessive|misleading|inaccurate|a_bad_idea
c .93 , THIS BE VERY? wrong|incorrect|backwards|overkill $
c .93 ^ THIS still? BE VERY? not VERY? right|correct|true|good|acceptable
c .95 , THIS? BE? VERY? not VERY? what we|i|you want|wanted|meant|need|asked|agreed|said|had
c .92 ^ THIS doesn't seem|look|sound|feel VERY? right|correct|good
c .9 <10 ^ THIS doesn't make sense|any_sense
c .93 * BE not what we|i want|wanted|meant|need|asked|agreed
c .93 <6 ^ wrong , W
c .93 <12 ^ wrong , it|that|this is W
c .95 / # <12 ^ wrong , it|that|this is X ,? not Y
c .93 <8 ^ wrong W , i|you|it|use|this|that
c .92 <8 ^ THIS BE VERY? too much|complicated|complex|verbose|long
c .9 0 , THIS should not be W
c .9 0 ^ there should be only|just|one
c .9 0 ^ there should only|just be
c .92 , THIS should have been
c .93 ^ THIS broke W
c .93 / <16 ^ i|we want X , not a|an|the? Y
c .93 <12 ^ THIS BE not VERY? how|supposed|necessary|needed|the_right|the_correct|my|our
c .92 <10 ^ THIS BE VERY? unnecessary|redundant|pointless|useless
c .92 <8 ^ too|way_too verbose|complex|complicated|long|much|noisy|clever
c .9 <9 ^ not quite|exactly|really|again
c .9 ^ close|almost , but
c .92 0 ^ i don't think THIS BE right|correct|true|needed|necessary|what|how|a_good
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
c .92 ^ NO THIS BE not|wrong
c .92 ^ NO i want|wanted|meant|said|don't_want|don't_like
c .92 ^ NO don't|just|you_should|you_need|you_have W
c .93 * be more careful
c .93 * pay attention

-- you ..
c .92 ^ you are overlooking|missing|ignoring|confusing|overthinking|overcomplicating|hallucinating|misunderstanding|misreading W
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
c .95 <12 ^ revert|undo|rollback|roll_back|discard|unstage THIS|everything|all|both|your|these|those
c .95 <9 ^ revert|undo|rollback|roll_back|discard the last|latest|previous|recent change|changes|edit|edits
c .92 <8 ^ put THIS|them back $
c .92 <8 ^ roll|change|switch|move THIS|them back $

-- do not
c .94 <16 ^ stop using Y , THIS is a X workspace|project|repo|repository|monorepo
c .94 + <14 ^ stop using Y
c .93 + ^ stop|quit !being|running|!|there|it G
c .93 <10 ^ stop !there|here|it|for|the|now , W
c .93 + <12 ^ DONT V .. again|anymore|ever_again
c .9 0 <8 ^ don't touch|commit|push|edit|modify|change W .. $
c .9 <9 ^ leave X|Z alone
c .9 0 <14 ^ don't !think|know|worry|forget|see|need|want|mind|have|like|care|stop|do|implement|get|believe|understand|remember|let V .. , !i|it|the|we|but|and|just|this V
p .92 0 <12 ^ don't USE Y !yet|now|for_now
p .9 0 <9 ^ don't !think|know|worry|forget|see|need|want|mind|have|like|care|stop|do|implement|get|believe|understand|remember|let V X $
p .9 0 <12 ^ avoid X|G
c .92 <12 ^ actually , V !can|could|also|that|yes|no|it|THIS W
c .9 ^ instead_of W ,? USE|name|call|make|put|do
c .9 0 <14 ^ no need for|to W
c .9 + <12 ^ again : W
c .9 <10 ^ why BE you USE|G

-- rules
p 1 ! ^ FROMNOW ,? :? !SUBJECT !,|: R
p 1 ! ^ FROMNOW ,? :? SUBJECT WORK R
p 1 ! ^ !SUBJECT .. .. , FROMNOW $
p 1 ! ^ !SUBJECT .. .. , FROMNOW ,? !SUBJECT !i just|only? V W
p 1 ! <14 ^ V .. FROMNOW $
p 1 ! <16 ^ let's V .. FROMNOW $
p 1 ! <16 / ^ let's USE X INSTEAD|NOT Y FROMNOW $
p 1 ! <14 ^ you|we should|must|ALWAYS|NEVER|USE .. FROMNOW $
p .95 ! <12 ^ USE X next_time $
p 1 ! ^ REMEMBER for next_time|later|the_future|all_future_sessions|future_sessions|this_project|this_repo ,|: R
p 1 ! / ^ REMEMBER to USE X .. ,? NOT|INSTEAD Y
p .95 / <16 ^ in|for this|our PLACE ,? we? USE X ,? NOT|INSTEAD Y
p .93 ^ you should|must not V .. without
p .93 , i|we do|handle|make the? W myself
p .93 ^ as_a_rule ,? W
p .93 0 <16 ^ USE W when|whenever you USE W
p 1 ! ^ REMEMBER : R
p 1 ! 0 ^ REMEMBER , !the|i|we|i'm R
p 1 ! ^ REMEMBER that? we|this|to ALWAYS|NEVER|only|use|uses|is R
p 1 ! 0 ^ REMEMBER that !SUBJECT R
p 1 ! 0 ^ REMEMBER that SUBJECT WORK R
p .92 0 ^ REMEMBER that R
p 1 ! ^ REMEMBER to .. when|whenever|every|each
p .95 0 ^ NEVER ever? !again|mind|had|has|been|was|seen|heard|knew|thought|got|did|came|saw|done|made|really V
p .95 0 ^ NEVER ever? !again|mind|had|has|been|was|seen|heard|knew|thought|got|did|came|saw|done|made|really Z $
p .95 0 ^ ALWAYS !PRODUCT V W
p .95 0 ^ ALWAYS USE X $
p .95 0 ^ USE ALWAYS X $
p .96 / <12 ^ USE ALWAYS X , NEVER|not|pas|nicht Y
p .95 / # * with X ,? not Y $
p .95 0 ^ DONT ever Z
p .95 ^ you|we|agents should|must|have_to|need_to? ALWAYS|NEVER V W
p .95 ^ make_sure to|you|that ALWAYS|NEVER W
p .9 0 <9 ^ you should|must USE X $
p .95 ^ i want|need|expect|would_like you to ALWAYS|NEVER
p .93 ^ in|for this|our|my project|repo|repository|codebase|workspace|monorepo ,? we|please? ALWAYS|NEVER|only? V W
p .93 <16 ^ our|the|my convention|rule|policy|standard|preference|guideline here? is|: W
p .95 ! ^ next time ,? V|ALWAYS|NEVER|don't W
p .95 ^ make it a habit
p .95 * under no circumstances
p .93 <14 0 ^ V .. before|after every|each|any W
p .93 0 ^ before|after every|each|any W .. , V
p .92 0 ^ when you V .. , ALWAYS|NEVER|please|USE|make_sure
p .92 * BE ALWAYS|NEVER to be
p .92 0 <14 ^ no .. in this|the|our repo|project|codebase|repository
p .9 0 <8 ^ no W W? please $
p .9 0 <8 ^ follow the existing|rules|instructions|conventions|guidelines|spec|style
p .93 , i|we will Z myself
p .93 , let me Z myself
p .93 ^ leave G to me
p .93 ^ i|we prefer|favor !option|to|the|this|that|it|THIS|a X
p .93 <20 ^ prefer !to|the X
p .9 <7 ^ we USE X $
p .92 ^ whenever|every_time|each_time|any_time !i|it|the|this|that|my W .. , !i|it|the|this|that V
p .92 ^ every|each single? commit|pr|function|test|file|change|branch|migration needs|must|should|gets|has_to
p .92 ^ for all|any|every .. : R
p .9 ^ for all|any|every new|future .. V W
p .92 ^ by_default , VERB W
p .92 ^ by_default USE the? X
p .93 0 ^ X are|is mandatory|forbidden|off_limits|a_hard_rule|a_must|banned|verboten|obligatoire|interdit
p .93 0 ^ only USE X $
p .93 0 <8 ^ V .. via|through|with|in|by W only $
p .95 <10 ^ benutze|nimm|verwende|utilise|usa ALWAYS X

-- Chinese, Japanese, Korean: ~ a word that begins so, ~~ one that holds it
c .93 ^ ~不对|~不是|~錯|~错了 , W
c .92 + ^ ~不要|~别再|~别用|~别动|~别改|~不许
c .95 + ^ ~我说过|~我說過|~我之前|~说了多少|~我已经说
c .95 ^ ~撤销|~还原|~回滚|~恢复原
c .92 * ~~而不是|~~不要用|~~じゃなくて|~~ではなく|~~말고
c .92 ^ ~いや|~違う|~違います|~아니 , W
p 1 ! ^ ~从现在开始|~从今以后|~以后|~今后|~往后|~今後|~これから|~앞으로
p 1 ! ^ ~记住|~請記住|~覚えて|~기억
p .95 ^ ~总是|~始终|~永远|~一律|~必ず|~常に|~항상|~절대
`
