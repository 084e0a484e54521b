package fitview

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/ui/features/git/rangechoice"
	"dossier/ui/kit"
	"dossier/ui/project/fit"
	"dossier/ui/words"
)

// sources are the toggles for additional parts of the question.
type sources struct {
	v       *View
	toggles []*kit.Button
	keep    *kit.Button
	release *kit.Button
	refill  *kit.Button
	changes *kit.Button // selects the reviewed change
	filters *kit.Button
	use     *kit.Button // sets the question to the instruction
	row     *fyne.Container
}

// source is an additional part of the question.
type source struct {
	word, tip string
	field     func(*fit.Question) *bool
}

func allSources() []source {
	return []source{
		{words.Say("Instruction"), words.Say("The instruction of the context"), func(q *fit.Question) *bool { return &q.Instruction }},
		{words.Say("Focus"), words.Say("The names of the files in focus"), func(q *fit.Question) *bool { return &q.Focus }},
		{words.Say("Beads"), words.Say("The beads that are in the dossier"), func(q *fit.Question) *bool { return &q.Beads }},
		{words.Say("Notes"), words.Say("The notes that are in the dossier"), func(q *fit.Question) *bool { return &q.Notes }},
		{words.Say("Discussion"), words.Say("The last entries of the discussion"), func(q *fit.Question) *bool { return &q.Discussion }},
	}
}

func newSources(v *View) *sources {
	s := &sources{v: v}
	label := kit.NewMuted(words.Say("Also use:"))
	s.row = container.NewHBox(label)
	for _, one := range allSources() {
		t := kit.NewToggle(one.word, false, func(on bool) {
			q := v.fit().Question()
			*one.field(&q) = on
			v.fit().SetQuestion(q)
		})
		t.SetTip(words.Say("Part of the question:") + " " + one.tip)
		s.toggles = append(s.toggles, t)
		s.row.Add(t)
	}
	s.keep = kit.NewToggle(words.Say("Keep all files"), false, func(on bool) { v.fit().SetKeepAll(on) })
	s.keep.SetTip(words.Say("No file of the dossier is removed; a file may be shown less"))
	s.refill = kit.NewToggle(words.Say("Refill"), false, func(on bool) { v.fit().SetRefill(on) })
	s.refill.SetTip(words.Say("Give the tokens of rows that you untick to other files"))
	s.changes = kit.NewMenuButton("", s.ranges)
	s.changes.SetTip(words.Say("A change in git: propose its files, dependencies and dependents"))
	s.filters = kit.NewMenuButton("", v.filterItems)
	s.use = kit.NewButton(words.Say("Use as instruction"), func() { v.fit().UseAsInstruction() })
	s.use.SetTip(words.Say("Make the question the instruction of the dossier; undo reverts it"))
	s.row.Add(s.changes)
	s.row.Add(layout.NewSpacer())
	s.row.Add(s.filters)
	s.row.Add(s.use)
	s.release = kit.NewToggle(words.Say("Release pins"), false, func(on bool) { v.fit().SetReleased(on) })
	s.release.SetTip(words.Say("Let the question also decide about files that you ticked individually, masked or sliced"))
	return s
}

// ranges returns the menu of changes that can be reviewed.
func (s *sources) ranges() []kit.MenuItem {
	return rangechoice.Items(s.v.w, s.v.fit().Question().Range, words.Say("Files for a question alone"), s.v.fit().SetRange)
}

// show shows the current state.
func (s *sources) show() {
	q := s.v.fit().Question()
	for i, one := range allSources() {
		s.toggles[i].SetOn(*one.field(&q))
	}
	s.keep.SetOn(s.v.fit().KeepAll())
	s.refill.SetOn(s.v.fit().Refill())
	s.changes.SetText(words.With("Changes: {{.Name}}", map[string]any{"Name": kit.ShortenPath(rangechoice.Word(q.Range), 20)}))
	s.filters.SetText(s.v.filterText())
	s.filters.SetTip(s.v.filterTip())
	for _, o := range []fyne.CanvasObject{s.changes, s.filters, s.use, s.keep} {
		kit.SetVisible(o, !s.v.fit().Degrading())
	}
	switch text := strings.TrimSpace(q.Text); text {
	case "":
		s.use.DisableFor(words.Say("There is no question"))
	case s.v.w.Session().Composition().Instruction:
		s.use.DisableFor(words.Say("The question is the instruction already"))
	default:
		s.use.Enable()
	}
	s.release.SetOn(s.v.fit().Released())
	pinned := func(r fit.Row) bool { return r.ByHand }
	kit.SetVisible(s.release, !s.v.fit().Degrading() && (s.v.fit().Released() || slices.ContainsFunc(s.v.fit().Proposal().Rows, pinned)))
}
