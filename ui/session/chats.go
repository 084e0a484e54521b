package session

import (
	"context"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// readAtOnce bounds the texts that are read while the person waits, in bytes: some
// milliseconds.
const readAtOnce = 256 << 10

// ReadChat reads conversations that were copied from elsewhere, to look at before
// [Session.InsertEntries] or [Session.ImportConversations] takes them. A long text is read
// beside the window: read is told of nothing first, and then of what is in it, unless there
// was a newer text meanwhile.
func (s *Session) ReadChat(pasted string, read func(chat.Chat)) {
	roles := s.Roles()
	s.talk.reading.Stop()
	if len(pasted) <= readAtOnce {
		read(chat.Read(pasted, roles...))
		return
	}
	read(chat.Chat{})
	s.talk.reading.Start(func(context.Context) func() {
		c := chat.Read(pasted, roles...)
		return func() { read(c) }
	})
}

// ReadChatFile reads a file of conversations beside the window. A newer file ends an
// older one.
func (s *Session) ReadChatFile(name string, read func(chat.Chat)) {
	roles := s.Roles()
	s.talk.opening.Start(func(context.Context) func() {
		content, err := project.ReadTextFile(name, project.MaxChat)
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
	label := message.Count("import {{.N}} conversations", len(list), nil)
	err := s.discuss(label, "", func(d models.Discussions) (models.Discussions, error) {
		d, names := d.Add(project.DiscussionsOf(list, false)...)
		return d.Use(names[0])
	})
	if err != nil {
		s.fail(err)
	}
}
