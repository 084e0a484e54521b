package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate"
	"dossier/aggregate/chat"
	"dossier/aggregate/tokens"
	"dossier/models"
)

func entry(role, content string) models.Entry { return models.Entry{Role: role, Content: content} }

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       []models.Entry
	}{
		{"nothing is no entry", " \n\t\n", nil},
		{"any text is one entry", "\nhello\n\nworld\n", []models.Entry{entry("User", "hello\n\nworld")}},
		{"lines of a role", "User: hi\nthere\nAI: hello\n\nSystem: x\nTool: y", []models.Entry{entry("User", "hi\nthere"), entry("AI", "hello"), entry("System", "x"), entry("Tool", "y")}},
		{"names of programs and people", "Human: a\nAssistant: b\nYou: c\nClaude: d\nme: e\nChatGPT: f", []models.Entry{entry("User", "a"), entry("AI", "b"), entry("User", "c"), entry("AI", "d"), entry("User", "e"), entry("AI", "f")}},
		{"what the pages of programs give", "You said:\nhi\nChatGPT said:\nhello\n", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"programs have versions", "You:\nhi\nGPT-4o:\nhello\nClaude 3.5 Sonnet:\nhey", []models.Entry{entry("User", "hi"), entry("AI", "hello"), entry("AI", "hey")}},
		{"headings", "## User\n\nhi\n\n## Assistant\n\nhello\n", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"headings with a colon and text", "# You: hi\n# ChatGPT:\nhello", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"headings of an exporter", "## Prompt:\nhi\n\n## Response:\nhello", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"names in bold", "**User:** hi\n\n**Assistant**: hello\n\n**You**\nx", []models.Entry{entry("User", "hi"), entry("AI", "hello"), entry("User", "x")}},
		{"names in bold and italics, rules between", "_**User**_\n\nhi\n\n---\n\n_**Assistant**_\n\nhello", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"pictures and times beside a name", "🧑 User (10:32):\nhi\n🤖 AI (10:33):\nhello", []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{"a heading of another kind is text", "## User\nhi\n### User\nthere\nUser: x\n## AI\nhello", []models.Entry{entry("User", "hi\n### User\nthere\nUser: x"), entry("AI", "hello")}},
		{"a heading about a user is text", "## User\nhi\n## User guide\nx\n## Claude 3 release notes\ny", []models.Entry{entry("User", "hi\n## User guide\nx\n## Claude 3 release notes\ny")}},
		{"what is in a fence is text", "User: see\n````\nAI: no\n```\nAI: nor this\n````` \nAI: yes\n~~~\nUser: never closed", []models.Entry{entry("User", "see\n````\nAI: no\n```\nAI: nor this\n`````"), entry("AI", "yes\n~~~\nUser: never closed")}},
		{"one name inside a text is text", "Dear all,\nYou: do this", []models.Entry{entry("User", "Dear all,\nYou: do this")}},
		{"the text before the first name is an entry", "A chat\n\nUser: a\nAI: b", []models.Entry{entry("User", "A chat"), entry("User", "a"), entry("AI", "b")}},
		{"an empty turn stays", "User: a\nAI:\nUser: b", []models.Entry{entry("User", "a"), entry("AI", ""), entry("User", "b")}},
		{"Windows line ends", "User: a\r\nb\r\nAI: c\r\n", []models.Entry{entry("User", "a\r\nb"), entry("AI", "c")}},
		{"an indented line is code", "User: a\n    AI: b\n\tAI: c", []models.Entry{entry("User", "a\n    AI: b\n\tAI: c")}},
		{"excerpts", "## Discussion History\n\n### Discussion Excerpt 1\n\nUser: a\n\n---\n\n### Discussion Excerpt 2\n\nCritic: b\n---\nc\n\n---\n\n### Discussion Excerpt 3\n\njust text\n", []models.Entry{entry("User", "a"), entry("Critic", "b\n---\nc"), {Content: "just text", Plain: true}}},
		{
			"messages", `[{"role":"system","content":"be kind"},{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]`,
			[]models.Entry{entry("System", "be kind"), entry("User", "hi"), entry("AI", "a\n\nb")},
		},
		{
			"a request", `{"model":"m","system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","name":"run","input":{"x":1}}]},{"role":"user","content":[{"type":"tool_result","content":"ok"}]}]}`,
			[]models.Entry{entry("System", "s"), entry("User", "hi"), entry("AI", "```json\n{\n  \"type\": \"tool_use\",\n  \"name\": \"run\",\n  \"input\": {\n    \"x\": 1\n  }\n}\n```"), entry("User", "ok")},
		},
		{"calls of tools", `[{"role":"assistant","content":null,"tool_calls":[1]},{"role":"tool","content":"ok"}]`, []models.Entry{entry("AI", "```json\n[\n  1\n]\n```"), entry("Tool", "ok")}},
		{"an answer", `{"choices":[{"index":0,"message":{"role":"assistant","content":"hi"}}]}`, []models.Entry{entry("AI", "hi")}},
		{"Gemini", `{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"text":"a"},{"text":"b"}]}]}`, []models.Entry{entry("User", "hi"), entry("AI", "a\n\nb")}},
		{"ShareGPT", `[{"id":"x","conversations":[{"from":"human","value":"hi"},{"from":"gpt","value":"hello"}]}]`, []models.Entry{entry("User", "hi"), entry("AI", "hello")}},
		{
			"Claude's export", `[{"name":"n","chat_messages":[{"sender":"human","text":"hi","content":[],"created_at":"2026-11-21T10:00:00.123Z"},{"sender":"assistant","text":"x","content":[{"type":"text","text":"hello"}]}]}]`,
			[]models.Entry{{Role: "User", Content: "hi", Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}, entry("AI", "hello")},
		},
		{
			"ChatGPT's export follows the branch that was shown", `{"current_node":"d","mapping":{"r":{"message":null,"parent":null,"children":["s"]},"s":{"message":{"author":{"role":"system"},"content":{"content_type":"text","parts":[""]}},"parent":"r","children":["a"]},
			"a":{"message":{"author":{"role":"user"},"create_time":1795255200.5,"content":{"content_type":"text","parts":["hi"]}},"parent":"s","children":["b","d"]},
			"b":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["old"]}},"parent":"a","children":[]},
			"d":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["new"]}},"parent":"a","children":[]}}}`,
			[]models.Entry{{Role: "User", Content: "hi", Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}, entry("AI", "new")},
		},
		{"a circle ends", `{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"parts":["x"]}},"parent":"b","children":[]},"b":{"message":null,"parent":"a","children":["a"]}}}`, []models.Entry{entry("User", "x")}},
		{
			"a log of one message a line", "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"hi\"},\"timestamp\":\"2026-11-21T10:00:00Z\"}\n{\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}\n",
			[]models.Entry{{Role: "User", Content: "hi", Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}, entry("AI", "hello")},
		},
		{"the old shape of a discussion", `["User: a", "b"]`, []models.Entry{entry("User", "a"), {Content: "b", Plain: true}}},
		{"braces that are no JSON are text", "{code} and more", []models.Entry{entry("User", "{code} and more")}},
		{"a list in a sentence is text", `["a"] is a list`, []models.Entry{entry("User", `["a"] is a list`)}},
		{"a time in brackets is text", "[10:30] hello", []models.Entry{entry("User", "[10:30] hello")}},
		{"names count in what only begins as JSON does", "{\"a\": \nUser: b\nAI: c", []models.Entry{entry("User", "{\"a\":"), entry("User", "b"), entry("AI", "c")}},
		{"for a repeated key the last value is used", `[{"role":"user","content":"a","content":"b"}]`, []models.Entry{entry("User", "b")}},
		{"blanks everywhere", " [ { \"role\" : \"user\" ,\n\"content\" : [ \"a\\\"]}\" , { \"text\" : \"b\" } ] , \"n\" : [ 1 , -2e3 , null , [ ] , { } ] } , \"AI: c\" ] ", []models.Entry{entry("User", "a\"]}\n\nb"), entry("AI", "c")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, chat.Read(tt.text).Entries()); diff != "" {
				t.Errorf("wrong entries (-want +got):\n%s", diff)
			}
		})
	}
}

// conversations formats each parsed conversation in a line, and each failure.
func conversations(c chat.Chat) []string {
	var out []string
	for _, one := range c.Conversations {
		var contents []string
		for _, e := range one.Entries {
			contents = append(contents, e.Excerpt())
		}
		when := "-"
		if !one.Time.IsZero() {
			when = one.Time.Format(time.RFC3339)
		}
		out = append(out, fmt.Sprintf("%d %q %s: %s", one.Line, one.Title, when, strings.Join(contents, ", ")))
	}
	for _, u := range c.Unknown {
		out = append(out, u.String())
	}
	if c.Unnamed {
		out = append(out, "nobody is named")
	}
	return out
}

// Each conversation of an export is separate, and unknown parts are reported with their lines.
func TestConversations(t *testing.T) {
	const hi, ho = `{"role":"user","content":"hi"}`, `{"role":"assistant","content":"ho"}`
	tests := []struct {
		name, text string
		want       []string
	}{
		{
			"ChatGPT's export", `[
{"title": "Log in\nfails", "create_time": 1795255200, "mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"parts": ["hi"]}}, "children": []}}},
{"title": "New chat", "mapping": {"a": {"message": {"author": {"role": "user"}, "create_time": 1795255201, "content": {"parts": ["ho"]}}, "children": []}}},
{"title": "Empty", "mapping": {"a": {"message": null, "children": []}}}
]`,
			[]string{`2 "Log in fails" 2026-11-21T10:00:00Z: User: hi`, `3 "New chat" 2026-11-21T10:00:01Z: User: ho`, `4 "Empty" -: `},
		},
		{
			"Claude's export", `[{"name":"n","created_at":"2026-11-21T10:00:00Z","chat_messages":[{"sender":"human","text":"hi"}]},` + "\n" + `{"name":"","chat_messages":[]}]`,
			[]string{`1 "n" 2026-11-21T10:00:00Z: User: hi`, `2 "" -: `},
		},
		{"conversations in an object", `{"conversations":[{"title":"a","messages":[` + hi + `]},{"title":"b","messages":[` + ho + `]}]}`, []string{`1 "a" -: User: hi`, `1 "b" -: AI: ho`}},
		{"a conversation a line", `{"messages":[` + hi + "]}\n" + `{"messages":[` + ho + "]}\n", []string{`1 "" -: User: hi`, `2 "" -: AI: ho`}},
		{"messages beside conversations", "[" + hi + `,{"messages":[` + ho + `]},` + hi + "]", []string{`1 "" -: User: hi, User: hi`, `1 "" -: AI: ho`}},
		{"answers are messages of one", `[{"choices":[{"message":` + ho + `}]},{"choices":[{"message":` + ho + `}]}]`, []string{`1 "" -: AI: ho, AI: ho`}},
		{"a bad line of many", hi + "\n{\"role\":\"user\",\"con\n\n" + ho + "\n", []string{`1 "" -: User: hi, AI: ho`, "line 2: the JSON breaks off"}},
		{"the first line is bad", "oops\n" + hi + "\n" + ho + "\n", []string{`2 "" -: User: hi, AI: ho`, "line 1: no JSON: invalid character 'o' looking for beginning of value"}},
		{"the last line breaks off", hi + "\r\n" + ho + "\r\n" + hi[:9], []string{`1 "" -: User: hi, AI: ho`, "line 3: the JSON breaks off"}},
		{"bad lines that follow each other", hi + "\n{\n{\n" + ho, []string{`1 "" -: User: hi, AI: ho`, "lines 2-3: the JSON breaks off"}},
		{"a line that is JSON and no object", hi + "\n12\n" + ho, []string{`1 "" -: User: hi, AI: ho`, "line 2: no message: neither an object nor a text"}},
		{"lines of a log that are no messages", `{"type":"summary","summary":"x"}` + "\n" + hi + "\n{}\n{}\n" + ho, []string{`2 "" -: User: hi, AI: ho`, `line 1: no message: an object with the keys "summary", "type"`, "lines 3-4: no message: an empty object"}},
		{"an element of a list is damaged", "[\n" + hi + ",\n{\"role\": user},\n" + ho + "\n]", []string{`2 "" -: User: hi, AI: ho`, "line 3: no JSON: invalid character 'u' looking for beginning of value"}},
		{"a list over lines breaks off", "[\n  {\n    \"role\": \"user\",\n    \"content\": \"hi\"\n  },\n  {\n    \"role\": \"assis", []string{`2 "" -: User: hi`, "lines 6-7: the JSON breaks off"}},
		{"a list in one line breaks off", "[" + hi + "," + hi[:9], []string{`1 "" -: User: hi`, "line 1: the JSON breaks off"}},
		{"a list breaks off behind an element", "[" + hi + "\n", []string{`1 "" -: User: hi`, "line 1: the JSON breaks off"}},
		{"there is text after the JSON", hi + "\nand so on", []string{`1 "" -: User: hi`, "line 2: no JSON: invalid character 'a' looking for beginning of value"}},
		{"an object breaks off", `{"messages":[` + hi, []string{"line 1: the JSON breaks off"}},
		{"what is no message beside those that are", "[" + hi + ",\n{\"x\":1},\n{\"x\":2}]", []string{`1 "" -: User: hi`, `lines 2-3: no message: an object with the key "x"`}},
		{"an object that is no message", "\n{\"foo\": 1}\n", []string{`line 2: no message: an object with the key "foo"`}},
		{"of many keys some are named", `{"e":1,"d":1,"c":1,"b":1,"a":1}`, []string{`line 1: no message: an object with the keys "a", "b", "c", 2 more`}},
		{"a message of ChatGPT's export without a role", `{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"parts":["hi"]}},"parent":"b","children":[]},"b":{"message":{"x":1},"children":["a"]}}}`, []string{`1 "" -: User: hi`, `line 1: no message: an object with the key "x"`}},
		{"JSON that is too deep", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), []string{"line 1: no message: lists and objects nested more than 8 levels deep"}},
		{"nobody is named", "hello", []string{`1 "" -: User: hello`, "nobody is named"}},
		{"somebody is", "AI: hello", []string{`1 "" -: AI: hello`}},
		{"nothing", " \n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, conversations(chat.Read(tt.text))); diff != "" {
				t.Errorf("wrong conversations (-want +got):\n%s", diff)
			}
		})
	}
}

// Each line of a log is an entry or is reported, regardless of what is between the good ones.
func TestEachLineOfALogIsReadOrNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		var want []string
		bad := map[int]bool{}
		for n := rapid.IntRange(1, 8).Draw(t, "lines"); len(lines) < n; {
			content := fmt.Sprint("message ", len(lines))
			line := `{"role":"user","content":"` + content + `"}`
			if len(lines) > 0 && rapid.Bool().Draw(t, "damaged") {
				line = rapid.SampledFrom([]string{"x", "{", line[:20], line + "x", "[1", "12", `{"x":1}`, "}"}).Draw(t, "damage")
				bad[len(lines)+1] = true
			} else {
				want = append(want, content)
			}
			lines = append(lines, line)
		}
		c := chat.Read(strings.Join(lines, "\n"))
		var got []string
		for _, e := range c.Entries() {
			got = append(got, e.Content)
		}
		named := map[int]bool{}
		for _, u := range c.Unknown {
			for i := u.Line; i <= u.EndLine; i++ {
				named[i] = true
			}
		}
		if diff := cmp.Diff(want, got) + cmp.Diff(bad, named); diff != "" {
			t.Fatalf("%q is read wrongly (-want +got):\n%s", lines, diff)
		}
	})
}

func TestNamesOfTheProjectBeginEntries(t *testing.T) {
	want := []models.Entry{entry("Critic", "no"), entry("User", "yes")}
	if diff := cmp.Diff(want, chat.Read("critic: no\nUser: yes", "Critic").Entries()); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}

// forms render a discussion in the forms that Read knows.
var forms = map[string]func([]models.Entry) string{
	"lines": func(entries []models.Entry) string {
		return render(entries, func(e models.Entry) string { return e.Role + ": " + e.Content + "\n" })
	},
	"lines above": func(entries []models.Entry) string {
		return render(entries, func(e models.Entry) string { return e.Role + ":\n" + e.Content + "\n\n" })
	},
	"headings": func(entries []models.Entry) string {
		return render(entries, func(e models.Entry) string { return "## " + e.Role + "\n\n" + e.Content + "\n\n" })
	},
	"bold": func(entries []models.Entry) string {
		return render(entries, func(e models.Entry) string { return "**" + e.Role + ":** " + e.Content + "\n\n" })
	},
	"excerpts": func(entries []models.Entry) string {
		builder := aggregate.Builder{Cache: tokens.OpenCache("", 1000)}
		doc, err := builder.Build(context.Background(), aggregate.Input{History: entries}, nil)
		if err != nil {
			panic(err)
		}
		return doc.Text()
	},
	"OpenAI": func(entries []models.Entry) string { return messages(entries, "role", "content", identity) },
	"Anthropic": func(entries []models.Entry) string {
		return `{"messages":` + messages(entries, "role", "content", func(s string) any {
			return []any{map[string]any{"type": "text", "text": s}}
		}) + "}"
	},
	"Claude": func(entries []models.Entry) string {
		return `{"chat_messages":` + messages(entries, "sender", "text", identity) + "}"
	},
	"ChatGPT": func(entries []models.Entry) string {
		nodes := map[string]any{"0": map[string]any{"message": nil, "children": []string{"1"}}}
		for i, e := range entries {
			nodes[fmt.Sprint(i+1)] = map[string]any{"parent": fmt.Sprint(i), "message": map[string]any{
				"author": map[string]any{"role": strings.ToLower(e.Role)}, "content": map[string]any{"content_type": "text", "parts": []string{e.Content}},
			}}
		}
		data, _ := json.Marshal(map[string]any{"mapping": nodes, "current_node": fmt.Sprint(len(entries))})
		return string(data)
	},
	"lines of JSON": func(entries []models.Entry) string {
		return render(entries, func(e models.Entry) string {
			data, _ := json.Marshal(map[string]any{"role": e.Role, "content": e.Content})
			return string(data) + "\n"
		})
	},
}

func render(entries []models.Entry, one func(models.Entry) string) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(one(e))
	}
	return b.String()
}

func identity(s string) any { return s }

func messages(entries []models.Entry, role, content string, wrap func(string) any) string {
	list := make([]any, len(entries))
	for i, e := range entries {
		list[i] = map[string]any{role: strings.ToLower(e.Role), content: wrap(e.Content)}
	}
	data, _ := json.Marshal(list)
	return string(data)
}

// contents draws texts as written by users and models: prose that begins no entry, and code that
// looks as if it did.
func contents() *rapid.Generator[string] {
	part := rapid.SampledFrom([]string{
		"hello", "# Title", "### User", "say: this", "a --- b", "`User: x`", "- AI: a list", "    User: code", "",
		"```\nUser: x\n## User\n**AI:** y\n```", "````md\n```\nAI: x\n```\n````", "~~~\nAI: x\n```\n~~~", "| a | b |", "é漢🙂", "{\"role\": 1}", "[1]",
	})
	return rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SliceOfN(part, 0, 5).Draw(t, "lines")
		return strings.Join(append(append([]string{"so"}, lines...), "end."), "\n")
	})
}

func TestEveryFormIsReadBack(t *testing.T) {
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(1, 5).Draw(t, "entries")
				entries := make([]models.Entry, n)
				for i := range entries {
					entries[i] = entry(rapid.SampledFrom([]string{"User", "AI", "System", "Tool"}).Draw(t, "role"), contents().Draw(t, "content"))
				}
				text := form(entries)
				if diff := cmp.Diff(entries, chat.Read(text).Entries()); diff != "" {
					t.Fatalf("%s\nis read wrongly (-want +got):\n%s", text, diff)
				}
			})
		})
	}
}

// FuzzRead checks that no character of a text is lost: between the entries are only blanks,
// separators, and lines that name the speaker.
func FuzzRead(f *testing.F) {
	for _, form := range forms {
		f.Add(form([]models.Entry{entry("User", "a\n\n---\nb"), entry("AI", "```\nUser: x\n```"), entry("Tool", "")}))
	}
	f.Add("You said:\na\nChatGPT said:\nb\n~~~\nUser: c")
	f.Add("**User** (10:30): x\n__AI__\n#### Human ####\n")
	f.Add("### Discussion Excerpt 1\n#:") // a role that consists only of marker characters
	f.Add(strings.Repeat("# User\n", 40) + "zz:")
	f.Add("B\n{\"content\":\"\",\"role\":\"0\"}") // a line of a damaged export
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return // the search below takes superlinear time
		}
		read := chat.Read(text)
		if len(read.Unknown) > 0 {
			return // JSON lines: failures are reported
		}
		entries := read.Entries()
		text = strings.ToValidUTF8(text, "\ufffd")
		if trimmed := strings.TrimLeft(text, "\ufeff \t\r\n\v\f\u0085\u00a0"); trimmed != "" && (trimmed[0] == '[' || trimmed[0] == '{') {
			return // JSON is parsed, not split
		}
		if !covers(text, entries, 0, 0, map[[2]int]bool{}) {
			t.Fatalf("%q is not all in %+v", text, entries)
		}
	})
}

// covers reports whether the entries from i on, with the lines that name them, make up all of
// text from offset on.
func covers(text string, entries []models.Entry, i, offset int, failed map[[2]int]bool) bool {
	if i == len(entries) {
		return marksOnly(text[offset:], "")
	}
	if failed[[2]int{i, offset}] {
		return false
	}
	for at := offset; at <= len(text); at++ {
		next := strings.Index(text[at:], entries[i].Content)
		if next < 0 {
			break
		}
		at += next
		gap := text[offset:at]
		if !marksOnly(gap[:strings.LastIndexByte(gap, '\n')+1], entries[i].Role) {
			break // the following cannot fix it
		}
		if marksOnly(gap, entries[i].Role) && covers(text, entries, i+1, at+len(entries[i].Content), failed) {
			return true
		}
	}
	failed[[2]int{i, offset}] = true
	return false
}

// maxMarks is the number of lines that name one entry: the title of the discussion, the heading
// of its first excerpt, and the role.
const maxMarks = 3

// marksOnly reports whether text consists of blank lines, separators and the few lines that name
// the speaker.
func marksOnly(text, role string) bool {
	const marks = "#*_-\ufeff \t\r\n\v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
	found := 0
	for line := range strings.Lines(text) {
		line = strings.ToLower(line)
		bare := strings.Trim(line, marks)
		if bare == "" {
			continue
		}
		named := role != "" && strings.Contains(line, strings.ToLower(role))
		for _, name := range strings.Fields("user human you me ai assistant bot model gpt claude gemini copilot grok deepseek llama mistral qwen system developer tool function prompt question response answer reply discussion") {
			named = named || strings.Contains(bare, name)
		}
		if found++; !named || found > maxMarks || len(bare) > 120 {
			return false
		}
	}
	return true
}

func BenchmarkRead(b *testing.B) {
	var entries []models.Entry
	for i := range 10_000 {
		entries = append(entries, entry([]string{"User", "AI"}[i%2], strings.Repeat("some words of an answer\n", 20)+"```go\nfunc main() {}\n```\nend"))
	}
	for name, form := range forms {
		text := form(entries)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if n := len(chat.Read(text).Entries()); n != len(entries) {
					b.Fatalf("%d entries", n)
				}
			}
		})
	}
}
