package mentions

import "dossier/aggregate/lazyregexp"

// The words of line expressions in English, German, French, Spanish, Italian, Portuguese, Dutch,
// Polish and Russian; Chinese, Japanese and Korean have forms of their own.
const (
	lineWord  = `(?i:lines?|zeilen?|lignes?|l[ií]neas?|righ?e|riga|linhas?|regels?|lini[aei]|wiersz(?:e|y)?|строк[иаеу]?|ll?\.)`
	fromWord  = `(?i:from|between|von|zwischen|de|du|entre|da|dalla|tra|desde|del|od|van|tussen|с|со|между)`
	untilWord = `(?i:(?:up |down )?to|through|thru|until|bis(?: zur?)?|à|a|au|jusqu['’](?:à|au)|hasta|al|até|alla|fino (?:a|alla)|tot(?: en met)?|t/m|do|по|до)`
	// linkWord joins a part of a file to the file.
	linkWord  = `(?:(?i:файла|pliku)|(?i:of|in|from|inside|within|at|von|aus|der|im|de|du|del|della|dello|di|da|dal|dalla|do|dans|em|en|no|na|nel|nella|nello|van|uit|z|w|из|в)(?: ` + article + `)?(?: (?i:file|module|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand|pliku|файл[аеу]?))?)`
	article   = `(?i:the|der|die|das|den|dem|le|la|les|el|los|las|il|lo|o|a|os|as|het|de)`
	onlyWord  = `(?i:only|just|nur|lediglich|seulement|uniquement|solo|sólo|solamente|soltanto|apenas|somente|alleen|tylko|только)`
	andWord   = `(?i:and|und|et|y|e|i|en|и|&|\+)`
	firstWord = `(?i:first|top|erste[nr]?|premières|primeras|prime|primeiras|eerste|pierwsz(?:e|ych)|первы[ех])`
	kindWord  = `(?i:(?:function|fn|func|def|method|class|classe|struct|type|interface|enum|trait|test|constructor|constant|const|variable|module|implementation|handler|helper|macro|field|hook|component|fixture|decorator|getter|setter|typedef|namespace|record|protocol|middleware|endpoint|funktion|methode|klasse|typ|fonction|méthode|función|método|clase|funzione|metodo|função|functie)(?:e?s|e?n)?|` +
		`definitions?|propert(?:y|ies)|classi|funzioni|metodi|funciones|funções|funkcj[aęie]|metod[aęy]|klas[aęy]|функци[яюией]|метод[аы]?|класс[аы]?)`
	easternKindWord = `(?:函数|方法|类|结构体|接口|関数|メソッド|クラス|構造体|型|함수|메서드|클래스)`
	// locatedPhrase says where a symbol is: which should live; is defined.
	locatedPhrase = `(?:(?i:,? (?:que|qui|che|die|der|das|котор\p{L}+))?(?i: (?:está|é|se trouve|est|è|si trova|steht|liegt|ist|находится))?(?i: (?:définie?|definid[ao]|definit[ao]|definiert))?|` +
		`(?i:,? (?:which|that|it))?(?i: (?:should|must|may|might|probably|presumably|likely))?(?i: (?:be|is|are|gets?|lives?|sits?|resides?))?(?i: (?:implemented|defined|declared|located|found))?)`
	closingMarks = "[`\"'*_)\\]»”’」]{0,4}"
	lineNumber   = `#?L?(\d{1,8})`
)

// The expressions for lines.
var (
	// lineList begins a list of line numbers: lines 10-20; Zeilen von 10.
	lineList = lazyregexp.New(`(?:^|[^\p{L}\p{N}_$])(?:(?i:(up to|to|until|through)|(between|zwischen|entre|tra|tussen|между)) )?(` + lineWord + `)(?:\(s\))?(?: (?i:numbers?|range|no\.|nr\.))?(?:[*_]{0,2}:[*_]{0,2})? {0,2}(?:(` + fromWord + `) )?~?(?:` + lineNumber + `)`)
	// oneRange is a line or a range; furtherRange precedes each further one of a list.
	oneRange     = lazyregexp.New(`^` + lineNumber + `(?:(?: ?(?:[-–—~〜～]|\.\.\.?) ?| ` + untilWord + ` )(?:` + article + ` )?(?:` + lineWord + ` )?` + lineNumber + `)?`)
	furtherRange = lazyregexp.New(`^(?:,? ` + andWord + ` |, ?)(?:(` + lineWord + `) )?`)
	// afterCount follows a number that counts something or is part of another number: 3 findings, 1.5.
	afterCount = lazyregexp.New(`^(?: ?[\p{L}_%]|[.:]\d)`)
	// afterLineNumber follows a number that is a line nevertheless: lines 5, 6 and 7 of.
	afterLineNumber = lazyregexp.New(`^ (?:(?i:of|in|from|von|aus|der|des|de|du|del|di|da|do|van|z|файла|из)|` + andWord + `)(?: |$)`)
	// openRange follows a line that begins an open range, and easternOpenRange is its end in Chinese, Japanese
	// and Korean.
	openRange        = lazyregexp.New(`^,? (?i:on(?:wards?)?\b|(?:up |down |through )?(?:to|until) (?:the )?(?:very )?end\b|to EOF\b|and (?:below|following)\b|bis (?:zum )?(?:ende|schluss)|jusqu['’]à la fin|hasta el fin(?:al)?|até (?:o|ao) fi(?:m|nal)|fino alla fine|tot (?:het )?eind|do końca|(?:и )?до конца)`)
	easternOpenRange = lazyregexp.New(`^(?:目?以降|(?:到|至|直到)(?:文件)?(?:末尾|最后|结尾|结束)|(?:目?から)(?:最後|末尾|終わり)|(?:부터) ?끝)`)
	singular         = lazyregexp.New(`^(?i:line|zeile|ligne|l[ií]nea|riga|linha|regel|linia|wiersz|строк[аеу])$`)
	// shortLine begins L12, L12-L40 or L12, L40, and firstLines is the beginning of a file.
	shortLine      = lazyregexp.New(`(?:^|[^\p{L}\p{N}_.#])L(\d{1,8})\b`)
	firstLines     = lazyregexp.New(`(?:` + firstWord + ` ~?(\d{1,8})|\b(\d{1,8}) ` + firstWord + `) ` + lineWord + `|(?:前|头|开头的?|最初の|先頭の?|冒頭の?|처음|첫) ?(\d{1,8}) ?(?:行|줄)`)
	easternLines   = lazyregexp.New(`第? ?((?:\d{1,8} ?[,、] ?){0,8})(\d{1,8}) ?(?:行目?|번째 줄|번 줄|줄|행)?(?: ?(?:[-–—~〜～到至]|から|부터) ?第? ?(\d{1,8}))? ?(?:行|번째 줄|번 줄|줄|행)`)
	offsetAndLimit = lazyregexp.New(`["']?\boffset["']?[:= ]+["']?(\d{1,8})["']?(?:[, ]+|[, ]*and )["']?limit["']?[:= ]+["']?(\d{1,8})`)
)

// The lines at the end of a path: a.go:12-40 and the like; parens and quickfix follow without a space.
var (
	suffixLines    = lazyregexp.New(`^(.*?[^:#])(?:#L?|:L?)(\d{1,8})(?:[:.]\d+|C\d+)?(?:[-–~](?:L)?(\d{1,8})(?:[:.]\d+|C\d+)?)?((?:, ?L?\d{1,8}(?:-L?\d{1,8})?)*):?(?:[A-Za-z_].*)?$`)
	parenLines     = lazyregexp.New(`^\((\d{1,8})(?:,\d+)?\)`)
	linesAfterPath = lazyregexp.New("^(?:\\((\\d{1,8})(?:,\\d+)?\\)|[`*]{0,3} [(\\[](\\d{1,8}) ?[-–,] ?(\\d{1,8})[)\\]]|:\\[(\\d{1,8}),\\d+\\]|\\|(\\d{1,8})(?:-\\d+)?(?: col \\d+)?[ |]|[`*]{0,3} {0,8}\\| {0,8}(\\d{1,8}) ?[-–] ?(\\d{1,8}) {0,8}\\|)")
	headLines      = lazyregexp.New(`^(\d{1,8}):(\d{1,8}):(.+)$`)
)

// The text between an expression and its path, and around them.
var (
	// expressionToPath is the text between an expression and the path after it.
	expressionToPath = lazyregexp.New("^" + closingMarks + ",? " + linkWord + " ?[`\"'*_(\\[«“„@]{0,4}$|^ ?的? ?[`\"'（「]{0,3}$")
	// otherOwner follows an expression that belongs to something else; its group is something of the path.
	otherOwner = lazyregexp.New("^" + closingMarks + `,? (?i:of|in|from) (?:the |this |that )?(?i:(file|it|\d+)\b)?`)
	// pathToExpression is the text between a path and an expression directly after it.
	pathToExpression = lazyregexp.New("^" + closingMarks + `[,:;]{0,2} {0,2}(?:[-–—|→] {0,8})?[(\[]?(?:(?i:starting|beginning|at|around|near|on|from|see|only|just|the|von|in|ab|nur|die|den|der|de|des|du|aux|les|las|los|el|la|le|en|nas|da|das|do|dalle|dalla|alle|van|w|od|с|в|на|из|的|の|から|에서|의) ?){0,3}$`)
	// beforeLooseLines precedes a loose expression that is not directly after a path.
	beforeLooseLines = lazyregexp.New(`(?:[(,]|\b(?:at|on|see|around|near|from|to)) $`)
	sentenceEnd      = lazyregexp.New(`[.?!;] `)
	// partWords is a word by which a later sentence speaks of a part of the file, and truncated precedes
	// the last line that the model has.
	partWords   = lazyregexp.New(`(?i)\b(?:only|rest|just|enough|part|care)\b`)
	truncated   = lazyregexp.New(`(?i)\b(?:cut off|truncated|breaks? off)(?: \w+)? $|\b(?:copy|excerpt|part|version|snippet|it|have|see|sent)\b[^.;]{0,30} (?:ends?|stops?|ended|stopped) (?:at|after|with) $`)
	appliesAlso = lazyregexp.New(`^[\s>*_]*Also (?:applies to|at|see)(?: lines?)?: ?`)
	// numberCell is a cell of a table that is a number.
	numberCell = lazyregexp.New("^[`*]{0,3} {0,8}\\| {0,8}L?(\\d{1,8}) {0,8}\\|")
	// alreadyHas precedes a path of which the model has some lines, and wantsRest asks for the rest of it.
	alreadyHas = lazyregexp.New(`(?i)\b(?:have|see|got|received)\b[^.;]{0,30}$`)
	wantsRest  = lazyregexp.New(`(?i)\b(?:rest|remainder|remaining|continuation|what follows)\b`)
	// oneOfSeveral precedes lines of one of several paths: of the first, line 20.
	oneOfSeveral = lazyregexp.New(`(?i)\b(?:of|from|in) the (?:first|former|second|latter|other)\b[^.;]*$`)
	// lineColumn is the head of a column of line numbers, and rangeCell a cell with a range of lines.
	lineColumn = lazyregexp.New(`(?i)\bline\b|\blines? ?(?:no|num|#)`)
	rangeCell  = lazyregexp.New(`^[\s` + "`" + `*]*L?\d{1,8} ?[-–] ?L?\d{1,8}`)
	// lineStart is the text before the first word of a line: bullets, numbers, a label.
	lineStart = lazyregexp.New(`^[\s>*•_#-]*(?:\d{1,3}[.)] )?(?:[A-Za-z][A-Za-z ()]{0,20}[*_]{0,2}:[*_]{0,2}\s*)?[*_]{0,2}$`)
	labelLine = lazyregexp.New(`^[\s>*•_-]*[A-Za-z][A-Za-z ()]{0,20}[*_]{0,2}:`)
	// introducesBelow is the rest of a line after its one path, if the lines below are about that path.
	introducesBelow = lazyregexp.New("^[`\"'*_)\\],:]{0,4}(?: \\(\\d+\\):?)?\\s*$")
	// reportedLine is a line that a tool reports below a path: 12:5  error; 12:text;   12   error.
	reportedLine = lazyregexp.New(`^\s*(\d{1,8})(?::\d+\s|[:-])|^ +(\d{1,8}) {2,}\S`)
	// beforeReportedPath is the text before a path below which a tool reports lines.
	beforeReportedPath = lazyregexp.New("^[`*_# \t]*(?:Line +)?$")
	bulleted           = lazyregexp.New(`^(\s*)[-*+•] `)
)

// Symbols in a sentence.
var (
	spanSymbol = lazyregexp.New("`([^`\n]{2,120})`")
	wordSymbol = lazyregexp.New(`(?:^|[^\w` + "`" + `])(?:(?i:function|method|class|struct|type|interface|enum|trait) ([A-Za-z]+[a-z_][A-Z_]\w*|[A-Z]\w*[a-z]\w*)|(?i:definition|implementation|declaration|body|source) of (?:the )?(?:` + kindWord + ` )?([A-Za-z_][\w.:]{1,119}(?:\(\))?))`)
	// symbolOfPath is the text between a symbol and the path after it.
	symbolOfPath = lazyregexp.New(`^(?: ` + kindWord + `)?` + locatedPhrase + `(?:,? ` + linkWord + ` [` + "`" + `"'*_(\[@]{0,4}| \((?:it(?:'s| is) )?(?:(?:defined |declared )?` + linkWord + ` )?[` + "`" + `"'*_]{0,3})$|^ ?` + easternKindWord + `? ?[（(](?:位于|在|にある)? ?[` + "`" + `"「]{0,3}$`)
	// sameFile follows a symbol of the path before it; inSameFile precedes lines of it.
	sameFile   = lazyregexp.New(`^(?: ` + kindWord + `)? (?:in|from|of) (?:(?:the same|that|this) file|it|there)\b`)
	inSameFile = lazyregexp.New(`(?i)(?:(?:in|of|from) )?(?:the )?same file,? (?:at |on |from )?$`)
	// symbolNext is the text between a path and a symbol that ends its item; symbolKind names the
	// symbol's kind.
	symbolNext = lazyregexp.New("^[`\"'*_]{0,4} ?(?:\\(|\\[|:|→|->|⇒|–|—|-|\\|)[ ]{0,8}(?:" + onlyWord + " )?(?:" + article + " )?(?:" + kindWord + " )?$")
	symbolKind = lazyregexp.New("^[`\"'*_]{0,4},? ?(?:[(\\[:,–—-] ?)?(?:(?:(?i:at)|" + onlyWord + ") )?(?:" + article + " )?(?:(?i:definition of|" + kindWord + ") )(?:" + article + " )?$|^[`\"'*_]{0,4},? ?[(\\[:,–—-]{0,2} ?" + onlyWord + " (?:" + article + " )?$|^[`\"'*_]{0,4} (?i:at) the $|^[`\"'*_]{0,4} ?(?:文件|ファイル|파일)?(?:中的?|里的?|的|の中の|内の|の|에 있는|의) ?(?:" + easternKindWord + " ?)?$")
	// symbolAfterPath is a symbol after a path and a spaced ::.
	symbolAfterPath = lazyregexp.New(`^[` + "`" + `]? :: ([A-Za-z_][\w.:]{0,120})`)
	symbolEnds      = lazyregexp.New(`^(?: (?i:` + kindWord + `|only))?(?:\s*$|\s*\||[,;.)\]）。，、；]| \(| ` + andWord + ` )|^ ?` + easternKindWord)
	symbolList      = lazyregexp.New(`^(?:, ?(?:` + andWord + ` )?| ` + andWord + ` |、|，| ?` + easternKindWord + `? ?(?:和|与|及|以及|と|와|과|및) ?` + easternKindWord + `? ?)(?:` + article + ` )?(?:` + kindWord + ` )?$`)
)
