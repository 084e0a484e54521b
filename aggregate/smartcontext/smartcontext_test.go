package smartcontext

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/links/note"
	"dossier/aggregate/text"
	"dossier/models"
)

func said[T any](v T) *T { return &v }

// folderFiles are files whose links are parsed from their text.
type folderFiles struct {
	vault
	names *graph.Names
	in    map[string][]string
}

func newFolder(files map[string]string) folderFiles {
	f := folderFiles{vault: vault{files: files}, in: map[string][]string{}}
	f.names = graph.NewNames(slices.Sorted(maps.Keys(files)))
	for _, from := range slices.Sorted(maps.Keys(files)) {
		if !note.Is(from) {
			continue
		}
		for _, to := range f.Outlinks(from, files[from]) {
			if !slices.Contains(f.in[to.Path], from) && to.Path != from {
				f.in[to.Path] = append(f.in[to.Path], from)
			}
		}
	}
	return f
}

func (f folderFiles) Outlinks(p, text string) []Target {
	var out []Target
	for _, l := range note.Followed(text) {
		if to, ok := f.names.Resolve(p, l); ok {
			out = append(out, Target{Path: to})
		} else {
			out = append(out, Target{l.Path, true})
		}
	}
	return out
}

func (f folderFiles) Inlinks(p string) []string { return f.in[p] }

func (f folderFiles) Read(ctx context.Context, p string) (string, error) {
	switch p {
	case "pic.png":
		return "", errors.New("not text")
	case "/etc/passwd":
		return "", &disk.OutsideError{Path: p}
	}
	return f.vault.Read(ctx, p)
}

func (f folderFiles) Expand(ctx context.Context, name string) ([]string, error) {
	if name == "/etc/passwd" {
		return []string{name}, nil
	}
	return f.vault.Expand(ctx, name)
}

// shown formats a snapshot briefly: the depths and their paths, and the rest by name.
func shown(s Snapshot) []string {
	var out []string
	for _, d := range s.Depths {
		var paths []string
		for _, item := range d.Items {
			paths = append(paths, item.Path)
		}
		out = append(out, fmt.Sprint(d.Depth, ": ", strings.Join(paths, " ")))
	}
	if len(s.Missing) > 0 {
		out = append(out, "missing "+strings.Join(s.Missing, " "))
	}
	if len(s.Skipped) > 0 {
		out = append(out, "skipped "+strings.Join(s.Skipped, " "))
	}
	return out
}

func TestGather(t *testing.T) {
	files := map[string]string{
		"a.md": "[[b]] [[c]] [[gone]]", "b.md": "[[d]] [[a]]", "c.md": "[[d]] ![[pic.png]]", "d.md": "", "e.md": "[[a]]", "pic.png": "",
		"dir/x.md": "", "dir/y.md": "[[x]]", "dir/sub/z.md": "",
		"block.md":  "```smart-context\nd.md\nnested.md\nnowhere\n```\n[[a]]",
		"nested.md": "~~~smart-context\ndir/sub\nblock.md\n/etc/passwd\n",
		"secret.md": "# A\n[[d]]\n# Draft\n[[b]]\n```smart-context\nc.md\n```\n",
		"code.go":   "# Draft\n[[a]]\n```smart-context\na.md\n```\n",
	}
	on := func(paths ...string) (out []models.ContextItem) {
		for _, p := range paths {
			rest, off := strings.CutPrefix(p, "-")
			out = append(out, models.ContextItem{Path: rest, Off: off})
		}
		return out
	}
	tests := []struct {
		name  string
		items []models.ContextItem
		opts  models.LinkOptions
		want  []string
	}{
		{name: "items are in order", items: on("d.md", "a.md"), want: []string{"0: d.md a.md"}},
		{name: "links at their depth, once", items: on("a.md"), opts: models.LinkOptions{LinkDepth: said(2)}, want: []string{"0: a.md", "1: b.md c.md", "2: d.md", "missing gone", "skipped pic.png"}},
		{name: "an item at its shallowest depth", items: on("a.md", "b.md"), opts: models.LinkOptions{LinkDepth: said(1)}, want: []string{"0: a.md b.md", "1: c.md d.md", "missing gone"}},
		{name: "notes that link come before what is linked", items: on("a.md"), opts: models.LinkOptions{LinkDepth: said(1), Inlinks: said(true)}, want: []string{"0: a.md", "1: b.md block.md e.md c.md d.md nested.md dir/sub/z.md", "missing gone nowhere /etc/passwd"}},
		{name: "a folder is its files", items: on("dir"), want: []string{"0: dir/sub/z.md dir/x.md dir/y.md"}},
		{name: "nothing is missing once", items: on("no", "no", "no/"), want: []string{"0: ", "missing no"}},
		{name: "disabled items are excluded from folders", items: on("dir", "-dir/sub", "-dir/y.md"), want: []string{"0: dir/x.md"}},
		{name: "and wherever it is linked", items: on("a.md", "-b.md"), opts: models.LinkOptions{LinkDepth: said(1)}, want: []string{"0: a.md", "1: c.md", "missing gone"}},
		{name: "blocks add at the same depth, behind what was named", items: on("block.md", "e.md"), want: []string{"0: block.md e.md d.md nested.md dir/sub/z.md", "missing nowhere /etc/passwd"}},
		{name: "excluded sections are not followed", items: on("secret.md"), opts: models.LinkOptions{LinkDepth: said(1), ExcludedHeadings: []string{"draft"}}, want: []string{"0: secret.md", "1: d.md"}},
		{name: "code is included and not searched for links", items: on("code.go"), opts: models.LinkOptions{LinkDepth: said(1), ExcludedHeadings: []string{"*"}}, want: []string{"0: code.go", "1: "}},
		{name: "circles end", items: on("a.md"), opts: models.LinkOptions{LinkDepth: said(4)}, want: []string{"0: a.md", "1: b.md c.md", "2: d.md", "3: ", "4: ", "missing gone", "skipped pic.png"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Gather(t.Context(), newFolder(files), tt.items, tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, shown(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			for _, d := range got.Depths {
				for _, item := range d.Items {
					if item.CharCount != text.CountChars(item.Content) || item.CharCount+item.ExcludedCount != text.CountChars(files[item.Path]) {
						t.Errorf("%s has %d characters, and %d were excluded", item.Path, item.CharCount, item.ExcludedCount)
					}
				}
			}
		})
	}
}

// Every item of a snapshot, included or not, has the link that led to it first.
func TestGatherSaysWhy(t *testing.T) {
	files := map[string]string{
		"a.md": "# A\n[[b]] [[gone]]\n# Draft\n# drafts\nx\n```smart-context\ndir\nnowhere.md\n```\n", "b.md": "# Draft\n[[c]]", "c.md": "", "e.md": "[[a]]",
		"dir/x.md": "[[pic.png]]", "other/y.md": "", "pic.png": "",
	}
	items := []models.ContextItem{{Path: "a.md"}, {Path: "other"}, {Path: "missing.md"}}
	s, err := Gather(t.Context(), newFolder(files), items, models.LinkOptions{LinkDepth: said(1), Inlinks: said(true), ExcludedHeadings: []string{"nothing", "draft"}})
	if err != nil {
		t.Fatal(err)
	}
	got := maps.Clone(s.Reasons)
	for _, d := range s.Depths {
		for _, item := range d.Items {
			got[item.Path] = item.Reason
		}
	}
	want := map[string]Reason{
		"a.md": {Kind: Named}, "other/y.md": {InFolder, "other"}, "missing.md": {Kind: Named}, "nowhere.md": {InBlock, "a.md"}, "dir/x.md": {InBlock, "a.md"},
		"e.md": {Links, "a.md"}, "b.md": {Linked, "a.md"}, "gone": {Linked, "a.md"}, "pic.png": {Linked, "dir/x.md"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.md", "other/y.md", "dir/x.md", "e.md", "b.md"}, s.Paths()); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	headings, chars := s.Excluded()
	if diff := cmp.Diff(map[string]int{"draft": 2}, headings); diff != "" || chars != len("# Draft\n")+len("# Draft\n[[c]]") {
		t.Errorf("%d characters were excluded (-want +got):\n%s", chars, diff)
	}
}

func TestGatherIsBounded(t *testing.T) {
	files := map[string]string{}
	var block strings.Builder
	block.WriteString("```smart-context\n")
	for n := range MaxItems + 2 {
		name := fmt.Sprintf("%05d.go", n)
		files[name] = ""
		block.WriteString(name + "\n")
	}
	files["many.md"] = block.String()
	files["again.md"] = strings.Repeat("```smart-context\n"+strings.Repeat("many.md\n", 50)+"```\n", 2*maxBlockNames/50)
	got, err := Gather(t.Context(), newFolder(files), []models.ContextItem{{Path: "many.md"}}, models.LinkOptions{LinkDepth: said(1 << 30)})
	if err != nil || len(got.Depths[0].Items) != MaxItems || len(got.Skipped) != 3 || len(got.Depths) != models.MaxLinkDepth+1 {
		t.Errorf("%d items, %d skipped, %d depths, %v", len(got.Depths[0].Items), len(got.Skipped), len(got.Depths), err)
	}
	got, err = Gather(t.Context(), newFolder(files), []models.ContextItem{{Path: "again.md"}}, models.LinkOptions{})
	if err != nil || !slices.Contains(got.Problems, Problem{"again.md", errNamed}) {
		t.Errorf("%d items, problems %v, %v", len(got.Depths[0].Items), got.Problems, err)
	}
}

// Items that are only named use bounded memory.
func TestWhatIsNamedIsBounded(t *testing.T) {
	files := map[string]string{}
	var links strings.Builder
	for n := range note.MaxLinks {
		fmt.Fprintf(&links, "[[%d]]", n)
	}
	var items []models.ContextItem
	for n := range maxTargets/note.MaxLinks + 3 {
		name := fmt.Sprintf("n%d.md", n)
		files[name] = links.String()
		items = append(items, models.ContextItem{Path: name})
	}
	s, err := Gather(t.Context(), newFolder(files), items, models.LinkOptions{LinkDepth: said(1)})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, maxMissing+1)
	for n := range all {
		all[n] = fmt.Sprint(n)
	}
	if want := all[:min(note.MaxLinks, maxMissing)]; !slices.Equal(s.Missing, want) {
		t.Errorf("%d are missing, want %d", len(s.Missing), len(want))
	}
	if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return errors.Is(p.Err, errTargets) }) {
		t.Errorf("problems: %v", s.Problems)
	}
	g := gathering{missing: map[string]bool{}, out: Snapshot{Reasons: map[string]Reason{}}}
	for _, name := range all {
		g.addMissing(name, Reason{Kind: Named})
		g.addMissing(name, Reason{Kind: Named})
	}
	if len(g.out.Missing) != maxMissing || len(g.out.Problems) != 1 {
		t.Errorf("%d are missing, with %v", len(g.out.Missing), g.out.Problems)
	}
}

// Templates repeat their content, and the text is bounded.
func TestTheTextIsBounded(t *testing.T) {
	s := Snapshot{Depths: []Depth{{0, []Item{{Path: "a.md", Content: "AAAA"}, {Path: "bbbbbbbb.md", Content: "BBBB"}, {Path: "c.md", Content: "C"}}}}}
	got := compile(s, models.LinkOptions{Templates: map[int]models.LinkTemplate{-1: {Before: "{{FILE_TREE}}"}, 0: {Before: "{{ITEM_PATH}}{{ITEM_PATH}}"}}}, 40)
	want := Compiled{"a.mda.mdAAAAc.mdc.mdC", Stats{21, 1, []string{}, []string{"bbbbbbbb.md"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGatherEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Gather(ctx, newFolder(map[string]string{"a.md": ""}), []models.ContextItem{{Path: "a.md"}}, models.LinkOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// distances returns the min number of links from the items to each file.
func distances(f folderFiles, items []string, inlinks bool, most int) map[string]int {
	out := map[string]int{}
	for _, p := range items {
		out[p] = 0
	}
	for depth := 1; depth <= most; depth++ {
		for p, d := range maps.Clone(out) {
			if d != depth-1 {
				continue
			}
			var next []string
			for _, to := range f.Outlinks(p, f.files[p]) {
				if !to.Missing {
					next = append(next, to.Path)
				}
			}
			if inlinks {
				next = append(next, f.in[p]...)
			}
			for _, to := range next {
				if _, ok := out[to]; !ok {
					out[to] = depth
				}
			}
		}
	}
	return out
}

// For any links, each note appears once, at the depth of the fewest links to it.
func TestAnItemOccursOnceAtItsShallowestDepth(t *testing.T) {
	name := rapid.StringMatching(`[a-f]`)
	rapid.Check(t, func(t *rapid.T) {
		files := map[string]string{}
		for range rapid.IntRange(1, 6).Draw(t, "files") {
			var links []string
			for _, to := range rapid.SliceOfN(name, 0, 3).Draw(t, "links") {
				links = append(links, "[["+to+"]]")
			}
			files[name.Draw(t, "file")+".md"] = strings.Join(links, " ")
		}
		f := newFolder(files)
		items := rapid.SliceOfNDistinct(rapid.SampledFrom(slices.Sorted(maps.Keys(files))), 1, 2, rapid.ID).Draw(t, "items")
		opts := models.LinkOptions{LinkDepth: said(rapid.IntRange(0, 5).Draw(t, "depth")), Inlinks: said(rapid.Bool().Draw(t, "inlinks"))}
		var chosen []models.ContextItem
		for _, p := range items {
			chosen = append(chosen, models.ContextItem{Path: p})
		}
		s, err := Gather(context.Background(), f, chosen, opts)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, d := range s.Depths {
			for _, item := range d.Items {
				if _, twice := got[item.Path]; twice {
					t.Fatalf("%s is there twice", item.Path)
				}
				got[item.Path] = d.Depth
			}
		}
		if diff := cmp.Diff(distances(f, items, opts.WithInlinks(), opts.Depth()), got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// For any input, no limit is exceeded, and complete items are shown in full.
func TestLimitsHold(t *testing.T) {
	part := rapid.StringMatching(`[aé日{}]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var s Snapshot
		lengths := map[string]int{}
		whole := 0
		for depth := range rapid.IntRange(1, 3).Draw(t, "depths") {
			d := Depth{Depth: depth}
			for n := range rapid.IntRange(0, 3).Draw(t, "items") {
				item := Item{Path: fmt.Sprintf("%d-%d", depth, n), Content: part.Draw(t, "content")}
				lengths[item.Path] = text.CountChars(item.Content)
				d.Items = append(d.Items, item)
			}
			s.Depths = append(s.Depths, d)
		}
		opts := models.LinkOptions{MaxLen: said(rapid.IntRange(0, 20).Draw(t, "each")), TotalMaxLen: said(rapid.IntRange(0, 30).Draw(t, "total")), Templates: map[int]models.LinkTemplate{}}
		for depth := -1; depth < 2; depth++ {
			opts.Templates[depth] = models.LinkTemplate{Before: part.Draw(t, "before"), After: part.Draw(t, "after")}
		}
		got := Compile(s, opts)
		n := text.CountChars(got.Context)
		wrapped := got.Stats.CharCount-wrapCount == n && opts.Templates[-1] != models.LinkTemplate{}
		if each, total := opts.Limits(); total > 0 && n > total || each > 0 && wrapped && n > each {
			t.Fatalf("%d characters with limits %d and %d", n, each, total)
		}
		for p, length := range lengths {
			template := opts.Templates[int(p[0]-'0')]
			full := length + text.CountChars(template.Before+template.After)
			cut, skipped := slices.Contains(got.Stats.Truncated, p), slices.Contains(got.Stats.Skipped, p)
			if each, _ := opts.Limits(); each > 0 && full > each && !cut && !skipped || cut && skipped {
				t.Fatalf("%s of %d is cut %t, skipped %t", p, full, cut, skipped)
			}
			if !cut && !skipped {
				whole += full
			}
		}
		if n < whole {
			t.Fatalf("%d characters, and %d of what is whole", n, whole)
		}
	})
}

func TestCompile(t *testing.T) {
	item := func(path, content string) Item { return Item{Path: path, Content: content} }
	one := Snapshot{Depths: []Depth{{0, []Item{item("a.md", "AAAAA"), item("b.md", "BBBBB")}}, {1, []Item{item("d/c.md", "CCCCC")}}}}
	tests := []struct {
		name string
		s    Snapshot
		opts models.LinkOptions
		want Compiled
	}{
		{
			name: "all items share the total, the shallowest first", s: one, opts: models.LinkOptions{TotalMaxLen: said(7)},
			want: Compiled{"AAAAABB", Stats{7, 2, []string{"b.md", "d/c.md"}, []string{}}},
		},
		{
			name: "an item whose templates no longer fit is skipped, a shorter one may follow", s: one,
			opts: models.LinkOptions{TotalMaxLen: said(8), Templates: map[int]models.LinkTemplate{0: {Before: "<<", After: ">>"}}},
			want: Compiled{"<<AAAA>>", Stats{8, 2, []string{"a.md", "d/c.md"}, []string{"b.md"}}},
		},
		{
			name: "the wrap has to fit the total", s: one, opts: models.LinkOptions{TotalMaxLen: said(16), Templates: map[int]models.LinkTemplate{-1: {Before: "<", After: ">"}}},
			want: Compiled{"AAAAABBBBBCCCCC", Stats{15, 2, []string{}, []string{}}},
		},
		{
			name: "the tree is drawn", s: one, opts: models.LinkOptions{Templates: map[int]models.LinkTemplate{-1: {Before: "{{FILE_TREE}}"}, 1: {Before: "{{ITEM_PATH}}@{{ITEM_DEPTH}} "}}},
			want: Compiled{"├── d/\n│   └── c.md\n├── a.md\n└── b.md\nAAAAABBBBBd/c.md@1 CCCCC", Stats{64, 2, []string{}, []string{}}},
		},
		{
			name: "a path cannot break its line", s: Snapshot{Depths: []Depth{{0, []Item{item("a\n\u202e.md", "x")}}}},
			opts: models.LinkOptions{Templates: map[int]models.LinkTemplate{0: {Before: "{{ITEM_PATH}} {{ITEM_NAME}} "}}},
			want: Compiled{`a\n⟦U+202E⟧.md a\n⟦U+202E⟧.md x`, Stats{31, 1, []string{}, []string{}}},
		},
		{
			name: "depths are sorted", s: Snapshot{Depths: []Depth{{1, []Item{item("b", "B")}}, {0, []Item{item("a", "A")}}}},
			want: Compiled{"AB", Stats{2, 2, []string{}, []string{}}},
		},
		{
			name: "what was skipped before stays so", s: Snapshot{Skipped: []string{"x", "x"}},
			want: Compiled{"", Stats{0, 0, []string{}, []string{"x"}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Compile(tt.s, tt.opts)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The parts are the items that are not skipped, in order, cut to the limits, and the wrap around
// them.
func TestParts(t *testing.T) {
	texts := rapid.SampledFrom([]string{"", " ", "a", "ä b\n", "{{ITEM_NAME}}", "{{FILE_TREE}}\n", "longer than most\n"})
	rapid.Check(t, func(t *rapid.T) {
		s := Snapshot{Skipped: []string{"pic.png"}}
		var paths []string
		contents := map[string]string{}
		for n := range 3 {
			d := Depth{Depth: n}
			for i := range rapid.IntRange(0, 3).Draw(t, "items") {
				p := fmt.Sprintf("%d/%d.md", n, i)
				contents[p] = texts.Draw(t, "content")
				paths = append(paths, p)
				d.Items = append(d.Items, Item{Path: p, Content: contents[p]})
			}
			s.Depths = append(s.Depths, d)
		}
		opts := models.LinkOptions{MaxLen: said(rapid.IntRange(0, 40).Draw(t, "each")), TotalMaxLen: said(rapid.IntRange(0, 60).Draw(t, "all")), Templates: map[int]models.LinkTemplate{}}
		for _, depth := range []int{models.WrapDepth, 0, 2} {
			opts.Templates[depth] = models.LinkTemplate{Before: texts.Draw(t, "before"), After: texts.Draw(t, "after")}
		}
		list, stats := Parts(s, opts)
		whole := Compile(s, opts)
		var joined strings.Builder
		var shown []string
		for i, p := range list {
			joined.WriteString(p.Text())
			if p.Depth == models.WrapDepth {
				if p.Path != "" || p.Before+p.After != "" || i != 0 && i != len(list)-1 {
					t.Fatalf("part %d of %d is %+v", i, len(list), p)
				}
				continue
			}
			shown = append(shown, p.Path)
			if cut := slices.Contains(stats.Truncated, p.Path); !strings.HasPrefix(contents[p.Path], p.Content) || cut == (p.Content == contents[p.Path]) {
				t.Fatalf("%s shows %q of %q", p.Path, p.Content, contents[p.Path])
			}
		}
		want := slices.DeleteFunc(paths, func(p string) bool { return slices.Contains(stats.Unfit(s), p) })
		if !slices.Equal(want, shown) || len(stats.Skipped) != len(stats.Unfit(s))+1 {
			t.Fatalf("it shows %v, not %v", shown, want)
		}
		if diff := cmp.Diff(whole, Compiled{strings.TrimSpace(joined.String()), stats}); diff != "" {
			t.Fatalf("-whole +parts:\n%s", diff)
		}
	})
}

func TestSnapshotAsJSON(t *testing.T) {
	s, err := Gather(t.Context(), newFolder(map[string]string{"z.md": "<&> [[a]] [[no]]", "a.md": ""}), []models.ContextItem{{Path: "z.md"}, {Path: "a.md"}}, models.LinkOptions{LinkDepth: said(1), Inlinks: said(true)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	want := `{"items":{"0":{"z.md":{"ref":{"key":"z.md","outlinks":["a.md"],"inlinks":[]},"path":"z.md","content":"<&> [[a]] [[no]]","char_count":16,"exclusions":[],"excluded_char_count":0},` +
		`"a.md":{"ref":{"key":"a.md","outlinks":[],"inlinks":["z.md"]},"path":"a.md","content":"","char_count":0,"exclusions":[],"excluded_char_count":0}},"1":{}},` +
		`"skipped_items":[],"truncated_items":[],"missing_items":["no"],"char_count":0}` + "\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFileTree(t *testing.T) {
	tests := []struct {
		name  string
		paths []string
		want  string
	}{
		{"names sort in any case, lower case first", []string{"b", "A", "a", "B"}, "├── a\n├── A\n├── b\n└── B"},
		{"signs, then digits, then letters", []string{"a", "1", "_"}, "├── _\n├── 1\n└── a"},
		{"a folder that was named stays alone", []string{"a/", "a/b/c"}, "└── a/\n    └── b/\n        └── c"},
		{"nothing hides in a name", []string{"a\nb"}, `└── a\nb`},
	}
	for _, tt := range tests {
		if got := FileTree(tt.paths); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// Ten thousand items of two kilobytes are compiled.
func BenchmarkCompile(b *testing.B) {
	d := Depth{}
	content := strings.Repeat("Some words of a note.\n", 100)
	for n := range 10_000 {
		d.Items = append(d.Items, Item{Path: fmt.Sprintf("folder-%02d/note-%05d.md", n/100, n), Content: content})
	}
	opts := models.LinkOptions{Templates: map[int]models.LinkTemplate{-1: {Before: "{{FILE_TREE}}"}, 0: {Before: "# {{ITEM_PATH}}\n", After: "\n"}}}
	b.SetBytes(int64(len(d.Items) * len(content)))
	b.ReportAllocs()
	for b.Loop() {
		Compile(Snapshot{Depths: []Depth{d}}, opts)
	}
}
