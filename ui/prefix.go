package ui

import (
	"path"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/session"
	"dossier/ui/words"
)

// An unchanged beginning of the document costs less, because providers cache the beginning of a
// prompt (their prompt cache). The end of that part is shown in three places: a rule in the
// preview, a tick on the budget bar, and a button in the status bar, which says what breaks the
// prefix and offers to fix it.

// prefixRule returns the label of the rule above a line of the document, counted from 0; empty for
// other lines.
func (b *statusBar) prefixRule(line int) string {
	w := b.w
	p, ok := w.session.Prefix().Current()
	if !ok || p.Whole || p.Line != line || p.Tokens.N == 0 {
		return ""
	}
	return words.With("sent before up to here, {{.Tokens}} tok", map[string]any{"Tokens": words.Tokens(p.Tokens)})
}

// prefixText returns the text in the status bar; its colour shows whether something can be fixed.
func prefixText(p session.Prefix) string {
	switch {
	case p.Breaker() != "":
		return words.With("{{.Tokens}} tokens sent before, up to {{.Name}}", map[string]any{
			"Tokens": words.Tokens(p.Tokens), "Name": kit.ShortenPath(text.Escape(path.Base(p.Breaker())), 24),
		})
	case p.Whole:
		return words.Say("all of it was sent before")
	}
	return words.With("{{.Tokens}} tokens sent before", map[string]any{"Tokens": words.Tokens(p.Tokens)})
}

// prefixTip explains the figure.
func prefixTip(p session.Prefix) string {
	name := map[string]any{"Name": text.Escape(p.Sent), "Tokens": words.Tokens(p.Tokens)}
	tip := words.With("The dossier is the same as {{.Name}}, which was sent last. Providers keep what they have read (their prompt cache): sent again soon, it costs less and is answered sooner", name)
	if !p.Whole {
		tip = words.With("The first {{.Tokens}} tokens are the same as in {{.Name}}, which was sent last. Providers keep the beginning that they have read (their prompt cache): sent again soon, it costs less and is answered sooner; what follows costs the full price", name)
	}
	if what := brokenBy(p); what != "" {
		tip += "\n" + what
	}
	return tip
}

// brokenBy describes what ends the prefix; empty if nothing does.
func brokenBy(p session.Prefix) string {
	name := map[string]any{"Name": text.Escape(p.Title)}
	switch {
	case p.Block < 0:
		return ""
	case p.Why == aggregate.Changed:
		return words.With("It ends where {{.Name}} has changed", name)
	case p.Why == aggregate.Added:
		return words.With("It ends where {{.Name}} was added", name)
	}
	return words.With("It ends at the previous position of {{.Name}}", name)
}

// prefixRows returns the menu of the button.
func (b *statusBar) prefixRows() []kit.MenuItem {
	w := b.w
	p, ok := w.session.Prefix().Current()
	if !ok {
		return nil
	}
	var items []kit.MenuItem
	if breaker := p.Breaker(); breaker != "" {
		detail := words.With("{{.Tokens}} more tokens cost less", map[string]any{"Tokens": words.Tokens(p.Late)})
		if p.Why == aggregate.Changed {
			detail = words.With("{{.Tokens}} more tokens cost less when it changes again", map[string]any{"Tokens": words.Tokens(p.Late)})
		}
		items = append(
			items,
			kit.MenuItem{Text: words.With("Move {{.Name}} down", map[string]any{"Name": kit.ShortenPath(text.Escape(path.Base(breaker)), 40)}), Detail: detail, Action: w.session.Prefix().MoveLater},
			kit.MenuItem{Text: words.Say("Go to its row"), Action: func() { w.context.Reveal(breaker) }},
		)
	}
	items = append(items, kit.MenuItem{Text: words.Say("Show where it ends"), Reason: reasonIf(p.Whole, words.Say("All of it was sent before")), Action: func() {
		w.focusPreview()
		w.preview.ShowLine(p.Line)
	}})
	return append(items, b.changesItems()...)
}

func reasonIf(is bool, reason string) string {
	if is {
		return reason
	}
	return ""
}

// changesItems returns the menu rows for the changes since the last sent document.
func (b *statusBar) changesItems() []kit.MenuItem {
	w := b.w
	s := w.session
	sent, ok := s.Snapshots().LastSent()
	shown, is := s.Snapshots().ChangesSince()
	none := reasonIf(!ok, words.Say("Nothing was copied or written yet"))
	name := text.Escape(sent.ID.Name)
	since := is && (!ok || shown == sent.ID)
	items := []kit.MenuItem{
		{Separator: true},
		{Text: words.Say("Compare with the last sent document"), Detail: b.w.keysOf("compare-sent"), Reason: none, Action: w.compareWithLastSent},
	}
	if is && !since {
		items = append(items, kit.MenuItem{Text: words.With("Changes since {{.Name}}, as a section", map[string]any{"Name": text.Escape(shown.Name)}), Checked: true, Action: func() { s.Snapshots().HideChanges() }})
	}
	title := words.Say("Changes since, as a section")
	if ok {
		title = words.With("Changes since {{.Name}}, as a section", map[string]any{"Name": name})
	}
	items = append(items, kit.MenuItem{
		Text: title, Detail: b.w.keysOf("toggle-changes"), Reason: none, Checked: since, Action: func() {
			if since {
				s.Snapshots().HideChanges()
				return
			}
			s.Snapshots().ShowChanges(sent.ID, false)
		},
	})
	if is {
		only := s.Composition().Changes.Only
		items = append(items, kit.MenuItem{Text: words.Say("Only the changes"), Checked: only, Action: func() {
			s.Snapshots().ShowChanges(shown, !only)
		}})
	}
	return items
}
