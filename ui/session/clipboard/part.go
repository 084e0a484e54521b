// Package clipboard copies the document, parts of it and other texts to the clipboard. It does so
// in a job of the project, because the programs of a clipboard can be slow. Certain secrets are
// redacted in everything except a replayed snapshot, which is copied byte for byte as it was sent.
// Text that the user selects in a text box is copied by the toolkit, unchanged.
package clipboard

import (
	"context"
	"sync"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Clipboard copies a text. It reports whether the text stays available when the program ends, and
// how it was copied.
type Clipboard interface {
	Copy(text string) (stays bool, err error)
}

// Host is the subset of the session that copying depends on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Reporter
	feature.Sending

	// Clipboard returns the clipboard to copy to. It is used in the background.
	Clipboard() Clipboard
	// ShownDocument returns the document that is shown, which may be a replayed snapshot.
	ShownDocument() *aggregate.Document
	// RefuseInReplay reports whether a snapshot is replayed, and then notifies the user: only what
	// is shown may be copied.
	RefuseInReplay() bool
	// SaveCopy stores a copied document as a snapshot.
	SaveCopy(*aggregate.Document, aggregate.Input)
	// FirstCopied is called after the user has copied a document for the first time.
	FirstCopied()
}

// Part copies the contents of one project. It belongs to the session's goroutine.
type Part struct {
	host Host
	jobs *jobs.Latest
	busy sync.Mutex // held while a text is written to the clipboard: the newest must be the last
	ever bool
}

// New returns the controller for a newly opened project, or for none; ever reports whether the user
// has copied a document before.
func New(host Host, work *jobs.Group, ever bool) *Part {
	return &Part{host: host, jobs: work.Latest(), ever: ever}
}

// EverCopied reports whether the user has ever copied a dossier.
func (p *Part) EverCopied() bool { return p.ever }

// Busy reports whether a text is still being copied.
func (p *Part) Busy() bool { return p.jobs.Busy() }

// Dossier copies the whole document, built from the current files, reports what it copied and
// stores it as a snapshot. While a snapshot is replayed it copies nothing.
func (p *Part) Dossier() { p.DossierAs(p.host.Input().Composition.Format) }

// DossierAs is like Dossier, in a format given by its name instead of the project's.
func (p *Part) DossierAs(format string) {
	if p.host.RefuseInReplay() {
		return
	}
	p.host.FreshDocument(func(doc *aggregate.Document, changed int) {
		in := p.host.Input()
		in.Composition.Format = format
		send := func(doc *aggregate.Document) {
			p.host.ConfirmReadable(doc, func() { p.send(doc, in, changed) }, func() { p.DossierAs(format) })
		}
		if doc.In(format) {
			send(doc)
			return
		}
		builder := p.host.Project().Builder
		p.jobs.Start(func(context.Context) func() {
			as := builder.As(doc, format)
			return func() { send(as) }
		})
	})
}

// send copies a document and stores it as a snapshot.
func (p *Part) send(doc *aggregate.Document, in aggregate.Input, changed int) {
	p.CopyThen(doc.Text(), p.copied(doc, changed), func() { p.sent(doc, in) })
}

// sent stores a completely copied document as a snapshot.
func (p *Part) sent(doc *aggregate.Document, in aggregate.Input) {
	p.host.SaveCopy(doc, in)
	if !p.ever {
		p.ever = true
		p.host.FirstCopied()
	}
}

// copied returns the message about a copied document.
func (p *Part) copied(doc *aggregate.Document, changed int) message.Message {
	m := message.Count("Copied {{.N}} files, {{.Tokens}} tokens", doc.Files(), map[string]any{"Tokens": p.host.Cost(doc.Tokens)})
	m.More, m.Review = p.host.Remarks(doc)
	if changed > 0 {
		m.More = append(m.More, message.Count("{{.N}} changed on disk meanwhile", changed, nil))
	}
	return m
}

// Section copies section i of the shown document.
func (p *Part) Section(i int) {
	if doc := p.host.ShownDocument(); i >= 0 && i < len(doc.Sections) {
		p.counted(doc.SectionText(i), doc.Sections[i].Title, doc.Sections[i].Tokens)
	}
}

// Block copies block i of the shown document: a file, a screenshot or an excerpt.
func (p *Part) Block(i int) {
	if doc := p.host.ShownDocument(); i >= 0 && i < doc.Blocks() {
		b := doc.Block(i)
		p.counted(doc.BlockText(i), text.Escape(b.Title), b.Tokens)
	}
}

// counted copies a text and reports its description and token count.
func (p *Part) counted(content, what string, tokens aggregate.Count) {
	p.CopyThen(content, message.New("Copied {{.What}}, {{.Tokens}} tokens", map[string]any{"What": what, "Tokens": p.host.Cost(tokens)}), nil)
}

// Shown copies a part of the document and reports its description. The text is copied as shown,
// because the document is already redacted.
func (p *Part) Shown(content, what string) {
	p.CopyThen(content, message.New("Copied {{.What}}", map[string]any{"What": what}), nil)
}

// Text copies any other text, without certain secrets, and reports its description.
func (p *Part) Text(content, what string) { p.Excerpt("", content, content, what) }

// CopyGenerated copies a text that is generated in the background without data of the project, and reports its description.
func (p *Part) CopyGenerated(make func() string, what string) {
	p.jobs.Start(func(context.Context) func() {
		content := make()
		return func() { p.Shown(content, what) }
	})
}

// Excerpt copies a part of a text, without parts of secrets in that text, and reports its
// description. path is the file that contains the text, or empty. If the file is secret by name,
// nothing is copied.
func (p *Part) Excerpt(path, whole, content, what string) {
	opened := p.host.Project()
	if opened == nil {
		p.Shown(content, what)
		return
	}
	p.jobs.Start(func(ctx context.Context) func() {
		as := opened.Redacting(ctx)
		clean, err := as.Excerpt(ctx, path, whole, content)
		return func() {
			if err != nil {
				p.host.Notify(message.New("Not copied: {{.Problem}}", map[string]any{"Problem": err.Error()}))
				return
			}
			done := message.New("Copied {{.What}}", map[string]any{"What": what})
			switch {
			case as.Late:
				done = message.New("Copied {{.What}}, which was not fully checked for secrets", map[string]any{"What": what})
			case as.Redacted > 0:
				done = message.New("Copied {{.What}}; secrets redacted: {{.Redacted}}", map[string]any{"What": what, "Redacted": as.Redacted})
			}
			p.CopyThen(clean, done, nil)
		}
	})
}

// CopyThen copies a text. After that it shows the message done and calls then, which may be nil.
func (p *Part) CopyThen(content string, done message.Message, then func()) {
	clipboard := p.host.Clipboard()
	p.jobs.Start(func(ctx context.Context) func() {
		p.busy.Lock()
		defer p.busy.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		stays, err := clipboard.Copy(content)
		return func() {
			if err != nil {
				p.host.Notify(message.New("The clipboard did not take the text: {{.Problem}}. Write saves it to a file instead", map[string]any{"Problem": err.Error()}))
				return
			}
			if then != nil {
				then()
			}
			p.host.Notify(done)
			if !stays {
				p.host.Notify(message.New("The text leaves the clipboard when Dossier closes; install xclip or wl-clipboard to keep it", nil))
			}
		}
	})
}
