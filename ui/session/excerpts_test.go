package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/project"
)

func TestEntriesAndTheirExcerptsLeadToEachOther(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: `active = "main"

[[discussions.main.history]]
role = "User"
content = "same"

[[discussions.main.history]]
role = "User"
content = "left out"
in_dossier = false

[[discussions.main.history]]
role = "User"
content = "same"
`})
	d.SetInstruction("last")
	d.settle()
	for i, there := range []bool{true, false, true} {
		block, ok := d.BlockOfEntry(i)
		if ok != there {
			t.Fatalf("entry %d is in the document: %t", i, ok)
		}
		if back, ok := d.EntryOfBlock(block); there && (!ok || back != i) {
			t.Errorf("the block of entry %d leads to entry %d", i, back)
		}
	}
	last, _ := d.BlockOfEntry(2)
	if i, ok := d.EntryOfBlock(last + 1); ok {
		t.Errorf("the instruction leads to entry %d", i)
	}
	if i, ok := d.EntryOfBlock(last - 2); ok {
		t.Errorf("the heading of the section leads to entry %d", i)
	}
	if d.DiscussionCost().N == 0 {
		t.Error("the discussion costs nothing")
	}
}

func TestATrimIsToldBeforeItIsMade(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: oneTalk})
	d.settle()
	one := d.EntryCost(1)
	if diff := cmp.Diff(Trimmed{In: 1, Out: 1, Cost: one}, d.WouldTrimEntries(1)); diff != "" {
		t.Errorf("the last one (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Trimmed{In: 1, Out: 1, Cost: one}, d.WouldTrimTokens(one.N)); diff != "" {
		t.Errorf("by tokens (-want +got):\n%s", diff)
	}
	if got := d.WouldTrimTokens(1 << 20); got.Out != 0 || got.In != 2 {
		t.Errorf("a high limit leaves %+v", got)
	}
	d.wantTalk("User: why does login fail?", "AI: because")
}

func TestEntriesAreFoundInAllDiscussions(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: oneTalk})
	var got []project.EntryMatch
	d.FindEntries("login", func(m []project.EntryMatch) { got = m })
	d.until("the search is done", func() bool { return got != nil })
	want := []project.EntryMatch{{Discussion: "main", Entry: 0, Start: 9, End: 14}, {Discussion: "other", Entry: 0, Start: 0, End: 5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
}

func TestWhatIsBeingWrittenIsThereAfterACrash(t *testing.T) {
	d := newDesk(t, nil)
	d.SetUnsent("AI", "half a sen")
	d.until("it is kept", func() bool {
		kept, _ := d.slot.Load()
		return kept.Unsent != ""
	})
	d.start() // without a word to the one before
	if got := d.Unsent(); got.Role != "AI" || got.Content != "half a sen" {
		t.Errorf("there is %+v", got)
	}
	d.SetUnsent("AI", "half a sentence")
	d.AddUnsent()
	d.wantTalk("AI: half a sentence")
	if got := d.Unsent(); got.Role != "AI" || got.Content != "" {
		t.Errorf("after adding there is %+v", got)
	}
	d.AddUnsent()
	d.wantTalk("AI: half a sentence")
}

func TestWhatIsTypedAndTakenBackIsNoStep(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: oneTalk})
	d.IncludeEntries([]int{0}, false)
	e := d.Discussion().History[1]
	was := e.Content
	for _, content := range []string{was + "x", was + "xy", was + "x", was} {
		e.Content = content
		d.SetEntry(1, e)
	}
	d.Undo()
	d.wantTalk("User: why does login fail?", "AI: because")
}
