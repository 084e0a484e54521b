package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dossier/aggregate/chat"
	"dossier/aggregate/text"
	"dossier/models"
)

// MaxChat bounds a text of conversations, in bytes: the export of some years.
const MaxChat = 512 << 20

// readAtOnce bounds the texts that are read while the person waits, in bytes: some
// milliseconds.
const readAtOnce = 256 << 10

// ReadChat reads conversations that were copied from elsewhere, to look at before
// [Session.InsertEntries] or [Session.ImportConversations] takes them. A long text is read
// beside the window: read is told of nothing first, and then of what is in it, unless there
// was a newer text meanwhile.
func (s *Session) ReadChat(pasted string, read func(chat.Chat)) {
	roles := s.Roles()
	s.talk.reading.stop()
	if len(pasted) <= readAtOnce {
		read(chat.Read(pasted, roles...))
		return
	}
	read(chat.Chat{})
	s.talk.reading.start(func(context.Context) func() {
		c := chat.Read(pasted, roles...)
		return func() { read(c) }
	})
}

// ReadChatFile reads a file of conversations beside the window. A newer file ends an
// older one.
func (s *Session) ReadChatFile(name string, read func(chat.Chat)) {
	roles := s.Roles()
	s.talk.opening.start(func(context.Context) func() {
		content, err := ReadTextFile(name, MaxChat)
		if err != nil {
			return func() { s.fail(err) }
		}
		c := chat.Read(content, roles...)
		return func() { read(c) }
	})
}

// ImportConversations makes discussions of conversations, in one step, and the first of
// them the active one.
func (s *Session) ImportConversations(list []chat.Conversation) {
	if len(list) == 0 {
		return
	}
	label := counted("import %d conversations", "import a conversation", len(list))
	err := s.discuss(label, "", func(d models.Discussions) (models.Discussions, error) {
		d, names := d.Add(discussionsOf(list, false)...)
		return d.Use(names[0])
	})
	if err != nil {
		s.fail(err)
	}
}

// ImportConversations makes discussions of conversations and returns their names. Their
// entries are left out of the dossier with out. The active discussion stays the active
// one. Forks are those of [Project.ChangeDiscussions].
func (p *Project) ImportConversations(ctx context.Context, list []chat.Conversation, out bool) (names []string, forks []models.Fork, err error) {
	forks, err = p.ChangeDiscussions(ctx, func(d models.Discussions) (models.Discussions, error) {
		d, names = d.Add(discussionsOf(list, out)...)
		return d, nil
	})
	return names, forks, err
}

func discussionsOf(list []chat.Conversation, out bool) []models.Discussion {
	now := time.Now()
	discussions := make([]models.Discussion, len(list))
	for i, c := range list {
		d := models.Discussion{Name: c.Title, History: make([]models.Entry, len(c.Entries))}
		if d.Name == "" {
			d.Name = fmt.Sprintf("conversation %d", c.Number)
		}
		for k, e := range c.Entries {
			d.History[k] = NewEntry(e, now)
			d.History[k].Exclude = out
		}
		discussions[i] = d
	}
	return discussions
}

// ReadTextFile reads a text file that the person names, of at most limit bytes.
func ReadTextFile(name string, limit int) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", Shown(name))
	}
	f, err := os.Open(filepath.Clean(name))
	if err != nil {
		return "", fmt.Errorf("read the text: %w", err)
	}
	defer f.Close()
	return ReadText(f, Shown(name), limit)
}

// ReadText reads a text of at most limit bytes; name is for messages.
func ReadText(from io.Reader, name string, limit int) (string, error) {
	data, err := io.ReadAll(io.LimitReader(from, int64(limit)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read %s: %w", name, err)
	case len(data) > limit:
		return "", fmt.Errorf("%s has more than %d MB", name, limit>>20)
	}
	decoded, err := text.Decode(data)
	if err != nil {
		return "", fmt.Errorf("%s is not text: %w", name, err)
	}
	return decoded.Text, nil
}
