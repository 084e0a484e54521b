package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/killtest"
	"dossier/ui/cli"
	"dossier/ui/features"
	"dossier/ui/features/discussion"
	"dossier/ui/features/notes"
	"dossier/ui/session"
	"dossier/ui/session/sessiontest"
)

// How many work on one project at once.
const (
	windows  = 2
	commands = 20
)

type noClipboard struct{}

func (noClipboard) Copy(string) (bool, error) { return false, nil }

func openSession(d desk, q *sessiontest.Queue) (*session.Session, error) {
	s, err := session.New(session.Options{Features: features.All(), Do: q.Do, Places: d.places(), Clipboard: noClipboard{}})
	if err != nil {
		return nil, err
	}
	s.Autosave().Delay, discussion.Of(s).Delay = time.Millisecond, time.Millisecond
	return s, s.Open(d.dir())
}

// window is a window in which notes and entries of the discussion are written. It reports which are
// in the files.
func window(args []string) error {
	d, me := desk{args[0]}, "window "+args[1]
	count, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	q := sessiontest.NewQueue()
	s, err := openSession(d, q)
	if err != nil {
		return err
	}
	var texts []string
	for i := range count {
		text := fmt.Sprint(me, " writes ", i)
		if i%2 == 0 {
			notes.Of(s).Insert(0, models.Note{Type: models.NoteText, Content: text})
		} else {
			discussion.Of(s).InsertEntries(0, []models.Entry{{Role: "User", Content: text}})
		}
		texts = append(texts, text)
		if i%20 == 19 || i == count-1 { // time for what was written to be stored
			if err := q.Until("all is stored", func() bool { return stored(d, texts) }); err != nil {
				return err
			}
			for _, text := range texts {
				fmt.Println("text", text)
			}
			texts = texts[:0]
		}
	}
	return s.Close()
}

// stored reports whether texts are in the files of notes and discussions.
func stored(d desk, texts []string) bool {
	var all []byte
	for _, name := range []string{presets.NotesName, presets.HistoryName} {
		data, _ := os.ReadFile(filepath.Join(d.dir(), name))
		all = append(append(all, data...), '\n')
	}
	return !slices.ContainsFunc(texts, func(text string) bool { return !bytes.Contains(all, []byte(strconv.Quote(text))) })
}

// command types command lines, one after the other, and says what they have done.
func command(args []string) error {
	d, me := desk{args[0]}, "command "+args[1]
	count, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	run := func(args ...string) (string, error) {
		for range 100 {
			var out, problems bytes.Buffer
			code := cli.Run(context.Background(), append(args, "-C", d.dir()), cli.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &problems, Places: d.places()})
			switch {
			case code == 0:
				return strings.TrimSpace(out.String()), nil
			case !strings.Contains(problems.String(), "try again"):
				return "", errors.New(problems.String())
			}
			fmt.Println("busy", args[0])
		}
		return "", errors.New("nobody lets it save")
	}
	note, name := "", "of "+me
	for i := range count {
		text := fmt.Sprint(me, " writes ", i)
		switch i % 5 {
		case 0:
			if note, err = run("notes", "add", text); err == nil {
				fmt.Println("text", text)
			}
		case 1:
			if _, err = run("discussion", "add", text); err == nil {
				fmt.Println("text", text)
			}
		case 2:
			if i < 5 {
				_, err = run("presets", "save", name)
			}
			if err == nil {
				_, err = run("presets", "describe", name, text)
			}
			if err == nil {
				fmt.Println("preset", name+"="+text)
			}
		case 3:
			var path string
			if path, err = run("build"); err == nil {
				fmt.Println("dossier", path)
			}
		case 4:
			if _, err = run("notes", "edit", note, text); err == nil {
				fmt.Println("gone", fmt.Sprint(me, " writes ", i-4))
				fmt.Println("text", text)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// Two windows and twenty command lines work on one project at once: each writes notes and
// entries, changes its own preset and its own notes, and writes dossiers. Nothing of it is
// lost, and no two dossiers have one name.
func TestTortureTogether(t *testing.T) {
	d := layDesk(t, memory(t))
	if err := os.WriteFile(filepath.Join(d.dir(), "main.go"), []byte("package main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	each := max(*updates/(windows+commands), 5)
	var children []*killtest.Child
	for i := range windows {
		children = append(children, killtest.Start(t, "window", d.base, strconv.Itoa(i), strconv.Itoa(each)))
	}
	for i := range commands {
		children = append(children, killtest.Start(t, "command", d.base, strconv.Itoa(i), strconv.Itoa(each)))
	}
	texts, descriptions, dossiers := map[string]bool{}, map[string]string{}, map[string]int{}
	done, busy := 0, 0
	for i, child := range children {
		lines, err := child.Wait()
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		for _, line := range lines {
			what, said, _ := strings.Cut(line, " ")
			switch done++; what {
			case "text":
				texts[said] = true
			case "gone":
				delete(texts, said)
				done--
			case "preset":
				name, text, _ := strings.Cut(said, "=")
				descriptions[name] = text
			case "dossier":
				if other, twice := dossiers[said]; twice {
					t.Errorf("%s was written by %d and %d", said, other, i)
				}
				dossiers[said] = i
			case "busy":
				busy++
				done--
			default:
				t.Fatalf("%d says %q", i, line)
			}
		}
	}
	err := d.inRoot(func(root *os.Root) error {
		file, err := presets.LoadProject(root, d.places())
		if err != nil {
			return err
		}
		for _, p := range file.Project.Presets {
			if want, known := descriptions[p.Name]; known && p.Description == want {
				delete(descriptions, p.Name)
			}
		}
		return nil
	})
	if err != nil || len(descriptions) > 0 {
		t.Errorf("presets are lost: %v, %v", descriptions, err)
	}
	for text := range texts {
		if !stored(d, []string{text}) {
			t.Errorf("%q is lost", text)
		}
	}
	for path := range dossiers {
		if _, err := os.Stat(filepath.Join(d.dir(), filepath.FromSlash(path))); err != nil {
			t.Errorf("%s is lost: %v", path, err)
		}
	}
	if found := temps(t, d.base); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	t.Logf("%d updates of %d windows and %d command lines, %d texts and %d dossiers: 0 lost, all distinct; %d had to try again", done, windows, commands, len(texts), len(dossiers), busy)
}
