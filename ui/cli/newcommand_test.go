package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// exampleCommand is a command as it is added: everything is in one place, its flags are variables,
// and its action is a call of the project.
func exampleCommand() command.Command {
	longest := 0
	return command.Command{
		Name: "example", Args: "FILE...", About: "count the words of files",
		Flags: func(c *command.Call) {
			command.NumberVar(c, &longest, "longest", 0, 1, "only words of at most `N` bytes")
		},
		Run: command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error {
			counts := map[string]int{}
			for _, name := range c.Args {
				view, err := p.Builder.View(c.Ctx, p.Input(), models.NewFileItem(name))
				if err != nil {
					return fmt.Errorf("count the words of %s: %w", project.Shown(name), err)
				}
				for _, word := range strings.Fields(view.Text) {
					if longest == 0 || len(word) <= longest {
						counts[name]++
					}
				}
			}
			if c.JSON {
				return c.PrintJSON(counts)
			}
			for _, name := range c.Args {
				if _, err := fmt.Fprintf(c.Stdout, "%s\t%d\n", project.Shown(name), counts[name]); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

// A new command is one file and one line in the list of commands; help, errors, JSON and
// the folder come by themselves.
func TestACommandIsAddedInOnePlace(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.txt": "one two three\n", "b.txt": "four\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	home := t.TempDir()
	places := presets.Places{Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache")}
	tests := []struct {
		args           string
		stdout, stderr string // holds this; empty: nothing is printed
		code           int
	}{
		{args: "example a.txt b.txt", stdout: "a.txt\t3\nb.txt\t1\n"},
		{args: "example --longest 3 a.txt", stdout: "a.txt\t2\n"},
		{args: "example a.txt --json", stdout: `"a.txt": 3`},
		{args: "example --help", stdout: "usage: dossier example [flags] FILE...\n\ncount the words of files\n"},
		{args: "--help", stdout: "  example      count the words of files\n"},
		{args: "example", stderr: "an argument is missing; usage: dossier example FILE...", code: command.Misuse},
		{args: "example --longest x a.txt", stderr: `--longest is a whole number from 1, not "x"`, code: command.Misuse},
		{args: "example --json gone.txt", stderr: `{"error":"count the words of gone.txt: `, code: command.Failed},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			env := Env{Stdout: &stdout, Stderr: &stderr, Places: places}
			args := strings.Fields(tt.args)
			if args[0] == "example" {
				args = append([]string{"-C", dir}, args...)
			}
			code := command.Run(t.Context(), args, env, append(commands(), exampleCommand()))
			if code != tt.code || !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) ||
				(tt.stdout == "") != (stdout.Len() == 0) || (tt.stderr == "") != (stderr.Len() == 0) {
				t.Errorf("it ends with %d and prints\n%s%s", code, &stdout, &stderr)
			}
		})
	}
}
