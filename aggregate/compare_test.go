package aggregate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// inShort formats a difference as one line per part.
func inShort(d Difference) string {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "%s %s\n", s.State, s.Title)
		for _, b := range s.Blocks {
			fmt.Fprintf(&out, "  %s %s", b.State, b.Title)
			if b.Moved {
				out.WriteString(" moved")
			}
			if b.State == Changed {
				fmt.Fprintf(&out, " -%d +%d", b.Removed, b.Added)
			}
			if b.OldMode != b.NewMode && b.State == Changed {
				fmt.Fprintf(&out, " %s→%s", b.OldMode, b.NewMode)
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

func TestCompare(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "one\ntwo\n", "b.txt": "b\n", "c.txt": "c\n", "s.png": "", "t.png": ""})
	said := func(contents ...string) []models.Entry {
		var out []models.Entry
		for _, c := range contents {
			out = append(out, models.Entry{Role: "User", Content: c})
		}
		return out
	}
	in := inputOf("a.txt", "b.txt", "c.txt")
	in.Composition.Screenshots = []models.Screenshot{{Path: "s.png"}}
	in.History = said("why?", "how?")
	before := p.build(in)

	tests := []struct {
		name   string
		change func(in *Input)
		want   string
	}{
		{"nothing", func(*Input) {}, "same Files\n  same a.txt\n  same b.txt\n  same c.txt\nsame Screenshots\n  same s.png\nsame Discussion History\n  same Discussion Excerpt 1\n  same Discussion Excerpt 2\n"},
		{
			"a file leaves, another comes in its place", func(in *Input) { in.Composition.Files[1] = models.NewFileItem("t.png") },
			"changed Files\n  same a.txt\n  removed b.txt\n  added t.png\n  same c.txt\n",
		},
		{
			"a file moves", func(in *Input) {
				f := in.Composition.Files
				f[0], f[1], f[2] = f[1], f[2], f[0]
			},
			"changed Files\n  same b.txt\n  same c.txt\n  same a.txt moved\n",
		},
		{
			"another view mode", func(in *Input) { in.Composition.Files[0].ViewMode = models.None },
			"changed Files\n  changed a.txt -5 +2 full→none\n  same b.txt\n  same c.txt\n",
		},
		{
			"an excerpt in front changes the numbers of the others", func(in *Input) { in.History = said("who?", "why?", "how?") },
			"changed Discussion History\n  added Discussion Excerpt 1\n  changed Discussion Excerpt 2 -1 +1\n  changed Discussion Excerpt 3 -1 +1\n",
		},
		{
			"an excerpt is edited, one is added", func(in *Input) { in.History = said("why now?", "how?", "when?") },
			"changed Discussion History\n  changed Discussion Excerpt 1 -1 +1\n  same Discussion Excerpt 2\n  added Discussion Excerpt 3\n",
		},
		{"a section leaves", func(in *Input) { in.Composition.Screenshots = nil }, "removed Screenshots\n  removed s.png\n"},
		{
			"a section of another title", func(in *Input) { in.Composition.Strategy = models.Summarize },
			"changed Files (Summary)\n  changed a.txt -0 +1 full→summary\n  changed b.txt -0 +1 full→summary\n  changed c.txt -0 +1 full→summary\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			next := in
			next.Composition = in.Composition.Clone()
			tt.change(&next)
			after := p.build(next)
			d := Compare(before, after)
			got := inShort(d)
			if tt.name != "nothing" { // the unchanged sections add nothing
				kept := ""
				for part := range strings.SplitSeq(strings.TrimSuffix(got, "\n"), "\n") {
					if !strings.HasPrefix(part, " ") {
						kept += "\x00"
					}
					kept += part + "\n"
				}
				got = ""
				for _, section := range strings.Split(kept, "\x00") {
					if !strings.HasPrefix(section, "same ") {
						got += section
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong difference (-want +got):\n%s", diff)
			}
			if d.Same() != (tt.name == "nothing") || d.Tokens != after.Tokens.N-before.Tokens.N {
				t.Errorf("same: %t, %d tokens", d.Same(), d.Tokens)
			}
		})
	}
}

// TestCompareAddsUp checks that each block of both documents appears once in every difference,
// and that the tokens add up.
func TestCompareAddsUp(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		_, old, _ := anyDocument(rt, p)
		_, new, _ := anyDocument(rt, p)
		d := Compare(old, new)
		tokens, had, has := 0, 0, 0
		for _, s := range d.Sections {
			tokens += s.Tokens
			for _, b := range s.Blocks {
				if b.State != Added {
					had++
				}
				if b.State != Removed {
					has++
				}
				if b.State == Same && b.Old+b.New != "" || b.State == Changed && b.Old == b.New {
					rt.Fatalf("%s is called %s", b.Title, b.State)
				}
			}
		}
		if tokens != d.Tokens || had != old.Blocks()-len(old.Sections) || has != new.Blocks()-len(new.Sections) {
			rt.Fatalf("%d of %d tokens, %d of %d and %d of %d blocks", tokens, d.Tokens, had, old.Blocks(), has, new.Blocks())
		}
		if d.Same() != (old.Text() == new.Text()) {
			rt.Fatalf("same: %t for\n%s\nand\n%s", d.Same(), old.Text(), new.Text())
		}
	})
}

// estimated counts a text with the best immediate estimate.
func estimated(text string) Count { return tokens.Guess(text) }

func TestPrefix(t *testing.T) {
	files := map[string]string{"new.txt": "new\n"}
	var names []string
	for i := range 6 {
		name := fmt.Sprintf("f%d.txt", i)
		names = append(names, name)
		files[name] = strings.Repeat(fmt.Sprintf("line of %d\n", i), 10)
	}
	p := newProject(t, files)
	in := inputOf(names...)
	in.History = []models.Entry{{Role: "User", Content: "why?"}}
	sent := p.build(in)
	tests := []struct {
		name   string
		change func(in *Input)
		title  string
		why    State
		row    int
		late   []int // rows that could remain
		to     int
		whole  bool
	}{
		{name: "nothing", change: func(*Input) {}, row: -1, whole: true},
		{name: "an excerpt more", change: func(in *Input) { in.History = append(in.History, models.Entry{Content: "how?"}) }, row: -1},
		{name: "the discussion is gone", change: func(in *Input) { in.History = nil }, row: -1, whole: true},
		{name: "a mode in the middle", change: func(in *Input) { in.Composition.Files[2].ViewMode = models.None }, title: "f2.txt", why: Changed, row: 2, late: []int{3, 4, 5}, to: 6},
		{name: "the mode of the last", change: func(in *Input) { in.Composition.Files[5].ViewMode = models.None }, title: "f5.txt", why: Changed, row: 5},
		{name: "a file in the middle leaves", change: func(in *Input) {
			in.Composition.Files = append(in.Composition.Files[:2:2], in.Composition.Files[3:]...)
		}, title: "f2.txt", why: Removed, row: -1},
		{name: "another heading", change: func(in *Input) { in.Composition.Strategy = models.Summarize }, title: "Files (Summary)", why: Changed, row: -1},
		{name: "the last file goes to the front", change: func(in *Input) {
			f := in.Composition.Files
			in.Composition.Files = append([]models.FileItem{f[5]}, f[:5]...)
		}, title: "f5.txt", why: Added, row: 0, late: []int{0, 1, 2, 3, 4, 5}, to: 6},
		{name: "one goes past another", change: func(in *Input) {
			f := in.Composition.Files
			f[1], f[2] = f[2], f[1]
		}, title: "f2.txt", why: Added, row: 1, late: []int{1, 2, 3, 4, 5}, to: 3},
		{name: "a file comes in the middle", change: func(in *Input) {
			in.Composition.Files = slices.Insert(in.Composition.Files, 3, models.NewFileItem("new.txt"))
		}, title: "new.txt", why: Added, row: 3, late: []int{4, 5, 6}, to: 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			next := in
			next.Composition = in.Composition.Clone()
			tt.change(&next)
			doc := p.build(next)
			got := PrefixOf(doc, sent, estimated)
			if a, b := doc.Text(), sent.Text(); got.Bytes != len(text.CommonStart(a, b)) && !tt.whole {
				t.Errorf("%d bytes, the texts share %d", got.Bytes, len(text.CommonStart(a, b)))
			}
			if got.Title != tt.title || got.Why != tt.why || got.Row != tt.row {
				t.Errorf("%q %s row %d, want %q %s row %d", got.Title, got.Why, got.Row, tt.title, tt.why, tt.row)
			}
			if (got.Late.N > 0) != (tt.late != nil) {
				t.Fatalf("%d tokens could stay, want those of %v", got.Late.N, tt.late)
			}
			if tt.late == nil {
				return
			}
			late := 0
			for _, row := range tt.late {
				late += doc.Block(doc.BlockOfRow(row)).Tokens.N
			}
			if got.Late.N != late || got.To != tt.to {
				t.Errorf("%d tokens could stay with the item before row %d, want %d before %d", got.Late.N, got.To, late, tt.to)
			}
			if tt.why != Added {
				return
			}
			next.Composition.Files = slices.Insert(next.Composition.Files, got.To, next.Composition.Files[got.Row])
			next.Composition.Files = slices.Delete(next.Composition.Files, got.Row, got.Row+1)
			if after := PrefixOf(p.build(next), sent, estimated); after.Bytes < got.Bytes+late {
				t.Errorf("%d bytes are cached with the item moved, %d before; %d tokens were promised", after.Bytes, got.Bytes, late)
			}
		})
	}
}

// TestPrefixIsThatOfTheBytes compares the prefix with that of the bytes.
func TestPrefixIsThatOfTheBytes(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		_, sent, _ := anyDocument(rt, p)
		_, doc, _ := anyDocument(rt, p)
		got := PrefixOf(doc, sent, estimated)
		whole, old := doc.Text(), sent.Text()
		shared := text.CommonStart(whole, old)
		if again := PrefixOf(doc, sent.Sharing(doc), estimated); again != got || sent.Sharing(doc).Text() != old {
			rt.Fatalf("with shared text it is %+v, without %+v", again, got)
		}
		if got.Bytes > len(shared)+1 || got.Bytes < len(shared) && doc.Bytes != got.Bytes {
			rt.Fatalf("%d bytes, the texts share %d:\n%s\nand\n%s", got.Bytes, len(shared), whole, old)
		}
		if got.Line != strings.Count(whole[:got.Bytes], "\n") {
			rt.Fatalf("line %d for %d bytes", got.Line, got.Bytes)
		}
	})
}

// large returns a document of 5 000 files, 50 MB in total, one of which differs.
func large(other int) *Document {
	s := composed{FilesSection, Content{Title: "Files"}}
	items := make([]Item, 5000)
	for i := range items {
		name := fmt.Sprintf("f%04d.txt", i)
		body := strings.Repeat(fmt.Sprintf("a line of the file %d, as long as lines are\n", i), 220)
		if i == other {
			body = strings.Replace(body, "line", "stroke", 40)
		}
		items[i].FileItem = models.NewFileItem(name)
		says := content.Block{Title: name, Named: true, Headed: true, Body: content.Code{Info: "text", Text: body}}
		s.Blocks = append(s.Blocks, SectionBlock{renderBlock(markdown.Format{}, says), i, nil})
	}
	return compose(markdown.Format{}, []composed{s}, items, nil, uncounted)
}

// BenchmarkPrefix and BenchmarkCompare compare a document of 50 MB with one read from disk, so
// that no text is shared.
func BenchmarkPrefix(b *testing.B) {
	sent, doc := large(-1), large(4000)
	for name, sent := range map[string]*Document{"first": sent, "again": sent.Sharing(doc)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(doc.Bytes))
			b.ReportAllocs()
			for b.Loop() {
				PrefixOf(doc, sent, estimated)
			}
		})
	}
}

func BenchmarkCompare(b *testing.B) {
	sent, doc := large(-1), large(4000)
	b.SetBytes(int64(doc.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		Compare(sent, doc)
	}
}
