package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/features/answers"
	"dossier/ui/features/discussion"
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
		block, ok := discussion.Of(d).BlockOfEntry(i)
		if ok != there {
			t.Fatalf("entry %d is in the document: %t", i, ok)
		}
		if back, ok := discussion.Of(d).EntryOfBlock(block); there && (!ok || back != i) {
			t.Errorf("the block of entry %d leads to entry %d", i, back)
		}
	}
	last, _ := discussion.Of(d).BlockOfEntry(2)
	if i, ok := discussion.Of(d).EntryOfBlock(last + 1); ok {
		t.Errorf("the instruction leads to entry %d", i)
	}
	if i, ok := discussion.Of(d).EntryOfBlock(last - 2); ok {
		t.Errorf("the heading of the section leads to entry %d", i)
	}
	if discussion.Of(d).Cost().N == 0 {
		t.Error("the discussion costs nothing")
	}
}

func TestATrimIsAnnounced(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	d.settle()
	one := discussion.Of(d).EntryCost(1)
	if diff := cmp.Diff(discussion.Trimmed{In: 1, Out: 1, Cost: one}, discussion.Of(d).WouldTrimEntries(1)); diff != "" {
		t.Errorf("the last one (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(discussion.Trimmed{In: 1, Out: 1, Cost: one}, discussion.Of(d).WouldTrimTokens(one.N)); diff != "" {
		t.Errorf("by tokens (-want +got):\n%s", diff)
	}
	if got := discussion.Of(d).WouldTrimTokens(1 << 20); got.Out != 0 || got.In != 2 {
		t.Errorf("a high limit leaves %+v", got)
	}
	d.wantEntries("User: why does login fail?", "AI: because")
}

func TestEntriesAreFoundInAllDiscussions(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	var got []project.EntryMatch
	discussion.Of(d).Find("login", func(m []project.EntryMatch) { got = m })
	d.until("the search is done", func() bool { return got != nil })
	want := []project.EntryMatch{{Discussion: "main", Entry: 0, Start: 9, End: 14}, {Discussion: "other", Entry: 0, Start: 0, End: 5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
}

func TestWhatIsBeingWrittenIsThereAfterACrash(t *testing.T) {
	d := newDesk(t, nil)
	discussion.Of(d).SetUnsent("AI", "half a sen")
	d.until("it is kept", func() bool {
		kept, _ := d.Autosave().Slot().Load()
		return kept.Unsent != ""
	})
	d.start() // without a word to the one before
	if got := discussion.Of(d).Unsent(); got.Role != "AI" || got.Content != "half a sen" {
		t.Errorf("there is %+v", got)
	}
	discussion.Of(d).SetUnsent("AI", "half a sentence")
	discussion.Of(d).AddUnsent()
	d.wantEntries("AI: half a sentence")
	if got := discussion.Of(d).Unsent(); got.Role != "AI" || got.Content != "" {
		t.Errorf("after adding there is %+v", got)
	}
	discussion.Of(d).AddUnsent()
	d.wantEntries("AI: half a sentence")
}

// A model's answer is there again after a crash, and what it asks for is found when it is looked at.
func TestAnAnswerIsThereAfterACrash(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n"})
	answers.Of(d).SetText("Send me a.go")
	d.until("it is kept", func() bool {
		kept, _ := d.Autosave().Slot().Load()
		return kept.Answer != ""
	})
	d.start() // without a word to the one before
	if got := answers.Of(d).Text(); got != "Send me a.go" || len(answers.Of(d).Rows()) != 0 {
		t.Errorf("there is %q with %d rows", got, len(answers.Of(d).Rows()))
	}
	answers.Of(d).Resume()
	d.until("it is searched", func() bool { return len(answers.Of(d).Rows()) == 1 })
	answers.Of(d).SetText("")
	d.until("it is gone", func() bool {
		kept, _ := d.Autosave().Slot().Load()
		return kept.Answer == ""
	})
	d.start()
	if got := answers.Of(d).Text(); got != "" {
		t.Errorf("after it was cleared there is %q", got)
	}
}

func TestRevertedTypingIsNoStep(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	discussion.Of(d).IncludeEntries([]int{0}, false)
	e := discussion.Of(d).Active().History[1]
	old := e.Content
	for _, content := range []string{old + "x", old + "xy", old + "x", old} {
		e.Content = content
		discussion.Of(d).SetEntry(1, e)
	}
	d.Undo()
	d.wantEntries("User: why does login fail?", "AI: because")
}
