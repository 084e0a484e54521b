package answer

import (
	"fmt"
	"strings"
	"testing"
)

// A value that was not sent stays in the line that an edit keeps or moves, where the file has exactly one for it. It is never in
// what is said of an edit.
func TestRestore(t *testing.T) {
	const (
		value = "hunter2-and-more"
		mark  = "[REDACTED:password-in-settings#1]"
		file  = "[db]\nuser = ada\npassword = " + value + "\nhost = local\nport = 5432\n"
	)
	tests := []struct {
		name, file, answer string
		level              Level
		want               string // with the value; empty: nothing is applied
	}{
		{
			"a line of context", file, block("a.txt", "user = ada\npassword = "+mark+"\nhost = local\n", "user = bob\npassword = "+mark+"\nhost = local\n"),
			Certain, strings.Replace(file, "ada", "bob", 1),
		},
		{
			"a line that moves", file, block("a.txt", "password = "+mark+"\nhost = local\nport = 5432\n", "host = local\nport = 5432\npassword = "+mark+"\n"),
			Certain, "[db]\nuser = ada\nhost = local\nport = 5432\npassword = " + value + "\n",
		},
		{
			"the file as a whole", file, "a.txt\n```\n[db]\nuser = ada\npassword = " + mark + "\nhost = remote\nport = 5432\n```\n",
			Certain, strings.Replace(file, "local", "remote", 1),
		},
		{
			"a difference", file, "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,3 @@\n user = ada\n password = " + mark + "\n-host = local\n+host = remote\n```\n",
			Certain, strings.Replace(file, "local", "remote", 1),
		},
		{
			"with lines left out", file, "a.txt\n```\n# ... existing code ...\npassword = " + mark + "\nhost = remote\nport = 5432\n```\n",
			Certain, strings.Replace(file, "local", "remote", 1),
		},
		{
			"two lines with the same value", file + "[old]\npassword = " + value + "\n", block("a.txt", "user = ada\npassword = "+mark+"\n", "user = bob\npassword = "+mark+"\n"),
			Certain, strings.Replace(file, "ada", "bob", 1) + "[old]\npassword = " + value + "\n",
		},
		{
			"two values", file + "[old]\npassword = other-than-that\n", block("a.txt", "[db]\nuser = ada\n", "[db]\npassword = "+mark+"\nuser = ada\n"),
			NotFound, "",
		},
		{"another line", file, block("a.txt", "password = "+mark+"\n", "secret = "+mark+"\n"), NotFound, ""},
		{"a new line", file, block("a.txt", "host = local\n", "host = local\ncopy = "+mark+"\n"), NotFound, ""},
		{"nothing around it", "first\n" + value + "\nlast\n", block("a.txt", "first\n"+mark+"\nlast\n", "1st\n"+mark+"\nlast\n"), NotFound, ""},
		{"a line around it that reads differently", file, block("a.txt", "user = alan\npassword = "+mark+"\nhost = local\nport = 9999\n", "user = alan\npassword = "+mark+"\nhost = far\nport = 9999\n"), NotFound, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edits := Parse(tt.answer)
			placed := place(edits, world{"a.txt": tt.file}.project())
			if len(placed) != 1 {
				t.Fatalf("%d edits", len(placed))
			}
			p := placed[0]
			if said := fmt.Sprint(p.Reason, p.Note, p.Warning, p.Edit); strings.Contains(said, value) || strings.Contains(said, "other-than-that") {
				t.Errorf("the secret is in what is said: %s", said)
			}
			if p.Level != tt.level {
				t.Fatalf("it is %s: %s", p.Level, p.Reason)
			}
			results, _ := Apply(edits, []Selected{{Edit: 0, Choice: -1}}, world{"a.txt": tt.file}.project())
			got := ""
			if len(results) > 0 {
				got = string(results[0].After)
			}
			if got != tt.want {
				t.Errorf("the file becomes %q, want %q", got, tt.want)
			}
		})
	}
}

// A message quotes no line of the file that has a secret.
func TestNoSecretIsQuoted(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE5gH7j", 4)[:36]
	file := "import os\nTOKEN = \"" + token + "\"\nSIZE = 1\nNAME = 'a'\n"
	placed := place(Parse(block("a.txt", "import os\nTOKEN = 'x'\nSIZE = 1\nNAME = 'b'\n", "import os\nTOKEN = 'x'\nSIZE = 2\nNAME = 'b'\n")), world{"a.txt": file}.project())
	if said := placed[0].Reason; strings.Contains(said, token[:12]) || !strings.Contains(said, "a line with a secret") {
		t.Errorf("the reason is %q", said)
	}
	line := "k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6Hs0PqAyUeIo7k3Jx9Qm2Lw8Rt5Vb7Nc1Zd4Fg6"
	file = "-----BEGIN RSA PRIVATE" + " KEY-----\none" + line + "\ntwo" + line + "\n" + line + "\n-----END RSA PRIVATE" + " KEY-----\n"
	placed = place(Parse(block("a.txt", "one"+line+"\ntoo\n"+line+"\n", "x\n")), world{"a.txt": file}.project())
	if said := placed[0].Reason; strings.Contains(said, line[:12]) || !strings.Contains(said, "a line with a secret") {
		t.Errorf("the reason is %q", said)
	}
}
