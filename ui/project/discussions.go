package project

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/chat"
	"dossier/aggregate/format"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// Discussions manages the content of the project's history file.
type Discussions struct{ p *Project }

// Discussions returns the project's discussions.
func (p *Project) Discussions() Discussions { return Discussions{p} }

// Import adds conversations as discussions and returns their names. If out is set, their entries are excluded
// from the document. The active discussion does not change. The forks are those of [Discussions.Change].
func (d Discussions) Import(ctx context.Context, list []chat.Conversation, out bool) (names []string, forks []models.Fork, err error) {
	forks, err = d.Change(ctx, func(d models.Discussions) (models.Discussions, error) {
		d, names = d.Add(DiscussionsOf(list, out)...)
		return d, nil
	})
	return names, forks, err
}

// DiscussionsOf converts conversations to discussions. If out is set, their entries are
// excluded from the document.
func DiscussionsOf(list []chat.Conversation, out bool) []models.Discussion {
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

// NewEntry returns a new entry in its stored form: with a time, and with text that a file can
// contain.
func NewEntry(e models.Entry, now time.Time) models.Entry {
	if e.Time.IsZero() && !e.Plain && !e.Null {
		e.Time = now.UTC().Truncate(time.Second)
	}
	return Storable(e)
}

// Storable returns an entry with text that a file can contain.
func Storable(e models.Entry) models.Entry {
	e.Role = strings.ToValidUTF8(e.Role, "\ufffd")
	e.Content = strings.ToValidUTF8(e.Content, "\ufffd")
	return e
}

// All returns the discussions in the project's file.
func (d Discussions) All() models.Discussions { return d.p.StoredState().History.Discussions }

// Change changes the discussions in the project's file. Concurrent changes by other programs
// are merged; forks are the conflicts of which both versions were kept.
func (d Discussions) Change(ctx context.Context, change func(models.Discussions) (models.Discussions, error)) ([]models.Fork, error) {
	if err := d.p.saving.wait(ctx); err != nil {
		return nil, err
	}
	defer d.p.saving.pass()
	k := d.p.StoredState()
	if k.Unread != nil {
		return nil, k.Unread
	}
	next, err := change(k.History.Discussions)
	if err != nil {
		return nil, err
	}
	history, err := k.History.Save(ctx, func(d *models.Discussions) { *d = next })
	if err != nil {
		return nil, err
	}
	d.p.SetHistory(history)
	return history.Forks, nil
}

// Count counts the tokens that an entry adds to a document, for a model.
func (d Discussions) Count(ctx context.Context, e models.Entry, model tokens.Model) (aggregate.Count, error) {
	count, err := d.p.CountText(ctx, aggregate.ExcerptText(format.Of(d.p.StoredState().Composition().Format), e))
	return ForModel(count, model), err
}
