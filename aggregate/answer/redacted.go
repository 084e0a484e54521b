package answer

import (
	"context"
	"slices"
	"strings"

	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/secrets"
)

// placeholder matches the text that replaces a secret in a document, so that the model does not see the secret.
var placeholder = lazyregexp.New(`\[REDACTED:[^\[\]\s]{1,80}\]`)

// minLiteral is the minimum number of characters around the placeholders of a line by which it can be located.
const minLiteral = 4

// redacted reports whether a text may contain a placeholder.
func redacted(s string) bool { return strings.Contains(s, "[REDACTED:") }

// restoreRedacted returns lines with each line that has placeholders replaced by the file's otherwise equal line, so
// that the file's line stays, and its secrets never become part of anything else. A line for which the file has no such
// line, or several with different values, is unchanged.
func (f *File) restoreRedacted(lines []string) []string {
	if !slices.ContainsFunc(lines, redacted) {
		return lines
	}
	f.index()
	out := slices.Clone(lines)
	for i, s := range lines {
		if kept, ok := f.redactedLine(s); ok {
			out[i] = indentOf(s) + kept
		}
	}
	return out
}

// restoreReading returns a reading with the lines that have placeholders replaced by the file's lines.
func (f *File) restoreReading(r Reading) Reading {
	if !redacted(r.Old) && !redacted(r.New) {
		return r
	}
	restore := func(s string) string {
		now := joinLines(f.restoreRedacted(splitLines(s)))
		if !strings.HasSuffix(s, "\n") {
			now = strings.TrimSuffix(now, "\n")
		}
		return now
	}
	return Reading{restore(r.Old), restore(r.New)}
}

// restoreEdit returns an edit with the lines that have placeholders replaced by the file's lines.
func (f *File) restoreEdit(e Edit) Edit {
	if !slices.ContainsFunc(e.Readings, func(r Reading) bool { return redacted(r.Old) || redacted(r.New) }) {
		return e
	}
	e.Readings = slices.Clone(e.Readings)
	for i, r := range e.Readings {
		e.Readings[i] = f.restoreReading(r)
	}
	return e
}

// redactedLine returns the file's line for a line with placeholders, without the white space around it. ok is false if
// the line has none, if too little is around them, or if the file does not have exactly one value for it.
func (f *File) redactedLine(s string) (kept string, ok bool) {
	c := trimSpace(s)
	if !redacted(c) {
		return "", false
	}
	parts := placeholder().Split(c, -1)
	if len(parts) < 2 || len(strings.ReplaceAll(strings.Join(parts, ""), " ", "")) < minLiteral {
		return "", false
	}
	for _, line := range f.trimmed {
		if line == c { // the file contains the placeholder itself
			return "", false
		}
		if !matchesParts(line, parts) {
			continue
		}
		if ok && line != kept {
			return "", false
		}
		kept, ok = line, true
	}
	return kept, ok
}

// matchesParts reports whether a line consists of some parts in order, from its beginning to its end, with something
// between each and the next.
func matchesParts(line string, parts []string) bool {
	last := len(parts) - 1
	if !strings.HasPrefix(line, parts[0]) {
		return false
	}
	line = line[len(parts[0]):]
	for _, part := range parts[1:last] {
		if len(line) == 0 {
			return false
		}
		at := strings.Index(line[1:], part)
		if at < 0 {
			return false
		}
		line = line[1+at+len(part):]
	}
	return len(line) > len(parts[last]) && strings.HasSuffix(line, parts[last])
}

// scrubReason returns a placement whose reason does not quote lines that were restored in an edit.
func (f *File) scrubReason(p Placement, e Edit) Placement {
	for _, r := range e.Readings {
		for _, text := range []string{r.Old, r.New} {
			if !redacted(text) {
				continue
			}
			for _, s := range splitLines(text) {
				if kept, ok := f.redactedLine(s); ok && strings.Contains(p.Reason, shorten(kept)) {
					p.Reason = "lines next to one with a secret read differently from the file"
				}
			}
		}
	}
	return p
}

// finish finishes a placement. One that may lose lines is not certain, and one that would write a placeholder is
// rejected, because the file would lose the secret.
func (f *File) finish(p Placement) Placement {
	f.quote(p.Changes)
	for _, c := range p.Choices {
		f.quote(c.Changes)
	}
	if p.Level == Certain {
		p.doubt(f.omission(p.Changes))
	}
	for _, c := range p.Changes {
		for _, s := range c.New {
			if !redacted(s) {
				continue
			}
			if mark := placeholder().FindString(s); mark != "" && !f.containsText(mark) {
				return Placement{Level: NotFound, Lines: p.Lines, Reason: "it would write " + mark + ", the placeholder of a secret that was not sent, in a line that is not exactly one of the file's: make that change yourself"}
			}
		}
	}
	return p
}

// containsText reports whether a line of the file contains a text.
func (f *File) containsText(text string) bool {
	return slices.ContainsFunc(f.lines, func(s string) bool { return strings.Contains(s, text) })
}

// quotable returns a line of the file, without the white space around it, for a message about a line of an answer. It
// does not return a part of a certain secret, which may have several lines, such as a key.
func (f *File) quotable(line int, answer string) string {
	f.findingSecrets.Do(func() {
		f.withSecret = map[int]bool{}
		src := strings.Join(f.lines, "\n")
		found, _ := secrets.Default().Scan(context.Background(), "", src) // the context does not end
		for _, s := range found {
			if s.Class != secrets.Certain {
				continue
			}
			for i := range strings.Count(s.Secret(src), "\n") + 1 {
				f.withSecret[s.Line-1+i] = true
			}
		}
	})
	if redacted(answer) || f.withSecret[line] {
		return "a line with a secret"
	}
	return "“" + shorten(f.trimmed[line]) + "”"
}
