package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/format"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/features/parts/partsdialog"
	"dossier/ui/features/presetlist"
	"dossier/ui/features/presetlist/presetstab"
	"dossier/ui/kit"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// toolbar is the bar at the top: project, preset, strategy, and the actions on the document.
type toolbar struct {
	w                       *Window
	project, preset         *kit.Button
	fit, review             *kit.Button
	openOwn                 *kit.Button // while the sample is open
	strategy                *kit.Button
	focused, beads, changes *kit.Button
	undo, redo              *kit.Button
	help                    *kit.Label
	save, write, copyButton *kit.Button
	writeWays               *kit.Button // the menu of Write
	copyWays                *kit.Button // the menu of Copy
	more                    *kit.Button
	row                     *fyne.Container // laid out again when a text has changed
	content                 fyne.CanvasObject
}

func newToolbar(w *Window) *toolbar {
	t := &toolbar{w: w}
	t.project = kit.NewMenuButton("", t.projectMenu)
	t.openOwn = kit.NewButton(words.Say("Open your folder…"), t.openDialog)
	t.openOwn.SetTip(words.Say("This is a sample project to try things out; none of your files are in it") + " (" + t.w.keysOf("open-folder") + ")")
	t.preset = kit.NewMenuButton("", func() []kit.MenuItem { return w.presets.Menu() })
	t.fit = kit.NewButton(words.Say("Fit…"), func() { openFit(w) })
	t.fit.SetTip(words.Say("Ask a question, and see which files answer it within a budget") + " (" + t.w.keysOf("fit") + ")")
	t.review = kit.NewButton(words.Say("Review…"), func() { openReview(w) })
	t.review.SetTip(words.Say("Choose a change in git, and see which files belong to it within a budget") + " (" + t.w.keysOf("review-change") + ")")
	t.strategy = kit.NewMenuButton("", t.strategies)
	t.focused = kit.NewToggle(words.Say("Focus"), false, func(on bool) { w.session.Compose().SetFocused(on) })
	t.focused.SetTip(words.Say("The focused variant (Tier 3): files in focus in full, the rest as structure (Ctrl+T)"))
	t.beads = kit.NewToggle(words.Say("Beads"), false, func(on bool) { w.session.Compose().SetExecutionMode(executionMode(on)) })
	t.beads.SetTip(words.Say("Beads mode: the project's issue tracker as a section"))
	t.changes = kit.NewToggle(words.Say("Changes"), false, func(bool) { w.session.Snapshots().ToggleChanges() })
	t.undo = kit.NewGlyphButton(kit.GlyphUndo, words.Say("Undo"), w.undo)
	t.redo = kit.NewGlyphButton(kit.GlyphRedo, words.Say("Redo"), w.redo)
	t.help = kit.NewLabel("", kit.Body)
	t.help.SetTone(kit.ColorMuted)
	t.save = kit.NewButton(words.Say("Save"), w.save)
	t.write = kit.NewButton(words.Say("Write"), func() { w.session.Snapshots().Write() })
	t.write.SetTip(words.Say("Write the dossier as the next numbered file of the project") + " (" + t.w.keysOf("write-dossier") + ")")
	t.writeWays = kit.NewGlyphButton(kit.GlyphDown, words.Say("Where the dossier is written"), nil)
	t.writeWays.SetItems(t.waysToWrite)
	t.copyButton = kit.NewPrimaryButton(words.Say("Copy"), func() { w.session.Copy().Dossier() })
	t.copyButton.SetTip(words.Say("Copy the whole dossier, fresh from the disk") + " (" + t.w.keysOf("copy-dossier") + ")")
	t.copyWays = kit.NewGlyphButton(kit.GlyphDown, words.Say("The format in which the dossier is copied"), nil)
	t.copyWays.SetItems(t.waysToCopy)
	t.more = kit.NewGlyphButton(kit.GlyphMore, words.Say("More actions, which do not fit in the bar"), nil)
	t.more.SetItems(t.hidden)
	t.row = container.New(&kit.FoldingRow{
		More:  t.more,
		First: []fyne.CanvasObject{t.help, t.changes, t.beads, t.focused, t.redo, t.undo, t.strategy, t.save, t.review, t.fit, t.preset, t.copyWays, t.writeWays, t.write},
	}, t.project, t.openOwn, t.preset, t.fit, t.review, t.strategy, t.focused, t.beads, t.changes, t.undo, t.redo, t.more, t.help, t.save, t.write, t.writeWays, t.copyButton, t.copyWays)
	t.content = kit.NewBar(t.row, kit.EdgeBottom)
	return t
}

func executionMode(beads bool) models.ExecutionMode {
	if beads {
		return models.Beads
	}
	return models.Native
}

// refresh updates the bar from the session.
func (t *toolbar) refresh() {
	s := t.w.session
	c := s.Composition()
	name := s.Name()
	if name == "" {
		name = words.Say("Open a folder")
	}
	t.project.SetText(kit.ShortenPath(name, 24))
	t.project.SetTip(s.Dir())
	t.project.SetBadge("")
	if s.Projects().IsSample() {
		t.project.SetBadge(words.Say("sample"))
	}
	kit.SetVisible(t.openOwn, s.Projects().IsSample())
	t.refreshPreset()
	t.strategy.SetTip(words.Say("How the files are shown as a whole") + "\n" + strategies().Say(c.Strategy.OrAuto()) + ": " + strategyNotes().Say(c.Strategy.OrAuto()))
	t.strategy.SetText(words.With("strategy: {{.Name}}", map[string]any{"Name": strategyWord(c)}))
	t.focused.SetOn(c.Focused)
	t.beads.SetOn(c.ExecutionMode == models.Beads)
	t.refreshChanges()
	undo, redo := s.UndoLabels()
	t.arm(t.undo, undo, words.Say("Undo"), t.w.keysOf("undo"), words.Say("Nothing to undo"))
	t.arm(t.redo, redo, words.Say("Redo"), t.w.keysOf("redo"), words.Say("Nothing to redo"))
	for _, b := range []*kit.Button{t.fit, t.review, t.write, t.writeWays, t.copyButton, t.copyWays} {
		b.Enable()
	}
	if reason := noProject(t.w); reason != "" {
		t.fit.DisableFor(reason)
		t.review.DisableFor(reason)
	}
	if reason := notSendable(t.w); reason != "" {
		t.write.DisableFor(reason)
		t.writeWays.DisableFor(reason)
		t.copyButton.DisableFor(reason)
		t.copyWays.DisableFor(reason)
	}
	t.refreshSave()
	t.activity()
}

func (t *toolbar) arm(b *kit.Button, label message.Message, word, keys, reason string) {
	if label.Text == "" {
		b.DisableFor(reason)
		return
	}
	b.Enable()
	b.SetTip(word + ": " + words.Message(label) + " (" + keys + ")")
}

// refreshChanges shows whether the document has a section of changes.
func (t *toolbar) refreshChanges() {
	s := t.w.session
	shown, on := s.Snapshots().ChangesSince()
	sent, ok := s.Snapshots().LastSent()
	t.changes.SetOn(on)
	keys := " (" + t.w.keysOf("toggle-changes") + ")"
	switch {
	case on:
		t.changes.Enable()
		t.changes.SetTip(words.With("The changes since {{.Name}} are a section of the dossier", map[string]any{"Name": text.Escape(shown.Name)}) + keys)
	case ok:
		t.changes.Enable()
		t.changes.SetTip(words.With("Put what has changed since {{.Name}} as a section into the dossier", map[string]any{"Name": text.Escape(sent.ID.Name)}) + keys)
	default:
		t.changes.DisableFor(words.Say("Nothing was copied or written yet"))
	}
}

// activity shows the first steps.
func (t *toolbar) activity() {
	s := t.w.session
	t.help.SetText("")
	t.help.SetTip("")
	if !s.Copy().EverCopied() && s.Dir() != "" {
		t.help.SetText(words.Say("1 Tick · 2 Choose · 3 Copy"))
		t.help.SetTip(words.Say("Tick files in the tree, choose in the middle how much of each is shown, and copy what the preview shows"))
	}
	kit.Relayout(t.row)
}

// refreshPreset shows the applied preset, and its scope.
func (t *toolbar) refreshPreset() {
	s := t.w.session
	tip := words.Say("Presets: named compositions of the project, and your own")
	switch name, modified := s.Presets().Current(); {
	case name == "":
		t.preset.SetText(words.Say("no preset"))
		t.preset.SetBadge("")
		t.preset.SetMinWidth(0)
	default:
		shown := kit.ShortenPath(text.Escape(name), 24)
		changed := words.With("{{.Name}}, modified", map[string]any{"Name": shown})
		t.preset.SetText(shown)
		if modified {
			t.preset.SetText(changed)
		}
		t.preset.SetBadge(presetstab.Scopes().Say(s.Presets().Applied().Scope))
		t.preset.ReserveWidth(changed)
		tip = text.Escape(name) + "\n" + presetstab.ScopeTip(s.Presets().Applied().Scope) + "\n" + tip
	}
	t.preset.SetTip(tip)
}

// refreshSave shows what would be saved, and where.
func (t *toolbar) refreshSave() {
	target := t.w.session.Presets().Target()
	t.save.SetText(t.saveWord(target))
	t.save.SetTone("")
	if reason := saveReason(target); reason != "" {
		t.save.DisableFor(reason)
		return
	}
	t.save.Enable()
	t.save.SetTip(t.saveTip(target))
	if _, changed := t.w.session.ProjectFile().Diverged(); changed {
		t.save.SetTone(kit.ColorWarn)
	}
}

// saveTip returns the tooltip of the save button if there is something to save.
func (t *toolbar) saveTip(target presetlist.Target) string {
	tip := words.Say("Save the dossier to dossier.toml")
	switch {
	case target.Preset.Name != "":
		tip = words.With("Replace the preset {{.Name}} with the dossier; undo reverts it", map[string]any{"Name": target.Preset.Shown()})
	case target.Remainder:
		tip = words.Say("Save to dossier.toml what the preset does not hold: strategy, tree, format and beads")
	}
	tip += " (" + t.w.keysOf("save") + ")"
	if c, changed := t.w.session.ProjectFile().Diverged(); changed {
		tip += "\n" + changedByAnother() + "\n" + conflictTip(c)
	}
	return tip
}

// saveWord returns the label of the save button, which is shorter in a narrow window.
func (t *toolbar) saveWord(target presetlist.Target) string {
	switch {
	case t.w.narrow || t.w.session.Dir() == "":
		return words.Say("Save")
	case target.Preset.Name != "":
		return words.With("Save \"{{.Name}}\"", map[string]any{"Name": kit.ShortenPath(text.Escape(target.Preset.Name), 24)})
	}
	return words.Say("Save to project")
}

// saveReason returns why there is nothing to save, or why it cannot be saved; empty if it can.
func saveReason(target presetlist.Target) string {
	switch {
	case target.Err != nil:
		return target.Err.Error()
	case target.Unsaved:
		return ""
	case target.Preset.Name != "":
		return words.With("{{.Name}} is up to date", map[string]any{"Name": target.Preset.Shown()})
	}
	return words.Say("dossier.toml is up to date")
}

func strategyWord(c models.Composition) string {
	if c.Strategy.OrAuto() == models.Auto && c.SummaryOnly {
		return words.Say("auto, summaries")
	}
	return strategies().Say(c.Strategy.OrAuto())
}

func strategies() words.Table[models.Strategy] {
	return words.Table[models.Strategy]{models.Auto: "auto", models.Summarize: "summarize", models.FullText: "full"}
}

// strategyNotes describes each strategy in a sentence.
func strategyNotes() words.Table[models.Strategy] {
	return words.Table[models.Strategy]{
		models.Auto:      "Each file in its own view mode, or as its summary where the project wants summaries only",
		models.Summarize: "Every file as its summary, except forced ones",
		models.FullText:  "Each file in its own view mode, even where the project wants summaries only",
	}
}

func (t *toolbar) strategies() []kit.MenuItem {
	s := t.w.session
	c := s.Composition()
	var items []kit.MenuItem
	for _, strategy := range models.Strategies() {
		items = append(items, kit.MenuItem{
			Text: strategies().Say(strategy), Note: strategyNotes().Say(strategy), Checked: strategy == c.Strategy.OrAuto(),
			Action: func() { s.Compose().SetStrategy(strategy) },
		})
	}
	return append(items, kit.MenuItem{Separator: true}, kit.MenuItem{
		Text: words.Say("Summaries only, in auto"), Note: words.Say("summary_only in dossier.toml: every file as its summary, except forced ones"), Checked: c.SummaryOnly, Action: func() { s.Compose().SetSummaryOnly(!c.SummaryOnly) },
	})
}

// waysToWrite returns the menu next to Write: the project's next numbered file, or a file that the
// user names.
func (t *toolbar) waysToWrite() []kit.MenuItem {
	return []kit.MenuItem{t.writeNumbered(), t.writeTo()}
}

func (t *toolbar) waysToCopy() []kit.MenuItem {
	var items []kit.MenuItem
	for _, f := range format.All() {
		items = append(items, kit.MenuItem{
			Text: words.With("Copy as {{.Format}}", map[string]any{"Format": f.Title()}), Reason: notSendable(t.w), Checked: f == format.Of(t.w.session.Composition().Format),
			Action: func() { t.w.session.Copy().DossierAs(f.Name()) },
		})
	}
	return append(items, kit.MenuItem{Separator: true}, kit.MenuItem{
		Text: words.Say("Copy in parts…"), Note: words.Say("For models and input fields with a size limit"), Reason: notSendable(t.w),
		Action: t.w.copyInParts,
	})
}

func (w *Window) copyInParts() { partsdialog.Open(host{w}) }

func (t *toolbar) writeNumbered() kit.MenuItem {
	return kit.MenuItem{Text: words.Say("Write"), Note: words.Say("The next numbered file of the project"), Detail: t.w.keysOf("write-dossier"), Action: func() { t.w.session.Snapshots().Write() }}
}

func (t *toolbar) writeTo() kit.MenuItem {
	return kit.MenuItem{Text: words.Say("Write to…"), Note: words.Say("A file that you name"), Detail: t.w.keysOf("write-dossier-to"), Reason: notSendable(t.w), Action: t.w.writeToDialog}
}

// hidden returns the menu of the buttons that do not fit.
func (t *toolbar) hidden() []kit.MenuItem {
	s := t.w.session
	c := s.Composition()
	var items []kit.MenuItem
	add := func(o fyne.CanvasObject, rows ...kit.MenuItem) {
		if o.Visible() {
			return
		}
		if len(items) > 0 && len(rows) > 1 {
			items = append(items, kit.MenuItem{Separator: true})
		}
		items = append(items, rows...)
	}
	add(t.write, kit.MenuItem{Text: words.Say("Write"), Detail: t.w.keysOf("write-dossier"), Action: func() { s.Snapshots().Write() }})
	add(t.writeWays, t.writeTo())
	add(t.copyWays, append([]kit.MenuItem{{Text: words.Say("Format of the copy"), Heading: true}}, t.waysToCopy()...)...)
	add(t.save, kit.MenuItem{Text: t.save.Text(), Detail: t.w.keysOf("save"), Reason: saveReason(s.Presets().Target()), Action: t.w.save})
	add(t.fit, kit.MenuItem{Text: words.Say("Fit…"), Detail: t.w.keysOf("fit"), Action: func() { openFit(t.w) }})
	add(t.review, kit.MenuItem{Text: words.Say("Review…"), Detail: t.w.keysOf("review-change"), Action: func() { openReview(t.w) }})
	add(t.undo, kit.MenuItem{Text: words.Say("Undo"), Detail: t.w.keysOf("undo"), Reason: nothingToUndo(t.w), Action: t.w.undo})
	add(t.redo, kit.MenuItem{Text: words.Say("Redo"), Detail: t.w.keysOf("redo"), Reason: nothingToRedo(t.w), Action: t.w.redo})
	add(t.focused, kit.MenuItem{Text: words.Say("Focus"), Detail: t.w.keysOf("toggle-focused"), Checked: c.Focused, Action: func() { s.Compose().SetFocused(!c.Focused) }})
	add(t.beads, kit.MenuItem{Text: words.Say("Beads"), Checked: c.ExecutionMode == models.Beads, Action: func() { s.Compose().SetExecutionMode(executionMode(c.ExecutionMode != models.Beads)) }})
	if changes := t.w.status.changesItems(); !t.changes.Visible() {
		if len(items) == 0 {
			changes = changes[1:] // without the separator above them
		}
		items = append(items, changes...)
	}
	add(t.preset, append([]kit.MenuItem{{Text: words.Say("Presets"), Heading: true}}, t.w.presets.Menu()...)...)
	add(t.strategy, append([]kit.MenuItem{{Text: words.Say("Strategy"), Heading: true}}, t.strategies()...)...)
	return items
}

// Changed updates the bar.
func (t *toolbar) Changed(c change.Set) {
	if c&^(change.Colours|change.Activity) != 0 {
		t.refresh()
	}
	if c.Has(change.Activity) {
		t.activity()
	}
}
