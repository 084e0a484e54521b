package mentions

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// maxAsked bounds how much of the paragraph before a path may ask for it, in bytes.
const maxAsked = 1200

var (
	// asking are words by which a paragraph asks for files, and notAsking those by which it speaks of
	// them.
	asking    = lazyregexp.New(`(?i)(?:^|[^a-z/.-])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|add|get|want|look|everything|i(?:'d| would) like|files?[_ ](?:needed|requested|wanted)|zeig\w*|schick\w*|brauche|envoy\w+|besoin|necesito|envíe|mostrar|preciso|servono|pokaż|laten zien)(?:[^a-z/.-]|$)`)
	notAsking = lazyregexp.New(`(?i)(?:such as|for example|e\.g\.|ignor\w*|exclud\w*|skip\w*|\bcreat(?:e|es|ed|ing)\b|matches|mkdir)`)
	// searches is a command in which a folder is only where something is done.
	searches = lazyregexp.New(`(?:^|[\s$>;&|("` + "`" + `])(?:grep|rg|ag|ack|find|fd|ls|cd|tree|mkdir|rm|cp|mv|du|tar|go (?:test|build|vet|run)|pytest|eslint|prettier|docker|rsync|git (?:add|clean|checkout))(?: [^|;&` + "`" + `]*)? ["']?$`)

	// asksFor is what asks for the path behind it.
	asksFor = lazyregexp.New("(?i)(?:^|[^a-z])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|contents? of|zeig|schick|brauche)(?: me| us| you| mir)?(?: also)?(?: the)?(?: file| contents? of)?:? [`\"'(]{0,3}$")
	// plainSystem is a file of the system without an ending.
	plainSystem = lazyregexp.New(`^~/\.?\w|^/(?:etc|home|Users|var|opt|root|mnt|srv|private|proc|sys)/[^\s/]+(?:/[^\s/]+)*$`)
)

// around returns the text on the line before a byte, and the one behind another.
func (f *finder) around(from, to int) (before, behind string) {
	start := strings.LastIndexByte(f.text[:from], '\n') + 1
	end := len(f.text)
	if n := strings.IndexByte(f.text[to:], '\n'); n >= 0 {
		end = to + n
	}
	return f.text[max(start, from-maxAround):from], f.text[to:min(end, to+maxAround)]
}

// asked reports whether the paragraph before a byte asks for files. The paragraph of a list is also
// the line that introduces it.
func (f *finder) asked(at int) bool {
	before := paragraph(f.text, at)
	sentence := before[max(strings.LastIndexByte(before, '\n'), strings.LastIndex(before, ". "), 0):]
	return asking().MatchString(before) && !notAsking().MatchString(sentence)
}

// paragraph returns the text before a byte that belongs to it, at most [maxAsked] bytes.
func paragraph(text string, at int) string {
	before := text[max(0, at-maxAsked):min(at, len(text))]
	gap := strings.LastIndex(before, "\n\n")
	if gap < 0 {
		return before
	}
	if head := strings.TrimRight(before[:gap], " \t\r\n*_"); strings.HasSuffix(head, ":") && listItem().MatchString(before[gap+2:]) {
		return before[strings.LastIndexByte(head, '\n')+1:]
	}
	return before[gap:]
}

// listItem begins a list.
var listItem = lazyregexp.New(`^[ \t>]*(?:[-*+•] |\d{1,3}[.)] )`)
