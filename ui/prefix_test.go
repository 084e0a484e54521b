package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/part/parttest"
)

func TestWhereTheCachedPrefixEndsIsShown(t *testing.T) {
	s := sample(t)
	if s.status.prefix.Visible() {
		t.Error("something is cached before anything was sent")
	}
	s.session.Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.session.Prefix().Current(); return ok })
	if !s.status.prefix.Visible() || s.status.prefix.Text() != "all of it was sent before" {
		t.Errorf("the bar says %q", s.status.prefix.Text())
	}

	s.session.Compose().SetMode([]int{1}, models.None)
	s.Until("the change is seen", func() bool { p, ok := s.session.Prefix().Current(); return ok && !p.Whole })
	p, _ := s.session.Prefix().Current()
	name := s.session.Files().Items()[1].Path
	if p.Breaker() != name || !strings.Contains(s.status.prefix.Text(), "sent before, up to ") {
		t.Fatalf("%q breaks it, and the bar says %q", p.Breaker(), s.status.prefix.Text())
	}
	at := s.session.Preview().VisibleLine(p.Line)
	ruled := []int{}
	for i := range s.session.Preview().Len() {
		if rule := s.status.prefixRule(s.session.Preview().DocumentLine(i)); rule != "" {
			ruled = append(ruled, i)
			if !strings.HasPrefix(rule, "sent before up to here, ") {
				t.Errorf("the rule says %q", rule)
			}
		}
	}
	if !slices.Equal(ruled, []int{at}) {
		t.Errorf("rules at lines %v, want one at %d", ruled, at)
	}
	if texts := parttest.MenuTexts(s.status.prefixRows()); !strings.HasPrefix(texts[0], "Move ") || !slices.Contains(texts, "Compare with the last sent document") {
		t.Errorf("the menu offers %q", texts)
	}
	broad := s.status.prefix.MinSize().Width
	s.status.prefixRows()[0].Action()
	if items := s.session.Files().Items(); items[len(items)-1].Path != name && items[1].Path == name {
		t.Errorf("%s still stands second", name)
	}
	s.undo()
	s.undo()
	s.Until("all of it was sent before", func() bool { p, ok := s.session.Prefix().Current(); return ok && p.Whole })
	if got := s.status.prefix.MinSize().Width; got != broad {
		t.Errorf("with another text the button is %v wide and no longer %v: what stands beside it moves", got, broad)
	}
}

func TestTheSectionOfChangesIsSwitchedFromMenusAndByKey(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	if !s.key(fyne.KeyG, ctrl|shift) || s.session.Composition().Changes.Since == "" {
		t.Fatal("the key shows no changes")
	}
	items := s.status.changesItems()
	if texts := parttest.MenuTexts(items); texts[len(texts)-1] != "Only the changes" || !items[2].Checked {
		t.Errorf("the menu offers %q", texts)
	}
	items[len(items)-1].Action()
	if !s.session.Composition().Changes.Only {
		t.Error("the rest is not left out")
	}
	s.status.changesItems()[2].Action()
	if s.session.Composition().Changes != (models.Changes{}) {
		t.Error("the section stays")
	}
}
