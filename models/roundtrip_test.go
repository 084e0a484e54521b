package models_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
	"dossier/presets/tomledit"
)

var text = rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("ab.\"'\\\n\t[]{}#=, é\x00"))))

var word = text.Filter(func(s string) bool { return s != "" })

// extra generates keys that are unknown to all versions of a type.
func extra(t *rapid.T, times bool) map[string]any {
	var value func(depth int) any
	value = func(depth int) any {
		switch rapid.IntRange(0, 7).Draw(t, "kind") {
		case 0:
			return rapid.Bool().Draw(t, "bool")
		case 1:
			return rapid.Int64().Draw(t, "int")
		case 2:
			return rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !(f == 0 && math.Signbit(f)) }).Draw(t, "float")
		case 3:
			if times {
				return moment.Draw(t, "time")
			}
		case 4:
			if depth < 2 {
				list := []any{}
				for range rapid.IntRange(0, 3).Draw(t, "length") {
					list = append(list, value(depth+1))
				}
				return list
			}
		case 5:
			if depth < 2 {
				m := map[string]any{}
				for range rapid.IntRange(0, 2).Draw(t, "keys") {
					m[text.Draw(t, "key")] = value(depth + 1)
				}
				return m
			}
		}
		return text.Draw(t, "text")
	}
	n := rapid.IntRange(0, 2).Draw(t, "extra")
	if n == 0 {
		return nil
	}
	m := map[string]any{}
	for range n {
		m["x_"+text.Draw(t, "key")] = value(0)
	}
	return m
}

var moment = rapid.Custom(func(t *rapid.T) time.Time {
	return time.Unix(rapid.Int64Range(-1<<35, 1<<35).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).UTC()
})

// list generates a list that is nil if it is empty.
func list[T any](t *rapid.T, g *rapid.Generator[T], label string) []T {
	if l := rapid.SliceOfN(g, 0, 3).Draw(t, label); len(l) > 0 {
		return l
	}
	return nil
}

func slice(t *rapid.T, times bool) models.Slice {
	start := rapid.IntRange(1, 1000).Draw(t, "start")
	s := models.Slice{
		StartLine: start, EndLine: start + rapid.IntRange(0, 1000).Draw(t, "lines"), Tag: text.Draw(t, "tag"), Comment: text.Draw(t, "comment"),
		AnchorLines: rapid.OneOf(rapid.Just[[]string](nil), rapid.SliceOfN(text, 0, 3)).Draw(t, "anchors"), Extra: extra(t, times),
	}
	if rapid.Bool().Draw(t, "hashed") {
		s.ContentHash = "sha256:" + text.Draw(t, "hash")
	}
	return s
}

func fileItem(t *rapid.T, times bool) models.FileItem {
	it := models.FileItem{
		Path: word.Draw(t, "path"), AutoAggregate: rapid.Bool().Draw(t, "auto"), ForceFull: rapid.Bool().Draw(t, "force"),
		ViewMode: rapid.SampledFrom(models.ViewModes()).Draw(t, "mode"), Selected: rapid.Bool().Draw(t, "selected"),
		AstSignatures: rapid.Bool().Draw(t, "signatures"), AstDefinitions: rapid.Bool().Draw(t, "definitions"),
		MaxBytes: rapid.Int64Range(0, 1<<50).Draw(t, "max"), Proposed: rapid.Bool().Draw(t, "proposed"), Extra: extra(t, times),
	}
	for range rapid.IntRange(0, 2).Draw(t, "mask") {
		if it.AstMask == nil {
			it.AstMask = map[string]models.MaskMode{}
		}
		it.AstMask[text.Draw(t, "symbol")] = rapid.SampledFrom([]models.MaskMode{models.MaskDef, models.MaskSig, models.MaskHide}).Draw(t, "how")
	}
	for range rapid.IntRange(0, 2).Draw(t, "slices") {
		it.CustomSlices = append(it.CustomSlices, slice(t, times))
	}
	if rapid.Bool().Draw(t, "injected") {
		at := rapid.Float64Range(0, 1e10).Draw(t, "at")
		it.InjectedAt = &at
	}
	return it
}

func files(t *rapid.T, times bool) []models.FileItem {
	var out []models.FileItem
	for range rapid.IntRange(0, 3).Draw(t, "files") {
		if rapid.Bool().Draw(t, "bare") {
			out = append(out, models.NewFileItem(word.Draw(t, "path")))
			continue
		}
		out = append(out, fileItem(t, times))
	}
	return out
}

func screenshots(t *rapid.T, times bool) []models.Screenshot {
	var out []models.Screenshot
	for range rapid.IntRange(0, 3).Draw(t, "screenshots") {
		s := models.Screenshot{Path: word.Draw(t, "path")}
		if rapid.Bool().Draw(t, "captioned") {
			s.Caption, s.Extra = text.Draw(t, "caption"), extra(t, times)
		}
		out = append(out, s)
	}
	return out
}

func changes(t *rapid.T) models.Changes {
	since := rapid.SampledFrom([]string{"", "acme_001"}).Draw(t, "since")
	if since == "" {
		return models.Changes{}
	}
	return models.Changes{Since: since, Copied: rapid.Bool().Draw(t, "copied"), Only: rapid.Bool().Draw(t, "only")}
}

// gitViews is nil if it has none, as a parsed table is.
func gitViews(t *rapid.T) map[string]models.GitView {
	views := rapid.MapOfN(word, rapid.SampledFrom(models.GitViews()), 0, 3).Draw(t, "views")
	if len(views) == 0 {
		return nil
	}
	return views
}

// gitChoice generates what is asked of a repository.
func gitChoice(t *rapid.T) models.Git {
	return models.Git{
		Range: text.Draw(t, "range"), As: rapid.SampledFrom([]models.GitView{"", models.GitSlices, models.GitFull, models.GitSkeleton}).Draw(t, "as"),
		Views:   gitViews(t),
		Exclude: list(t, word, "exclude"), Log: rapid.IntRange(0, 1000).Draw(t, "log"),
		Bodies: rapid.Bool().Draw(t, "bodies"), Names: rapid.Bool().Draw(t, "names"), Chosen: rapid.Bool().Draw(t, "chosen"),
	}
}

func composition(t *rapid.T, times bool) models.Composition {
	return models.Composition{
		Files: files(t, times), Screenshots: screenshots(t, times), Instruction: text.Draw(t, "instruction"),
		Tree: rapid.SampledFrom(models.TreeModes()).Draw(t, "tree"), Strategy: rapid.SampledFrom(models.Strategies()).Draw(t, "strategy"),
		SummaryOnly:   rapid.Bool().Draw(t, "summary"),
		ExecutionMode: rapid.SampledFrom([]models.ExecutionMode{models.Native, models.Beads}).Draw(t, "execution"),
		BeadsExclude:  list(t, text, "beads"), NotesExclude: list(t, text, "notes"), Focused: rapid.Bool().Draw(t, "focused"), Focus: list(t, text, "focus"), Changes: changes(t),
		Links: smartContexts(t, times),
		Git:   gitChoice(t),
	}
}

func preset(t *rapid.T, times bool) models.Preset {
	return models.Preset{
		NotesExclude: rapid.SampledFrom([][]string{nil, {}, {"ctx-1", "ctx-2"}}).Draw(t, "notes"),
		Name:         text.Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(t, "name"), Description: text.Draw(t, "description"),
		Files: files(t, times), Screenshots: screenshots(t, times),
		Instruction: text.Draw(t, "instruction"), Extra: extra(t, times), Question: asked(t, times),
	}
}

func asked(t *rapid.T, times bool) models.Question {
	if rapid.Bool().Draw(t, "asks nothing") {
		return models.Question{}
	}
	return models.Question{
		Question: text.Draw(t, "question"), MaxTokens: rapid.IntRange(1, 1<<30).Draw(t, "tokens"), Extra: extra(t, times),
		Also: rapid.SampledFrom([][]models.QuestionPart{nil, {models.QuestionBeads}, {models.QuestionNotes, models.QuestionFocus}}).Draw(t, "also"),
	}
}

func snapshot(t *rapid.T) models.Snapshot {
	s := models.Snapshot{
		Time: moment.Draw(t, "time"), Version: text.Draw(t, "version"), Description: text.Draw(t, "description"),
		Pinned: rapid.Bool().Draw(t, "pinned"), Copied: rapid.Bool().Draw(t, "copied"), Preset: text.Draw(t, "preset"),
		Scope: rapid.SampledFrom([]models.Scope{"", models.Global, models.ProjectScope}).Draw(t, "scope"), Model: text.Draw(t, "model"),
		Bytes: rapid.Int64Range(0, 1<<40).Draw(t, "bytes"), Tokens: rapid.Int64Range(0, 1<<40).Draw(t, "tokens"),
		Exact: rapid.Bool().Draw(t, "exact"), SHA256: text.Draw(t, "hash"), Composition: composition(t, true), Extra: extra(t, true),
	}
	for range rapid.IntRange(0, 3).Draw(t, "files") {
		s.Files = append(s.Files, models.SnapshotFile{
			Path: text.Draw(t, "path"), ViewMode: rapid.SampledFrom(models.ViewModes()).Draw(t, "mode"), SHA256: text.Draw(t, "hash"),
			Size: rapid.Int64Range(0, 1<<40).Draw(t, "size"), ModTime: moment.Draw(t, "mtime"), Tokens: rapid.Int64Range(0, 1<<30).Draw(t, "tokens"),
		})
	}
	s.FileCount = len(s.Files)
	span := func(most int) models.SnapshotSpan {
		start := rapid.IntRange(0, most).Draw(t, "start")
		return models.SnapshotSpan{Start: int64(start), End: int64(rapid.IntRange(start, most).Draw(t, "end"))}
	}
	sections := rapid.IntRange(0, 3).Draw(t, "sections")
	if sections == 0 {
		return s
	}
	for range rapid.IntRange(0, 4).Draw(t, "blocks") {
		var lines []models.SnapshotLines
		for range rapid.IntRange(0, 2).Draw(t, "lines") {
			lines = append(lines, models.SnapshotLines{Line: rapid.Int64Range(0, 9).Draw(t, "line"), Count: rapid.Int64Range(0, 9).Draw(t, "count"), Source: 7})
		}
		s.Blocks = append(s.Blocks, models.SnapshotBlock{
			Title: text.Draw(t, "title"), Bytes: span(1 << 30), Tokens: rapid.Int64Range(0, 1<<30).Draw(t, "tokens"),
			File: rapid.IntRange(-1, len(s.Files)-1).Draw(t, "file"), Body: span(1 << 30),
			Items: rapid.SampledFrom([][]int64{nil, {0}, {2, 5}}).Draw(t, "items"), Lines: lines,
		})
	}
	for range sections {
		s.Sections = append(s.Sections, models.SnapshotSection{
			Kind: text.Draw(t, "kind"), Title: text.Draw(t, "title"), Bare: rapid.Bool().Draw(t, "bare"), Numbered: rapid.Bool().Draw(t, "numbered"), Bytes: span(1 << 30), Tokens: rapid.Int64Range(0, 1<<30).Draw(t, "tokens"), Blocks: span(len(s.Blocks)),
		})
	}
	return s
}

// viaTOML writes a form to a TOML file and reads it back.
func viaTOML(t rapid.TB, fields models.Fields) map[string]any {
	data, err := tomledit.Apply(nil, tomledit.Set(fields, "v"))
	if err != nil {
		t.Fatal(err)
	}
	values, err := tomledit.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := values["v"].(map[string]any)
	return v
}

// same compares what was written with what was read.
func same[T any](t *rapid.T, way string, want, got T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", way, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", way, diff)
	}
}

// viaJSON writes v as JSON and reads it back.
func viaJSON[T any](t *rapid.T, v T) (T, error) {
	var got T
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	err = json.Unmarshal(data, &got)
	return got, err
}

// Values are read back unchanged from their form, from TOML and from JSON, including unknown
// keys. Times are omitted for JSON, which has none.
func TestRoundTrip(t *testing.T) {
	t.Run("slice", rapid.MakeCheck(func(t *rapid.T) {
		one := slice(t, false)
		got, err := viaJSON(t, one)
		same(t, "JSON", one, got, err)
	}))
	t.Run("file", rapid.MakeCheck(func(t *rapid.T) {
		timed, plain := fileItem(t, true), fileItem(t, false)
		got, err := models.ParseFileItem("f", timed.Fields())
		same(t, "form", timed, got, err)
		got, err = models.ParseFileItem("f", viaTOML(t, timed.Fields()))
		same(t, "TOML", timed, got, err)
		got, err = viaJSON(t, plain)
		same(t, "JSON", plain, got, err)
	}))
	t.Run("composition", rapid.MakeCheck(func(t *rapid.T) {
		timed, plain := composition(t, true), composition(t, false)
		got, err := models.ParseComposition(timed.Fields())
		same(t, "form", timed, got, err)
		got, err = models.ParseComposition(viaTOML(t, timed.Fields()))
		same(t, "TOML", timed, got, err)
		got, err = viaJSON(t, plain)
		same(t, "JSON", plain, got, err)
		same(t, "clone", timed, timed.Clone(), nil)
	}))
	t.Run("preset", rapid.MakeCheck(func(t *rapid.T) {
		timed, plain := preset(t, true), preset(t, false)
		got, err := models.ParsePreset(timed.Name, "p", timed.Fields())
		same(t, "form", timed, got, err)
		got, err = models.ParsePreset(timed.Name, "p", viaTOML(t, timed.Fields()))
		same(t, "TOML", timed, got, err)
		got, err = viaJSON(t, plain)
		same(t, "JSON", plain, got, err)
	}))
	t.Run("snapshot", rapid.MakeCheck(func(t *rapid.T) {
		want := snapshot(t)
		got, err := models.ParseSnapshot(viaTOML(t, want.Fields()))
		same(t, "TOML", want, got, err)
		want.Files = append(want.Files, models.SnapshotFile{Path: "caf\xe9", ViewMode: models.Full})
		want.FileCount++
		got, err = models.ParseSnapshot(map[string]any{"document": models.Fields{{Key: "files", Value: want.Fields().Get("document").(models.Fields).Get("files")}}})
		same(t, "a name that is not UTF-8", want.Files, got.Files, err)
	}))
	t.Run("entry", rapid.MakeCheck(func(t *rapid.T) {
		want := models.Entry{Content: text.Draw(t, "content"), Plain: rapid.Bool().Draw(t, "plain")}
		if !want.Plain {
			want.Role, want.Time = text.Draw(t, "role"), moment.Draw(t, "time")
			want.Exclude, want.Extra = rapid.Bool().Draw(t, "exclude"), extra(t, true)
		}
		got, err := models.ParseEntry("e", viaTOML(t, models.Fields{{Key: "e", Value: want.Value()}})["e"])
		same(t, "TOML", want, got, err)
	}))
	t.Run("note", rapid.MakeCheck(func(t *rapid.T) {
		want := models.Note{
			ID: rapid.StringMatching(`ctx-[0-9]{1,30}`).Draw(t, "id"), Type: rapid.SampledFrom(models.NoteTypes()).Draw(t, "type"), Content: text.Draw(t, "content"),
			Metadata: models.NoteMetadata{
				Filename: text.Draw(t, "filename"), StartLine: rapid.IntRange(0, 100).Draw(t, "start"),
				EndLine: rapid.IntRange(0, 100).Draw(t, "end"), Package: text.Draw(t, "package"), Extra: extra(t, false),
			},
			Time: time.Unix(rapid.Int64Range(-2208988800, 1<<40).Draw(t, "time"), 0).UTC(),
		}
		got, err := viaJSON(t, want)
		same(t, "JSON", want, got, err)
	}))
}

// A clone shares no mutable data.
func TestCloneIsApart(t *testing.T) {
	at := 1.0
	make := func() models.Composition {
		it := models.NewFileItem("a")
		it.AstMask = map[string]models.MaskMode{"m": models.MaskDef}
		it.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 1, AnchorLines: []string{"x"}, Extra: map[string]any{"k": "v"}}}
		it.InjectedAt = &at
		it.Extra = map[string]any{"k": "v"}
		return models.Composition{Files: []models.FileItem{it}, Screenshots: []models.Screenshot{{Path: "s"}}, BeadsExclude: []string{"b"}, NotesExclude: []string{"n"}, Focus: []string{"f"}, Git: models.Git{Exclude: []string{"g"}, Views: map[string]models.GitView{"v": models.GitFull}}, Links: models.SmartContexts{Contexts: []models.SmartContext{{Name: "n"}}}}
	}
	before := make()
	c := before.Clone()
	c.Files[0].AstMask["m"] = models.MaskHide
	c.Files[0].CustomSlices[0].AnchorLines[0] = "y"
	c.Files[0].CustomSlices[0].Extra["k"] = "w"
	c.Files[0].CustomSlices[0].Tag = "t"
	*c.Files[0].InjectedAt = 2
	c.Files[0].Extra["k"] = "w"
	c.Files[0].Path, c.Screenshots[0].Path, c.BeadsExclude[0], c.NotesExclude[0], c.Focus[0], c.Git.Exclude[0], c.Links.Contexts[0].Name = "b", "y", "y", "y", "y", "y", "y"
	c.Git.Views["v"] = models.GitDiff
	if diff := cmp.Diff(make(), before); diff != "" {
		t.Errorf("a change of the clone reached the original (-want +got):\n%s", diff)
	}
}

// NamespaceFor returns a valid namespace for any name.
func TestNamespaceFor(t *testing.T) {
	for name, want := range map[string]string{
		"acme-api": "acme-api", "Acme API": "acme_api", "  ": "dossier", "": "dossier", "Ünïcode": "n_code", "con": "dossier", "COM1.txt": "dossier",
		"../../etc": "etc", "a..b": "a..b", "-x-": "x-", "日本": "dossier",
	} {
		if got := models.NamespaceFor(name); got != want {
			t.Errorf("%q gives %q, want %q", name, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(text, rapid.StringMatching(`[a-zA-Z0-9._ -]{0,100}`)).Draw(t, "name")
		if err := models.CheckNamespace(models.NamespaceFor(name)); err != nil {
			t.Fatalf("%q gives %v", name, err)
		}
	})
}

func FuzzFileItemJSON(f *testing.F) {
	for _, seed := range []string{`"a"`, `{"path":"a","view_mode":"custom","custom_slices":[{"start_line":1,"end_line":2}]}`, `{"path":"a","x":[1,2.0,{"y":null}]}`, `{}`, `[]`, `null`, `1e999`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second models.FileItem
		if json.Unmarshal(data, &first) != nil {
			return
		}
		if first.Path == "" || !slices.Contains(models.ViewModes(), first.ViewMode) {
			t.Fatalf("%q is accepted as %+v", data, first)
		}
		again, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &second); err != nil {
			t.Fatalf("%q is written as %q: %v", data, again, err)
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Fatalf("%q is written as %q (-first +second):\n%s", data, again, diff)
		}
	})
}
