package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"dossier/ui/project/projecttest"
)

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tester","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// lines are what a client that is broken, or means harm, writes in the place of a message.
func lines() map[string]string {
	call := func(args string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + args + `}`
	}
	read := func(path string) string {
		return call(`{"name":"read","arguments":{"files":[{"path":` + path + `}]}}`)
	}
	return map[string]string{
		"no JSON":                "hello",
		"nothing":                "",
		"bytes that are no text": "\x00\xff\xfe{}",
		"half a message":         `{"jsonrpc":"2.0","id":1,`,
		"a number":               "7",
		"null":                   "null",
		"an empty batch":         "[]",
		"a batch":                "[" + read(`"a/a.go"`) + "," + read(`"b/b.go"`) + "]",
		"no version":             `{"id":1,"method":"tools/list"}`,
		"another version":        `{"jsonrpc":"3.0","id":1,"method":"tools/list"}`,
		"no method":              `{"jsonrpc":"2.0","id":1}`,
		"a method of no text":    `{"jsonrpc":"2.0","id":1,"method":7}`,
		"an unknown method":      `{"jsonrpc":"2.0","id":1,"method":"files/delete"}`,
		"an id that is a list":   `{"jsonrpc":"2.0","id":[1],"method":"tools/list"}`,
		"an answer to nothing":   `{"jsonrpc":"2.0","id":99,"result":{}}`,
		"params of another type": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1,2]}`,
		"no name of a tool":      call(`{}`),
		"a name of no text":      call(`{"name":{"a":1}}`),
		"arguments as a text":    call(`{"name":"read","arguments":"all"}`),
		"arguments as a list":    call(`{"name":"read","arguments":[1]}`),
		"null as arguments":      call(`{"name":"tree","arguments":null}`),
		"one name twice":         call(`{"name":"read","name":"tree","arguments":{"depth":1,"depth":99}}`),
		"an unknown argument":    call(`{"name":"tree","arguments":{"sudo":true}}`),
		"a deep argument":        read(strings.Repeat("[", 9000) + strings.Repeat("]", 9000)),
		"a deeper argument":      read(strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)),
		"a long argument":        read(`"` + strings.Repeat("x/", 1<<20) + `"`),
		"a message too long":     read(`"` + strings.Repeat("x", 2*maxRequest) + `"`),
		"a path outside":         read(`"../outside.txt"`),
		"an absolute path":       read(`"/etc/passwd"`),
		"a path with an escape":  read(`"..\u002foutside.txt"`),
		"half of a surrogate":    read(`"\ud800.go"`),
		"a resource outside":     `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"dossier://file/..%2foutside.txt"}}`,
		"a file of the system":   `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`,
		"a huge page":            call(`{"name":"tree","arguments":{"limit":9007199254740993,"offset":-9007199254740993}}`),
		"a cancelled nothing":    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}`,
		"a second hello":         strings.TrimSpace(strings.Split(hello, "\n")[0]),
	}
}

// TestHostileLines writes each hostile line between two calls of a client. The server ends by itself, gives
// nothing from outside, leaves no crash report, answers in bounds, and answers the later call unless the line
// ended the connection.
func TestHostileLines(t *testing.T) {
	for name, line := range lines() {
		t.Run(name, func(t *testing.T) {
			p := projecttest.Open(t, sample())
			projecttest.Write(t, filepath.Join(filepath.Dir(p.Dir), "outside.txt"), "the words outside\n")
			tree := `{"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":"tree","arguments":{"depth":1}}}` + "\n"
			var out bytes.Buffer
			err := Serve(t.Context(), p, io.NopCloser(strings.NewReader(hello+fmt.Sprintf(tree, "before")+line+"\n"+fmt.Sprintf(tree, "after"))), kept{&out}, Options{})
			answered := map[string]bool{}
			for answer := range strings.Lines(out.String()) {
				var m struct{ ID any }
				if jsonErr := json.Unmarshal([]byte(answer), &m); jsonErr != nil {
					t.Errorf("it writes %.200q", answer)
				}
				answered[fmt.Sprint(m.ID)] = true
				if len(answer) > 8*maxText || strings.Contains(answer, "words outside") || strings.Contains(answer, "root:x") {
					t.Errorf("an answer of %d bytes: %.300s", len(answer), answer)
				}
			}
			if !answered["before"] || !answered["after"] && err == nil {
				t.Errorf("answered are %v, and it ends with %v", answered, err)
			}
			if reports, _ := filepath.Glob(filepath.Join(p.User().Places().State, "crashes", "*")); len(reports) != 0 {
				t.Errorf("it leaves %q", reports)
			}
		})
	}
}

// TestBlanksBeforeLineEnds checks that blanks at the end of a line end no connection, and that all other bytes are read.
func TestBlanksBeforeLineEnds(t *testing.T) {
	for in, want := range map[string]string{
		"{} \t\n{}\t\r\n": "{}\n{}\r\n", `{"a": " b\t"}` + "\n": `{"a": " b\t"}` + "\n", "  {}": "  {}", "": "",
		"a" + strings.Repeat(" ", maxBlanks+1) + "b" + strings.Repeat(" ", 9000) + "\n": "a" + strings.Repeat(" ", maxBlanks+1) + "b" + strings.Repeat(" ", 2*(maxBlanks+1)) + "\n",
	} {
		for _, reader := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			if got, err := io.ReadAll(&lineEnds{ReadCloser: io.NopCloser(reader)}); string(got) != want || err != nil {
				t.Errorf("%.40q is read as %.40q, %v", in, got, err)
			}
		}
	}
	p := projecttest.Open(t, sample())
	var out bytes.Buffer
	in := strings.ReplaceAll(hello, "\n", " \t\r\n") + `{"jsonrpc":"2.0","id":"after","method":"ping"} ` + "\n"
	if err := Serve(t.Context(), p, io.NopCloser(strings.NewReader(in)), kept{&out}, Options{}); err != nil || !strings.Contains(out.String(), `"id":"after"`) {
		t.Errorf("%v: %s", err, &out)
	}
}

// kept is a stream that closing leaves as it is.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }
