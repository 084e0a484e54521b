// Package secretlist manages the possible secrets in the document of a session, and the user's
// decisions on them: for the project, or for the user in every project. Decisions are stored in the
// background, and the document is built again; unchecked texts are fully checked on request.
package secretlist

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"weak"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is the subset of the session that the secrets depend on.
type Host interface {
	feature.Source
	feature.Document
	feature.Undo
	feature.Reporter
	feature.Editor
	feature.Storage
}

// Part is the controller of the possible secrets in one project. It belongs to the session's
// goroutine.
type Part struct {
	host     Host
	saves    *jobs.Serial
	checks   *jobs.Latest
	checking []secrets.Unchecked              // texts, while they are checked
	marks    map[string]Badge                 // by path
	of       weak.Pointer[aggregate.Document] // the document of the marks; weak, so that it can be released
	prompted []string                         // ids that the user was asked about; nil until read
}

// New returns the controller for a newly opened project, or for none. saves is the project's queue of saves.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	return &Part{host: host, saves: saves, checks: work.Latest()}
}

// List returns the possible secrets in the most recently built document, in order. The caller must
// not modify the slice.
func (p *Part) List() []aggregate.Secret { return p.host.Document().Secrets.List }

// Open returns how many of them are not allowed. A withheld file counts once, whatever its content.
func (p *Part) Open() int {
	n := 0
	for _, one := range p.List() {
		if one.State != secrets.Allowed && !one.InWithheldFile() {
			n++
		}
	}
	return n
}

// Badge is the number of secrets in each state in a file of the document, or in files of a folder,
// except allowed ones, and the number of these files that were not fully checked.
type Badge struct{ Redacted, Withheld, Readable, Unchecked int }

// Badge returns the badge of a file or a folder, by the most recently built document. Its time does
// not depend on the number of secrets.
func (p *Part) Badge(name string) Badge {
	if doc := p.host.Document(); p.of != weak.Make(doc) {
		p.of, p.marks = weak.Make(doc), marksOf(doc.Secrets)
	}
	return p.marks[name]
}

func marksOf(found aggregate.Secrets) map[string]Badge {
	marks := map[string]Badge{}
	add := func(row int, name string, change func(*Badge)) {
		for ; row >= 0; name = path.Dir(name) {
			m := marks[name]
			change(&m)
			if marks[name] = m; name == path.Dir(name) {
				return
			}
		}
	}
	for _, one := range found.List {
		add(one.Row, one.Where, func(m *Badge) {
			switch one.State {
			case secrets.Redacted:
				m.Redacted++
			case secrets.Withheld:
				if !one.InWithheldFile() {
					m.Withheld++
				}
			case secrets.Readable:
				m.Readable++
			}
		})
	}
	for _, one := range found.Late {
		add(one.Row, one.Where, func(m *Badge) { m.Unchecked++ })
	}
	return marks
}

// Unchecked returns the texts of the document that were not fully checked, in order. The caller
// must not modify the slice.
func (p *Part) Unchecked() []secrets.Unchecked { return p.host.Document().Secrets.Late }

// Checking reports whether texts are being fully checked, or the document with the result is still
// being built.
func (p *Part) Checking(one secrets.Unchecked) bool {
	return slices.ContainsFunc(p.checking, func(other secrets.Unchecked) bool {
		return other.Where == one.Where && other.Row == one.Row
	})
}

// CheckNow fully checks some texts, in the background and together with those that are being
// checked already, without a time limit, and builds the document with the result.
func (p *Part) CheckNow(list ...secrets.Unchecked) {
	for _, one := range list {
		if !p.Checking(one) {
			p.checking = append(p.checking, one)
		}
	}
	list = slices.Clone(p.checking)
	p.checks.Start(func(ctx context.Context) func() {
		for _, one := range list {
			if one.Check(ctx) != nil {
				return nil // it was cancelled, or there is more to check
			}
		}
		return func() {
			p.checking = nil
			p.host.Rebuild()
		}
	})
	p.host.Changed()
}

// StopChecking cancels [Part.CheckNow]. Texts that have been checked stay checked.
func (p *Part) StopChecking() {
	p.checks.Stop()
	p.checking = nil
	p.host.Rebuild()
	p.host.Changed()
}

// HasDecision reports whether the user has made a decision on a value or a file, in the project's file or
// in the user's own. [Part.Forget] removes it.
func (p *Part) HasDecision(one aggregate.Secret) bool {
	opened := p.host.Project()
	if opened == nil {
		return false
	}
	kept := opened.StoredState()
	for _, rules := range []models.SecretRules{kept.Project.Secrets, kept.Library.Secrets} {
		if slices.Contains(rules.Allow, one.ID) || slices.Contains(rules.Redact, one.ID) {
			return true
		}
	}
	return one.Class == aggregate.FileClass && slices.Contains(kept.Library.Secrets.Show, p.file(one))
}

// RedactsRule reports whether the project redacts all findings of a rule.
func (p *Part) RedactsRule(rule string) bool {
	opened := p.host.Project()
	return opened != nil && slices.Contains(opened.StoredState().Project.Secrets.Redact, rule)
}

// AllowInProject stores in the project's file that values are not secrets, by rule and hash.
func (p *Part) AllowInProject(list ...aggregate.Secret) {
	p.decide(message.Several("allow {{.N}} secrets", len(list), nameOf(list)), words{
		project: difference{add: models.SecretRules{Allow: idsOf(list)}},
	})
}

// Allow stores in the user's own file that values are not secrets in any project, by rule and hash.
// A file is shown whatever it will contain.
func (p *Part) Allow(list ...aggregate.Secret) {
	var values []aggregate.Secret
	var files []string
	for _, s := range list {
		if s.Class == aggregate.FileClass {
			files = append(files, p.file(s))
		} else {
			values = append(values, s)
		}
	}
	p.decide(message.Several("allow {{.N}} secrets", len(list), nameOf(list)), words{
		own: difference{add: models.SecretRules{Allow: idsOf(values), Show: files}},
	})
}

// RedactRule redacts all findings of a rule in the project, or stops doing so.
func (p *Part) RedactRule(rule string, on bool) {
	rules := models.SecretRules{Redact: []string{rule}}
	if on {
		p.decide(message.Named("redact all of {{.Name}}", rule), words{project: difference{add: rules}})
		return
	}
	p.decide(message.Named("stop redacting {{.Name}}", rule), words{project: difference{drop: rules}})
}

// Forget removes the decisions on values and files, for the project and for the user.
func (p *Part) Forget(list ...aggregate.Secret) {
	ids := idsOf(list)
	var files []string
	for _, s := range list {
		files = append(files, p.file(s))
	}
	said := difference{drop: models.SecretRules{Allow: ids, Redact: ids, Show: files}}
	p.decide(message.Several("forget the decisions on {{.N}} secrets", len(list), nameOf(list)), words{said, said})
}

// Exclude removes files from the dossier, in one undo step.
func (p *Part) Exclude(paths ...string) {
	if len(paths) > 0 {
		p.host.Edit(message.Several("remove {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Remove(paths) })
	}
}

// file returns the absolute path of the file with a finding.
func (p *Part) file(one aggregate.Secret) string {
	if path := filepath.FromSlash(one.Where); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.host.Project().Dir, filepath.FromSlash(one.Where))
}

// decide stores a decision of the user, as one undo step, and builds the document with it.
func (p *Part) decide(label message.Message, what words) { p.decideThen(label, what, func() {}) }

// decideThen is like say, and calls done once the decision is stored.
func (p *Part) decideThen(label message.Message, what words, done func()) {
	p.keep(what, func(back words) {
		if !back.empty() {
			p.host.Push(undo.Step{Label: label, Old: &decision{p, back}})
		}
	}, done)
}

// keep stores a decision of the user. then is called with the inverse of the stored part, and done
// if all of it was stored.
func (p *Part) keep(what words, then func(back words), done func()) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			back, err := what.keep(ctx, opened)
			return func() {
				then(back)
				p.host.Rebuild()
				if err != nil {
					p.host.Fail(err)
					return
				}
				done()
			}
		}
	})
}

// decision is a stored decision: next reverts it or, after that, repeats it.
type decision struct {
	p    *Part
	next words
}

// Current returns s.
func (s *decision) Current() undo.State { return s }

// Restore reverts the decision, in the background.
func (s *decision) Restore() { s.p.keep(s.next, func(back words) { s.next = back }, func() {}) }

func nameOf(list []aggregate.Secret) string {
	if len(list) == 0 {
		return ""
	}
	if list[0].Class == aggregate.FileClass {
		return list[0].Where
	}
	return list[0].Rule
}

func idsOf(list []aggregate.Secret) []string {
	var ids []string
	for _, s := range list {
		if !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
