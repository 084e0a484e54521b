package fitview

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/ui/kit"
	kept "dossier/ui/project/fit"
	"dossier/ui/words"
)

// sources are the toggles of what counts as the question beside what is written.
type sources struct {
	v       *View
	toggles []*kit.Button
	keep    *kit.Button
	release *kit.Button
	refill  *kit.Button
	filters *kit.Button
	use     *kit.Button // makes the question the instruction
	row     *fyne.Container
}

// source is something that may count as the question.
type source struct {
	word, tip string
	field     func(*kept.Question) *bool
}

func allSources() []source {
	return []source{
		{words.Say("Instruction"), words.Say("The instruction of the context"), func(q *kept.Question) *bool { return &q.Instruction }},
		{words.Say("Focus"), words.Say("The names of the files in focus"), func(q *kept.Question) *bool { return &q.Focus }},
		{words.Say("Beads"), words.Say("The beads that are in the dossier"), func(q *kept.Question) *bool { return &q.Beads }},
		{words.Say("Notes"), words.Say("The notes that are in the dossier"), func(q *kept.Question) *bool { return &q.Notes }},
		{words.Say("Discussion"), words.Say("The last entries of the discussion"), func(q *kept.Question) *bool { return &q.Discussion }},
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
	s.keep = kit.NewToggle(words.Say("Keep all files"), false, func(on bool) { v.fit().SetKeep(on) })
	s.keep.SetTip(words.Say("No file of the dossier is removed; a file may be shown less"))
	s.refill = kit.NewToggle(words.Say("Refill"), false, func(on bool) { v.fit().SetRefill(on) })
	s.refill.SetTip(words.Say("Give the tokens of rows that you untick to other files"))
	s.filters = kit.NewMenuButton("", v.filterItems)
	s.use = kit.NewButton(words.Say("Use as instruction"), func() { v.fit().UseAsInstruction() })
	s.use.SetTip(words.Say("Make the question the instruction of the dossier; undo reverts it"))
	s.row.Add(layout.NewSpacer())
	s.row.Add(s.filters)
	s.row.Add(s.use)
	s.release = kit.NewToggle(words.Say("Release pins"), false, func(on bool) { v.fit().SetReleased(on) })
	s.release.SetTip(words.Say("The question alone decides over the files that you ticked alone, masked or sliced, too"))
	return s
}

// show shows what counts.
func (s *sources) show() {
	q := s.v.fit().Question()
	for i, one := range allSources() {
		s.toggles[i].SetOn(*one.field(&q))
	}
	s.keep.SetOn(s.v.fit().Keep())
	s.refill.SetOn(s.v.fit().Refill())
	s.filters.SetText(s.v.filterText())
	s.filters.SetTip(s.v.filterTip())
	switch text := strings.TrimSpace(q.Text); text {
	case "":
		s.use.DisableFor(words.Say("There is no question"))
	case s.v.w.Session().Composition().Instruction:
		s.use.DisableFor(words.Say("The question is the instruction already"))
	default:
		s.use.Enable()
	}
	s.release.SetOn(s.v.fit().Released())
	pinned := func(r kept.Row) bool { return r.ByHand }
	kit.SetVisible(s.release, !s.v.fit().Degrading() && (s.v.fit().Released() || slices.ContainsFunc(s.v.fit().Proposal().Rows, pinned)))
}
