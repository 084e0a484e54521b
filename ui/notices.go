package ui

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/features/agents"
	"dossier/ui/features/agents/agentsdialog"
	"dossier/ui/features/repairlist"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/session/recovery"
	"dossier/ui/words"
)

// notice is a condition that lasts until the user has resolved it: the project's file has an error,
// another window left unsaved work, something is missing. It is a button of the status bar, so that
// nothing moves when it appears or disappears.
type notice struct {
	text, tip string
	brief     string              // on the button, if text is too long for it; "" means text
	tone      fyne.ThemeColorName // "" if it is harmless
	// toast is set if the notice is also shown as a toast, once.
	toast bool
	items []kit.MenuItem // the action that resolves it
}

// notices returns the current notices, most severe first.
func (b *noticeButton) notices() []notice {
	var all []notice
	for _, of := range []func() (notice, bool){b.fileNotice, b.conflictNotice, b.languageNotice, b.crashNotice, b.recoveryNotice, b.consentNotice, b.proposalsNotice, b.missingNotice, b.overNotice, b.secretsNotice} {
		if n, ok := of(); ok {
			all = append(all, n)
		}
	}
	return all
}

// fileNotice reports why the project's file is not written: it has an error, is from a later
// version, or belongs to another program, which is harmless.
func (b *noticeButton) fileNotice() (notice, bool) {
	w := b.w
	err := w.session.ProjectFile().ReadOnly()
	if err == nil {
		return notice{}, false
	}
	line := strings.TrimPrefix(err.Error(), w.session.Dir()+string(filepath.Separator))
	line, _, _ = strings.Cut(line, "; ") // its actions are in the menu
	n := notice{text: words.With("Not saved: {{.Why}}", map[string]any{"Why": line}), tip: err.Error(), tone: kit.ColorWarn, toast: true}
	if w.session.ProjectFile().Foreign() {
		n.tone = ""
		n.text = words.With("{{.Name}} is only read", map[string]any{"Name": presets.ForeignName})
		n.items = append(n.items, kit.MenuItem{
			Text: words.Say("Import to dossier.toml"), Note: words.Say("Makes a dossier.toml and a dossier_history.toml of it; the file itself stays as it is"),
			Action: w.session.ProjectFile().Adopt,
		})
	}
	if broken := w.session.ProjectFile().Broken(); broken != "" {
		n.tone = kit.ColorBad
		n.items = append(n.items,
			kit.MenuItem{Text: words.Say("Open the file"), Note: words.Say("It is read again as soon as it is fixed"), Action: func() { w.openFile(broken) }},
			kit.MenuItem{Text: words.Say("Move aside"), Note: words.Say("Renames the file, so that a new one can be created; nothing is deleted"), Action: w.session.ProjectFile().MoveAside})
	}
	if errors.As(err, new(*presets.SchemaError)) {
		n.text = words.Say("dossier.toml is of a newer version: it is only read")
	}
	return n, true
}

// crashNotice reports that the program crashed, and offers the recovered work and the report.
func (b *noticeButton) crashNotice() (notice, bool) {
	w := b.w
	at := w.session.Autosave().Found()
	found := !at.IsZero()
	if n := len(w.Crashes); n > 0 && !found {
		at = w.Crashes[n-1].Time
	}
	if at.IsZero() {
		return notice{}, false
	}
	fields := map[string]any{"Time": language.Minute(at)}
	n := notice{text: words.With("Dossier ended unexpectedly on {{.Time}}", fields), tip: words.Say("Unsaved work is stored within a second of each change"), tone: kit.ColorAccent, toast: true}
	n.brief = words.Say("Dossier ended unexpectedly")
	if found {
		n.text = words.With("Dossier ended unexpectedly; unsaved work from {{.Time}} was restored", fields)
		n.items = append(n.items,
			kit.MenuItem{Text: words.Say("Keep"), Note: words.Say("It stays unsaved, as it was"), Action: func() { w.Crashes = nil; w.session.Autosave().AcceptRecovered() }},
			kit.MenuItem{Text: words.Say("Discard"), Note: words.Say("Restores what is saved; undo reverts it"), Action: func() { w.Crashes = nil; w.session.Autosave().Discard() }})
	}
	if len(w.Crashes) > 0 {
		report := w.Crashes[len(w.Crashes)-1].Path
		n.tip = words.With("The report contains the version and the stack trace, and no file content: {{.Path}}", map[string]any{"Path": report})
		n.items = append(n.items, kit.MenuItem{
			Text: words.Say("Open the folder of the report"), Note: words.Say("It contains the version and the stack trace, and no file content"),
			Action: func() { w.openFile(filepath.Dir(report)) },
		})
	}
	if !found {
		n.items = append(n.items, kit.MenuItem{Text: words.Say("Dismiss"), Action: func() { w.Crashes = nil; b.refresh() }})
	}
	return n, true
}

// recoveryNotice reports that another window has the project open, or offers the unsaved work of other
// windows.
func (b *noticeButton) recoveryNotice() (notice, bool) {
	w := b.w
	if w.session.Recovery().OpenElsewhere() {
		return notice{
			text: words.Say("Another window has this project open"), brief: words.Say("Open in another window"),
			tip:   words.Say("Each window has its own unsaved changes; the next start recovers those of a window that was closed"),
			toast: true, items: []kit.MenuItem{{Text: words.Say("Dismiss"), Action: w.session.Recovery().MarkSeen}},
		}, true
	}
	list := w.session.Recovery().List()
	if len(list) == 0 {
		return notice{}, false
	}
	return notice{text: recoveryText(list), brief: words.Count("Unsaved work of {{.N}} windows", len(list)), tip: recoveryTip(list[0]), tone: kit.ColorAccent, toast: true, items: b.recoveryItems(list)}, true
}

// proposalsNotice reports proposals of programs.
func (b *noticeButton) proposalsNotice() (notice, bool) {
	w := b.w
	list := agents.Of(w.session).List()
	if len(list) == 0 {
		return notice{}, false
	}
	n := notice{text: words.Count("{{.N}} proposals", len(list)), tip: words.Say("What agents propose to show the model; nothing changes until you apply it"), tone: kit.ColorAccent, toast: true}
	for _, one := range list {
		note := words.With("By {{.Client}}, {{.Files}}", map[string]any{"Client": text.Escape(one.Client), "Files": words.Count("{{.N}} files", len(one.Rows))})
		if !one.Fits {
			note += " · " + words.Say("not all of it fits any more")
		}
		n.items = append(n.items, kit.MenuItem{Text: kit.ShortenPath(text.Escape(one.Title), 48), Note: note, Action: func() { agentsdialog.Open(host{w}, one.ID) }})
	}
	return n, true
}

// missingNotice reports missing files of the composition.
func (b *noticeButton) missingNotice() (notice, bool) {
	w := b.w
	list := repairlist.Of(w.session).List()
	if len(list) == 0 {
		return notice{}, false
	}
	return notice{
		text: words.MissingCounts(list), tip: words.Say("Missing files, and where they may be now"), tone: kit.ColorWarn,
		items: []kit.MenuItem{{Text: words.Say("Review…|look at"), Detail: b.w.keysOf("review-missing"), Action: w.reviewMissing}},
	}, true
}

// secretsNotice reports the possible secrets in the document, redacted or not, and the texts that
// were not fully checked. Readable ones are a problem.
func (b *noticeButton) secretsNotice() (notice, bool) {
	w := b.w
	n, late := secretlist.Of(w.session).Open(), len(secretlist.Of(w.session).Unchecked())
	if n+late == 0 {
		return notice{}, false
	}
	parts := words.CountIfAny("{{.N}} secrets", n)
	parts = append(parts, words.CountIfAny("{{.N}} not checked", late)...)
	out := notice{
		text: strings.Join(parts, ", "), tip: words.Say("Secrets in the dossier, and what is done with each"),
		items: []kit.MenuItem{{Text: words.Say("Review…|look at"), Detail: b.w.keysOf("review-secrets"), Action: func() { reviewSecrets(w) }}},
	}
	if late > 0 || w.session.Document().Secrets.In(secrets.Readable) > 0 {
		out.tone = kit.ColorWarn
	}
	return out, true
}

// noticeButton shows the most severe notice in the status bar, and leads to all of them. If there
// is a single action, a click runs it; otherwise it opens a menu.
type noticeButton struct {
	*kit.Button
	w        *Window
	single   bool            // whether a click runs the only action
	notified map[string]bool // the notices at the last refresh
}

func newNoticeButton(w *Window) *noticeButton {
	b := &noticeButton{w: w, notified: map[string]bool{}}
	b.Button = kit.NewMenuButton("", b.menu)
	b.Hide()
	return b
}

// refresh shows the current notices. New ones are also shown as toasts.
func (b *noticeButton) refresh() {
	all := b.notices()
	kit.SetVisible(b.Button, len(all) > 0)
	if len(all) > 0 {
		text := cmp.Or(all[0].brief, all[0].text)
		if more := len(all) - 1; more > 0 {
			text += " · " + words.Count("{{.N}} more", more)
		}
		b.SetText(text)
		b.SetTip(all[0].text + "\n" + all[0].tip)
		b.SetTone(all[0].tone)
		b.setSingle(len(all) == 1 && len(all[0].items) == 1)
	}
	notified := map[string]bool{}
	for _, n := range all {
		notified[n.text] = true
		if n.toast && !b.notified[n.text] {
			b.w.overlay.Toast(n.text, words.Say("Show…"), b.open)
		}
	}
	b.notified = notified
}

// setSingle sets whether a click runs the only action, which is looked up at that time.
func (b *noticeButton) setSingle(single bool) {
	if single == b.single {
		return
	}
	b.single = single
	if !single {
		b.SetItems(b.menu)
		return
	}
	b.SetPressed(func() {
		if all := b.notices(); len(all) > 0 && len(all[0].items) > 0 {
			all[0].items[0].Action()
		}
	})
}

func (b *noticeButton) open() { b.Tapped(&fyne.PointEvent{}) }

// menu lists the notices, each with its action.
func (b *noticeButton) menu() []kit.MenuItem {
	var items []kit.MenuItem
	for i, n := range b.notices() {
		if i > 0 {
			items = append(items, kit.MenuItem{Separator: true})
		}
		items = append(items, kit.MenuItem{Text: n.text, Heading: true})
		items = append(items, n.items...)
	}
	return items
}

// recoveryItems offers the unsaved work of other windows.
func (b *noticeButton) recoveryItems(list []recovery.Work) []kit.MenuItem {
	w := b.w
	var items []kit.MenuItem
	for i, one := range list {
		if i > 0 {
			items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: recoveryText(list[i : i+1]), Heading: true})
		}
		items = append(items,
			kit.MenuItem{
				Text: words.Say("Resume it"), Note: words.Say("Replaces the dossier of this window; unsaved changes are stored as a draft; undo reverts it"),
				Action: func() { w.session.Recovery().Recover(one.ID) },
			},
			kit.MenuItem{
				Text: words.Say("Discard"), Note: words.Say("Removes it when the project is closed; until then, undo restores it"),
				Action: func() { w.session.Recovery().Discard(one.ID) },
			})
	}
	return items
}
