package prompts

// wishes are the patterns of how the agent is to work, and those of other languages.
const wishes = `
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
p .93 <16 ^ convention|rule|policy here is W W
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
p .96 / <14 ^ INHERE ,? ALWAYS USE? X ,? INSTEAD|NOT Y
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

-- wishes in a short prompt
p .91 - <16 ^ we|our DO .. with|in|by|through|via|from|on|before|after|under|as|per|against W
p .91 - <14 ^ !what|where|who W W? W? W? belong|belongs|live|lives|go|goes in|into|under|next_to W
p .91 - <7 ^ W W? W? only $
p .9 - 0 <6 ^ no !NOTHING W !yet|now W? $
p .9 - # <7 ^ use X for W W? $
p .9 - # <4 ^ use X $
p .91 - <12 ^ we dropped|deprecated|retired|abandoned|banned W
p .91 - ^ for_the_record|just_so_you_know ,? W
p .92 - <9 ^ we !need|want|have|see|get|lost|fixed|checked|tried V W? everything|all|our|every|each
p .92 - <14 ^ all|every|each WORK|functions|function|scripts|script|files|migrations must|should|need|needs|gets|has|have W
p .92 - <10 ^ branch|commit|test|pr|file names|messages|titles|descriptions start|follow|are|use|begin|contain|have W
p .92 - <12 ^ W? files|logs|docs|notes|scripts|screenshots go|goes|belong to|in|into|under W
p .92 - W W , ALWAYS|NEVER $
p .92 - ^ i want|need|expect you to .. before|after|whenever|every|each W
p .93 - <14 ^ before you|every|each DEED W
p .92 - ^ when|after you .. ALWAYS V
p .92 - <9 ^ W BE not allowed|permitted here|in|on
p .93 - ^ we are not allowed to W
p .93 - <10 ^ nothing|no_one|nobody .. without W
p .91 - r <12 ^ !it|this|that|what|where|who|how W W? BE done|handled|made|built|run by|through|via W
p .91 - <8 ^ let me handle|manage|run|take_care_of the W
p .92 - , i manage|handle|own|run|start|do THIS|it myself? $
p .92 - , so DONT V W
p .91 - <6 ^ with|via|through W W? please|only $
p .91 - <5 ^ in? LANG please? $
p .91 - <6 ^ short|shorter|concise|brief W please? $
p .9 - 0 <4 ^ don't !worry|stop|bother|mind|panic|know|think|care|understand|see|remember V please? $

-- other languages
c .93 ^ THATIS VERY? falsch|verkehrt|faux|mal|incorrecto|errado|sbagliato|неправильно|lo_que|pas_ce_que|nicht_was|nicht_das
c .93 ^ ITOLD W
c .93 ^ nicht|pas|no so|comme_ça|así ,
c .93 <12 ^ NO , nicht|pas|no so|comme_ça|así
c .93 ^ das ist|war der|die|das falsche W
c .92 ^ wieso|warum|pourquoi|por_qué hast|as-tu|tu|has du|as? W
c .93 ^ c'est|ce_n'est pas ça|ce|bon|ce_que
c .93 ^ no es el|la|lo|eso W
c .93 ^ j'avais|je_t'avais demandé|dit W
p .93 - <12 ^ wir|on|nous|ne W W? hier|nur|immer|nie|jamais|toujours
p .93 - <8 ^ HERE WEUSE X
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
c .93 - ^ ~~我让你|~~我叫你|~我们用
p .93 - * ~~每次|~~都要|~~必ず|~~毎回
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
