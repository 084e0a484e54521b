// Package chat reads conversations that people copy or export from elsewhere, as the
// entries of discussions.
//
// [Read] knows lines of a role ("User:", "ChatGPT said:"), Markdown headings and bold
// names ("## User", "**Assistant:** …"), this program's own excerpts, and the JSON of
// the usual exports and interfaces: lists of roles and contents (OpenAI, Anthropic,
// Gemini, ShareGPT), also one message a line, and the exports of ChatGPT and Claude.
//
// What may be relied on: the same text gives the same entries. What looks like a role
// inside a code fence is text. Of text that is not JSON every character but blank lines,
// separators and the marks of the roles is in an entry, in order; text in which nobody is
// named is one entry. Of JSON every message is an entry of its conversation; parts of a
// message that are no text stand as JSON, and what is no message is reported with its
// lines. Of JSON that is damaged what can be read is read. JSON that would be more than eight
// times as long with indentation stands without. Read uses nothing but its arguments, and takes
// time and memory in proportion to them; no entry holds the text that it was read from.
package chat

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"dossier/models"
)

// The roles that the usual names are read as.
const (
	user   = "User"
	ai     = "AI"
	system = "System"
	tool   = "Tool"
)

// Chat is what a text holds.
type Chat struct {
	// Conversations stand in the order in which they begin; only exports hold several.
	Conversations []Conversation
	// Unknown is what was to be a message and is none, in order. It is in no entry.
	Unknown []Unknown
	// Unnamed reports that nobody is named in the text, so that it is one entry.
	Unnamed bool
}

// Conversation is one conversation of a text.
type Conversation struct {
	Number  int       // among those of the text; counts from 1
	Title   string    // in one line; empty where the text does not say
	Time    time.Time // when it began; zero when unknown
	Line    int       // where it begins in the text; counts from 1
	Entries []models.Entry
}

// Unknown is a part of a text that was not understood.
type Unknown struct {
	Line, EndLine int // count from 1; both belong to it
	Problem       string
}

func (u Unknown) String() string {
	if u.EndLine > u.Line {
		return fmt.Sprintf("lines %d-%d: %s", u.Line, u.EndLine, u.Problem)
	}
	return fmt.Sprintf("line %d: %s", u.Line, u.Problem)
}

// Entries returns the entries of all conversations, one after the other.
func (c Chat) Entries() []models.Entry {
	var out []models.Entry
	for _, one := range c.Conversations {
		out = append(out, one.Entries...)
	}
	return out
}

// Read returns the conversations of a text. roles are names beside the usual ones that
// begin an entry, as they are spelled there. Entries have a time where the text says one.
func Read(text string, roles ...string) Chat {
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "\ufffd"), "\ufeff")
	if strings.TrimSpace(text) == "" {
		return Chat{}
	}
	names := newNames(roles)
	whole := func(entries []models.Entry) Chat {
		return Chat{Conversations: []Conversation{{Number: 1, Line: 1, Entries: entries}}}
	}
	fromJSON, isJSON := readJSON(text, names)
	if len(fromJSON.Conversations) > 0 {
		return fromJSON
	}
	if entries, ok := parseExcerpts(text, names); ok {
		return whole(entries)
	}
	if entries, ok := parseMarked(text, names); ok {
		return whole(entries)
	}
	if isJSON {
		return fromJSON
	}
	c := whole([]models.Entry{{Role: user, Content: trimLines(text)}})
	c.Unnamed = true
	return c
}

// trimLines cuts blank lines at the start, and white space at the end.
func trimLines(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// names says which names begin an entry, and as what role. Keys are in lower case.
type names struct{ roles, headed map[string]string }

func newNames(roles []string) names {
	n := names{
		roles: map[string]string{
			"user": user, "human": user, "you": user, "me": user,
			"ai": ai, "assistant": ai, "bot": ai, "model": ai,
			"chatgpt": ai, "gpt": ai, "claude": ai, "gemini": ai, "copilot": ai, "grok": ai, "deepseek": ai, "llama": ai, "mistral": ai, "qwen": ai,
			"system": system, "developer": system,
			"tool": tool, "function": tool,
		},
		// Words that also begin lines of any text.
		headed: map[string]string{"prompt": user, "question": user, "response": ai, "answer": ai, "reply": ai},
	}
	for _, role := range roles {
		if key := strings.ToLower(strings.TrimSpace(role)); key != "" {
			n.roles[key] = strings.TrimSpace(role)
		}
	}
	return n
}

// roleOf returns the role of a name. headed says that it stands in a heading or in bold.
func (n names) roleOf(name string, headed bool) (string, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if role, ok := n.roles[name]; ok {
		return role, true
	}
	if headed {
		if role, ok := n.headed[name]; ok {
			return role, true
		}
	}
	name = strings.TrimSuffix(name, " said")
	if role, ok := n.roles[name]; ok {
		return role, true
	}
	// "Claude 3.5 Sonnet", "GPT-4o": the name of a program with its version.
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", false
	}
	maker, version, dashed := strings.Cut(words[0], "-")
	if n.roles[maker] != ai || !dashed && len(words) == 1 {
		return "", false
	}
	for _, word := range append(words[1:], version) {
		number := strings.ContainsAny(word, "0123456789") && strings.IndexFunc(word, inNoVersion) < 0
		if word != "" && !number && !slices.Contains(versionWords(), word) {
			return "", false
		}
	}
	return ai, true
}

func inNoVersion(r rune) bool {
	return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// versionWords are what versions of models are called beside their numbers.
func versionWords() []string {
	return []string{"opus", "sonnet", "haiku", "pro", "flash", "ultra", "nano", "mini", "turbo", "plus", "preview", "thinking", "advanced", "chat", "code"}
}

// fence follows code fences from line to line (CommonMark 0.31, section 4.5).
type fence struct{ mark string }

// inside reports whether a line is text of a fence, or one of its own lines.
func (f *fence) inside(line string) bool {
	line = strings.TrimRight(line, "\r\n")
	rest := strings.TrimLeft(line, " ")
	run := markRun(rest)
	if f.mark == "" {
		if len(line)-len(rest) > 3 || len(run) < 3 || run[0] == '`' && strings.Contains(rest[len(run):], "`") {
			return false
		}
		f.mark = run
		return true
	}
	if len(line)-len(rest) <= 3 && strings.HasPrefix(run, f.mark) && strings.TrimSpace(rest[len(run):]) == "" {
		f.mark = ""
	}
	return true
}

// markRun returns the run of backticks or tildes that s begins with.
func markRun(s string) string {
	for _, mark := range []string{"`", "~"} {
		if strings.HasPrefix(s, mark) {
			return s[:len(s)-len(strings.TrimLeft(s, mark))]
		}
	}
	return ""
}

// split cuts text at the lines that begin an entry: begins returns its role and what
// follows the mark in the line. What stands before the first is an entry of a person.
func split(text string, begins func(line string) (role, rest string, ok bool)) []models.Entry {
	var out []models.Entry
	var f fence
	current := models.Entry{Role: user}
	var content strings.Builder
	named := false
	end := func() {
		if current.Content = trimLines(content.String()); current.Content != "" || named {
			out = append(out, current)
		}
		content.Reset()
	}
	for line := range strings.Lines(text) {
		if !f.inside(line) {
			if role, rest, ok := begins(line); ok {
				end()
				current, named = models.Entry{Role: role}, true
				line = rest
			}
		}
		content.WriteString(line)
	}
	end()
	return out
}

// dropSeparators cuts the rule that stands at the end of every entry but the last.
func dropSeparators(entries []models.Entry) []models.Entry {
	if len(entries) < 2 {
		return entries
	}
	ends := func(e models.Entry) bool {
		return e.Content == "---" || strings.HasSuffix(e.Content, "\n---")
	}
	if slices.ContainsFunc(entries[:len(entries)-1], func(e models.Entry) bool { return !ends(e) }) {
		return entries
	}
	for i := range entries[:len(entries)-1] {
		entries[i].Content = strings.TrimRight(strings.TrimSuffix(entries[i].Content, "---"), " \t\r\n")
	}
	return entries
}
