package aggregate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dossier/models"
)

// TestParts says that the parts of a document are its blocks in order, each part within the limit unless it is one block,
// and that no section's heading is at the end of a part.
func TestParts(t *testing.T) {
	files := map[string]string{}
	var comp models.Composition
	for i := range 12 {
		name := fmt.Sprintf("f%02d.txt", i)
		files[name] = strings.Repeat(fmt.Sprintf("line of %s\n", name), 1+i*i)
		comp.Files = append(comp.Files, models.NewFileItem(name))
	}
	comp.Instruction = "Why?"
	p := newProject(t, files)
	doc, err := p.Builder.Build(context.Background(), Input{Composition: comp, MaxBytes: 1 << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err = p.Builder.Count(context.Background(), doc, nil); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{1, 60, 200, 500, 5000, 1 << 20} {
		parts, err := doc.Parts(func(_ int, tokens Count) bool { return tokens.N <= limit })
		if err != nil {
			t.Fatal(err)
		}
		at, joined := 0, ""
		for i, part := range parts {
			if part.Blocks.Start != at || part.Blocks.Len() < 1 {
				t.Fatalf("limit %d: part %d has blocks %v, want them from %d on", limit, i+1, part.Blocks, at)
			}
			at = part.Blocks.End
			line, rest, _ := strings.Cut(part.Text, "\n\n")
			if want := fmt.Sprintf("Part %d of %d", i+1, len(parts)); !strings.HasPrefix(line, want) {
				t.Errorf("limit %d: the part begins with %q, want %q", limit, line, want)
			}
			joined += rest
			blocks := part.Blocks.Len()
			if strings.HasPrefix(rest, "## ") {
				blocks-- // the heading of a section
			}
			if over := part.Tokens.N > limit; part.Over != over {
				t.Errorf("limit %d: part %d has %d tokens, and is over the limit: %t", limit, i+1, part.Tokens.N, part.Over)
			}
			if part.Tokens.N > limit && blocks > 1 {
				t.Errorf("limit %d: part %d has %d tokens in %d blocks", limit, i+1, part.Tokens.N, blocks)
			}
			if exact := p.Tokens.Count(part.Tokens.Vocabulary, part.Text); exact > part.Tokens.N {
				t.Errorf("limit %d: part %d has %d tokens, and says %d", limit, i+1, exact, part.Tokens.N)
			}
			if strings.HasSuffix(rest, "## Files\n") || strings.HasSuffix(rest, "## Instruction\n") {
				t.Errorf("limit %d: part %d ends with a heading", limit, i+1)
			}
		}
		if at != doc.Blocks() {
			t.Errorf("limit %d: the parts end at block %d of %d", limit, at, doc.Blocks())
		}
		if squeeze := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "---", " ")), " ") }; squeeze(joined) != squeeze(doc.Text()) {
			t.Errorf("limit %d: the parts are another text", limit)
		}
		if limit == 1<<20 && (len(parts) != 1 || !strings.HasPrefix(parts[0].Text, "Part 1 of 1, the last one.")) {
			t.Errorf("there are %d parts", len(parts))
		}
	}
	as := p.Builder.As(doc, "xml")
	if _, err := as.Parts(func(int, Count) bool { return true }); !errors.Is(err, ErrWhole) {
		t.Errorf("XML is split: %v", err)
	}
}
