package snapshots

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/format"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets/snapshots"
	"dossier/presets/store"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Write writes the document, built from the current files, as the next dossier of the project and
// reports its path.
func (p *Part) Write() {
	if p.RefuseInReplay() {
		return
	}
	p.host.FreshDocument(func(doc *aggregate.Document, _ int) {
		in, preset := p.host.Input(), p.host.Applied()
		p.host.ConfirmReadable(doc, func() { p.write(doc, in, preset) }, p.Write)
	})
}

func (p *Part) write(doc *aggregate.Document, in aggregate.Input, preset project.PresetRef) {
	opened := p.host.Project()
	p.writing.Start(func(ctx context.Context) func() {
		doc := countSoon(ctx, opened.Builder, doc)
		path, record, err := opened.Snapshots().Write(doc, in, preset)
		return func() {
			var unasked *project.OutputError
			switch {
			case errors.As(err, &unasked) && p.host.Ask(unasked):
			case err != nil:
				p.notWritten(err)
			default:
				p.wrote(path, record, doc)
			}
		}
	})
}

// notWritten reports why a document was not written as the next one of the project.
func (p *Part) notWritten(err error) {
	if reason, ok := store.Reason(err); ok {
		p.host.Notify(message.New("Not written: {{.Problem}}. You can also copy the dossier", map[string]any{"Problem": reason}))
		return
	}
	p.host.Fail(err)
}

// wrote handles a written document.
func (p *Part) wrote(path string, record models.Snapshot, doc *aggregate.Document) {
	p.written = path
	name := filepath.Base(path)
	id := project.SnapshotID{Name: strings.TrimSuffix(name, filepath.Ext(name))}
	p.notifyWrote(path, filepath.Dir(p.host.Project().Snapshots().Path(id)), doc)
	p.host.Wrote()
	p.sentNow(project.Sent{ID: id, Record: record, Document: doc})
}

// notifyWrote reports that a document was written to a path.
func (p *Part) notifyWrote(path, folder string, doc *aggregate.Document) {
	m := message.New("Wrote {{.Path}}, {{.Tokens}} tokens", map[string]any{"Path": path, "Tokens": p.host.Cost(doc.Tokens)})
	m.More, m.Review = p.host.Remarks(doc)
	m.Folder = folder
	p.host.Notify(m)
}

// WriteTo writes the document, built from the current files, to a path that the user selected, and
// reports it. The file has the same bytes as one of [Part.Write], but is not a snapshot. An
// existing file is only replaced if replace is set.
func (p *Part) WriteTo(path string, replace bool) {
	if p.RefuseInReplay() {
		return
	}
	p.host.FreshDocument(func(doc *aggregate.Document, _ int) {
		p.host.ConfirmReadable(doc, func() { p.writeTo(path, replace, doc) }, func() { p.WriteTo(path, replace) })
	})
}

func (p *Part) writeTo(path string, replace bool, doc *aggregate.Document) {
	opened := p.host.Project()
	p.changing.Run(func(ctx context.Context) func() {
		err := opened.Snapshots().Folder(false).WriteTo(ctx, path, doc, replace)
		if err == nil {
			doc = countSoon(ctx, opened.Builder, doc)
		}
		return func() {
			if err != nil {
				p.host.Fail(err)
				return
			}
			p.notifyWrote(text.Escape(path), filepath.Dir(path), doc)
		}
	})
}

// ProposedName returns the name of a file that [Part.WriteTo] may write; empty if no project is open.
func (p *Part) ProposedName() string {
	opened := p.host.Project()
	if opened == nil {
		return ""
	}
	return opened.StoredState().Namespace() + format.Of(p.host.Composition().Format).Ext()
}

// Writing reports whether a dossier is being written.
func (p *Part) Writing() bool { return p.writing.Busy() }

// Written returns the path of the last dossier written in this session; empty if there is none.
func (p *Part) Written() string { return p.written }

// AllowOutput lets dossiers be written to the folder of a [*project.OutputError] from now on, and
// writes the document there.
func (p *Part) AllowOutput(target string) {
	p.host.Allow(target)
	p.Write()
	p.Refresh()
}

// countPatience is the maximum time for which storing a document waits for its token count.
const countPatience = time.Second

// countedSoon is the maximum size of a document, in bytes, whose token count is waited for.
const countedSoon = 4 << 20

// countSoon returns a document with exact counts if they are available soon.
func countSoon(ctx context.Context, builder *aggregate.Builder, doc *aggregate.Document) *aggregate.Document {
	if doc.Bytes <= countedSoon {
		ctx, cancel := context.WithTimeout(ctx, countPatience)
		defer cancel()
		if counted, err := builder.Count(ctx, doc, nil); err == nil {
			return counted
		}
	}
	return builder.Recount(doc)
}

// sentNow handles a document that was just written or copied.
func (p *Part) sentNow(sent project.Sent) {
	p.sent, p.known = sent, true
	p.host.Changed()
	p.host.Sent()
	p.Refresh()
}

// SaveCopy stores a copied document in the background. Errors are reported.
func (p *Part) SaveCopy(doc *aggregate.Document, in aggregate.Input) {
	opened := p.host.Project()
	made := opened.Snapshots().RecordInfo(p.host.Applied(), true)
	p.keepSent(func(ctx context.Context) project.Sent {
		counted := countSoon(ctx, opened.Builder, doc)
		return project.Sent{Record: aggregate.RecordOf(counted, in, made), Document: counted}
	})
}

// keepSent stores a copied document, if the settings say so. Consecutive copies of the same text
// are stored once.
func (p *Part) keepSent(made func(context.Context) project.Sent) {
	settings := p.host.Settings()
	if !settings.KeepCopies {
		return
	}
	folder := p.host.Project().Snapshots().Folder(true)
	p.changing.Run(func(ctx context.Context) func() {
		sent := made(ctx)
		sent.ID.Copied = true
		list, err := folder.List()
		again := err == nil && len(list) > 0 && list[0].Recorded && list[0].Damage == nil && list[0].SHA256 == sent.Record.SHA256
		if again {
			sent.ID.Name = list[0].Name
		} else {
			sent.ID.Name, err = folder.Create(sent.Document, sent.Record)
		}
		if err != nil {
			err = fmt.Errorf("the copied document was not stored as a snapshot: %w", err)
		} else if _, err = folder.Prune(ctx, snapshots.Rule{Keep: settings.CopiesMax, Before: time.Now().AddDate(0, 0, -settings.CopiesDays)}); err != nil {
			err = fmt.Errorf("old snapshots of copied documents were not deleted: %w", err)
		}
		return func() {
			if err != nil {
				p.host.Fail(err)
			}
			if sent.ID.Name != "" {
				p.sentNow(sent)
			}
		}
	})
}

// Copy copies the text of a snapshot as it was sent, after verifying it.
func (p *Part) Copy(id project.SnapshotID) {
	p.Load(id, func(sent project.Sent, err error) {
		if err != nil {
			p.host.Fail(err)
			return
		}
		p.copySent(sent)
	})
}

// copySent copies a document of a snapshot, which is sent again.
func (p *Part) copySent(sent project.Sent) {
	fields := map[string]any{"Name": sent.ID.Name, "Tokens": p.host.Cost(sent.Document.Tokens)}
	p.host.CopyThen(sent.Document.Text(), message.New("Copied {{.Name}} as it was sent, {{.Tokens}} tokens", fields), func() {
		if !sent.Record.HasSpans() {
			return // its input is unknown
		}
		p.keepSent(func(context.Context) project.Sent {
			again := sent
			again.Record.Copied, again.Record.Pinned, again.Record.Time = true, false, time.Now().UTC()
			return again
		})
	})
}
