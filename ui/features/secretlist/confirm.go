package secretlist

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// Question asks whether to send a document although it contains readable values that may be secrets.
type Question struct {
	List   []aggregate.Secret // each value once, in the order of the document
	Send   func()             // sends the document unchanged
	Redact func()             // redacts all of the values and then sends the document
}

// Confirm calls send once the user has agreed to the readable secrets in a document: immediately if
// there are none, if the user was asked about all of them before, or if the settings say not to
// ask. If the user chooses to redact them, again is called after that is stored. If the user
// cancels, neither is called.
func (p *Part) Confirm(doc *aggregate.Document, send, again func()) {
	list := p.unasked(doc)
	if len(list) == 0 {
		send()
		return
	}
	q := Question{List: list, Send: func() {
		p.prompted = append(p.prompted, idsOf(list)...)
		p.storePrompted(idsOf(list))
		send()
	}, Redact: func() { p.redact(list, again) }}
	if !p.host.Ask(q) {
		send()
	}
}

// unasked returns the readable values of a document that the settings say to ask about.
func (p *Part) unasked(doc *aggregate.Document) []aggregate.Secret {
	when := p.host.Settings().AskReadable
	if when == presets.AskNever {
		return nil
	}
	if p.prompted == nil {
		p.prompted = append([]string{}, p.host.State().ReadablePrompted(p.host.Project().Dir)...)
	}
	var list []aggregate.Secret
	for _, one := range doc.Secrets.List {
		known := func(other aggregate.Secret) bool { return other.ID == one.ID }
		if one.State == secrets.Readable && !slices.ContainsFunc(list, known) && (when == presets.AskAlways || !slices.Contains(p.prompted, one.ID)) {
			list = append(list, one)
		}
	}
	return list
}

// Readable returns the possible secrets of the document that are readable.
func (p *Part) Readable() []aggregate.Secret {
	return slices.DeleteFunc(slices.Clone(p.List()), func(s aggregate.Secret) bool { return s.State != secrets.Readable })
}

// Redact redacts possible secrets. The decision is stored in the user's own file, because a short
// password can be derived from its hash.
func (p *Part) Redact(list ...aggregate.Secret) { p.redact(list, func() {}) }

// redact redacts values; done is called once the decision is stored.
func (p *Part) redact(list []aggregate.Secret, done func()) {
	ids := idsOf(list)
	what := words{own: difference{add: models.SecretRules{Redact: ids}, drop: models.SecretRules{Allow: ids}}}
	p.decideThen(message.Several("redact {{.N}} secrets", len(list), nameOf(list)), what, done)
}

// storePrompted stores that the user was asked about values.
func (p *Part) storePrompted(ids []string) {
	state, dir := p.host.State(), p.host.Project().Dir
	p.host.WriteState(func(ctx context.Context) error { return state.AddReadablePrompted(ctx, dir, ids) })
}

// Remarks counts the possible secrets of a sent document by how they were handled.
func (p *Part) Remarks(doc *aggregate.Document) []feature.Remark {
	return []feature.Remark{
		{Message: message.Count("{{.N}} secrets redacted", doc.Secrets.In(secrets.Redacted), nil)},
		{Message: message.Count("{{.N}} files withheld", doc.Secrets.Withheld(), nil)},
		{Message: message.Count("{{.N}} possible secrets readable", doc.Secrets.In(secrets.Readable), nil), Review: message.Secrets},
	}
}
