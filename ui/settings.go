package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/features/agents/agentsdialog"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/openwith"
	"dossier/ui/session/settings"
	"dossier/ui/words"
)

// settingsDialog edits the user's settings: a few groups, and last, collapsed, the long list of
// files excluded from the tree.
type settingsDialog struct {
	w        *Window
	theme    *kit.Choice
	strong   *kit.Check
	speech   *kit.Button // language
	speaks   int         // index of the selected language in presets.Languages
	spoken   *kit.Label  // when the language takes effect, or why it does not
	still    *kit.Check  // reduced motion
	keep     *kit.Check
	readable *kit.Choice // whether to ask before possible secrets are sent
	numbers  []*settingNumber
	editor   *edit.Entry // the command
	pause    *kit.Check  // pauses agents
	client   *kit.Check  // whether agents' clients ask about proposals
	configs  *kit.Button // settings for agents
	junk     *edit.TextBox
	unfold   *kit.Button
	list     *fyne.Container // collapsed
	groups   *fyne.Container
	scroll   *container.Scroll
	problem  *widget.Label
}

// settingNumber is an integer setting.
type settingNumber struct {
	name     string
	entry    *edit.Entry
	min, max int64
	initial  string
	set      func(*presets.Settings, int64)
}

// The widths of the form.
const (
	settingLabel = 220
	settingField = 110 // width of a number

	settingCommand = 300
)

const junkLines = 12 // visible lines of the list

func (w *Window) settingsDialog() {
	d := &settingsDialog{w: w, groups: container.New(layout.NewCustomPaddedVBoxLayout(kit.Group))}
	all := w.session.Settings().All()

	d.theme = kit.NewChoice([]string{words.Say("As the system"), words.Say("Light"), words.Say("Dark")}, nil)
	for i, name := range themeNames() {
		if name == all.Theme {
			d.theme.Choose(i)
		}
	}
	d.speech = kit.NewMenuButton("", d.languages)
	d.speech.SetTip(words.Say("The guide, the command line and the document stay in English, and so do some messages of programs"))
	for i, name := range presets.Languages() {
		if name == all.Language {
			d.speaks = i
		}
	}
	d.spoken = kit.NewMuted("")
	d.spoken.SetMinWidth(1)
	d.chooseLanguage(d.speaks)
	d.still = settingCheck(all.ReduceMotion, words.Say("Reduce motion"), words.Say("The cursor of a text box does not blink"))
	d.strong = settingCheck(all.HighContrast, words.Say("High contrast"), words.Say("Black on white or white on black, with strong borders"))
	d.group(words.Say("Appearance"), words.Say("How this window looks, on this machine."),
		row(words.Say("Language"), container.NewHBox(d.speech)), d.spoken,
		row(words.Say("Colours"), d.theme),
		container.NewHBox(d.strong, d.still),
		d.number(words.Say("Zoom, %"), int64(all.Zoom), presets.MinZoom, presets.MaxZoom, func(s *presets.Settings, n int64) { s.Zoom = int(n) }))

	d.group(words.Say("Files"), words.Say("How much a click can add without asking."),
		d.number(words.Say("Size limit of a file, KiB"), all.MaxBytes>>10, 1, dialog.MaxNumber, func(s *presets.Settings, n int64) { s.MaxBytes = n << 10 }),
		d.number(words.Say("Ask before adding more files than"), int64(all.ConfirmFolderFiles), 1, dialog.MaxNumber, func(s *presets.Settings, n int64) { s.ConfirmFolderFiles = int(n) }))

	d.editor = w.dialogs.Entry(all.Editor)
	d.editor.SetPlaceHolder("code --goto {file}:{line}")
	d.editor.SetTip(words.Say("The command that opens a file, with {file} and {line}. Empty: VISUAL, or an editor that is installed"))
	d.group(words.Say("Editor"), words.Say("What opens files of the project at a line."),
		row(words.Say("Command"), container.NewGridWrap(fyne.NewSize(settingCommand, kit.ControlHeight), d.editor)))

	d.keep = settingCheck(all.KeepCopies, words.Say("Store copied documents"), "")
	d.group(words.Say("Copies"), words.Say("Copied documents can be stored as snapshots, for you alone. Pinned ones stay."),
		container.NewHBox(d.keep),
		d.number(words.Say("Max copies"), int64(all.CopiesMax), 1, dialog.MaxNumber, func(s *presets.Settings, n int64) { s.CopiesMax = int(n) }),
		d.number(words.Say("Max age, days"), int64(all.CopiesDays), 1, presets.MaxDays, func(s *presets.Settings, n int64) { s.CopiesDays = int(n) }))

	d.readable = kit.NewChoice([]string{words.Say("Once for each"), words.Say("Every time"), words.Say("Never")}, nil)
	for i, when := range readableChoices() {
		if when == all.AskReadable {
			d.readable.Choose(i)
		}
	}
	d.group(words.Say("Secrets"), words.Say("Certain secrets are redacted; possible ones are readable unless you redact them."),
		row(words.Say("Ask about possible secrets"), d.readable))

	connected := d.agents(all)

	d.junk = edit.NewTextBox("", junkLines, nil)
	d.junk.TextStyle.Monospace = true
	d.junk.SetText(w.session.Settings().Junk())
	d.junk.OnEscape = func() { w.dialogs.TypedKey(fyne.KeyEscape) }
	d.junk.OnShortcut = w.dialogs.Shortcut
	d.unfold = kit.NewButton("", d.fold)
	reset := kit.NewButton(words.Say("Default list"), func() { d.junk.SetText(settings.DefaultJunk()) })
	reset.SetTip(words.Say("Inserts the list that comes with Dossier"))
	d.list = container.NewVBox(d.junk, container.NewHBox(reset))
	d.group(words.Say("Excluded from the tree"), words.Say("Lines of a .gitignore, for all projects. They never hide files that git tracks."),
		container.NewHBox(d.unfold), d.list)
	d.fold()

	problem := kit.NewComplaint()
	if err := w.session.Settings().ReadOnly(); err != nil {
		problem.SetText(words.Sentence(err))
	}
	dialog.ClearOnEdit(problem, &d.editor.Entry, &d.junk.Entry)
	for _, n := range d.numbers {
		dialog.ClearOnEdit(problem, &n.entry.Entry)
	}
	d.problem = problem
	d.scroll = container.NewVScroll(d.groups)
	open := w.dialogs.Show(words.Say("Settings"), kit.NewColumn(nil, d.scroll, problem), fyne.NewSize(640, 650),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: d.save})
	open.Help = "docs/guide/settings.md"
	stop, hide := connected.Follow(), open.Close
	open.Close = func() {
		stop()
		hide()
	}
}

// settingCheck returns a check box for a setting; tip may be empty.
func settingCheck(on bool, text, tip string) *kit.Check {
	c := kit.NewCheck(text, nil)
	c.SetTip(tip)
	if on {
		c.SetState(kit.On)
	}
	return c
}

// agents adds the group of the programs that request context, and returns the connected ones.
func (d *settingsDialog) agents(all presets.Settings) *agentsdialog.Connected {
	d.pause = settingCheck(all.PauseAgents, words.Say("Pause agents"), words.Say("Servers that agents have started (dossier mcp) refuse all requests until this is off again"))
	d.client = settingCheck(all.AskInClient, words.Say("Ask in the agent’s program too"), words.Say("The agent's program also shows its proposals, if it can; accepting there applies the whole proposal"))
	d.configs = kit.NewMenuButton(words.Say("Copy configuration"), func() []kit.MenuItem { return agentsdialog.Configs(host{d.w}) })
	d.configs.SetTip(words.Say("The configuration with which an agent or editor starts the server on this project"))
	activity := kit.NewButton(words.Say("What agents did…"), func() { agentsdialog.ShowActivity(host{d.w}) })
	connected := agentsdialog.NewConnected(host{d.w}, func() { kit.Relayout(d.groups) })
	if reason := noProject(d.w); reason != "" {
		d.configs.DisableFor(reason)
		activity.DisableFor(reason)
	}
	d.group(words.Say("Agents"), words.Say("Programs that ask Dossier for context (Model Context Protocol)."),
		container.NewHBox(d.pause, d.client), connected.Content(), container.NewHBox(activity, d.configs))
	return connected
}

func themeNames() []string {
	return []string{presets.ThemeAuto, presets.ThemeLight, presets.ThemeDark}
}

// languageNames returns the names of [presets.Languages], each in its own language.
func languageNames() []string {
	names := []string{words.Say("As the system")}
	for _, l := range language.All() {
		names = append(names, l.Name)
	}
	return names
}

// languages returns the menu of languages.
func (d *settingsDialog) languages() []kit.MenuItem {
	var items []kit.MenuItem
	for i, name := range languageNames() {
		items = append(items, kit.MenuItem{Text: name, Checked: i == d.speaks, Action: func() { d.chooseLanguage(i) }})
	}
	return items
}

// chooseLanguage shows the selected language, and below it when it takes effect, or that no font supports it.
func (d *settingsDialog) chooseLanguage(chosen int) {
	d.speaks = chosen
	d.speech.SetText(languageNames()[chosen])
	said := words.Say("Takes effect when Dossier is started again.")
	if l := language.Of(presets.Languages()[chosen], d.w.around.locale); len(l.Fonts) > 0 {
		if found := d.w.around.fonts(); found.Family(l.Fonts) == "" && !found.Draw(l.Sample) {
			said = noFont(l)
		}
	}
	d.spoken.SetText(said)
}

func readableChoices() []string {
	return []string{presets.AskOnce, presets.AskAlways, presets.AskNever}
}

// group adds settings below a heading and a sentence on their purpose.
func (d *settingsDialog) group(name, sentence string, rows ...fyne.CanvasObject) {
	about := kit.NewMuted(sentence)
	about.SetMinWidth(1)
	head := container.New(layout.NewCustomPaddedVBoxLayout(0), kit.NewLabel(name, kit.Strong), about)
	d.groups.Add(container.NewVBox(append([]fyne.CanvasObject{head}, rows...)...))
}

// row returns a setting next to its name.
func row(name string, field fyne.CanvasObject) fyne.CanvasObject {
	label := kit.NewLabel(name, kit.Body)
	label.SetMinWidth(settingLabel)
	return container.NewHBox(label, field)
}

// number returns the row of an integer setting.
func (d *settingsDialog) number(name string, new, least, most int64, take func(*presets.Settings, int64)) fyne.CanvasObject {
	old := strconv.FormatInt(new, 10)
	n := &settingNumber{name: name, entry: d.w.dialogs.Entry(old), min: least, max: most, initial: old, set: take}
	d.numbers = append(d.numbers, n)
	return row(name, container.NewGridWrap(fyne.NewSize(settingField, kit.ControlHeight), n.entry))
}

// fold shows or hides the list.
func (d *settingsDialog) fold() {
	if d.list.Visible() {
		d.list.Hide()
		d.unfold.SetGlyph(kit.GlyphRight)
		d.unfold.SetText(words.Count("Show the list of {{.N}} lines", strings.Count(strings.TrimSpace(d.junk.Text), "\n")+1))
	} else {
		d.list.Show()
		d.unfold.SetGlyph(kit.GlyphDown)
		d.unfold.SetText(words.Say("Hide the list"))
	}
	kit.Relayout(d.groups)
	if d.scroll != nil {
		d.scroll.Refresh()
		d.scroll.ScrollToBottom()
	}
}

// save saves the settings changed in the dialog, on top of settings that may have been changed
// elsewhere since it was opened.
func (d *settingsDialog) save() (stay bool) {
	all := d.w.session.Settings().All()
	for _, n := range d.numbers {
		if n.entry.Text == n.initial {
			continue
		}
		value, err := dialog.WholeNumber(n.entry.Text, n.min, n.max)
		if err != nil {
			d.problem.SetText(n.name + ": " + err.Error())
			d.w.focus(n.entry)
			dialog.SelectAll(n.entry)
			return true
		}
		n.set(&all, value)
	}
	if command := strings.TrimSpace(d.editor.Text); command != "" {
		if _, err := openwith.Parse(command); err != nil {
			d.problem.SetText(words.Sentence(err))
			d.w.focus(d.editor)
			return true
		}
	}
	all.HighContrast = d.strong.State() == kit.On
	all.ReduceMotion = d.still.State() == kit.On
	all.PauseAgents = d.pause.State() == kit.On
	all.AskInClient = d.client.State() == kit.On
	all.Editor = strings.TrimSpace(d.editor.Text)
	all.Language = presets.Languages()[d.speaks]
	all.Theme = themeNames()[d.theme.Chosen()]
	all.KeepCopies = d.keep.State() == kit.On
	all.AskReadable = readableChoices()[d.readable.Chosen()]
	if err := d.w.session.Settings().Set(all, d.junk.Text); err != nil {
		d.problem.SetText(words.Sentence(err))
		return true
	}
	return false
}
