package mentions

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// maxRequestContext is the maximum size of the text before a path that is checked for a request, in bytes.
const maxRequestContext = 1200

var (
	// requestWords are words by which a paragraph asks for files, exampleWords those by which it only mentions them.
	requestWords = lazyregexp.New(`(?i)(?:^|[^a-z/.-])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|add|get|want|look|everything|i(?:'d| would) like|files?[_ ](?:needed|requested|wanted)|zeig\w*|schick\w*|brauche|envoy\w+|besoin|necesito|envíe|mostrar|preciso|servono|pokaż|laten zien)(?:[^a-z/.-]|$)`)
	exampleWords = lazyregexp.New(`(?i)(?:such as|for example|e\.g\.|ignor\w*|exclud\w*|skip\w*|\bcreat(?:e|es|ed|ing)\b|matches|mkdir)`)
	// searchCommand matches a command for which a folder is only the place of an action.
	searchCommand = lazyregexp.New(`(?:^|[\s$>;&|("` + "`" + `])(?:grep|rg|ag|ack|find|fd|ls|cd|tree|mkdir|rm|cp|mv|du|tar|go (?:test|build|vet|run)|pytest|eslint|prettier|docker|rsync|git (?:add|clean|checkout))(?: [^|;&` + "`" + `]*)? ["']?$`)

	// requestBeforePath matches a request for the path after it.
	requestBeforePath = lazyregexp.New("(?i)(?:^|[^a-z])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|contents? of|zeig|schick|brauche)(?: me| us| you| mir)?(?: also)?(?: the)?(?: file| contents? of)?:? [`\"'(]{0,3}$")
	// plainSystem matches a system file without an extension.
	plainSystem = lazyregexp.New(`^~/\.?\w|^/(?:etc|home|Users|var|opt|root|mnt|srv|private|proc|sys)/[^\s/]+(?:/[^\s/]+)*$`)
)

// around returns the text on the line before from, and that after to.
func (f *finder) around(from, to int) (before, after string) {
	start := strings.LastIndexByte(f.text[:from], '\n') + 1
	end := len(f.text)
	if n := strings.IndexByte(f.text[to:], '\n'); n >= 0 {
		end = to + n
	}
	return f.text[max(start, from-maxAround):from], f.text[to:min(end, to+maxAround)]
}

// requested reports whether the paragraph before a byte asks for files. The paragraph of a list includes the line that
// introduces it.
func (f *finder) requested(at int) bool {
	before := paragraph(f.text, at)
	sentence := before[max(strings.LastIndexByte(before, '\n'), strings.LastIndex(before, ". "), 0):]
	return requestWords().MatchString(before) && !exampleWords().MatchString(sentence)
}

// paragraph returns the part of the current paragraph before a byte, at most [maxRequestContext] bytes.
func paragraph(text string, at int) string {
	before := text[max(0, at-maxRequestContext):min(at, len(text))]
	gap := strings.LastIndex(before, "\n\n")
	if gap < 0 {
		return before
	}
	if head := strings.TrimRight(before[:gap], " \t\r\n*_"); strings.HasSuffix(head, ":") && listItem().MatchString(before[gap+2:]) {
		return before[strings.LastIndexByte(head, '\n')+1:]
	}
	return before[gap:]
}

// listItem matches the start of a list item.
var listItem = lazyregexp.New(`^[ \t>]*(?:[-*+•] |\d{1,3}[.)] )`)
