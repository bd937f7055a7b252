package preferences

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

// ofOthers are words before a wish, in the same sentence, by which it is of others, or a text.
const ofOthers = "said|says|say|saying|told|tell|tells|wrote|writes|written|asked|asks|claims|claimed|mentions|mentioned|states|stated|answered|answering|argue|argued|thinks|thought|believes|quote|quoted|reads|comment|comments|note|notes|rule|rules|paragraph|section|sentence|warning|banner|message|hint|tooltip|faq|entry|guideline|guidelines|policy|contributing|codeowners|lint|linter|eslint|prettier|hook|job|workflow|bot|renovate|dependabot|users|user|customers|customer|people|developers|nobody|everyone|contributors|they|he|she|script|test that|ci|if|imagine|suppose|wiki|docs say|reviewer|colleague|sagt|sagte|meint|schreibt|steht|dit|disait|écrit|dice|decía|pone|regel|hinweis|wenn|falls|commentaire|règle|comentario|regla|linter|explain|describe|document|prompt|instructions|readme says|ensure|check|assert|verify"
