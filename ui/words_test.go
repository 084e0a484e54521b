package ui

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dossier/ui/session/message"
	"dossier/ui/words"
)

// texts finds what the code says to the user: the texts given to words.Say and its kin, those in
// tables of words, and which of them have a plural.
func texts(t *testing.T) (all, plural map[string]bool) {
	t.Helper()
	all, plural = map[string]bool{}, map[string]bool{}
	kin := map[string]bool{
		"Say": false, "With": false, "Count": true, "words.Say": false, "words.With": false, "words.Count": true, "words.CountIfAny": true,
		"message.New": false, "message.Named": false, "message.Chosen": false, "message.Count": true, "message.Several": true,
	}
	for _, name := range sources(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tablesOf(file) {
			for _, text := range table.words {
				if text != "" {
					all[text] = true
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.KeyValueExpr); ok { // the messages of a storage.Kind
				key, _ := field.Key.(*ast.Ident)
				lit, isText := field.Value.(*ast.BasicLit)
				if key != nil && isText && slices.Contains([]string{"Restored", "Forked", "Local", "Unsaved"}, key.Name) {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					all[text] = true
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			many, ok := kin[called(call)]
			if lit, isText := call.Args[0].(*ast.BasicLit); ok && isText {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				all[text] = true
				plural[text] = plural[text] || many
			}
			return true
		})
	}
	all[message.Problem(nil).Text] = true
	for _, f := range tabs() {
		all[f.Title], all[f.Tip] = true, true
		for _, key := range f.Keys {
			all[key.Does] = true
		}
	}
	for _, c := range slices.Concat(commandsOf(tabs()), (&Window{}).rowCommands()) {
		all[c.name], all[c.group] = true, true
	}
	return all, plural
}

// sources lists the files of the window and of all below it, without their tests.
func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && path == "cli" { // which is English
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// called is the function that is called as the code names it.
func called(call *ast.CallExpr) string {
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return fn.Name
	case *ast.SelectorExpr:
		if of, ok := fn.X.(*ast.Ident); ok {
			return of.Name + "." + fn.Sel.Name
		}
	}
	return ""
}

func TestEnglishIsComplete(t *testing.T) {
	data, err := os.ReadFile("words/translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var have map[string]any
	if err := json.Unmarshal(data, &have); err != nil {
		t.Fatal(err)
	}
	all, plural := texts(t)
	for text := range all {
		entry, ok := have[text]
		if !ok {
			t.Errorf("%q is not in the translations", text)
			continue
		}
		forms, counted := entry.(map[string]any)
		if counted != plural[text] {
			t.Errorf("%q: has forms for numbers: %t, is said of numbers: %t", text, counted, plural[text])
		}
		if counted && (forms["one"] == nil || forms["other"] == nil) {
			t.Errorf("%q needs the forms one and other, and has %v", text, forms)
		}
	}
	for text := range have {
		if !all[text] {
			t.Errorf("%q is translated and never said", text)
		}
	}
}

// namedKeys matches a key name in a literal, as in " (Escape)".
var namedKeys = regexp.MustCompile(`^ \(((Ctrl|Shift|Alt)\+)*(Escape|Enter|Space|Delete|Backspace|Up|Down|Left|Right|F[0-9]+)\)?$`)

// TestKeysHaveTheNamesOfTheLanguage finds names of keys behind a text that are English in every language, because kit.Chords does not
// translate them.
func TestKeysHaveTheNamesOfTheLanguage(t *testing.T) {
	for _, name := range sources(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && namedKeys.MatchString(strings.Trim(lit.Value, `"`)) {
				t.Errorf("%s: %s is not translated: use kit.Chords", name, lit.Value)
			}
			return true
		})
	}
	if !namedKeys.MatchString(" (Shift+F3)") {
		t.Error("a key is not found")
	}
}

// The code looks commands up by their ids: an unknown one would show no keys, or do nothing.
func TestCommandsAreLookedUpByIDsThatExist(t *testing.T) {
	w := &Window{commandList: commandsOf(tabs())}
	asked := 0
	for _, name := range sources(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			to := ""
			switch fn := call.Fun.(type) {
			case *ast.Ident:
				to = fn.Name
			case *ast.SelectorExpr:
				to = fn.Sel.Name
			}
			if !slices.Contains([]string{"KeysOf", "keysOf", "commandOf", "menuItem"}, to) {
				return true
			}
			if lit, isText := call.Args[0].(*ast.BasicLit); isText {
				asked++
				id, err := strconv.Unquote(lit.Value)
				if _, ok := w.commandOf(id); err != nil || !ok {
					t.Errorf("%s looks up the command %s, which does not exist", name, lit.Value)
				}
			}
			return true
		})
	}
	if asked == 0 {
		t.Error("no command is looked up")
	}
}

func TestShortcutsAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, c := range commandsOf(tabs()) {
		if other, ok := seen[c.shortcut()]; ok && c.shortcut() != "" {
			t.Errorf("%s is both %q and %q", c.shortcut(), other, c.name)
		}
		seen[c.shortcut()] = c.name
		if c.run == nil {
			t.Errorf("%q does nothing", c.name)
		}
	}
	ids := map[string]bool{}
	for _, c := range commandsOf(tabs()) {
		if c.id == "" || ids[c.id] {
			t.Errorf("%q has the id %q, which is empty or of another command", c.name, c.id)
		}
		ids[c.id] = true
	}
	var groups []string
	for _, c := range commandsOf(tabs()) {
		if len(groups) == 0 || groups[len(groups)-1] != c.group {
			groups = append(groups, c.group)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(groups)))) != len(groups) {
		t.Errorf("a group stands in two places of the list: %v", groups)
	}
}

func TestADisplayThatFailsIsOneSentence(t *testing.T) {
	if err := noWindow("NotInitialized: The GLFW library is not initialized"); err == nil || !strings.Contains(err.Error(), "check DISPLAY") {
		t.Errorf("the toolkit's panic becomes %v", err)
	}
	if err := noWindow("index out of range"); err != nil {
		t.Errorf("another panic is hidden as %v", err)
	}
}

func TestOnlyTornPreferencesAreDropped(t *testing.T) {
	for content, stays := range map[string]bool{"": false, `{"a": `: false, `{"a": 1}`: true} {
		config := t.TempDir()
		name := filepath.Join(config, "fyne", "id", "preferences.json")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		DropTornPreferences(config, "id")
		if _, err := os.Stat(name); (err == nil) != stays {
			t.Errorf("%q stays: %t, want %t", content, err == nil, stays)
		}
	}
}

func TestADisplayIsNeeded(t *testing.T) {
	none := func(string) string { return "" }
	if err := CheckDisplay(none); err == nil || !strings.Contains(err.Error(), "no display") || !strings.Contains(err.Error(), "build --stdout") {
		t.Errorf("without a display: %v", err)
	}
	for _, key := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		if err := CheckDisplay(func(k string) string { return map[string]string{key: ":0"}[k] }); err != nil {
			t.Errorf("with %s: %v", key, err)
		}
	}
}

func TestALongPathLeavesRoomForTheRestOfAMessage(t *testing.T) {
	sample(t)
	path := "/home/somebody/.local/state/dossier/sample/" + strings.Repeat("deep/", 20) + "dossier.toml"
	got := words.Message(message.Message{Text: "Saved to {{.Path}}", Fields: map[string]any{"Path": path}})
	if n := len([]rune(got)); n > 70 || !strings.HasPrefix(got, "Saved to /") || !strings.HasSuffix(got, "dossier.toml") {
		t.Errorf("%d runes: %q", n, got)
	}
}
