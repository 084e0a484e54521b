package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
)

// canary is what lies outside the project: nothing that the user sees or sends may hold
// it unless they allowed that very path.
const canary = "CANARY-7f3a"

// escapes are ways to name a file outside the project, which lies at ../outside/canary.txt
// and at the absolute path abs.
func escapes(abs string) []string {
	up := []string{
		"../outside/canary.txt", "./../outside/canary.txt", "sub/../../outside/canary.txt", "sub/./.././../outside/canary.txt",
		"../outside/./canary.txt", "..//outside//canary.txt", "..///outside/canary.txt", "../project/../outside/canary.txt",
		"sub/deep/../../../outside/canary.txt", "gone/../../outside/canary.txt", "a.txt/../../outside/canary.txt",
		"../../" + filepath.Base(filepath.Dir(filepath.Dir(abs))) + "/outside/canary.txt",
		"../outside/*.txt", "../outside/**", "../outside", "../outside/", "../*/canary.txt", "../**/canary.txt", "..", "../", "../.", "../..",
		"**/../../outside/canary.txt", "sub/**/../../../outside/*.txt", "{..,a}/outside/canary.txt", "../outsid[e]/canary.txt", "../outside/canary.tx?",
		"..\\outside\\canary.txt", "..\\/outside/canary.txt", "sub\\..\\..\\outside\\canary.txt", "%2e%2e/outside/canary.txt", "..%2foutside%2fcanary.txt",
		"..%5coutside%5ccanary.txt", "%252e%252e/outside/canary.txt", "..;/outside/canary.txt", "....//outside/canary.txt", "..././outside/canary.txt",
		"\u2025/outside/canary.txt", "\uff0e\uff0e/outside/canary.txt", "..\u2215outside\u2215canary.txt", "..\u2044outside/canary.txt",
		"../outside/canary.txt\u0000", "../outside/canary.txt\u0000.png", "..\u0000/outside/canary.txt", "../outside/canary.txt\n", " ../outside/canary.txt", "../outside/canary.txt ",
		"~/outside/canary.txt", "~root/outside/canary.txt", "$HOME/outside/canary.txt", "${PWD}/../outside/canary.txt", "$(cat ../outside/canary.txt)", "`cat ../outside/canary.txt`",
		"file://" + abs, "file:" + abs, "FILE://localhost" + abs, "C:" + abs, "C:\\outside\\canary.txt", "\\\\?\\" + abs, "\\\\localhost\\" + abs, "//localhost" + abs, "//" + abs, "/proc/self/root" + abs, "/proc/self/cwd/../outside/canary.txt",
		"/dev/fd/../.." + abs, abs, abs + "/", abs + "/.", "/." + abs, "/.." + abs, filepath.Dir(abs), filepath.Dir(abs) + "/*", filepath.Dir(abs) + "/**/*.txt", "/**/canary.txt",
		// Links that lie in the project, made by whoever made the repository.
		"link.txt", "linked/canary.txt", "linked/*.txt", "linked/**", "linked", "li*/canary.txt", "chain.txt", "absolute.txt", "absolute/canary.txt", "linked/../link.txt", "sub/up/outside/canary.txt", "sub/up/**",
	}
	// Absolute paths that go through the project, or begin as it does.
	p := filepath.Join(filepath.Dir(filepath.Dir(abs)), "project")
	for _, way := range []string{
		"/../outside/canary.txt", "/../outside/*.txt", "/../outside", "/../outside/", "/..", "/../", "/../**", "/sub/../../outside/canary.txt", "/sub/deep/../../../outside/**", "//..//outside//canary.txt",
		"/./../outside/./canary.txt", "/gone/../../outside/canary.txt", "/a.txt/../../outside/canary.txt", "/**/../../outside/*.txt", "/{..,a}/outside/canary.txt", "/{sub,../outside}/*.txt", "/../project/../outside/canary.txt",
		"/../project-evil/canary.txt", "-evil/canary.txt", "-evil/*.txt", "-evil", "*/canary.txt", "?evil/canary.txt", "/../{outside,project}/canary.txt", "[-]evil/canary.txt",
		"/link.txt", "/linked/canary.txt", "/linked/*.txt", "/linked", "/linked/", "/li*/canary.txt", "/chain.txt", "/absolute.txt", "/absolute/canary.txt", "/sub/up/outside/canary.txt", "/sub/up/**", "/linked/../link.txt",
		"\\..\\outside\\canary.txt", "/..\\outside\\canary.txt", "/%2e%2e/outside/canary.txt", "/../outside/canary.txt\u0000", "\u0000/../outside/canary.txt", "/../outside/canary.txt\n", "/~/outside/canary.txt",
	} {
		up = append(up, p+way, "/"+p+way, "file://"+p+way, "C:"+p+way, `\\?\`+p+way, "../project"+way)
	}
	return up
}

// TestAPresetCannotReachOutsideTheProject names the canary in every way in every field of
// a preset that takes a path, and in those of the project that paths are relative to.
func TestAPresetCannotReachOutsideTheProject(t *testing.T) {
	t.Parallel()
	d := layDesk(t, map[string]string{"a.txt": "a\n", "sub/deep/b.txt": "b\n"})
	outside := filepath.Join(filepath.Dir(d.dir), "outside")
	abs := filepath.Join(outside, "canary.txt")
	d.write("../outside/canary.txt", canary+"\n")
	d.write("../project-evil/canary.txt", canary+"\n")
	for link, target := range map[string]string{
		"link.txt": "../outside/canary.txt", "linked": "../outside", "chain.txt": "link.txt", "absolute.txt": abs, "absolute": outside, "sub/up": "../..",
	} {
		if err := os.Symlink(target, d.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	names := escapes(abs)
	if len(names) < 250 {
		t.Fatalf("%d ways out, want 250", len(names))
	}
	item := func(name string, mode models.ViewMode) models.FileItem {
		it := models.NewFileItem(name)
		it.ViewMode = mode
		it.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 1}}
		it.AstMask = map[string]models.MaskMode{canary: models.MaskDef}
		return it
	}
	fields := map[string]func(p *models.Preset, name string){
		"full":    func(p *models.Preset, name string) { p.Files = append(p.Files, item(name, models.Full)) },
		"summary": func(p *models.Preset, name string) { p.Files = append(p.Files, item(name, models.Summary)) },
		"outline": func(p *models.Preset, name string) { p.Files = append(p.Files, item(name, models.Outline)) },
		"custom":  func(p *models.Preset, name string) { p.Files = append(p.Files, item(name, models.Custom)) },
		"screenshots": func(p *models.Preset, name string) {
			p.Screenshots = append(p.Screenshots, []models.Screenshot{{Path: name}}...)
		},
	}
	opened, err := project.Open(d.dir, d.places)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	check := func(what string, preset models.Preset, comp models.Composition) {
		t.Helper()
		in := opened.Input()
		in.Composition = comp
		doc, err := opened.Builder.Build(context.Background(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := doc.Text() + fmt.Sprint(doc.Warnings)
		for _, it := range doc.Items {
			said += fmt.Sprint(it.Path, it.Err, it.Notes)
		}
		// What is asked for may be named, but what is in it may not.
		if strings.Contains(strings.ReplaceAll(said, "symbol not found: "+canary, ""), canary) {
			t.Errorf("%s reads outside the project by %v %v:\n%s", what, preset.Files, preset.Screenshots, said)
		}
	}
	for field, add := range fields {
		var list []models.Preset
		for i, name := range names {
			p := models.Preset{Name: fmt.Sprintf("%s %d", field, i)}
			add(&p, name)
			list = append(list, p)
		}
		data, err := presets.ExportPresets(list)
		if err != nil {
			t.Fatal(err)
		}
		offer, err := presets.ParsePresets("stranger", strings.NewReader(string(data)))
		if err != nil || len(offer.Presets) != len(names) {
			t.Fatalf("%d presets of %d, %v", len(offer.Presets), len(names), err)
		}
		for _, preset := range offer.Presets {
			check(preset.Name, preset, preset.Apply(models.Composition{}))
		}
	}
	for _, name := range names {
		for _, base := range []string{name, filepath.Dir(name)} {
			in := opened.Input()
			in.FilesBase, in.ScreenshotBase = base, base
			in.Composition.Files = []models.FileItem{models.NewFileItem("canary.txt"), models.NewFileItem("*.txt"), models.NewFileItem(".")}
			in.Composition.Screenshots = []models.Screenshot{{Path: "canary.txt"}, {Path: "*.txt"}}
			doc, err := opened.Builder.Build(context.Background(), in, nil)
			if err == nil && strings.Contains(doc.Text()+fmt.Sprint(doc.Warnings), canary) {
				t.Errorf("the base folder %q reads outside the project:\n%s", base, doc.Text())
			}
		}
	}

	// With leave for that very path it is read, and by its own names only.
	opened.Access().AllowNow(abs)
	in := opened.Input()
	in.Composition = models.Composition{Files: []models.FileItem{models.NewFileItem("../outside/canary.txt")}}
	doc, err := opened.Builder.Build(context.Background(), in, nil)
	if err != nil || !strings.Contains(doc.Text(), canary) {
		t.Fatalf("what was allowed is not read: %v\n%s", err, doc.Text())
	}
}

// Absolute paths inside the project are paths of the project: in entries, folders,
// patterns, screenshots, presets, base folders and the output folder, and in what the user
// does with them.
func TestAbsolutePathsInsideAreTheProjects(t *testing.T) {
	d := layDesk(t, map[string]string{
		"src/a.go": "package a\n", "src/b.go": "package b\n", "docs/c.md": "c\n", "docs/d.md": "d\n", "one/e.txt": "e\n",
		"shots/x.png": "x", "shots/y.png": "y", "out/p_001.md": "# ours\n",
	})
	dir, err := filepath.EvalSymlinks(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	alias := filepath.Join(filepath.Dir(dir), "alias")
	if err := os.Symlink("project", alias); err != nil {
		t.Fatal(err)
	}
	d.dir = alias
	d.write("dossier.toml", fmt.Sprintf(`[project]
name = "p"
[files]
base_dir = "%[1]s/src"
items = ["a.go", "%[1]s/docs/*.md", "%[2]s/one/", "%[1]s/src/b.go", "%[2]s/out"]
[screenshots]
base_dir = "%[2]s/shots/"
paths = ["x.png", "%[1]s/shots/y.png"]
[output]
dir = "%[1]s/out"
[presets.theirs]
files = ["%[2]s/docs/c.md", { path = "%[1]s/s*/a.go", view_mode = "summary" }]
screenshots = ["%[1]s/shots/*.png"]
`, dir, alias))
	d.start()
	rows := func() []string {
		var out []string
		for _, item := range d.Files().Items() {
			out = append(out, item.Path)
		}
		for _, shot := range d.Screenshots().Rows() {
			out = append(out, shot.Path)
		}
		return out
	}
	all := []string{"src/a.go", "docs/c.md", "docs/d.md", "one/e.txt", "src/b.go", d.dir + "/out", "shots/x.png", "shots/y.png"}
	all[5] = alias + "/out" // what is ours is not offered: nothing is listed there
	if diff := cmp.Diff(all, rows()); diff != "" {
		t.Fatalf("wrong rows (-want +got):\n%s", diff)
	}
	if text := d.Document().Text(); !strings.Contains(text, "### `docs/c.md`") || !strings.Contains(text, "![x.png](shots/x.png)") || strings.Contains(text, "ours") {
		t.Errorf("wrong document:\n%s", text)
	}
	if got := d.project.StoredState().OutputDir(); got != "out" {
		t.Errorf("dossiers go to %q", got)
	}

	// A single file of a pattern is changed and taken out as one of a relative pattern is.
	d.SetMode([]int{1}, models.Summary)
	d.Remove([]string{"docs/d.md"})
	if diff := cmp.Diff([]string{"src/a.go", "docs/c.md", "one/e.txt", "src/b.go", alias + "/out", "shots/x.png", "shots/y.png"}, rows()); diff != "" {
		t.Errorf("wrong rows after removing one (-want +got):\n%s", diff)
	}
	if got := d.Composition().Files[1].Path; got != "../docs/c.md" {
		t.Errorf("what is left of the pattern is %q", got)
	}
	d.apply(models.ProjectScope, "theirs")
	d.settle()
	if diff := cmp.Diff([]string{"docs/c.md", "src/a.go", "shots/x.png", "shots/y.png"}, rows()); diff != "" {
		t.Errorf("wrong rows of the preset (-want +got):\n%s", diff)
	}
	if err := d.Screenshots().AddEntry(alias + "/shots/*.png"); err != nil {
		t.Error(err)
	}
	if len(d.Warnings()) != 0 {
		t.Errorf("warnings %v", d.Warnings())
	}
	if len(d.store.Allowed(d.Dir())) != 0 {
		t.Errorf("allowed are %v", d.store.Allowed(d.Dir()))
	}
}

// TestAPresetThatLeadsOutsideSaysSo applies such a preset in the window: the row says
// that it is outside, nothing of it is copied, and its cost holds nothing of it either.
func TestAPresetThatLeadsOutsideSaysSo(t *testing.T) {
	d := layDesk(t, map[string]string{
		"a.txt": "a\n", "dossier.toml": "[presets.theirs]\nfiles = [\"a.txt\", \"../outside/canary.txt\"]\n",
	})
	d.write("../outside/canary.txt", strings.Repeat(canary+" ", 1000))
	d.start()
	d.Presets().Costs().Show(true)
	d.apply(models.ProjectScope, "theirs")
	d.settle()
	if item, ok := d.Files().Shown(1); !ok || !project.Outside(item.Err) {
		t.Errorf("the row is %+v", item)
	}
	d.Copy().Dossier()
	d.until("it is copied", func() bool { return strings.Contains(d.said(), "Copied") })
	if said := d.clip.text + fmt.Sprint(d.messages, d.Warnings()); strings.Contains(said, canary) {
		t.Errorf("it is copied, or told: %s", said)
	}
	var p models.Preset
	d.until("it is counted", func() bool {
		p, _ = d.project.Presets().Files().Find(ours("theirs"))
		_, c := d.Presets().Costs().Of(p)
		return !c.Pending
	})
	if files, c := d.Presets().Costs().Of(p); files != 1 || c.N > 200 {
		t.Errorf("%d files cost %+v", files, c)
	}
}
