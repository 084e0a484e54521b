// Package chat parses conversations that are copied or exported from other programs into
// discussion entries.
//
// [Read] recognizes lines with a role ("User:", "ChatGPT said:"), Markdown headings and bold
// names ("## User", "**Assistant:** …"), this program's own excerpts, and the JSON of common
// exports and APIs: lists of roles and contents (OpenAI, Anthropic, Gemini, ShareGPT), also as
// one message per line, and the exports of ChatGPT and Claude.
//
// The package guarantees: The same text gives the same entries. Names inside a code fence are
// text. In text that is not JSON, every character except blank lines, separators and role markers
// is in an entry, in order; text without names is one entry. In JSON, every message is an entry
// of its conversation; parts of a message that are not text are shown as JSON, and other values
// are reported with their lines. Damaged JSON is parsed as far as possible. JSON that indentation
// would make more than eight times as long is not indented. Read depends only on its arguments
// and takes time and memory proportional to their size; entries do not retain the input text.
package chat

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"dossier/models"
)

// Roles that common names are mapped to.
const (
	user   = "User"
	ai     = "AI"
	system = "System"
	tool   = "Tool"
)

// Chat is the result of parsing a text.
type Chat struct {
	// Conversations are in the order in which they begin; only exports contain several.
	Conversations []Conversation
	// Unknown are the values in place of messages that were not understood, in order. They are in
	// no entry.
	Unknown []Unknown
	// Unnamed reports that the text contains no names, so that it is one entry.
	Unnamed bool
}

// Conversation is one conversation of a text.
type Conversation struct {
	Number  int       // position in the text, from 1
	Title   string    // one line; empty if there is none
	Time    time.Time // start time; zero if unknown
	Line    int       // first line in the text, from 1
	Entries []models.Entry
}

// Unknown is a part of a text that was not understood.
type Unknown struct {
	Line, EndLine int // from 1, inclusive
	Problem       string
}

func (u Unknown) String() string {
	if u.EndLine > u.Line {
		return fmt.Sprintf("lines %d-%d: %s", u.Line, u.EndLine, u.Problem)
	}
	return fmt.Sprintf("line %d: %s", u.Line, u.Problem)
}

// Entries returns the entries of all conversations in order.
func (c Chat) Entries() []models.Entry {
	var out []models.Entry
	for _, one := range c.Conversations {
		out = append(out, one.Entries...)
	}
	return out
}

// Read parses the conversations in a text. roles are additional names that begin an entry, with
// their exact spelling. Entries have a time if the text contains one.
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

// trimLines trims leading blank lines and trailing white space.
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

// names maps the names that begin an entry to roles. Keys are in lower case.
type names struct{ roles, headingRoles map[string]string }

func newNames(roles []string) names {
	n := names{
		roles: map[string]string{
			"user": user, "human": user, "you": user, "me": user,
			"ai": ai, "assistant": ai, "bot": ai, "model": ai,
			"chatgpt": ai, "gpt": ai, "claude": ai, "gemini": ai, "copilot": ai, "grok": ai, "deepseek": ai, "llama": ai, "mistral": ai, "qwen": ai,
			"system": system, "developer": system,
			"tool": tool, "function": tool,
		},
		// Words that also begin lines of ordinary text.
		headingRoles: map[string]string{"prompt": user, "question": user, "response": ai, "answer": ai, "reply": ai},
	}
	for _, role := range roles {
		if key := strings.ToLower(strings.TrimSpace(role)); key != "" {
			n.roles[key] = strings.TrimSpace(role)
		}
	}
	return n
}

// roleOf returns the role of a name. headed is set for a name in a heading or in bold.
func (n names) roleOf(name string, headed bool) (string, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if role, ok := n.roles[name]; ok {
		return role, true
	}
	if headed {
		if role, ok := n.headingRoles[name]; ok {
			return role, true
		}
	}
	name = strings.TrimSuffix(name, " said")
	if role, ok := n.roles[name]; ok {
		return role, true
	}
	// "Claude 3.5 Sonnet", "GPT-4o": a program's name and version.
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", false
	}
	maker, version, dashed := strings.Cut(words[0], "-")
	if n.roles[maker] != ai || !dashed && len(words) == 1 {
		return "", false
	}
	for _, word := range append(words[1:], version) {
		number := strings.ContainsAny(word, "0123456789") && strings.IndexFunc(word, notInVersion) < 0
		if word != "" && !number && !slices.Contains(versionWords(), word) {
			return "", false
		}
	}
	return ai, true
}

func notInVersion(r rune) bool {
	return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// versionWords returns the words that occur in model versions in addition to numbers.
func versionWords() []string {
	return []string{"opus", "sonnet", "haiku", "pro", "flash", "ultra", "nano", "mini", "turbo", "plus", "preview", "thinking", "advanced", "chat", "code"}
}

// fence tracks code fences line by line (CommonMark 0.31, section 4.5).
type fence struct{ mark string }

// inside reports whether a line is inside a fence or delimits it.
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

// split splits text at the lines that begin an entry: begins returns its role and the rest of the
// line. The text before the first is a user's entry.
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

// dropSeparators removes the rule at the end of every entry but the last.
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
