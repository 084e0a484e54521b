package secretsview

import (
	"slices"
	"testing"

	"dossier/aggregate/secrets"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/part/parttest"

	"fyne.io/fyne/v2"
)

func TestMain(m *testing.M) { parttest.Main(m) }

func TestWhatLooksSecretIsListedByFileAndSettled(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	dir := parttest.Folder(t, map[string]string{
		"deploy.sh": "# deploys\nTOKEN=" + token + "\n", ".env": "A=1\nTOKEN=" + token + "\n",
		"a.yaml": "user: me\npassword: hunter22x\n", "README.md": "# Service\n",
	})
	s := parttest.NewStage(t, parttest.Places(t))
	s.Open(dir)
	v := New(s)
	if s.Edit(v); v.First() != nil || v.stack.Objects[0] != v.empty {
		t.Error("nothing looks secret, and there is a list")
	}
	s.Session().Compose().Add([]string{"deploy.sh", ".env", "a.yaml", "README.md"})
	s.Settle()
	shows := func() (out []string) {
		for i, r := range v.rows {
			var line string
			for _, c := range v.rows.Row(i).Cells {
				if c.ID != leaveCell && c.Kind != board.CellSpace {
					line += c.Text + "|"
				}
			}
			if !r.head {
				line = "  " + line
			}
			out = append(out, line)
		}
		return out
	}
	want := []string{
		"deploy.sh|", "  2|github-pat|TOKEN=ghp_…|redacted|",
		".env|Include file|withheld|", "  2|github-pat|TOKEN=ghp_…|withheld|",
		"a.yaml|", "  2|password-in-settings|password: …|readable|",
	}
	if got := shows(); !slices.Equal(got, want) {
		t.Fatalf("it lists %q", got)
	}
	find := func(rule string) int {
		return slices.IndexFunc(v.rows, func(r row) bool { return r.stated() && r.list[0].Rule == rule })
	}
	state := func(rule string) secrets.State { return v.rows[find(rule)].list[0].State }
	choose := func(rule, text string, becomes secrets.State) {
		t.Helper()
		parttest.MenuItem(t, v.menu(v.chosen(find(rule))), text).Action()
		s.Until(text+" of "+rule, func() bool { return state(rule) == becomes })
		s.Settle()
	}
	choose("github-pat", "Allow for me", secrets.Allowed)
	choose("github-pat", "Reset to default", secrets.Redacted)
	choose("password-in-settings", "Redact all for the project", secrets.Redacted)
	choose("password-in-settings", "Stop redacting all for the project", secrets.Readable)
	choose("password-in-settings", "Allow for the project", secrets.Allowed)
	s.Session().Undo()
	s.Until("undo takes it back", func() bool { return state("password-in-settings") == secrets.Readable })

	// All readable findings are redacted at once, and undo reverts it.
	v.all.Tapped(nil)
	s.Until("it is redacted", func() bool { return state("password-in-settings") == secrets.Redacted && v.all.Disabled() })
	s.Settle()
	s.Session().Undo()
	s.Until("it can be read again", func() bool { return state("password-in-settings") == secrets.Readable && !v.all.Disabled() })
	s.Settle()

	// A click includes a withheld file, and certain secrets in it are redacted.
	if tip := v.rows.Row(find(secrets.NameRule)).Cells[1].Tip; tip != "Include its content from now on; 1 certain secret stays redacted" {
		t.Errorf("the tip says %q", tip)
	}
	v.list.PressCell(find(secrets.NameRule), showCell)
	s.Until("the file is shown", func() bool { return state(secrets.NameRule) == secrets.Allowed && len(v.rows) == 6 })
	if got := shows()[3]; got != "  2|github-pat|TOKEN=ghp_…|redacted|" {
		t.Errorf("the file that is shown lists %q", got)
	}
	s.Settle()

	// Both of a kind are allowed at once, and one undo step reverts both.
	parttest.MenuItem(t, v.menu(v.rows[1].target), "Allow these 2 for me").Action()
	allowed := func() int { return s.Session().Document().Secrets.In(secrets.Allowed) }
	s.Until("both are allowed", func() bool { return allowed() == 3 })
	s.Settle()
	s.Session().Undo()
	s.Until("both are redacted", func() bool { return allowed() == 1 })
	s.Settle()

	// Files are excluded in one step.
	paths := func() (out []string) {
		for _, item := range s.Session().Files().Items() {
			out = append(out, item.Path)
		}
		return out
	}
	v.list.SelectAll()
	v.list.OnKey(&fyne.KeyEvent{Name: fyne.KeyDelete}, 0, 0)
	s.Until("nothing is left of it", func() bool { return len(v.rows) == 0 && v.stack.Objects[0] == v.empty })
	if got := paths(); !slices.Equal(got, []string{"README.md"}) {
		t.Errorf("what is left is %q", got)
	}
	s.Session().Undo()
	s.Until("all is back", func() bool { return len(v.rows) == 6 && len(paths()) == 4 })
	v.list.OnOpen(0)
	if s.Window.Canvas().Overlays().Top() == nil {
		t.Error("Enter on a file opens no menu")
	}
	parttest.MenuItem(t, v.menu(v.rows[0].target), "Go to its row").Action()
	if want := "reveal " + part.Files + " deploy.sh"; !slices.Contains(s.Led, want) {
		t.Errorf("it went to %q", s.Led)
	}
}

// TestWhatIsNotCheckedIsListed checks the rows of incompletely checked files and their actions: a
// complete check, or exclusion.
func TestWhatIsNotCheckedIsListed(t *testing.T) {
	dir := parttest.Folder(t, map[string]string{"deep/bundle.js": "key = 1\n", ".env": "A=1\n", "README.md": "# Service\n"})
	s := parttest.NewStage(t, parttest.Places(t))
	s.Open(dir)
	v := New(s)
	s.Edit(v)
	s.Session().Compose().Add([]string{"deep/bundle.js", ".env", "README.md"})
	s.Settle()
	checker := secrets.NewChecker(secrets.Default())
	checker.Deadline = 0
	late, err := checker.Check(t.Context(), "deep/bundle.js", "key = 1\n")
	if err != nil || !late.Late {
		t.Fatalf("%+v, %v", late, err)
	}
	doc := s.Session().Document()
	row, _ := s.Session().Files().RowOf("deep/bundle.js")
	doc.Secrets.Late = append(doc.Secrets.Late, checker.Unchecked(late, "deep/bundle.js", row, "key = 1\n"), checker.Unchecked(late, "Instruction", -1, "x"))
	v.reload()
	if len(v.rows) != 3 {
		t.Fatalf("it lists %+v", v.rows)
	}
	v.Reveal("deep")
	at := v.list.Cursor()
	if at < 0 || v.rows[at].where != "deep/bundle.js" {
		t.Fatalf("the cursor is at %d of %+v", at, v.rows)
	}
	says := func(word string) bool {
		return slices.ContainsFunc(v.rows.Row(at).Cells, func(c board.Cell) bool { return c.Text == word })
	}
	if !says("not checked") || !says("Check now") || !says("Exclude") {
		t.Errorf("the row says %+v", v.rows.Row(at).Cells)
	}
	if files := (target{late: v.part().Unchecked()}).files(); !slices.Equal(files, []string{"deep/bundle.js"}) {
		t.Errorf("of what is not checked %q is left out", files)
	}
	v.list.PressCell(at, checkCell)
	if !says("checking…") || !says("Stop") {
		t.Errorf("while it is checked the row says %+v", v.rows.Row(at).Cells)
	}
	s.Until("it is checked", func() bool { return len(v.part().Unchecked()) == 0 && len(v.rows) == 1 })
	if checker.Finished() != 1 {
		t.Errorf("%d are checked to the end", checker.Finished())
	}
}
