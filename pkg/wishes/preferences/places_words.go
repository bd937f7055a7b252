package preferences

// placeWords are the classes of words that placePhrases name in <brackets>.
const placeWords = `
not never|don't|dont|not|no|avoid|stop|quit|can't|cannot|mustn't|shouldn't|donot
touch touch|touching|edit|editing|change|changing|modify|modifying|alter|altering|update|updating|rewrite|rewriting|reformat|reformatting|overwrite|overwriting|write|writing|rename|renaming|move|moving|regenerate|regenerating|format|formatting|refactor|refactoring|fiddle|fiddling|mess|messing|tinker|tinkering|tamper|tampering|meddle|meddling|tweak|tweaking|adjust|adjusting|fix|fixing|clean|bump|bumping
del delete|deleting|remove|removing|rm|erase|erasing|wipe|wiping
do touch|edit|change|modify|alter|update|work|write|make|do|put
touched touched|edited|changed|modified|altered|updated|rewritten|reformatted|overwritten|written|renamed|moved|regenerated|formatted|adjusted|tweaked|deleted|removed
deleted deleted|removed|erased
in in|inside|under|within|below|beneath|at|of|to|with|on|from|into|around|up
files file|files|code|anything|stuff|things|thing|something|content|contents|any
changes changes|change|edits|edit|modifications|modification|updates|writes|touching|touches|commits
it it|they|is|are|was|were|be|currently|now
as as|the|way|exactly|how
off off|off-limits|offlimits|off-limit|taboo|tabu|sacred|frozen|untouchable|immutable|out-of-bounds|verboten|forbidden
still untouched|unchanged|unmodified|unedited|intact|as-is|alone|be|untampered|pristine|frozen
must stays|stay|remains|remain|must|should|shall|has|have|needs|need|to|be
be is|are|be|gets|get|should|must|may|shall|can|will|to|stays|stay|remains|remain
only only|exclusively|solely|strictly
de-touch ändern|verändern|bearbeiten|editieren|modifizieren|löschen|anfassen|anrühren|angreifen|umschreiben|anpassen|überschreiben|umbenennen|verschieben|formatieren|rumpfuschen
de-order ändere|ändre|änder|verändere|bearbeite|editiere|lösche|lösch|fass|fasse|rühr|rühre|überschreib|überschreibe|formatiere|änderst|bearbeitest|fasst
de-not nicht|nie|niemals|nichts|nix|keinesfalls
de-done geändert|verändert|bearbeitet|editiert|gelöscht|angefasst|angerührt|überschrieben|umbenannt|formatiert|angepasst
de-in in|im|an|am|unter|von|vom|aus|innerhalb|bei|auf
de-so so|wie|sie|er|es|ist|sind|war|genau|die
fr-touch touche|touches|touchez|toucher|modifie|modifies|modifiez|modifier|change|changes|changez|changer|édite|édites|éditez|éditer|supprime|supprimes|supprimez|supprimer|efface|effacez|effacer|écris|écrire|réécris|réécrire|renomme|renommer|déplace|déplacer|reformate|reformater|écrase
fr-not pas|jamais|plus|rien|surtout|point
fr-ne ne|n|n'|n'y|on|tu|vous|surtout
fr-in à|a|au|aux|dans|de|du|des|sous|sur|en
es-touch toques|toquen|tocar|toca|modifiques|modifiquen|modificar|modifica|cambies|cambien|cambiar|cambia|edites|editen|editar|edita|borres|borren|borrar|borra|elimines|eliminar|elimina|escribas|escribir|escribe|sobrescribas|reescribas|renombres|muevas|metas|metas_mano
es-se toca|tocan|modifica|modifican|cambia|cambian|edita|editan|borra|borran|mueve
es-in en|de|del|a|al|dentro|bajo|dentro_de
es-only solo|sólo|solamente|únicamente|unicamente|exclusivamente
env prod
`

// placePhrases are the ways to say what is to be left alone. The first word says what
// the rule is: leave (files), delete (files that may be changed otherwise), only (files
// that alone may be changed), away (what lies elsewhere), deploy, login, by (a program
// that is not wanted there). P stands for paths, T for a target, X for a program; the
// rest is the notation of phrases.
const placePhrases = `
only only <touch> [the] [<files>] [<in>] [<in>] P
only only make <changes> [<in>] P
only only work|working|operate [only] <in> P
only [your|the] scope is [limited] [to] P [<only>]
only just touch [the] [<files>] [<in>] P
only <do> [<files>] <only> [<files>] [<in>] [<in>] P
only <do> [<files>] [<in>] P <only>
only P <only> [please]
only <only> P
only stay|remain|keep [only|strictly] inside|within|in P [<only>]
only stick to P [<only>]
only keep [it|everything|all|your|the|any] [all|your|the|of] [<changes>|edits|changes|work|diff] [strictly|only|confined|limited|restricted] inside|within|in|to P
only confine|limit|restrict [all] [your] yourself|<changes>|work|edits|changes|scope|this [strictly] to P
only [all] [of] [your|the] <changes>|work|edits|scope <be> [<be>] [strictly] [limited|restricted|confined|kept] [to|inside|within|in] P
only [your|the] scope P
only <not> [ever] <touch> [<files>] [else] outside|besides|except|beyond [of] P
only <not> [ever] <touch> [<files>] other than P
only touch|change|edit|modify nothing but|except|besides|outside|beyond [for|of] P
only touch|change|edit|modify nothing other|else than P
only nothing but P
only <not> leave P
only <not> go|stray|step|wander|work|venture outside|beyond|out [of|from] P
only nothing outside [of] P [<be>] [<be>] [<touched>]
only no <changes> outside [of] P
only [leave] everything|anything|all|files [else] outside [of] P [<be>] [<still>|<off>] [limits|bounds]
only write [new|all] [W] [only|exclusively] to|into P [only|exclusively]

only [du] [bitte] <de-order>|arbeite|arbeitest [bitte] nur|ausschließlich|lediglich [noch] [die|dateien|code|sachen|was] [<de-in>] P [an]
only du darfst|sollst|kannst nur|ausschließlich [noch] [die|dateien|code|sachen|was] [<de-in>] P <de-touch>
only nur|ausschließlich [noch] [dateien|code|sachen] [<de-in>] P [bitte] <de-touch>|arbeiten
only [bitte] [nur|ausschließlich] [<de-in>] P arbeiten|bleiben
only bleib|bleibe [bitte] in|innerhalb|im [von] P
only beschränke|beschränk dich|deine [änderungen] [bitte] auf P
only [deine] änderungen [bitte] nur|ausschließlich [<de-in>] P
only [bitte] außerhalb|ausserhalb [von|vom] P [bitte] nichts|nix <de-touch>
only [<de-order>] nichts|nix außerhalb|ausserhalb [von|vom] P [<de-touch>|an]

only [<fr-ne>] [<fr-ne>] <fr-touch>|travaille|travailles|travaillez que [<fr-in>] [<files>] [<fr-in>] P
only [<fr-ne>] <fr-touch>|travaille|travaillez uniquement|seulement|exclusivement [<fr-in>] P
only reste|restez [uniquement] dans P
only limite|limites|limitez|limite-toi|limitez-vous|cantonne-toi|contente-toi|restreins-toi [toi|tes|tes|les] [modifications|changements|modifs] [<fr-in>] [fichiers] [<fr-in>] P
only [<fr-ne>] [<fr-touch>] rien [en] dehors|hors [<fr-in>] P
only rien d'autre que P
only uniquement|seulement|exclusivement [<fr-in>] P
only [<fr-ne>] sors|sortez|sort pas [<fr-in>] P

only <es-only> [puedes|debes] <es-touch>|trabaja|trabajar [<es-in>] P
only <es-touch>|trabaja <es-only> [<es-in>] P
only limítate|limitate|limita|limitar [tus] [cambios] a|al P
only quédate|quedate|mantente|mantén [dentro|en] [<es-in>] P
only no|nunca <es-touch> nada [<es-in>] fuera [<es-in>] P
only nada fuera [<es-in>] P
only <es-only> [<es-in>] P

leave <not> [ever|even|you|please] <touch> [or|and] [<touch>|<del>] [<files>] [<files>] [<in>] [<in>] P
leave <not> [ever] <del> or <touch> [<files>] [<in>] P
leave <not> [ever] make|making|do|doing [any] [more|further|other] <changes> [<in>] P
leave <not> [ever] <touch> [an|any|the] existing|old|applied|published|merged [W] [that] [is|are] <in> P
leave <not> [you] <touch> P [or] [<files>] [<in>] [it]
leave no [more|further|other] <changes> [<in>] P
leave leave P [exactly] <still> [<as>] [<it>] [<it>]
leave leave P <as> [<as>] <it> [<it>] [<it>]
leave leave P in peace
leave keep P [exactly] <still>
leave keep P <as> [<as>] <it> [<it>] [<it>]
leave hands|fingers|paws off [of|from] P
leave hands-off P
leave keep|get [your] hands|fingers|paws|mitts off|out|away [of|from] [<in>] P
leave stay|keep|steer|keeping clear|out|away [of|from] P
leave stay off [of] P
leave P <be> [still|also|strictly|completely|totally|all] <off> [limits|bounds] [for] [you|now]
leave P <be> [all|still] out of bounds|scope
leave P <be> not yours [to] [<touch>]
leave P <be> not [be|to] [be] [ever] <touched> [by] [hand|you]
leave P <be> not for you [to] [<touch>]
leave P <be> [strictly] read-only|readonly for|to you
leave P <be> [strictly] read only for|to you
leave P <must> [<must>] [left|kept|be] [exactly] <still>
leave P <must> [<must>] [exactly] <as> [<as>] <it> [<it>]
leave P mustn't|shouldn't|can't|cannot|must|should|may|can [not|never] be <touched> [by] [hand]
leave P <be> never [to] [be] <touched>
leave P has|have|needs|need to stay|remain|be [left] [exactly] <still>
leave P should|must|may|shall|will|can not|never change|move [at] [all]
leave P <be> none of your business
leave nobody|no-one but|except me|us edits|touches|changes P
leave P § [do] <not> [ever] <touch> [it|them] [<in>]
leave P § hands|fingers off
leave P § hands-off
leave P § leave [it|them] <still>
leave P § no <changes>
leave P § <off> [limits]
leave nothing [<in>] P <be> [<be>] <touched>
leave no files|file [<in>] P <be> [<be>] <touched>
leave treat [everything|anything] [<in>] P as read-only|readonly|frozen|immutable|off-limits|sacred
leave treat [everything|anything] [<in>] P as read|off only|limits
leave consider P frozen|read-only|readonly|off-limits|immutable
leave i|we don't|dont|not want you|any|anything|anyone [to] [<touch>|<del>|<changes>] [<files>] [<in>] P [<touched>]
leave i|we don't|dont|not want P <touched>
leave i|we don't|dont|not want to see [any] <changes> [<in>] P
leave you|you're|you are not [allowed|supposed|permitted] to <touch> [<files>] [<in>] P
leave you must|should|may|can not|never <touch> [<files>] [<in>] P
leave you're not [allowed|supposed|permitted] to <touch> [<files>] [<in>] P
leave [i|we] forbid|forbidding [you] [to|from] <touch> P

leave P [bitte] [bitte] [auf|unter] [gar|keinen] [keinen] [fall|umständen] <de-not> [mehr|nachträglich|nochmal] <de-touch>
leave <de-not> P <de-touch>
leave [<de-in>] P [bitte] nichts|nix|nie [etwas|was|mehr] <de-touch>
leave <de-order> [mir|bitte] [<de-in>] P [bitte] [ja|mir|bloß] <de-not> [mehr] [an|um]
leave <de-order> [mir|bitte] nichts|nix|nie [etwas|was] <de-in> P [an|um]
leave lass|lasse|lassen [sie|bitte] [die] [finger|hände|pfoten] [weg] von|vom P
leave lass|lasse|lassen [sie|bitte] P [bitte] in ruhe|frieden
leave lass|lasse|lassen [sie|bitte] P [bitte] unangetastet|unverändert|stehen|liegen
leave lass|lasse|lassen [sie|bitte] P [bitte] [genau] so|wie [wie] sie|er|es ist|sind
leave finger|hände|pfoten weg von|vom|aus P
leave P bleibt|bleiben [bitte] unangetastet|unverändert
leave P bleibt|bleiben [bitte] [genau] so|wie [wie] [sie|er|es] [ist|sind]
leave P soll|sollen|muss|müssen [bitte] [so] [wie] [sie|er|es] [ist] [unangetastet|unverändert] bleiben
leave P ist|sind tabu|gesperrt|eingefroren|heilig|off-limits|unantastbar
leave [<de-in>] P wird|werden [bitte] <de-not> [mehr|etwas] <de-done>
leave P darf|dürfen|soll|sollen [bitte] [auf] [keinen] [fall] <de-not> [mehr] <de-done> [werden]
leave du darfst|sollst|kannst P <de-not> <de-touch>
leave keine änderungen|änderung|edits [mehr] <de-in> P

leave [<fr-ne>] [<fr-ne>] <fr-touch> [surtout] <fr-not> [rien|jamais] [<fr-in>] [<fr-in>] P
leave [<fr-ne>] <fr-not> [jamais|rien] <fr-touch> [<fr-in>] P
leave n'édite|n'éditez|n'efface|n'écris|n'écrase|n'altère|n'modifie [surtout] <fr-not> [rien] [<fr-in>] P
leave [il] ne faut pas|jamais|surtout [pas] <fr-touch> [<fr-in>] P
leave pas touche [<fr-in>] P
leave laisse|laissez P tranquille|tranquilles|intact|intacte|intacts|intactes
leave laisse|laissez P en paix
leave laisse|laissez P tel|telle|tels|telles|comme [quel|quelle|quels|quelles|ça|il|elle|c'est] [est|sont]
leave P reste|restent|doit|doivent [rester] tel|telle|tels|intact|intacte|inchangé|inchangée|inchangés|comme [quel|quelle|quels|quelles|ça|il|elle|c'est] [est|sont]
leave P ne doit|doivent [surtout] <fr-not> [être] modifié|modifiée|modifiés|modifiées|touché|touchée|touchés|touchées|changé|changée|changés|bouger|changer|supprimé|supprimés
leave interdiction|interdit|défense [de|formelle] [de] <fr-touch> [<fr-in>] P
leave il est|est interdit de <fr-touch> [<fr-in>] P
leave P est|sont [strictement] interdit|interdite|interdits|interdites|intouchable|intouchables|gelé|gelée|gelés|sacré|sacrés|hors-limites|verrouillé|tabou
leave aucune|aucun modification|changement|modif [<fr-in>] P
leave pas de modification|modifications|modif|modifs|changement|changements [<fr-in>] P

leave no|nunca|jamás|ni|tampoco [me|se] <es-touch> [nada|ningún|ningun] [archivo|fichero] [<es-in>] [<es-in>] P
leave ni se te ocurra <es-touch> [nada] [<es-in>] P
leave no|nunca se <es-se> [nada] [<es-in>] P
leave P no|nunca|ni se <es-se> [nunca]
leave deja|dejá|dejen|dejad en paz P
leave deja|dejá|dejen|dejad P en paz
leave deja|dejá|dejen|dejad P como|tal|intacto|intacta|quieto|quieta|tranquilo|tranquila [cual|está|estan|están|como|esta] [está|están]
leave P se queda|quedan como|tal|igual [está|están|cual|como]
leave prohibido|prohibida|prohibidos <es-touch> [nada] [<es-in>] P
leave P es|está|son|están intocable|intocables|prohibido|prohibida|congelado|congelada|vetado|bloqueado
leave sin|nada cambios|tocar|de|modificaciones [cambios|tocar] [<es-in>] P
leave no quiero [ver] [ningún] cambios|cambio [<es-in>] P

delete <not> [ever] <del> [any] [<files>] [<in>] P
delete no deleting|removing [<files>] [<in>] P
delete P <be> [<be>] never|not [to] [be] <deleted>
delete P <de-not> löschen
delete lösch|lösche [<files>] P <de-not>

away never|don't|dont|not|no|stop [ever] run|running|execute|executing|do|doing|apply|applying|send|sending|fire|point|pointing|try|launch [anything|any|something|stuff|commands|command|queries|query|it|this|that|tests|migrations|scripts|script|things|these] against|on|at|in|to|towards T
away <not> [ever] connect|connecting|talk|talking|send|sending|post|posting|make|making [any] [requests|request|calls|traffic|data|queries] to|with|against T
away nothing <be>|runs|goes|ever [ever] [<be>] [run|executed|done] against|on|to|near T
away nothing against|on|near T
away <not> [ever] <touch>|use|using|hit|hitting|query|querying|access|accessing|restart|reset [anything] [<in>] T
away keep|stay|steer|keeping off|out|away|clear [of|from] T
away keep|get [your] hands|fingers|paws off|away [of|from] T
away hands|fingers|paws off [of|from] T
away hands-off T
away leave T [<as>] [<it>] [<it>] [<still>]
away T <be> [not|still|strictly] <off> [limits|bounds] [for] [you]
away no|never [write|writes|commands|queries|calls|access|touching|connections] <in>|against T
away i|we don't|dont want you|anything|anyone [to] [<touch>|near|on|against|run] [anything] [<in>|near|against] T
away you|we must|may|can|should not|never <touch>|use|query [anything] [<in>] T
away [auf|gegen|an] T [bitte] <de-not> [laufen|ausführen|machen|ausgeführt|anfassen|<de-touch>|starten] [lassen]
away nichts|nix|nie|niemals [etwas|was|irgendwas] auf|gegen|an|in T [laufen|ausführen|machen|starten|<de-touch>] [lassen]
away finger|hände weg von|vom T
away <de-order>|lass|lasse [bitte] T [bitte] <de-not>|in [an|ruhe|mehr]
away T ist|sind|bleibt tabu|gesperrt|unangetastet
away [ne] lance|lancez|exécute|exécutez|fais|faites|touche|touchez|envoie|lances [surtout] <fr-not> [rien|jamais|plus] [sur|contre|à|en|dans|vers] T
away [<fr-ne>] touche <fr-not> [<fr-in>] T
away rien sur|contre|en T
away no|nunca|jamás|ni ejecutes|corras|lances|toques|uses|hagas|apuntes|ejecutar|tocar [nunca] [nada|comandos|consultas] [en|contra|sobre|a|al] T
away nada en|contra|sobre T

deploy <not> [ever] deploy|deploying|release|releasing|ship|shipping|roll|publish|promote|promoting [anything|any|it|this|that|stuff|code] [out] [straight|directly] to|on|onto|into T
deploy no deploys|deploy|deployments|deployment|releases|rollouts [straight|directly] to|on|onto|into T
deploy nichts|nie|niemals|nicht [etwas] [direkt] auf|nach|in T deployen|ausrollen|releasen
deploy [bitte] [direkt] auf|nach|in T <de-not> deployen|ausrollen|releasen
deploy [ne] déploie|déploies|déployez <fr-not> [rien] en|sur|vers T
deploy no|nunca despliegues|desplegar|deploys|deployes [nada] en|a|sobre T

login <not> [ever] ssh|sshing|login|log|logging|telnet|rdp [in|into] [<in>] T
login no ssh|login|logins|connections [<in>] T
login [<de-not>] [mit] [ssh|per] auf T [<de-not>] einloggen|verbinden|zugreifen
login [<fr-ne>] connecte|connecte-toi|te [connecte] <fr-not> [<fr-in>] T
login no te conectes [<es-in>] T

permit you|we [can|may|could] [can|may|could] [now|again|also|just] <touch> [<files>] [<in>] P [now|again|too|freely|as] [well]
permit [it's|its] ok|okay|fine|alright|sure [to|you] [can] [just] <touch> [<files>] [<in>] P
permit feel free to <touch> [<files>] [<in>] P
permit go ahead and <touch> [<files>] [<in>] P
permit P <be> [now|again] ok|okay|fine|free|open|yours|allowed [to] [<touch>] [now|again] [too]
permit P <be> no longer <off> [limits]
permit P <be> [not] <off> [limits] [anymore]
permit [there's] no need to stay|keep|remain [<in>] P
permit <touch> whatever|anything|everything [you] [need|want|like|have] [to]
permit go wherever|anywhere [W] [W] [W] [W]
permit du darfst|kannst [P] [jetzt|wieder|ruhig|auch] P [jetzt|wieder|ruhig|auch] <de-touch>
permit P darfst|kannst du [jetzt|wieder|ruhig|auch] <de-touch>
permit tu peux|vous [pouvez] [maintenant|aussi] <fr-touch> [<fr-in>] P
permit [ya] puedes <es-touch> [<es-in>] P
permit you|we [can|may] [can|may] [now] deploy|ssh|connect|push [to|into|on] T
permit T <be> [now|again] ok|okay|fine|free|open [again|now]

by no X on|against|in|to|with|for T
by <not> [ever] use|using|run|running|call|calling X on|against|in|to|with|for T
`

// placeFillers are words in front of a path or a target, or behind it, that only say what
// it is.
const placeFillers = ` the a an any all every each our my your this that these those its whole entire existing old current both two three other of in under inside everything stuff
 folder folders dir dirs directory directories subfolder tree file files package packages path module modules area part page
 dans sous unter en dentro bajo im
 die der das den dem des datei dateien ordner verzeichnis paket beiden alles ganze ganzen
 le la les l' du de des au aux dossier dossiers fichier fichiers répertoire tout toute tous
 el los las del carpeta carpetas archivo archivos fichero ficheros directorio todo toda todos `

// targetFillers are such words for a target.
const targetFillers = ` the a an any on of der all our my your this that either live
 db dbs database databases server servers cluster clusters environment environments env envs account accounts context contexts box boxes host hosts machine machines namespace namespaces instance instances system systems bucket buckets redis postgres queue api site stack
 die der das den dem unser unsere datenbank umgebung maschine rechner
 le la les l' notre base serveur environnement machine de données
 el los las nuestro nuestra base servidor entorno máquina datos `

// wishOpenings are words before such a wish that add nothing to it, wishEndings those
// behind it, and wishAsides those that stand in both places.
const (
	wishAsides   = `please|pls|plz|bitte|though|ffs|ok|okay|again|for now|from now on|going forward|in this session|from here on|this time|for this task|auf keinen fall|unter keinen umständen|s'il te plaît|stp|svp|por favor|porfa|dude|man|here|in this pr|on this branch|,`
	wishOpenings = wishAsides + `|also|however|though,|whatever you do|under no circumstances|reminder|note|btw|by the way|hey|careful|then|meanwhile|oh|just so you know|to be clear|fyi|and|but|so|aber|und|mais|et|pero|y|seriously|remember|remember to|remember that|make sure you|make sure to|be sure to|make sure that|important|one thing|one more thing|actually|always|do|i said|as i said|like i said|i told you to|surtout|ojo|eh|yo|no,|wait|and please|you should|you must|you need to|you have to|i want you to|i need you to|for god's sake|heads up|in this repo|in this project|ab jetzt|ab sofort|à partir de maintenant|dorénavant|a partir de ahora|de ahora en adelante|strictly|absolutely`
	wishEndings  = wishAsides + `|thanks|thx|danke|merci|gracias|at all|in any way|by hand|manually|either|ever|ever again|anymore|any more|under any circumstances|no matter what|on your own|without asking|without asking me|without asking me first|without asking first|yourself|right|understood|bajo ningún concepto|nunca más|mehr|exactly|directly|directement|directamente|whatsoever|whatever happens|for any reason|for this fix|in this branch|for the time being|as well|too|unless i ask|unless i say so|unless i tell you to|nur|dabei|hier|in here|today|heute|aujourd'hui|hoy|period|full stop|punkt|point barre|y punto`
)

// beginnings are ways to begin an order, and the word that says the same.
const beginnings = `
never i'd rather you didn't|i'd rather you not|i would rather you didn't|i'd prefer you didn't|i'd prefer if you didn't|i would prefer you didn't|you're not to|you are not to|you're not allowed to|you are not allowed to|you aren't allowed to|you may not|you must not|you mustn't|you should not|you shouldn't|you can not|you can't|you cannot|you're never to|you are never to|you should never|you must never|i don't want you to|i dont want you to|i do not want you to|i don't want to see you|don't you dare|don't you dare to|don't even think about|don't even think of|refrain from|please refrain from|it's not ok to|it's not okay to|it is not ok to|it's forbidden to|it is forbidden to|you have no business
only you're only to|you are only to|you're only allowed to|you are only allowed to|you may only|you can only|you should only|you must only|i want you to only|i only want you to
`

// sides parts a sentence into what is said by itself.
const sides = "without|sans|but|and|aber|und|mais|et|pero|y|so|because|since|weil|denn|car|porque|while|though|although|puisque|da|plus|sondern|damit"

// ofOthers are words before a wish, in the same sentence, by which it is of others, or a text.
const ofOthers = "said|says|say|saying|told|tell|tells|wrote|writes|written|asked|asks|claims|claimed|mentions|mentioned|states|stated|answered|answering|argue|argued|thinks|thought|believes|quote|quoted|reads|comment|comments|note|notes|rule|rules|paragraph|section|sentence|warning|banner|message|hint|tooltip|faq|entry|guideline|guidelines|policy|contributing|codeowners|lint|linter|eslint|prettier|hook|job|workflow|bot|renovate|dependabot|users|user|customers|customer|people|developers|nobody|everyone|contributors|they|he|she|script|test that|ci|if|imagine|suppose|wiki|docs say|reviewer|colleague|sagt|sagte|meint|schreibt|steht|dit|disait|écrit|dice|decía|pone|regel|hinweis|wenn|falls|commentaire|règle|comentario|regla|linter|explain|describe|document|prompt|instructions|readme says|ensure|check|assert|verify"

// limits begin what takes something back from a wish before them.
const limits = conditions + "|only if|or|oder|solange|forget|nevermind|scratch|otherwise|but you can|aber du darfst|right|jusqu'à|when|once"
