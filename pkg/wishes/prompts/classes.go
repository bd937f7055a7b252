package prompts

import (
	"strings"
	"sync"
)

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
USE use run call take try using go_with stick_with stick_to switch_to nimm benutze verwende nutze utilise utilisez usa usar usad usamos utilizamos usiamo используй используйте kullan gebruik
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
THING flag command option path port name branch file directory folder key variable url tag package script target
THATIS das_ist das_war c'est ce_n'est eso_está eso_es eso_no_es esto_está isso_está isso_não_é questo_è questo_non_è это
ITOLD ich_habe_gesagt ich_hab_gesagt ich_meinte ich_wollte j'ai_dit j'ai_demandé je_voulais te_dije te_pedí quise_decir eu_disse eu_pedi ho_detto ho_chiesto я_сказал я_просил
MYSELF lo_hago_yo je_m'en_occupe je_le_fais ich_mach_das ich_mache_das mach_ich_selbst eu_faço lo_faccio_io я_сам
NOTDO no_hagas no_toques no_uses no_cambies no_borres no_añadas não_faça não_use não_mexa не_трогай не_делай не_используй non_usare non_toccare
LANG english german french spanish italian portuguese japanese chinese korean russian deutsch englisch auf_deutsch français anglais español inglés
PAST used edited put ran changed deleted removed renamed moved broke duplicated copied hardcoded skipped ignored overwrote committed pushed installed mixed swapped left misspelled replaced reverted imported touched reformatted rewrote picked assumed guessed downgraded upgraded bumped introduced disabled mocked forgot missed misread misunderstood mistook invented switched merged flipped inlined reintroduced
REPORT should must returned found lost fail fails failed failing work works worked pass passes crash crashes happens happened error errors broken shows returns
TASK use add sort make create write show list render return fix implement update change set rename move filter group order print log align put replace convert build generate explain compare
NOTHING funciona sirve hay entiendo sé exceptions problem problems worries idea luck error errors change changes rush need more thanks way clue output difference response one reason hurry doubt question questions issues matter longer idea
DO test build deploy release tag squash rebase merge name format lint pin version branch ship document
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
TAG ok okay understood right yeah please clear alright deal klar verstanden gut oder compris vale entendido
FINE fine ok okay good great right true all it fair enough correct perfect cool problem worries need thanks thank
USUALLY never always only usually just mostly
DOES runs touches edits uses pushes commits changes deletes writes reads calls deploys installs formats works takes goes keeps leaves
WHO the a my our their his her she he everybody everyone nobody somebody who ugh argh sigh well
ELSEWHERE haha hahaha jaja jajaja mdr ptdr comme_dit comme_disait as_my_boss_says as_he_says as_she_says as_they_say wie_er_sagt wie_sie_sagt como_dice my_other_project my_other_repo our_other_project our_other_repo another_project another_repo other_project_at_work my_old_job my_last_job my_previous_job in_der_anderen_firma anderen_projekt anderes_projekt autre_projet otro_proyecto altro_progetto outro_projeto
OUGHT should must may shall can cannot can't shouldn't mustn't
ACTS agent agents assistant assistants ai llm claude model bot you we team
TOUCH touch edit change delete modify overwrite remove rewrite reformat
EXAMPLE things_like something_like stuff_like lines_like rules_like sentences_like such_as along_the_lines_of for_example for_instance saying zum_beispiel etwas_wie sätze_wie par_exemple des_choses_comme por_ejemplo cosas_como
ASKING what_happens what_if why_do why_does how_come how_does was_passiert que_se_passe_t-il qué_pasa
THEN and then und dann danach et puis ensuite y luego después
ASKS can_you could_you would_you will_you you_could go_ahead go_on let's let_us i_want_you_to i'd_like_you_to i_need_you_to kannst_du könntest_du peux-tu pouvez-vous podrías
PERMITS fine you_can you_may now_you_may you're_allowed_to you_are_allowed_to you're_free_to feel_free_to du_kannst du_darfst tu_peux vous_pouvez puedes ya_puedes
ASSENTS ok okay alright all_right sure yes yep go_ahead go_on
PREFACE so perfect excellent lgtm looks_good looks_great sounds_good looking_good all_good just also finally next this_time first gut super passt prima perfekt parfait vale perfecto jetzt nun mal maintenant ahora with_that after_that to_do
REFUSES don't dont stop without except instead keine kein ohne sans sin
DEPENDS when after as_soon until unless if once whether bis wenn falls sobald si hasta quand cuando
ARTICLE the a an my our your this that these its der die das den le la les el los las
RUNS run do make start restart execute use call create launch rerun führ führe mach mache starte lance lances fais exécute haz ejecuta lanza corre
RETRACT scratch_that never_mind nevermind forget_that forget_it on_second_thought actually_go_ahead go_ahead_then wait_no no_wait hm_wait hmm_wait oh_wait strike_that ah_no ach_quatsch quatsch ach_nein ach_nö ach_was doch_nicht ach_doch moment_doch non_attends en_fait_si en_fait_non finalement_si finalement_non no_espera mejor_no mejor_sí bueno_sí actually_nah actually_no actually_yes actually_do actually_you actually_we on_reflection wrong_window wrong_chat wrong_tab wrong_terminal wrong_project wrong_repo falsches_fenster mauvaise_fenêtre ventana_equivocada ignore_that ignore_this disregard_that disregard_this
PASTES error_was error_is message_was message_is warning_was warning_is contains reads states got_this get_this getting_this gives_this says_this prints_this bekomme_das kriege_das bekomme_folgendes reçois_ça sale_esto output log logs error errors trace stderr stdout console runner says prints printed ausgabe meldung sortie erreur salida

STOP immer toujours siempre sempre nie niemals jamais nunca the a an this that these those it its my our your his her their me us you i we they them he she one ones and or nor but so because since when where while if then than instead rather over not never always ever to for in on at by of from as with without into onto about after before until till is are was were be been being am do does did don't didn't doesn't have has had can could would should will must may might there here now again please too also just only still yet already more less most some any no all both each every such same other another what which who how why let let's btw der die das den dem ein eine einen und oder für im hier statt anstatt in le la les un une des pour dans plutôt que lieu ici el los las para en vez lugar aquí y et bitte
`

// classLine is a line of the table. Most are never asked for, and of most others
// only whether a prompt has one of their words.
type classLine struct {
	text     string
	read     sync.Once
	class    class
	filtered sync.Once
	filter   filter
}

func (l *classLine) words() class {
	l.read.Do(func() { l.class = newClass(strings.Fields(l.text)) })
	return l.class
}

// begins returns the filter of the words that those of the line begin with.
func (l *classLine) begins() *filter {
	l.filtered.Do(func() {
		for w := range strings.SplitSeq(strings.TrimSpace(l.text), " ") {
			w, _, _ = strings.Cut(w, "_")
			l.filter.addWord(w)
		}
	})
	return &l.filter
}

// classLines are the lines by their names.
var classLines = sync.OnceValue(func() map[string]*classLine {
	m := make(map[string]*classLine, strings.Count(words, "\n"))
	for line := range strings.Lines(words) {
		if name, text, ok := strings.Cut(line, " "); ok {
			m[name] = &classLine{text: text}
		}
	}
	return m
})

// isClassName reports whether a word of a pattern may name a class.
func isClassName(w string) bool { return w != "" && 'A' <= w[0] && w[0] <= 'Z' }

// lineNamed returns the line of a class, or nil.
func lineNamed(name string) *classLine {
	if !isClassName(name) {
		return nil
	}
	return classLines()[name]
}

// classOf returns the words that a pattern names by a word in capitals.
func classOf(name string) class {
	if l := lineNamed(name); l != nil {
		return l.words()
	}
	return nil
}

// class is a list of words, or of sequences of words.
type class [][]string

func newClass(list []string) class {
	c := make(class, len(list))
	for i, w := range list {
		if !strings.Contains(w, "_") {
			c[i] = list[i : i+1 : i+1]
			continue
		}
		c[i] = strings.Split(w, "_")
	}
	return c
}

// has reports whether a word alone belongs to a class.
func (c class) has(w string) bool {
	for _, words := range c {
		if len(words) == 1 && words[0] == w {
			return true
		}
	}
	return false
}
