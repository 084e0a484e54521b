package linkstab

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// contextsMenu returns the menu of contexts and their actions.
func (t *Tab) contextsMenu() []kit.MenuItem {
	now, some := t.part().Context()
	var items []kit.MenuItem
	for _, c := range t.part().Contexts() {
		item := kit.MenuItem{Text: text.Escape(c.Name), Checked: c.Name == now.Name, Action: func() { t.part().Choose(c.Name) }}
		if c.Document {
			item.Detail = words.Say("in the dossier")
		}
		items = append(items, item)
	}
	if some {
		items = append(items, kit.MenuItem{Separator: true})
	}
	items = append(items, kit.MenuItem{Text: words.Say("New smart context…"), Action: t.newDialog})
	if some {
		items = append(items,
			kit.MenuItem{Text: words.Say("Rename…"), Action: t.renameDialog},
			kit.MenuItem{Text: words.Say("Delete"), Action: t.part().Delete})
	}
	return items
}

func (t *Tab) newDialog() {
	t.w.Dialogs().PromptText(dialog.Question{
		Title: words.Say("New smart context"), Placeholder: words.Say("its topic"), Accept: words.Say("Create"),
		Submit: func(typed string) error { return t.part().Create(typed) },
	})
}

func (t *Tab) renameDialog() {
	c, _ := t.part().Context()
	t.w.Dialogs().PromptText(dialog.Question{
		Title: words.Say("Rename the smart context"), Initial: c.Name, Accept: words.Say("Rename"), CloseUnchanged: true,
		Submit: func(typed string) error { return t.part().Rename(typed) },
	})
}

// addDialog asks for an item to add to the context.
func (t *Tab) addDialog() {
	if t.w.Session().Dir() == "" {
		return
	}
	t.w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Choose a starting point"), Placeholder: "notes/home.md", Accept: words.Say("Add"),
		Hint: words.Say("A file, a folder or a pattern. Files can also be dropped on the list, or chosen in the tree."),
		What: dialog.FileOrFolder, Patterns: true, Base: t.w.Session().Dir(),
		Submit: func(path string) error {
			t.part().Start(path)
			return nil
		},
	})
}

// formMenu returns the menu of the options that determine the text.
func (t *Tab) formMenu() []kit.MenuItem {
	each, total := t.part().Options().Limits()
	limits := kit.MenuItem{Text: words.Say("Lengths…"), Action: t.limitsDialog}
	if each > 0 || total > 0 {
		limits.Detail = limitText(each) + " / " + limitText(total)
	}
	templates := kit.MenuItem{Text: words.Say("Templates…"), Action: t.templatesDialog}
	if n := len(t.part().Options().Templates); n > 0 {
		templates.Detail = strconv.Itoa(n)
	}
	if _, some := t.part().Context(); !some {
		why := words.Say("There is no smart context yet")
		limits.Reason, templates.Reason = why, why
	}
	return []kit.MenuItem{limits, templates}
}

func limitText(n int) string {
	if n == 0 {
		return "∞"
	}
	return kit.Count(int64(n))
}

// limitsDialog asks for the maximum length of an item, and of all items together.
func (t *Tab) limitsDialog() {
	opts := t.part().Options()
	most, sum := opts.Limits()
	each, total := t.w.Dialogs().Entry(digits(most)), t.w.Dialogs().Entry(digits(sum))
	each.PlaceHolder, total.PlaceHolder = words.Say("any length"), words.Say("any length")
	problem := kit.NewComplaint()
	dialog.ClearOnEdit(problem, &each.Entry, &total.Entry)
	row := func(label string, field fyne.CanvasObject) fyne.CanvasObject {
		return kit.NewColumn(kit.NewMuted(label), field, nil)
	}
	body := container.NewVBox(
		row(words.Say("Characters of each item, with its template"), each),
		row(words.Say("Characters in total"), total),
		kit.NewParagraph(words.Say("Longer items are cut at the end. Items that are fewer links away come first.")), problem)
	t.w.Dialogs().Show(words.Say("Length limits"), body, fyne.NewSize(480, 280),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: func() bool {
			n, err := limitOf(each.Text)
			m, wrong := limitOf(total.Text)
			if err == nil {
				err = wrong
			}
			if err != nil {
				problem.SetText(words.Sentence(err))
				return true
			}
			t.part().SetLimits(n, m)
			return false
		}})
}

func digits(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// limitOf parses a length; empty means no limit.
func limitOf(typed string) (int, error) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return 0, nil
	}
	n, err := dialog.WholeNumber(typed, 0, dialog.MaxNumber)
	return int(n), err
}

// headingsDialog lists the excluded headings, with the sections that each of them removes. Changes
// apply immediately.
func (t *Tab) headingsDialog() {
	rows := container.NewVBox()
	sum := kit.NewMuted("")
	body := container.NewVBox()
	entry := t.w.Dialogs().Entry("")
	entry.PlaceHolder = words.Say("a heading, e.g. Private* or Draft")
	t.headingsList = func() {
		list, removed, known := t.part().Headings()
		rows.Objects = nil
		for _, h := range list {
			count := kit.Pending
			if known {
				count = words.Count("{{.N}} sections", h.Count)
			}
			drop := kit.NewGlyphButton(kit.GlyphClose, words.Say("Include it again"), func() { t.dropHeading(h.Pattern) })
			rows.Add(container.NewBorder(nil, nil, kit.NewLabel(text.Escape(h.Pattern), kit.Body), container.NewHBox(kit.NewLabel(count, kit.Number), drop)))
		}
		figure := kit.Pending
		if known {
			figure = kit.Count(int64(removed))
		}
		sum.SetText(words.With("Excluded: {{.N}} characters", map[string]any{"N": figure}))
		rows.Refresh()
		kit.Relayout(body)
	}
	problem := kit.NewComplaint()
	dialog.ClearOnEdit(problem, &entry.Entry)
	add := kit.NewButton(words.Say("Exclude"), func() {
		problem.SetText("")
		if !t.addHeading(entry) {
			problem.SetText(words.Say("Name a heading"))
		}
	})
	body.Objects = []fyne.CanvasObject{
		kit.NewParagraph(words.Say("Sections below these headings are excluded, including nested ones. * matches any text; case does not matter; ---frontmatter--- is the front matter of a note.")),
		container.NewBorder(nil, nil, nil, add, entry), problem, rows, sum,
	}
	t.headingsList()
	scroll := container.NewVScroll(body)
	t.w.Dialogs().Show(words.Say("Excluded headings"), scroll, fyne.NewSize(520, 380),
		dialog.Answer{Text: words.Say("Done"), Primary: true, Run: func() bool {
			if t.addHeading(entry) {
				return true // stay open, to show what it removes
			}
			t.headingsList = nil
			return false
		}})
}

func (t *Tab) patterns() []string {
	var out []string
	list, _, _ := t.part().Headings()
	for _, h := range list {
		out = append(out, h.Pattern)
	}
	return out
}

// addHeading excludes the typed heading, and reports whether there is one.
func (t *Tab) addHeading(entry *edit.Entry) bool {
	pattern := strings.TrimSpace(entry.Text)
	if pattern == "" {
		return false
	}
	entry.SetText("")
	t.part().SetHeadings(append(t.patterns(), pattern))
	return true
}

func (t *Tab) dropHeading(pattern string) {
	var left []string
	for _, p := range t.patterns() {
		if p != pattern {
			left = append(left, p)
		}
	}
	t.part().SetHeadings(left)
}

// templatesDialog asks for the text around the items of a depth, or around all of them.
func (t *Tab) templatesDialog() {
	d := &templates{t: t, depth: 0, current: t.part().Options().Templates}
	d.before, d.after = d.newBox(), d.newBox()
	d.which = kit.NewMenuButton("", d.depths)
	d.offered = container.NewHBox()
	body := container.NewVBox(
		container.NewHBox(kit.NewMuted(words.Say("Around")), d.which),
		kit.NewMuted(words.Say("Before")), d.before, kit.NewMuted(words.Say("After")), d.after, d.offered)
	d.show(0)
	t.w.Dialogs().Show(words.Say("Templates"), body, fyne.NewSize(560, 380),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: func() bool {
			d.keep()
			return false
		}})
}

// templates are templates being edited.
type templates struct {
	t             *Tab
	depth         int
	current       map[int]models.LinkTemplate // current state
	before, after *edit.Box
	last          *edit.Editor // where placeholders are inserted
	which         *kit.Button
	offered       *fyne.Container
}

// newBox returns a box for one half of a template.
func (d *templates) newBox() *edit.Box {
	e := edit.NewEditor(nil)
	e.OnShortcut = func(s fyne.Shortcut) { d.t.w.Dialogs().Shortcut(s) }
	e.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		return ev.Name == fyne.KeyEscape && mods == 0 && d.t.w.Dialogs().TypedKey(ev.Name)
	}
	e.OnFocus = func(on bool) {
		if on {
			d.last = e
		}
	}
	return edit.NewBox(e, 3, 3)
}

// depths returns the menu of depths.
func (d *templates) depths() []kit.MenuItem {
	var items []kit.MenuItem
	for depth := models.WrapDepth; depth <= max(maxDepth, d.t.part().Options().Depth()); depth++ {
		_, said := d.current[depth]
		items = append(items, kit.MenuItem{Text: aroundWhat(depth), Checked: depth == d.depth, Action: func() {
			d.keep()
			d.show(depth)
		}})
		if said {
			items[len(items)-1].Detail = "…"
		}
	}
	return items
}

func aroundWhat(depth int) string {
	switch depth {
	case models.WrapDepth:
		return words.Say("all together")
	case 0:
		return words.Say("starting points")
	}
	return words.Count("{{.N}} links away", depth)
}

// show shows the template of a depth, and its placeholders.
func (d *templates) show(depth int) {
	d.depth, d.current = depth, d.t.part().Options().Templates
	d.before.Editor.SetText(d.current[depth].Before)
	d.after.Editor.SetText(d.current[depth].After)
	d.last = d.before.Editor
	d.which.SetText(aroundWhat(depth))
	offered := []string{"{{ITEM_PATH}}", "{{ITEM_NAME}}", "{{ITEM_EXT}}", "{{ITEM_DEPTH}}"}
	if depth == models.WrapDepth {
		offered = []string{"{{FILE_TREE}}"}
	}
	d.offered.Objects = nil
	for _, placeholder := range offered {
		button := kit.NewButton(strings.Trim(placeholder, "{}"), func() {
			d.last.Insert(placeholder)
			d.t.w.Focus(d.last)
		})
		button.SetTip(placeholderTips()[placeholder])
		d.offered.Add(button)
	}
	d.offered.Refresh()
}

// placeholderTips describes the placeholders.
func placeholderTips() map[string]string {
	return map[string]string{
		"{{ITEM_PATH}}":  words.Say("The path of the item"),
		"{{ITEM_NAME}}":  words.Say("The name of its file"),
		"{{ITEM_EXT}}":   words.Say("The extension of its file, without the dot"),
		"{{ITEM_DEPTH}}": words.Say("How many links it is away"),
		"{{FILE_TREE}}":  words.Say("All items as a tree of folders"),
	}
}

// keep stores the edited text as the template of its depth if it has changed.
func (d *templates) keep() {
	now := models.LinkTemplate{Before: d.before.Editor.Text(), After: d.after.Editor.Text()}
	if old := d.current[d.depth]; old != now {
		d.t.part().SetTemplate(d.depth, now)
	}
}
