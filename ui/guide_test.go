package ui

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dossier/ui/features/difference"
	"dossier/ui/guide"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
	"dossier/ui/project/dependencies"
)

// manual is the guide as the program has it.
func manual(t testing.TB) *guide.Book {
	t.Helper()
	book, err := guide.Open(os.DirFS(".."), nil)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// The contents list every page, and each link of a page leads to a page and a heading that exist.
func TestTheGuideIsWhole(t *testing.T) {
	book := manual(t)
	files, err := os.ReadDir("../docs/guide")
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".md") {
			pages++
		}
	}
	if pages != len(book.Pages()) {
		t.Errorf("the contents list %d pages, and there are %d", len(book.Pages()), pages)
	}
	link := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, p := range book.Pages() {
		source, err := os.ReadFile("../" + p.Path)
		if err != nil {
			t.Fatal(err)
		}
		plain := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAllString(string(source), "")
		all, images := len(link.FindAllString(plain, -1)), strings.Count(plain, "![")
		if got := len(p.Links()) - strings.Count(strings.Join(p.Links(), " "), "https:"); all-images < got {
			t.Errorf("%s: %d links are read of %d", p.Path, got, all-images)
		}
		for _, to := range p.Links() {
			if strings.HasPrefix(to, "https:") {
				continue
			}
			if _, _, err := book.Go(to); err != nil {
				t.Errorf("%s: %v", p.Path, err)
			}
		}
		for _, m := range link.FindAllStringSubmatch(plain, -1) { // those that resolve to nothing are no links in the program
			to := m[1]
			if strings.HasPrefix(to, "https:") || strings.HasSuffix(to, ".png") {
				continue
			}
			name, _, _ := strings.Cut(to, "#")
			if name == "" {
				continue
			}
			if !slices.ContainsFunc(p.Links(), func(l string) bool { return strings.Contains(l, strings.TrimLeft(name, "./")) }) {
				t.Errorf("%s: the link to %s leads nowhere", p.Path, to)
			}
		}
		for _, m := range regexp.MustCompile(`!\[[^]]+\]\(([^)]+)\)`).FindAllStringSubmatch(plain, -1) {
			if _, err := os.Stat("../docs/guide/" + m[1]); err != nil {
				t.Errorf("%s: %v", p.Path, err)
			}
		}
	}
}

// Each name in italics is a text of the window, and each key in a code span a key of it.
func TestTheGuideNamesWhatExists(t *testing.T) {
	data, err := os.ReadFile("words/translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var have map[string]any
	if err := json.Unmarshal(data, &have); err != nil {
		t.Fatal(err)
	}
	for key := range have { // what is filled in is written as three points
		have[regexp.MustCompile(`\{\{[^}]*\}\}`).ReplaceAllString(key, "…")] = true
	}
	keys := map[string]bool{"Shift+Tab": true, "Ctrl+Enter": true, "Ctrl+V": true} // which no table lists: they are the toolkit's, or of every box
	s := newStage(t, parttest.Places(t))
	for _, c := range slices.Concat(s.commandList, s.rowCommands()) {
		for _, key := range strings.Split(c.shortcut(), ", ") {
			keys[key] = true
		}
	}
	for n := range 9 {
		keys["Ctrl+"+string(rune('1'+n))] = true
	}
	looksLikeKeys := regexp.MustCompile(`^((Ctrl|Alt|Shift)\+.+|F\d{1,2})$`)
	marked, keyed := 0, 0
	for _, p := range book(t) {
		for _, name := range p.Marked {
			marked++
			if have[name] == nil {
				t.Errorf("%s: the window has no %q", p.Path, name)
			}
		}
		for _, key := range p.Keyed {
			if !looksLikeKeys.MatchString(key) {
				continue
			}
			keyed++
			if !keys[key] {
				t.Errorf("%s: the window has no key %s", p.Path, key)
			}
		}
	}
	if marked < 100 || keyed < 30 {
		t.Errorf("only %d names and %d keys are checked", marked, keyed)
	}
}

func book(t *testing.T) []*guide.Page { return manual(t).Pages() }

// Each tab and each editor has a place in the guide, and that place exists.
func TestEveryTabHasHelp(t *testing.T) {
	book := manual(t)
	check := func(name, place string) {
		page, _, err := book.Go(place)
		if err != nil || !strings.HasPrefix(page.Path, "docs/guide/") {
			t.Errorf("%s: %q leads to no place of the guide: %v", name, place, err)
		}
	}
	for _, f := range tabs() {
		if f.Help == "" {
			t.Errorf("%s has no help", f.Title)
			continue
		}
		check(f.Title, f.Help)
	}
	s := sample(t)
	for name, open := range map[string]func(){
		"slices": func() { s.openSlices("go.mod", 0) }, "symbols": func() { s.openSymbols("internal/server/auth.go") },
		"difference": func() { s.openDifference(difference.Current(), difference.Current()) }, "fit": func() { openFit(s.Window) },
		"imports": func() { openUses(s.Window, dependencies.Uses, "internal/server/auth.go") }, "missing": s.reviewMissing,
		"secrets": func() { reviewSecrets(s.Window) }, "problems": s.reviewProblems,
	} {
		open()
		if s.editor == nil {
			t.Fatalf("%s: nothing opened", name)
		}
		check(name, s.topic())
	}
}

// TestPlacesOfTheGuideExist looks for those that the code names: tabs, editors and dialogs.
func TestPlacesOfTheGuideExist(t *testing.T) {
	book, named := manual(t), 0
	place := regexp.MustCompile(`"(docs/guide/[^"]+)"`)
	for _, name := range sources(t) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllStringSubmatch(string(source), -1) {
			named++
			if _, _, err := book.Go(m[1]); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d places were found", named)
	}
}

// On a Mac, no shown shortcut names a key that is not on its keyboard.
func TestShortcutsOfAMac(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	for _, c := range slices.Concat(s.commandList, s.rowCommands()) {
		here := c.shortcut()
		mac := kit.KeysOn("darwin", here)
		if strings.Contains(mac, "Ctrl") || strings.Contains(mac, "Alt") {
			t.Errorf("%s is %s on a Mac", here, mac)
		}
		if strings.Contains(here, "Ctrl+") != strings.Contains(mac, "Cmd+") || strings.Contains(here, "Alt+") != strings.Contains(mac, "Option+") {
			t.Errorf("%s becomes %s", here, mac)
		}
	}
}

// Keys that are written in the code reach the window only by functions that know the keyboard: words.Say and its kin, kit.Keys, kit.Chords,
// and the tables of keys.
func TestWrittenKeysAreThoseOfTheSystem(t *testing.T) {
	key := regexp.MustCompile(`(Ctrl|Alt)\+`)
	seen := 0
	for _, name := range sources(t) {
		if strings.HasPrefix(name, "kit/keys") || strings.HasPrefix(name, "guide/") || strings.HasPrefix(name, "language/") || name == "commands.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		good := map[ast.Node]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if slices.Contains([]string{"kit.Keys", "kit.Chords", "words.Say", "words.With", "words.Count", "words.CountIfAny", "Say"}, called(n)) {
					for _, arg := range n.Args {
						good[arg] = true
					}
				}
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Keys" { // a row of the list of shortcuts
					good[n.Value] = true
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING && key.MatchString(n.Value) {
					if seen++; !good[n] {
						t.Errorf("%s: %s is written as it is on every system", name, n.Value)
					}
				}
			}
			return true
		})
	}
	if seen < 30 {
		t.Errorf("only %d keys are found", seen)
	}
}
