package agentsdialog

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/features/agents"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/words"
)

// Connected shows the programs that are connected to the project: name, start, calls and tokens,
// each with a button that disconnects it.
type Connected struct {
	w       part.Window
	changed func()
	rows    *fyne.Container
	shown   []string // ids of the rows
	labels  []*kit.Label
}

// NewConnected returns the list, empty until [Connected.Follow]. changed is called when its height
// changes.
func NewConnected(w part.Window, changed func()) *Connected {
	c := &Connected{w: w, changed: changed, rows: container.NewVBox()}
	c.rebuild(nil)
	return c
}

// Content returns the rows. It is always the same object.
func (c *Connected) Content() fyne.CanvasObject { return c.rows }

// Follow shows the connected programs and follows their changes until stop is called.
func (c *Connected) Follow() (stop func()) {
	c.show()
	return agents.Of(c.w.Session()).FollowConnections(c.show)
}

// show shows the connections. Rows of existing ones are reused, and keep the focus.
func (c *Connected) show() {
	list := agents.Of(c.w.Session()).Connections()
	ids := make([]string, len(list))
	for i, one := range list {
		ids[i] = one.ID
	}
	if !slices.Equal(ids, c.shown) {
		c.rebuild(list)
		c.changed()
		return
	}
	for i, one := range list {
		c.labels[i].SetText(connectedText(one))
	}
}

func (c *Connected) rebuild(list []presets.Connection) {
	c.shown, c.labels = nil, nil
	c.rows.RemoveAll()
	if len(list) == 0 {
		c.rows.Add(kit.NewMuted(words.Say("No agent is connected to this project.")))
	}
	for _, one := range list {
		label := kit.NewLabel(connectedText(one), kit.Body)
		label.SetMinWidth(1)
		button := kit.NewButton(words.Say("Disconnect"), func() {
			agents.Of(c.w.Session()).Disconnect(one.ID)
			c.show()
		})
		button.SetTip(words.Say("End the server of this agent: its next call is answered with a notice, and it gets nothing more until it is started again"))
		c.shown, c.labels = append(c.shown, one.ID), append(c.labels, label)
		c.rows.Add(container.NewBorder(nil, nil, nil, container.New(layout.NewCustomPaddedLayout(0, 0, 0, kit.Gap), button), label))
	}
}

// connectedText describes a connection in one line.
func connectedText(c presets.Connection) string {
	name := text.Escape(c.Client)
	if name == "" {
		name = words.Say("An agent without a name yet")
	}
	return name + " · " + words.With("since {{.Time}}", map[string]any{"Time": language.Minute(c.Since)}) +
		" · " + words.Count("{{.N}} calls", c.Calls) + " · " + words.With("{{.Tokens}} tokens", map[string]any{"Tokens": words.Tokens(aggregate.Count{N: c.Tokens})})
}
