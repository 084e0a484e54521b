package discussion

import (
	"context"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// readAtOnce is the maximum size of a text that is read immediately, in bytes: a few milliseconds.
const readAtOnce = 256 << 10

// ReadChat parses conversations copied from elsewhere, for [Part.InsertEntries] or [Part.Import]. A
// long text is parsed in the background: read is first called with an empty chat, and then with the
// conversations, unless there is a newer text by then.
func (p *Part) ReadChat(pasted string, read func(chat.Chat)) {
	roles := p.Roles()
	p.reading.Stop()
	if len(pasted) <= readAtOnce {
		read(chat.Read(pasted, roles...))
		return
	}
	read(chat.Chat{})
	p.reading.Start(func(context.Context) func() {
		c := chat.Read(pasted, roles...)
		return func() { read(c) }
	})
}

// ReadChatFile reads a file of conversations in the background. A newer call cancels an older one.
func (p *Part) ReadChatFile(name string, read func(chat.Chat)) {
	roles := p.Roles()
	p.opening.Start(func(context.Context) func() {
		content, err := project.ReadTextFile(name, project.MaxChat)
		if err != nil {
			return func() { p.host.Fail(err) }
		}
		c := chat.Read(content, roles...)
		return func() { read(c) }
	})
}

// Reading reports whether a text or a file of conversations is being read.
func (p *Part) Reading() bool { return p.reading.Busy() || p.opening.Busy() }

// Import makes discussions of conversations, in one undo step, and activates the first of them.
func (p *Part) Import(list []chat.Conversation) {
	if len(list) == 0 {
		return
	}
	label := message.Count("import {{.N}} conversations", len(list), nil)
	err := p.Change(label, "", func(d models.Discussions) (models.Discussions, error) {
		d, names := d.Add(project.DiscussionsOf(list, false)...)
		return d.Activate(names[0])
	})
	if err != nil {
		p.host.Fail(err)
	}
}
