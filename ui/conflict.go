package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/diff"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/session/projectfile"
	"dossier/ui/words"
)

// conflictNotice reports that another program changed the project file while something is
// unsaved.
func (b *noticeButton) conflictNotice() (notice, bool) {
	c, ok := b.w.session.ProjectFile().Diverged()
	if !ok {
		return notice{}, false
	}
	n := notice{
		text: changedByAnother(), tip: conflictTip(c), tone: kit.ColorAccent, toast: true,
		items: []kit.MenuItem{{Text: words.Say("Review…|look at"), Note: conflictTip(c), Action: b.w.session.ProjectFile().Review}},
	}
	if !c.Joins() {
		n.tone = kit.ColorWarn
	}
	return n, true
}

func changedByAnother() string { return words.Say("dossier.toml was changed by another program") }

// conflictTip describes the effect of a save.
func conflictTip(c projectfile.Conflict) string {
	if c.Joins() {
		return words.Say("It changed other parts than you: saving joins both")
	}
	return words.Say("It changed the same parts as you: saving asks which to keep")
}

// conflict asks what to do about a project file that another program changed while there was
// unsaved work. The text names exactly the buttons that exist.
func (w *Window) conflict(c projectfile.Conflict) {
	save := func(side projectfile.Side) func() {
		return func() { w.session.ProjectFile().Save(side) }
	}
	cancel := dialog.Closes(words.Say("Cancel"))
	answers := []dialog.Answer{
		{Text: words.Say("Show difference"), Run: func() bool { w.conflictDifference(c); return true }},
		dialog.Does(words.Say("Take theirs"), save(projectfile.Theirs)),
		dialog.Does(words.Say("Keep mine"), save(projectfile.Mine)),
	}
	ways := words.Say("“Keep mine” saves what this window holds in place of theirs; presets and other settings of the project stay as they are on disk. “Take theirs” discards your unsaved changes; undo brings them back.")
	if c.Joins() {
		ways = words.Say("“Both” saves your changes and keeps those of the other program.") + " " + ways
		answers = append(answers, dialog.Does(words.Say("Both"), save(projectfile.Both)).AsPrimary())
	} else {
		cancel.Primary = true // overwritten changes cannot be restored
	}
	answers = append([]dialog.Answer{cancel}, answers...)
	explain := kit.NewParagraph(conflictText(c) + " " + ways)
	body := container.NewBorder(explain, nil, nil, nil, w.fixedList(conflictRows(c)))
	w.dialogs.Show(words.Say("Changed on disk"), body, fyne.NewSize(720, 380), answers...).Help = conflictHelp
}

// conflictText describes the conflict.
func conflictText(c projectfile.Conflict) string {
	if c.Joins() {
		return words.Say("Another program changed dossier.toml while you had unsaved changes, in other parts than you.")
	}
	return words.Say("Another program changed dossier.toml while you had unsaved changes, in the same parts as you. Nothing was written.")
}

// conflictRows returns the parts that differ, each with the program that changed it.
func conflictRows(c projectfile.Conflict) []board.Row {
	rows := make([]board.Row, len(c.Parts))
	for i, d := range c.Parts {
		who, tone := words.Say("changed by you"), kit.ColorMuted
		switch {
		case d.Collides():
			who, tone = words.Say("changed by both"), kit.ColorWarn
		case d.Theirs:
			who = words.Say("changed by the other program")
		}
		rows[i] = board.Row{Cells: []board.Cell{
			{Text: projectPart(d.Key), Fill: true, Middle: true},
			{Text: who, Tone: tone},
		}, Tip: text.Escape(d.Key)}
	}
	return rows
}

// conflictDifference shows the parts that differ line by line, from the version on the disk to the
// window's.
func (w *Window) conflictDifference(c projectfile.Conflict) {
	back := dialog.Closes(words.Say("Back")).AsPrimary()
	legend := kit.NewMuted(words.Say("− their version, + your version"))
	body := container.NewBorder(legend, nil, nil, nil, w.fixedList(differingLines(c)))
	w.dialogs.Show(words.Say("Difference of dossier.toml"), body, fyne.NewSize(900, 560), back).Help = conflictHelp
}

const conflictHelp = "docs/guide/trouble.md#the-file-changed-on-the-disk"

func differingLines(c projectfile.Conflict) []board.Row {
	var rows []board.Row
	for _, d := range c.Parts {
		rows = append(rows, board.Row{Strong: true, Cells: []board.Cell{{Text: projectPart(d.Key), Fill: true, Middle: true}}, Tip: text.Escape(d.Key)})
		for line := range strings.Lines(diff.Unified(ended(d.TheirsText), ended(d.MineText))) {
			rows = append(rows, differingLine(strings.TrimSuffix(line, "\n")))
		}
	}
	return rows
}

// ended returns a text with a newline at the end of its last line.
func ended(s string) string {
	if s == "" {
		return ""
	}
	return s + "\n"
}

// differingLine returns the row of a line of a unified difference, which begins with its sign.
func differingLine(line string) board.Row {
	sign, rest := line[:1], text.Escape(line[1:])
	cell := board.Cell{Text: rest, Mono: true, Fill: true}
	mark := board.Cell{Width: 14, Mono: true}
	switch sign {
	case "+":
		mark.Text, mark.Tone = columns.Added, kit.ColorGood
	case "-":
		mark.Text, mark.Tone = columns.Removed, kit.ColorBad
	case "@":
		cell.Text, cell.Tone = "@"+rest, kit.ColorMuted
	}
	return board.Row{Cells: []board.Cell{mark, cell}, Tip: rest}
}

// fixedList returns a list for a dialog.
func (w *Window) fixedList(lines []board.Row) *board.List {
	rows := board.FixedRows(lines)
	list := board.NewList(&rows, kit.RowHeight)
	list.Single = true
	list.OnShortcut = func(s fyne.Shortcut) { w.shortcut(s) }
	return list
}

// projectPart returns the display name of a part of the project file: its key if it has no other name.
func projectPart(key string) string {
	if name := projectParts().Say(key); name != "" {
		return name
	}
	if name, ok := strings.CutPrefix(key, "presets."); ok {
		return words.With("Preset {{.Name}}", map[string]any{"Name": text.Escape(name)})
	}
	return text.Escape(key)
}

func projectParts() words.Table[string] {
	return words.Table[string]{
		"project.name": "Project name", "project.aggregation_strategy": "Strategy", "project.summary_only": "Summaries only",
		"project.execution_mode": "Beads", "project.instruction": "Instruction", "project.tree": "Tree",
		"files.items": "Files", "files.exclude": "Excluded paths", "screenshots.paths": "Screenshots",
		"beads.exclude": "Excluded beads", "notes.exclude": "Excluded notes", "output.dir": "Output folder",
		"secrets.allow": "Allowed secrets", "secrets.redact": "Redacted secrets",
	}
}
