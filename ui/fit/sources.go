package fit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

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
	row     *fyne.Container
}

// source is something that may count as the question.
type source struct {
	word, tip string
	field     func(*kept.Question) *bool
}

func allSources() []source {
	return []source{
		{words.Say("Instruction"), words.Say("What stands in the instruction of the context"), func(q *kept.Question) *bool { return &q.Instruction }},
		{words.Say("Focus"), words.Say("The names of the files in focus"), func(q *kept.Question) *bool { return &q.Focus }},
		{words.Say("Beads"), words.Say("The beads that are in the dossier"), func(q *kept.Question) *bool { return &q.Beads }},
		{words.Say("Notes"), words.Say("The notes that are in the dossier"), func(q *kept.Question) *bool { return &q.Notes }},
		{words.Say("Discussion"), words.Say("The last entries of the discussion"), func(q *kept.Question) *bool { return &q.Discussion }},
	}
}

func newSources(v *View) *sources {
	s := &sources{v: v}
	label := kit.NewMuted(words.Say("also asked:"))
	s.row = container.NewHBox(label)
	for _, one := range allSources() {
		t := kit.NewToggle(one.word, false, func(on bool) {
			q := v.fit().Question()
			*one.field(&q) = on
			v.fit().SetQuestion(q)
		})
		t.SetTip(words.Say("Counts as the question too:") + " " + one.tip)
		s.toggles = append(s.toggles, t)
		s.row.Add(t)
	}
	s.keep = kit.NewToggle(words.Say("Leave nothing out"), false, func(on bool) { v.fit().SetKeep(on) })
	s.keep.SetTip(words.Say("What is put together now stays; it may be shown less"))
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
	s.release.SetOn(s.v.fit().Released())
	pinned := func(r kept.Row) bool { return r.ByHand }
	kit.SetVisible(s.release, !s.v.fit().Degrading() && (s.v.fit().Released() || slices.ContainsFunc(s.v.fit().Proposal().Rows, pinned)))
}
