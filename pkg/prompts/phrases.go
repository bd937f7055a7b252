package prompts

// words are the classes of words that patterns name in capitals. A word with _
// is several words.
const words = `
NO no nope nah noo nooo nein non нет hayır nee não nej nie いや いいえ 아니 아니요 不 不对 不是 錯 不對
FILLER actually fyi wait ok okay so well hmm hm uh uhh uhhh um please pls hey man oh ah also and but then sorry alright right look listen claude dude great cool good thanks thx now bitte aber und por_favor stp
AND and but so because und aber et mais pero y
IF if when what how why should could would can do does did is are was which who where whether unless wenn si если
TAIL please here again now ok okay man anymore everywhere dammit ! bitte btw hier ici aquí qui svp

NOT not never nicht nie niemals nunca jamais pas no non não не net statt kein keine
INSTEAD instead_of rather_than in_place_of statt anstatt anstelle_von au_lieu_de plutôt_que en_vez_de en_lugar_de em_vez_de ao_invés_de invece_di вместо in_plaats_van
USE use run call take try using go_with stick_with stick_to switch_to nimm benutze verwende nutze utilise utilisez usa usar usad используй используйте kullan gebruik
DONT don't never dont do_not must_not should_not may_not
THIS this that it these those which
BE is are was were seems looks feels sounds
VERB use run call keep make put leave add set do go try take read look start stop show check write give answer name move drop push pull
VERY just simply clearly completely totally still plain so definitely also all really kinda kind_of a_bit obviously
FROMNOW starting_today as_of_today as_of_now from_now_on from_here_on from_here_on_out going_forward henceforth for_future_reference from_today_on starting_now from_this_point_on moving_forward ab_jetzt ab_heute ab_sofort von_jetzt_an à_partir_de_maintenant dorénavant désormais a_partir_de_ahora desde_ahora de_ahora_en_adelante a_partir_de_agora daqui_em_diante d'ora_in_poi с_этого_момента bundan_sonra vanaf_nu
SOMEDAY in_future in_the_future for_the_future in_zukunft künftig впредь
ALWAYS always immer toujours siempre sempre всегда altijd her_zaman
NEVER never nie niemals jamais nunca никогда mai nooit asla
MIND keep_in_mind bear_in_mind
REMEMBER remember memorize memorise take_note note_to_self make_a_note don't_forget merk_dir merke_dir souviens-toi retiens recuerda lembre-se ricorda запомни
LATER for_next_time for_future_sessions for_later_sessions for_all_sessions for_all_future_sessions for_future_chats for_the_next_sessions for_the_future to_memory to_your_memory in_your_memory
WEUSE we_use we_run we_only_use we_always_use on_utilise nous_utilisons wir_nutzen wir_benutzen wir_verwenden usamos utilizamos usiamo мы_используем
INHERE bei_uns chez_nous in_this_project in_this_repo in_this_repository in_this_codebase in_this_monorepo in_our_project in_our_repo in_our_codebase for_this_project for_this_repo in_diesem_projekt in_diesem_repo in_diesem_repository dans_ce_projet dans_ce_repo dans_ce_dépôt en_este_proyecto en_este_repo neste_projeto nesse_projeto in_questo_progetto
REVERT revert undo rollback roll_back discard unstage annule annulez deshaz desfaz annulla отмени откати
THATIS das_ist das_war c'est ce_n'est eso_está eso_es eso_no_es esto_está isso_está isso_não_é questo_è questo_non_è это
ITOLD ich_habe_gesagt ich_hab_gesagt ich_meinte ich_wollte j'ai_dit j'ai_demandé je_voulais te_dije te_pedí quise_decir eu_disse eu_pedi ho_detto ho_chiesto я_сказал я_просил
MYSELF lo_hago_yo je_m'en_occupe je_le_fais ich_mach_das ich_mache_das mach_ich_selbst eu_faço lo_faccio_io я_сам
NOTDO no_hagas no_toques no_uses no_cambies no_borres no_añadas não_faça não_use não_mexa не_трогай не_делай не_используй non_usare non_toccare
LANG english german french spanish italian portuguese japanese chinese korean russian deutsch englisch auf_deutsch français anglais español inglés
HABIT usually normally typically generally always never
HERE here hier ici aquí qui
NORM house_style house_rule our_convention our_rule our_policy our_standard our_style the_convention the_rule the_policy the_standard team_convention the_convention_here the_rule_here how_we_do_it how_we_do_it_here how_we_do_things how_we_do_things_here
DEED commit push merge deploy release publish tag install rebase squash amend format
DEEDS commits pushes merges deploys releases installs force-pushes amends rebases
ANSWER answers answer replies reply responses response explanations summaries output messages
LIKED commits prs diffs answers replies responses functions branches messages names explanations summaries
THANKS thanks thank thx great perfect nice good works cool awesome lgtm merci danke gracias
PLACE project repo repository codebase code_base workspace monorepo package machine box team computer session sessions branch terminal shell environment directory folder
WORK commit commits pr prs branch branches build builds docs tests commands scripts agent agents subagents project repo repository codebase workspace monorepo team convention rule policy
SUBJECT the a an this that these those it its his her their they he she there
PRODUCT display render redirect show_the show_a show_an return_the return_a return_an validate_the
FINE fine ok okay good great right true all it fair enough correct perfect cool problem worries need thanks thank

STOP immer toujours siempre sempre nie niemals jamais nunca the a an this that these those it its my our your his her their me us you i we they them he she one ones and or nor but so because since when where while if then than instead rather over not never always ever to for in on at by of from as with without into onto about after before until till is are was were be been being am do does did don't didn't doesn't have has had can could would should will must may might there here now again please too also just only still yet already more less most some any no all both each every such same other another what which who how why let let's btw der die das den dem ein eine einen und oder für im hier statt anstatt in le la les un une des pour dans plutôt que lieu ici el los las para en vez lugar aquí bitte
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
// $ the end, .. up to eight words. ~x is a word that begins with x, ~~x one that
// holds it, and x~ one that ends in it.
const phrases = `
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
c .9 ^ close|almost , but
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
c .9 0 <8 ^ don't touch|commit|push|edit|modify|change W .. $
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

-- rules
p 1 ! ^ FROMNOW ,? :? !SUBJECT !,|:|i|we R
p 1 ! ^ FROMNOW ,? :? i want|need|expect|would_like|prefer you R
p 1 ! ^ FROMNOW ,? :? i prefer R
p 1 ! ^ FROMNOW ,? :? we USE|ALWAYS|NEVER|only|don't|should|must|do|have R
p 1 ! ^ SOMEDAY ,? :? please? ALWAYS|NEVER|DONT|USE|VERB|DEED|ask|avoid|prefer|tell|let R
p 1 ! ^ SOMEDAY ,? :? SUBJECT WORK R
p .92 ^ SOMEDAY ,? :? let's|you|make_sure|when|whenever|if|just|only|also R
p 1 ! ^ FROMNOW ,? :? SUBJECT WORK R
p 1 ! ^ !SUBJECT .. .. , FROMNOW|SOMEDAY $
p 1 ! ^ !SUBJECT .. .. , FROMNOW|SOMEDAY ,? !SUBJECT !i just|only? V W
p 1 ! <14 ^ V .. FROMNOW $
p 1 ! <16 ^ let's V .. FROMNOW|SOMEDAY $
p 1 ! <16 / ^ let's USE X INSTEAD|NOT Y FROMNOW $
p 1 ! <14 ^ you|we should|must|ALWAYS|NEVER|USE .. FROMNOW|SOMEDAY $
p .95 ! <12 ^ USE X next_time $
p 1 ! ^ MIND LATER ,|: R
p 1 ! ^ REMEMBER for next_time|later|the_future|all_future_sessions|future_sessions|this_project|this_repo ,|: R
p 1 ! / ^ REMEMBER to USE X .. ,? NOT|INSTEAD Y
p .95 / <16 ^ in|for this|our PLACE ,? we? USE X ,? NOT|INSTEAD Y
p .93 ^ you should|must not V .. without
p .93 ^ as_a_rule ,? W
p .93 0 <16 ^ USE W when|whenever you USE W
p 1 ! ^ REMEMBER : R
p 1 ! ^ REMEMBER ( W ) : R
p 1 ! ^ REMEMBER this|that|it ,|: R
p 1 ! ^ .. LATER W? : R
p 1 ! <8 ^ W W? only FROMNOW $
p 1 ! <10 ^ no !problem|more .. FROMNOW $
p 1 ! 0 ^ REMEMBER , !the|i|we|i'm R
p 1 ! ^ REMEMBER that? we|this|to ALWAYS|NEVER|only|use|uses R
p 1 ! 0 ^ REMEMBER that !SUBJECT R
p 1 ! 0 ^ REMEMBER that SUBJECT WORK R
p .92 0 ^ REMEMBER|MIND that R
p 1 ! ^ REMEMBER to .. when|whenever|every|each
p .95 0 ^ NEVER ever? !again|mind|had|has|been|was|seen|heard|knew|thought|got|did|came|saw|done|made|really V
p .95 0 ^ NEVER ever? !again|mind|had|has|been|was|seen|heard|knew|thought|got|did|came|saw|done|made|really Z $
p .95 0 ^ ALWAYS !PRODUCT V W
p .95 0 ^ ALWAYS USE X $
p .95 0 ^ USE ALWAYS X $
p .96 / <12 ^ USE ALWAYS X , NEVER|not|pas|nicht Y
p .95 / # * with X ,? NOT Y $
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
p .93 0 <20 ^ prefer !to|the X
p .9 <7 ^ we USE X $
p .93 / # <9 ^ we don't USE Y $
p .92 <14 ^ we don't|never V .. here|INHERE
p .92 <14 ^ everything|anything W? W? go|goes|run|runs|is W? through|via|with|inside W
p .92 <9 ^ W W? only via|through|with|inside|by W
p .94 ^ ALWAYS? ask|check|confirm with? me first? before !you_start|starting|you_begin|implementing|you_implement|you_write|doing W
p .94 ^ DONT ask|prompt|bother me
p .94 <14 ^ ALWAYS? answer|reply|respond|speak|talk .. LANG
p .93 <8 ^ be|stay more|less|VERY W $
p .92 0 <7 ^ less|fewer W W? $
p .92 <10 ^ no W W? in|to|on|into the|any|our|my|this? WORK|code|main|master
p .93 ^ i would prefer that you|we
p .93 ^ hands_off|stay_away_from|keep_out_of|keep_away_from W
p .93 <10 ^ the W W? W? are|is mandatory|off_limits|forbidden|taboo|banned
p .94 <10 ^ leave .. to me
p .94 <10 ^ i take_care_of|handle|manage W
p .94 <8 ^ i will do|handle the G
p .93 / # <14 * so USE X $
p .92 / # <12 ^ we switched|moved|migrated to X
p .93 / # <8 ^ the|our package_manager|build_tool|test_runner|linter|formatter|bundler is X $
p .92 <14 ^ our|all W W? are|is named|called|prefixed|written|formatted|squashed|signed|in
p .93 ^ INHERE .. ALWAYS|NEVER|only W
p .9 # <8 ^ this|the|our PLACE uses|is_on X $
p .95 <8 ^ we are a|an X shop|house
p .96 / <14 ^ INHERE ,? ALWAYS USE? X INSTEAD|NOT Y
p .95 ^ INHERE ,? ALWAYS|NEVER|WEUSE|HABIT
p .93 <20 ^ INHERE ,? W .. go|goes|run|runs|live|lives|belong|belongs|must|should W
p .93 <16 ^ all|every W .. INHERE BE|go|goes|run|runs|must|should|need|needs
p .93 <16 ^ W W? here|INHERE BE|go|goes|run|runs ALWAYS|NEVER|only? W .. with|through|via|by
p .92 <16 ^ we !need|want|have|should|could|can|get|see|are|do|don't|may|might|must|will|would|had|be|got V .. here $
p .92 <16 ^ HABIT ,? we V
p .92 <16 ^ we HABIT !get|see|have|had|hit|end|got V
p .94 ^ only ever V
p .93 <16 ^ only DEED .. after|when|if|once
p .93 <16 ^ DONT DEED .. without|unless|until
p .94 ^ DONT V .. on|in|to my|this|our PLACE
p .94 * DONT V .. globally|system-wide|on_your_own|by_yourself|without_asking|unless_i|without_permission|without_my
p .93 0 <16 ^ keep|make the|your? ANSWER W
p .92 <12 ^ i like|prefer|want W LIKED
p .93 <14 ^ W W? only , NO|NOT W
p .93 <10 ^ no W? W? DEEDS
p .95 ^ the way we|i V .. is
p .94 + ^ i hate|dislike|despise it? when|how you
p .95 <20 ^ X , NOT Y , THIS BE .. NORM
p .95 <24 ^ .. .. , THIS BE .. NORM
p .94 ^ i|we do|handle|make the? W $
p .94 ^ i|we do|handle|make the? W myself
p .92 ^ whenever|every_time|each_time|any_time !i|it|the|this|that|my W .. , !i|it|the|this|that V
p .92 ^ every|each single? commit|pr|function|test|file|change|branch|migration needs|must|should|gets|has_to
p .92 ^ for all|any|every .. : R
p .9 ^ for all|any|every new|future .. V W
p .92 ^ by_default , VERB W
p .92 ^ by_default USE the? X
p .93 0 ^ W W? are|is mandatory|forbidden|off_limits|a_hard_rule|a_must|banned|verboten|obligatoire|interdit
p .93 0 ^ only USE X $
p .93 0 <8 ^ V .. via|through|with|in|by W only $
p .95 <10 ^ benutze|nimm|verwende|utilise|usa ALWAYS X

-- other languages
c .93 ^ THATIS VERY? falsch|verkehrt|faux|mal|incorrecto|errado|sbagliato|неправильно|lo_que|pas_ce_que|nicht_was|nicht_das
c .93 ^ ITOLD W
c .93 ^ nicht|pas|no so|comme_ça|así ,
c .93 <12 ^ NO , nicht|pas|no so|comme_ça|así
c .93 ^ du hast|hattest .. vergessen|übersehen|gelöscht|kaputt
c .93 ^ tu as oublié|supprimé|cassé|modifié
c .93 ^ mach|mache|nimm|dreh THIS|das|es .. rückgängig|zurück
c .92 + ^ NOTDO W
c .92 + ^ ne W pas|jamais|plus W
c .92 + ^ ~n' jamais|pas|plus W
p .92 <9 ^ keine|kein|pas_de|sin !problem|problème|ahnung|idee|fehler|eile|souci|soucis|problema|duda W
p .94 ^ ich W .. selbst|selber $
p .94 * MYSELF
p .92 <8 ^ WEUSE HERE? X $

-- Chinese, Japanese, Korean
c .95 <16 * 用~|使用~ X ,? ~不|~别|~而不|~而非 Y
c .95 <16 * ~~别用|~~不要用|~~不用|~~不要使用|~~禁止使用 Y ,? 用~|使用~ X
c .95 <16 * Y ~ではなく|~じゃなく|~でなく|~말고|~대신 X
c .93 ^ ~不对|~不是|~错|~搞错|~弄错|~你错|~你理解错 , W
c .93 <14 * !对不对~ 不对~|~~说的是|~~我要的是|~~我是说|~~違います|~~忘れて|~아니야
c .93 * ~你又|~你忘|~~理解错|~~搞错|~~弄错|~~写错|~~改错|~~没让你|~~没有让你
c .92 + , !~别担|~别急|~别管|~不要紧 ~不要|~别|~先别|~不许|~禁止
c .95 + ^ ~我说过|~我說過|~我之前|~说了多少|~我已经说
c .95 ^ ~撤销|~还原|~回滚|~恢复原|~改回|~元に戻|~戻して|~되돌려
c .92 * ~~而不是|~~不要用|~~じゃなくて|~~ではなく|~~말고
c .92 ^ ~いや|~違う|~違います|~ちがう|~そうじゃな|~そうではな|~아니
c .92 * ~~しないで|~~使わないで|~~やめて|~~하지마|~~쓰지마
c .92 * ~~하지|~~쓰지|~~들지|~~지지 ~마|~말아
p .94 * ~~我自己|~~我来|~~勝手に|~~私がや|~~自分でや
p 1 ! ^ ~从现在开始|~从今以后|~以后|~今后|~往后|~今後|~これから|~앞으로
p 1 ! ^ ~记住|~請記住|~请记住|~覚えて|~기억
p .95 ^ ~总是|~始终|~永远|~一律|~必ず|~常に|~항상|~절대
`
