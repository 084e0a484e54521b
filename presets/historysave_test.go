package presets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

// talk returns an edit of the discussion with a name.
func talk(name string, change func(models.Discussion) models.Discussion) func(*models.Discussions) {
	return func(d *models.Discussions) {
		one, _ := d.Find(name)
		*d = d.With(change(one))
	}
}

func (p place) history() *History {
	p.t.Helper()
	h, err := LoadHistory(p.root, p.load())
	if err != nil {
		p.t.Fatal(err)
	}
	return h
}

func TestSaveHistory(t *testing.T) {
	entry := func(role, content string) models.Entry { return models.Entry{Role: role, Content: content} }
	add := func(at int, e models.Entry) func(models.Discussion) models.Discussion {
		return func(d models.Discussion) models.Discussion { return d.Insert(at, e) }
	}
	blocks := `# ours
active = "main" # the one

[[discussions.main.history]] # first
role = 'User'   # a person
content = "why?"
mood = "good"

# the answer
[[discussions.main.history]]
content = "because"
role = "AI"
`
	inline := `[discussions.main]
history = [
  "User: old shape", # the first
  { role = "AI", content = 'x', mood = 1 },
]
`
	odd := `[discussions.main]
history = [ # odd
  "a",
  0x10,
  1.50, # half
  inf, nan, -0.0, true,
  2026-11-21T10:00:00Z, 2026-11-21 10:00:00, 2026-11-21, 10:00:00,
  [1, { b = 2,  a = 'x' }], # nested
]

[discussions.b]
history = []
`
	tests := []struct {
		name, file string
		edit       func(*models.Discussions)
		want       string
	}{
		{"the first entry makes the file", "", func(d *models.Discussions) {
			*d = d.With(models.Discussion{Name: "main", History: []models.Entry{entry("User", "hello")}})
			d.Active = "main"
		}, "active = \"main\"\n\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"hello\"\n"},
		{
			"an entry of several lines is written as lines", "", talk("main", add(0, models.Entry{Role: "User", Content: "a\nb", Time: time.Unix(0, 0).UTC()})),
			"[[discussions.main.history]]\nrole = \"User\"\ncontent = \"\"\"\na\nb\"\"\"\ntime = 1970-01-01T00:00:00Z\n",
		},
		{"code is unchanged", "", talk("main", add(0, entry("", "match `\\d+`:\n\tx = \"\"\"y\"\"\"\n"))), "[[discussions.main.history]]\ncontent = '''\nmatch `\\d+`:\n\tx = \"\"\"y\"\"\"\n'''\n"},
		{"nothing changed is nothing written", blocks, func(*models.Discussions) {}, blocks},
		{"an entry at the end", blocks, talk("main", add(2, entry("User", "ok"))), blocks + "\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"ok\"\n"},
		{
			"an edited entry keeps its comments, its order and its other keys", blocks,
			talk("main", func(d models.Discussion) models.Discussion {
				e := d.History[0]
				e.Content = "why not?"
				return d.Set(0, e)
			}), strings.Replace(blocks, `"why?"`, `"why not?"`, 1),
		},
		{"an excluded one is marked", blocks, talk("main", func(d models.Discussion) models.Discussion { return d.Include([]int{1}, false) }), blocks + "in_dossier = false\n"},
		{"a deleted entry goes with its comments", blocks, talk("main", func(d models.Discussion) models.Discussion { return d.Delete([]int{1}) }), blocks[:strings.Index(blocks, "\n# the answer")]},
		{
			"a moved entry takes its comments along", blocks, talk("main", func(d models.Discussion) models.Discussion { return d.Move([]int{1}, 0) }),
			"# ours\nactive = \"main\" # the one\n\n# the answer\n[[discussions.main.history]]\ncontent = \"because\"\nrole = \"AI\"\n\n[[discussions.main.history]] # first\nrole = 'User'   # a person\ncontent = \"why?\"\nmood = \"good\"\n",
		},
		{"the last entry leaves an empty discussion", "[[discussions.a.history]]\ncontent = \"x\"\n", talk("a", func(d models.Discussion) models.Discussion { return d.Delete([]int{0}) }), "[discussions.a]\nhistory = []\n"},
		{"which gets headers again", "[discussions.a] # mine\nhistory = []\n", talk("a", add(0, entry("User", "x"))), "[discussions.a] # mine\n\n[[discussions.a.history]]\nrole = \"User\"\ncontent = \"x\"\n"},
		{
			"the old shape stays", inline, talk("main", add(2, entry("User", "y"))),
			"[discussions.main]\nhistory = [\n  \"User: old shape\", # the first\n  { role = \"AI\", content = 'x', mood = 1 },\n  { role = \"User\", content = \"y\" },\n]\n",
		},
		{
			"an excluded string becomes a table", inline, talk("main", func(d models.Discussion) models.Discussion { return d.Include([]int{0}, false) }),
			strings.Replace(inline, `"User: old shape"`, `{ content = "User: old shape", in_dossier = false, plain = true }`, 1),
		},
		{
			"and a string again", "[discussions.main]\nhistory = [{ content = \"x\", in_dossier = false, plain = true }]\n", talk("main", func(d models.Discussion) models.Discussion { return d.Include([]int{0}, true) }),
			"[discussions.main]\nhistory = [\"x\"]\n",
		},
		{
			"another discussion is used", "active = \"b\" # the one\n" + "discussions.a.history = ['x']\ndiscussions.b.history = []\n", func(d *models.Discussions) { *d, _ = d.Activate("a") },
			"active = \"a\" # the one\n" + "discussions.a.history = ['x']\ndiscussions.b.history = []\n",
		},
		{
			"a discussion is renamed in its place", blocks, func(d *models.Discussions) { *d, _ = d.Rename("main", "log in") },
			strings.ReplaceAll(strings.Replace(blocks, `active = "main"`, `active = "log in"`, 1), "discussions.main", `discussions."log in"`),
		},
		{"a discussion is deleted", blocks + "\n[[discussions.b.history]]\ncontent = \"x\"\n", func(d *models.Discussions) { *d, _ = d.Delete("b") }, blocks},
		{
			"numbers, dates and lists among the entries are unchanged", odd, talk("main", add(1, entry("User", "y"))),
			strings.Replace(odd, "  0x10", "  { role = \"User\", content = \"y\" },\n  0x10", 1),
		},
		{
			"an excluded one becomes a table", odd, talk("main", func(d models.Discussion) models.Discussion { return d.Include([]int{2}, false) }),
			strings.Replace(odd, "1.50,", `{ content = "1.5", in_dossier = false, plain = true },`, 1),
		},
		{
			"a number where a text belongs stays when the entry is left out", "[[discussions.main.history]]\nrole = 7 # a\ncontent = 1.50 # b\n",
			talk("main", func(d models.Discussion) models.Discussion { return d.Include([]int{0}, false) }),
			"[[discussions.main.history]]\nrole = 7 # a\ncontent = 1.50 # b\nin_dossier = false\n",
		},
		{
			"a change elsewhere chooses no discussion", "active = \"gone\"\n" + odd, talk("main", add(1, entry("User", "y"))),
			"active = \"gone\"\n" + strings.Replace(odd, "  0x10", "  { role = \"User\", content = \"y\" },\n  0x10", 1),
		},
		{
			"a value that is no text stays", "[[discussions.main.history]]\ncontent = 3\n", talk("main", add(1, entry("User", "y"))),
			"[[discussions.main.history]]\ncontent = 3\n\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"y\"\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			if tt.file != "" {
				files[HistoryName] = tt.file
			}
			p := newPlace(t, files)
			next, err := p.history().Save(context.Background(), tt.edit)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, p.read(HistoryName)); diff != "" {
				t.Errorf("wrong file (-want +got):\n%s", diff)
			}
			if again := p.history(); !again.Discussions.Equal(next.Discussions) {
				t.Errorf("the result is %+v, the file holds %+v", next.Discussions, again.Discussions)
			}
		})
	}
}

func TestSaveHistoryBesideAnotherProgram(t *testing.T) {
	const file = "[[discussions.main.history]]\ncontent = \"a\"\n\n[[discussions.main.history]]\ncontent = \"b\"\n"
	set := func(i int, content string) func(*models.Discussions) {
		return talk("main", func(d models.Discussion) models.Discussion {
			e := d.History[i]
			e.Content = content
			return d.Set(i, e)
		})
	}
	add := func(content string) func(*models.Discussions) {
		return talk("main", func(d models.Discussion) models.Discussion {
			return d.Insert(len(d.History), models.Entry{Content: content})
		})
	}
	tests := []struct {
		name         string
		mine, theirs func(*models.Discussions)
		want         map[string]string // contents by discussion
		active       string
	}{
		{"both append", add("mine"), add("theirs"), map[string]string{"main": "a b theirs mine"}, ""},
		{"one edits the last entry, the other appends", set(1, "mine"), add("theirs"), map[string]string{"main": "a mine theirs"}, ""},
		{"each edits another entry", set(0, "mine"), set(1, "theirs"), map[string]string{"main": "mine theirs"}, ""},
		{"both edit one entry", set(0, "mine"), set(0, "theirs"), map[string]string{"main": "theirs b", "main (2)": "mine b"}, "main (2)"},
		{"both edit it to the same", set(0, "same"), set(0, "same"), map[string]string{"main": "same b"}, ""},
		{"one deletes what the other edits", func(d *models.Discussions) { *d, _ = d.Delete("main") }, set(0, "theirs"), map[string]string{"main": "theirs b"}, ""},
		{"one renames, the other appends", func(d *models.Discussions) { *d, _ = d.Rename("main", "log") }, add("theirs"), map[string]string{"log": "a b theirs"}, "log"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{HistoryName: file})
			h := p.history()
			if _, err := p.history().Save(context.Background(), tt.theirs); err != nil {
				t.Fatal(err)
			}
			next, err := h.Save(context.Background(), func(d *models.Discussions) {
				if tt.active != "" {
					d.Active = "main"
				}
				tt.mine(d)
			})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, d := range p.history().Discussions.List {
				var contents []string
				for _, e := range d.History {
					contents = append(contents, e.Content)
				}
				got[d.Name] = strings.Join(contents, " ")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong discussions (-want +got):\n%s", diff)
			}
			if next.Discussions.Active != tt.active {
				t.Errorf("%q is the active one", next.Discussions.Active)
			}
			if forked := len(next.Forks) > 0; forked != (len(tt.want) > 1) {
				t.Errorf("the forks are %v", next.Forks)
			}
		})
	}
}

func TestHistoryThatIsNotWritten(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a mistake":          {HistoryName: "active = \n"},
		"a newer version":    {HistoryName: "schema = 99\n"},
		"of another program": {ForeignName: "[discussion.discussions.main]\nhistory = [\"User: x\"]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, files)
			project, _ := LoadProject(p.root, p.places)
			h, _ := LoadHistory(p.root, project)
			next, err := h.Save(context.Background(), func(d *models.Discussions) { d.Active = "x" })
			if !errors.As(err, new(*ReadOnlyError)) || next != h || h.ReadOnly() == nil {
				t.Errorf("saving gives %v", err)
			}
			if _, err := os.Stat(filepath.Join(p.dir, HistoryName)); files[HistoryName] == "" && err == nil {
				t.Error("the file was made")
			}
			for name, text := range files {
				if p.read(name) != text {
					t.Errorf("%s was written", name)
				}
			}
		})
	}
}

// hostile draws contents that are hard to quote.
func hostile() *rapid.Generator[string] {
	part := rapid.SampledFrom([]string{
		"---", "\n\n---\n\n", "## Discussion History\n", "### Discussion Excerpt 1", "```", "````go\n", "~~~", "'''", `"""`, `"`, "'", `\`, `\n`, `\u0000`,
		"\n", "\r", "\r\n", "\t", "\x00", "\x1f", "\x7f", "\u0085", "\u2028", "\u202e", "\ufeff", "\U000e0041", "é", "漢", "🙂", " ", "[[discussions.main.history]]\n", "#", "=", "{", "}", "User:", "AI: ",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(part, rapid.String()), 0, 12).Draw(t, "parts"), "")
	})
}

// An entry is read back byte for byte, for any content, in both forms and with both kinds of line
// ends.
func TestEntriesSurviveSaveAndLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "history")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		before := rapid.SampledFrom([]string{
			"", "[[discussions.main.history]]\ncontent = \"first\"\n", "[[discussions.main.history]]\r\ncontent = \"first\"\r\n",
			"[discussions.main]\nhistory = [\"first\"]\n", "discussions.main.history = []\n", "discussions = { main = { history = [ { content = \"first\" } ] } }\n", "\ufeffactive = 'main'\n",
		}).Draw(t, "before")
		if before != "" {
			if err := os.WriteFile(filepath.Join(dir, HistoryName), []byte(before), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		places := Places{State: filepath.Join(dir, "state")}
		project, _ := LoadProject(root, places)
		h, err := LoadHistory(root, project)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 4).Draw(t, "saves") {
			h, err = h.Save(context.Background(), talk("main", func(d models.Discussion) models.Discussion {
				e := models.Entry{Role: hostile().Draw(t, "role"), Content: hostile().Draw(t, "content"), Exclude: rapid.Bool().Draw(t, "out")}
				e.Plain = e.Role == ""
				at := rapid.IntRange(0, len(d.History)).Draw(t, "at")
				if at < len(d.History) && rapid.Bool().Draw(t, "set") {
					return d.Set(at, e)
				}
				return d.Insert(at, e)
			}))
			if err != nil {
				t.Fatal(err)
			}
			again, err := LoadHistory(root, project)
			if err != nil {
				t.Fatal(err)
			}
			if !again.Discussions.Equal(h.Discussions) {
				t.Fatalf("saved %+v, loaded %+v", h.Discussions, again.Discussions)
			}
		}
	})
}
