package aggregate

import (
	"testing"

	"pgregory.net/rapid"

	"dossier/models"
)

// The figures of a document are consistent: sections and blocks add up to the total, a row has
// the figures of its blocks in the first section that shows it, and the files are those whose
// content is in the document. A snapshot of it has the same figures.
func TestFiguresAgree(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		in, doc, _ := anyDocument(t, p)
		for _, d := range []*Document{doc, Replay(RecordOf(doc, in, RecordInfo{}), doc.Text())} {
			total, rows, seen, paths := 0, make([]int, len(d.Items)), make([]SectionKind, len(d.Items)), map[string]bool{}
			for _, s := range d.Sections {
				sum := 0
				for i := s.Blocks.Start; i < s.Blocks.End; i++ {
					b := d.Block(i)
					if sum += b.Tokens.N; b.Row < 0 {
						continue
					}
					if item := doc.Items[b.Row]; item.Err == nil && !item.Withheld {
						paths[item.Path] = true
					}
					if seen[b.Row] == "" {
						seen[b.Row] = s.Kind
					}
					if seen[b.Row] == s.Kind {
						rows[b.Row] += b.Tokens.N
					}
				}
				if total += sum; s.Tokens.N != sum {
					t.Fatalf("section %s has %d tokens, and its blocks %d", s.Title, s.Tokens.N, sum)
				}
			}
			if d.Tokens.N != total {
				t.Fatalf("the document has %d tokens, and its sections %d", d.Tokens.N, total)
			}
			for i, item := range d.Items {
				if item.Tokens.N != rows[i] {
					t.Fatalf("%s has %d tokens, and its blocks %d", item.Path, item.Tokens.N, rows[i])
				}
			}
			if d.Files() != len(paths) {
				t.Fatalf("the document has %d files, and holds the content of %v", d.Files(), paths)
			}
		}
	})
}

// The cost of a row is that of the block at its heading, regardless of changes shown in addition.
func TestARowCostsItsBlockBesideItsChanges(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "one\ntwo\nthree\n", "b.txt": "four\n"})
	in := inputOf("a.txt", "b.txt", "gone.txt")
	old := p.build(in)
	p.write("a.txt", "one\ntwo\nfive\n")
	p.Invalidate("a.txt")
	in.Composition.Changes.Since = "sent_001"
	in.Sent = func(models.Changes) Sent { return Sent{Name: "sent_001", Document: old} }
	doc := p.build(in)
	if _, ok := doc.Section(ChangesSection); !ok {
		t.Fatalf("nothing has changed:\n%s", doc.Text())
	}
	for row, item := range doc.Items {
		if block := doc.Block(doc.BlockOfRow(row)); item.Tokens != block.Tokens {
			t.Errorf("%s costs %+v as a row, and %+v at its heading", item.Path, item.Tokens, block.Tokens)
		}
	}
	if doc.Files() != 2 {
		t.Errorf("the document has %d files, want a.txt and b.txt", doc.Files())
	}
}
