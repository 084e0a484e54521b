package grammar

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/prefilter"
)

// Remarks returns the cuts that remove comments without documentation from a skeleton.
//
// A comment documents what is directly below it, or before it on its line. Comments marked as
// documentation (/**, ///, //!) are always kept, as is the first one of the file, without its
// licence terms. The others are removed: section titles and rules, commented-out code, notes for
// tools, to-do notes, block end labels.
//
// comments are those of the source, sorted. cuts have already been removed.
func (c Comments) Remarks(src []byte, comments []code.Span, cuts []code.Cut) []code.Cut {
	r := remarks{marks: c, src: src}
	for _, cut := range cuts {
		r.closed = append(r.closed, cut.Span)
	}
	r.closed = outermost(r.closed)
	var run []code.Span // comments alone on their lines, each directly below the previous one
	for _, s := range comments {
		if s = Trimmed(src, s); !c.begins(src[s.Start:s.End]) || isInside(r.closed, s) || contains(r.closed, s) {
			continue
		}
		isAlone := r.isAlone(s)
		if n := len(run); n > 0 && (!isAlone || LineStart(src, s.Start) != NextLine(src, run[n-1].End)) {
			r.read(run)
			run = run[:0]
		}
		switch {
		case isAlone:
			run = append(run, s)
		case r.isLast(s):
			r.readTail(s)
		}
	}
	r.read(run)
	return r.cuts
}

// commentsIn returns the comments of a tree, sorted.
func (q *query) commentsIn(t *tree.Tree) []code.Span {
	var list []code.Span
	for p := range t.Pieces(q.comments) {
		if p.Mark != 0 && !p.IsBroken {
			list = append(list, code.Span{Start: p.Start, End: p.End})
		}
	}
	return outermost(list)
}

// isComment returns a mark for comment symbols.
func isComment(name string, named bool) byte {
	if named && strings.Contains(name, "comment") {
		return 1
	}
	return 0
}

// begins reports whether a text begins like a comment.
func (c Comments) begins(text []byte) bool {
	for _, mark := range c.Line {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	return slices.ContainsFunc(c.Block, func(marks [2]string) bool { return bytes.HasPrefix(text, []byte(marks[0])) })
}

// remarks finds comments without documentation.
type remarks struct {
	marks       Comments
	src         []byte
	closed      []code.Span // already removed
	header      int         // end of the comments at the beginning of the source
	codeReached bool        // code has been reached
	cuts        []code.Cut
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// isLast reports whether nothing follows a comment on its last line.
func (r *remarks) isLast(s code.Span) bool {
	for _, c := range r.src[s.End:] { // a line may be a megabyte long and contain as many comments
		if !isSpace(c) {
			return false
		}
		if c == '\n' {
			break
		}
	}
	return true
}

// isAlone reports whether a comment is alone on its lines.
func (r *remarks) isAlone(s code.Span) bool { return IsFirstOnLine(r.src, s.Start) && r.isLast(s) }

// read removes comments without documentation from a run of consecutive ones.
func (r *remarks) read(run []code.Span) {
	if len(run) == 0 {
		return
	}
	last := run[len(run)-1]
	isHeader := r.inHeader(run[0].Start)
	if isHeader {
		r.header = last.End
		if r.readLicence(run) {
			return
		}
	}
	documents, toDo, begins := isHeader && !r.isCode(run) || r.isAbove(run), false, true // a paragraph
	isRemovable := func(s code.Span) bool {
		text := r.src[s.Start:s.End]
		if isDocumentation(text) || bytes.HasPrefix(text, []byte("#!")) {
			toDo, begins = false, true
			return false
		}
		isBlank := commentText(text) == ""
		toDo = !isBlank && (toDo || begins && isToDo(text)) // up to its end
		begins = isBlank
		return toDo || isRule(text) || isNote(text) || isStatement(text) || !documents
	}
	for i := 0; i < len(run); i++ {
		first := i
		for i < len(run) && isRemovable(run[i]) {
			i++
		}
		if i > first {
			r.cutLines(code.Span{Start: run[first].Start, End: run[i-1].End}, first == 0 && i == len(run))
		}
	}
}

// inHeader reports whether there is no code before an offset.
func (r *remarks) inHeader(at int) bool {
	if r.codeReached {
		return false
	}
	before := bytes.TrimSpace(r.src[r.header:at])
	if r.header == 0 {
		if first, rest, _ := bytes.Cut(before, []byte("\n")); bytes.HasPrefix(first, []byte("#!")) || bytes.HasPrefix(first, []byte("<?")) {
			before = bytes.TrimSpace(rest)
		}
	}
	r.codeReached = len(before) > 0
	return !r.codeReached
}

// isAbove reports whether a run of comments is directly above code that a skeleton shows.
func (r *remarks) isAbove(run []code.Span) bool {
	start := NextLine(r.src, run[len(run)-1].End)
	if start == len(r.src) {
		return false
	}
	end := NextLine(r.src, start)
	line := r.src[start:end]
	text := bytes.TrimSpace(line)
	at := start + bytes.Index(line, text)
	switch {
	case len(text) == 0:
		return false
	case bytes.IndexByte([]byte("})]"), text[0]) >= 0, string(text) == "end":
		return r.isFirst(run) // otherwise the block would be empty
	case at-start < run[0].Start-LineStart(r.src, run[0].Start): // a block has ended
		return false
	case r.isCut(at):
		return false
	}
	return !r.isCode(run)
}

// isFirst reports whether a run of comments is directly below the line that opens a block.
func (r *remarks) isFirst(run []code.Span) bool {
	start := LineStart(r.src, run[0].Start)
	if start == 0 {
		return false
	}
	above := r.src[LineStart(r.src, start-1):start]
	return !isBlank(above) && len(above)-len(bytes.TrimLeft(above, " \t")) < run[0].Start-start
}

// isCut reports whether an offset is in removed text.
func (r *remarks) isCut(at int) bool {
	i := sort.Search(len(r.closed), func(i int) bool { return r.closed[i].End > at })
	return i < len(r.closed) && r.closed[i].Start <= at
}

// isCode reports whether comments are commented-out code: most of the lines end like a statement.
func (r *remarks) isCode(run []code.Span) bool {
	ends := 0
	for _, s := range run {
		if text := bytes.TrimSpace(r.src[s.Start:s.End]); bytes.IndexByte([]byte(";{}"), text[len(text)-1]) >= 0 {
			ends++
		}
	}
	return 2*ends > len(run)
}

// isStatement reports whether a comment is a statement that assigns or calls something.
func isStatement(text []byte) bool {
	return text[len(text)-1] == ';' && bytes.ContainsAny(text, "=(")
}

// cutLines removes the lines of comments. If all is set, no other comments of their run are kept,
// and adjacent blank lines are removed too.
func (r *remarks) cutLines(s code.Span, all bool) {
	start, end := LineStart(r.src, s.Start), NextLine(r.src, s.End)
	above := bytes.TrimRight(r.src[:start], " \t\r")
	isOpen := isBlank(r.src[:start]) || bytes.HasSuffix(above, []byte("\n\n")) || bytes.HasSuffix(above, []byte("\r\n\r\n")) ||
		bytes.HasSuffix(bytes.TrimRight(above, "\r\n"), []byte("{"))
	if all && isOpen {
		for end < len(r.src) && isBlank(r.src[end:NextLine(r.src, end)]) {
			end = NextLine(r.src, end)
		}
	}
	r.cut(code.Span{Start: start, End: end})
}

func (r *remarks) cut(s code.Span) {
	if !s.Empty() {
		r.cuts = append(r.cuts, code.Cut{Span: s})
	}
}

// readTail removes a comment after code if it has no documentation.
func (r *remarks) readTail(s code.Span) {
	before := bytes.TrimSpace(r.src[LineStart(r.src, s.Start):s.Start])
	text := r.src[s.Start:s.End]
	closes := len(bytes.Trim(before, "}),;] \t")) == 0 || string(before) == "end" || bytes.HasPrefix(before, []byte("#endif"))
	if !closes && !isNote(text) && !isToDo(text) {
		return
	}
	start := s.Start
	for start > 0 && (r.src[start-1] == ' ' || r.src[start-1] == '\t') {
		start--
	}
	r.cut(code.Span{Start: start, End: s.End})
}

// isDocumentation reports whether a comment is marked as documentation, or is a Go directive.
func isDocumentation(text []byte) bool {
	for _, mark := range []string{"/**", "///", "//!", "/*!", "{-|", "--|", "(**", "//go:"} {
		if rest, ok := bytes.CutPrefix(text, []byte(mark)); ok && (len(rest) == 0 || rest[0] != mark[len(mark)-1]) {
			return true
		}
	}
	return false
}

// commentText returns a line of a comment without its markup.
func commentText(line []byte) string { return strings.Trim(string(line), " \t\r\n/*#-!<>(){}|=~_+;") }

var rule = lazyregexp.New(`^(?:/{4,}|-{4,}|(?://|/\*|#|--|;)[ \t]*[-=*#~/_+]{3,})`)

// isRule reports whether a comment is a rule, possibly with a title in it, or is empty.
func isRule(text []byte) bool {
	if bytes.IndexByte(text, '\n') >= 0 {
		return commentText(text) == ""
	}
	return rule().Match(text)
}

// toDo matches the beginning of to-do notes.
var toDo = lazyregexp.New(`^(?:TODO|FIXME|XXX|HACK)\b`)

func isToDo(text []byte) bool { return toDo().MatchString(commentText(text)) }

// notes match the beginning of comments for tools and editors.
var notes = lazyregexp.New(`^(?i:` +
	`MARK:|region\b|endregion\b|vim?:|-\*-|coding[:=]|frozen_string_literal:|sourceMappingURL` +
	`|eslint\b|tslint:|jshint\b|jslint\b|jscs:|prettier-ignore|biome-ignore|deno-lint|istanbul ignore|[cv]8 ignore` +
	`|@ts-\w+|@noinspection|noinspection|swiftlint:|swiftformat:|swift-format-ignore|noqa\b|pylint:|type: ignore|mypy:` +
	`|ruff:|flake8[:-]|isort:|fmt: ?(?:on|off|skip)|yapf:|pyright:|pragma: no|nolint\b|NOLINT\w*|clang-format (?:on|off)` +
	`|IWYU pragma|cppcheck-|rubocop:|phpcs:|phpstan-|@phpstan-ignore|psalm-|ktlint-|detekt:|@formatter:` +
	`|c?spell-?check|cspell:|codespell|stylelint-|shellcheck |luacheck:|credo:|rustfmt::|sourcery:` + `)`)

// isNote reports whether a comment is for tools.
func isNote(text []byte) bool { return notes().MatchString(commentText(text)) }

// licenceForm matches the paragraph with which a licence begins.
const licenceForm = `(?i:copyright)\s*(?:(?i:\(c\))|©|\d{4}|[:,]|[A-Z])|\([cC]\)\s*\d{4}|©\s*\d{4}|SPDX-|@licen[cs]e|` +
	`(?i:licen[cs]ed (?:to|under)|hereby granted|redistribution and use|all rights reserved|governed by an? |` +
	`this (?:file|program|library|software|source file|code) is (?:part of|free software|licen[cs]ed|distributed|released|subject to|dual))`

var (
	licence       = lazyregexp.New(licenceForm)
	licenceFilter = sync.OnceValue(func() prefilter.Filter { return prefilter.Of(licenceForm) })
	authors       = lazyregexp.New(`(?i)^@?(?:created|written|authors?|maintainer|date|version|since|file)\b`)
)

// beginsLicence reports whether a text begins a licence, or contains the beginning of one.
func beginsLicence(text []byte) bool { return licenceFilter().May(text) && licence().Match(text) }

// terms are words of the other paragraphs of a licence.
var terms = []string{
	"license", "licence", "copyright", "warrant", "liab", "permit", "permission", "redistribut", "conditions", "as is",
	"rights", "free software", "notice",
}

func isTerms(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(terms, func(word string) bool { return strings.Contains(lower, word) })
}

// paragraph is a part of a comment between blank lines.
type paragraph struct {
	code.Span        // whole lines
	text      string // its first bytes, without markup
	keep      bool   // it contains more than a name
}

// readLicence removes licence terms and authors from the comments at the beginning of a file. It
// reports whether there is a licence.
func (r *remarks) readLicence(run []code.Span) bool {
	first, last := run[0].Start, run[len(run)-1].End
	if !beginsLicence(r.src[first:last]) {
		return false
	}
	if bytes.HasPrefix(r.src[first:], []byte("#!")) {
		if first = NextLine(r.src, first); first > last {
			return false
		}
	}
	list := paragraphs(r.src, code.Span{Start: first, End: last})
	keptCount, legal := 0, false
	for i := range list {
		p := &list[i]
		isLegal := legal && isTerms(p.text) || beginsLicence([]byte(p.text)) // the cheaper one first
		legal = legal || isLegal
		const minWords = 4
		if p.keep = !isLegal && len(strings.Fields(p.text)) >= minWords && !authors().MatchString(p.text); p.keep {
			keptCount++
		}
	}
	if keptCount == 0 {
		r.cutLines(code.Span{Start: first, End: last}, true)
		return true
	}
	// The lines with the delimiters of a block comment are kept.
	var delimiterLines []int
	for _, s := range run {
		if bytes.IndexByte(r.src[s.Start:s.End], '\n') >= 0 {
			delimiterLines = append(delimiterLines, LineStart(r.src, s.Start), LineStart(r.src, s.End))
		}
	}
	for _, p := range list {
		if p.keep {
			continue
		}
		for at := p.Start; at < p.End; {
			end := NextLine(r.src, at)
			if _, isDelimiter := slices.BinarySearch(delimiterLines, at); !isDelimiter {
				r.addCut(code.Span{Start: at, End: end})
			}
			at = end
		}
	}
	return true
}

// addCut adds a cut, or extends the last one.
func (r *remarks) addCut(s code.Span) {
	if n := len(r.cuts); n > 0 && r.cuts[n-1].End == s.Start {
		r.cuts[n-1].End = s.End
		return
	}
	r.cut(s)
}

// paragraphs returns the paragraphs of comments, including the blank lines after each.
func paragraphs(src []byte, s code.Span) []paragraph {
	var list []paragraph
	wasBlank := true
	for at := LineStart(src, s.Start); at < s.End; {
		end := NextLine(src, at)
		text := commentText(src[max(at, s.Start):min(end, s.End)])
		if n := len(list); n > 0 && (text == "" || !wasBlank) {
			last := &list[n-1]
			if last.End = end; len(last.text) < maxHeader {
				last.text = strings.TrimSpace(last.text + " " + text)
			}
		} else {
			list = append(list, paragraph{Span: code.Span{Start: at, End: end}, text: text})
		}
		wasBlank = text == "" && list[len(list)-1].text != ""
		at = end
	}
	return list
}

// outsideFailed returns the comments that are not on failed lines.
func outsideFailed(comments, failed []code.Span) []code.Span {
	return slices.DeleteFunc(comments, func(s code.Span) bool {
		i := sort.Search(len(failed), func(i int) bool { return failed[i].End > s.Start })
		return i < len(failed) && failed[i].Start < s.End
	})
}
