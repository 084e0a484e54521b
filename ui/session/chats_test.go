package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/discussion"
	"dossier/ui/project"
)

const threeChats = `[{"title": "Log in", "messages": [{"role": "user", "content": "why?"}, {"role": "assistant", "content": "because"}]},
{"title": "Log in", "messages": [{"role": "user", "content": "again"}]},
{"messages": [{"role": "user", "content": "bare"}]}]`

// Conversations become discussions in one step, under names of their own; the first of them
// is shown, and undo takes all of them back.
func TestConversationsBecomeDiscussions(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	old := discussion.Of(d).All()
	var read chat.Chat
	discussion.Of(d).ReadChat(threeChats, func(c chat.Chat) { read = c })
	if len(read.Conversations) != 3 {
		t.Fatalf("there are %d conversations", len(read.Conversations))
	}
	discussion.Of(d).Import(read.Conversations[:2])
	d.wantEntries("User: why?", "AI: because")
	if again, ok := discussion.Of(d).All().Find("Log in (2)"); !ok || len(again.History) != 1 || again.History[0].Time.IsZero() {
		t.Errorf("the second one is %+v", again)
	}
	d.Undo()
	if now := discussion.Of(d).All(); !now.Equal(old) {
		t.Errorf("undo leaves %+v", now)
	}
	discussion.Of(d).Import(read.Conversations[2:])
	if name := discussion.Of(d).Active().Name; name != "conversation 3" {
		t.Errorf("the one without a title is called %q", name)
	}
	d.settle()
	if doc := d.Document().Text(); !strings.Contains(doc, "User: bare") {
		t.Errorf("the document is %q", doc)
	}
}

func TestAFileOfConversationsIsRead(t *testing.T) {
	d := newDesk(t, nil)
	name := filepath.Join(t.TempDir(), "export.json")
	if err := os.WriteFile(name, []byte(threeChats), 0o600); err != nil {
		t.Fatal(err)
	}
	var read *chat.Chat
	discussion.Of(d).ReadChatFile(name, func(c chat.Chat) { read = &c })
	d.until("it is read", func() bool { return read != nil })
	if len(read.Conversations) != 3 || read.Conversations[1].Line != 2 {
		t.Errorf("it holds %+v", read)
	}
	discussion.Of(d).ReadChatFile(filepath.Dir(name), func(chat.Chat) { t.Error("a folder is read") })
	d.until("it is refused", func() bool { return strings.Contains(problem(d.messages), "not a regular file") })
}

func TestAProjectWithoutDiscussionsTakesConversations(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	p, err := project.Open(d.dir, d.places)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	list := []chat.Conversation{{Number: 1, Title: "a", Entries: []models.Entry{{Role: "User", Content: "x"}}}, {Number: 2, Time: time.Now()}}
	names, _, err := p.Discussions().Import(t.Context(), list, true)
	if err != nil || strings.Join(names, ", ") != "a, conversation 2" {
		t.Fatalf("got %q, %v", names, err)
	}
	one, ok := p.Discussions().All().Current()
	if !ok || one.Name != "a" || !one.History[0].Exclude {
		t.Errorf("the active one is %+v", one)
	}
}
