// Package secretreport lists the possible secrets in what a project would send: in the document that
// it would build, or in files given by the user.
//
// All calls read the project's files, in parallel, and end with their context. A text whose
// scan takes longer than [secrets.Deadline] is reported as unscanned. For each secret, only its
// location, the rule, a hash and a masked excerpt are reported.
package secretreport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/project"
)

// Finding is a possible secret and its location.
type Finding struct {
	Where   string `json:"where"` // the path of a file, or the title of another part of the document
	Line    int    `json:"line"`  // in the file or the part, from 1; 0 means the file itself
	Rule    string `json:"rule"`
	Class   string `json:"class"`   // certain, likely or file
	Excerpt string `json:"excerpt"` // the text before the secret, and its beginning
	State   string `json:"state"`   // redacted, withheld, readable or allowed
	Allowed bool   `json:"allowed"` // it was marked as a false alarm
	ID      string `json:"id"`      // identifies it for allowing it: the rule and a hash of the value
}

// Report lists the findings.
type Report struct {
	Findings  []Finding `json:"findings"`  // by place and line
	Scanned   int       `json:"scanned"`   // number of files and parts
	Unscanned []string  `json:"unscanned"` // with reasons
}

// Secrets returns the number of findings that are not allowed; a withheld file is one, whatever it contains.
func (r Report) Secrets() int {
	n := 0
	for _, f := range r.Findings {
		if !f.Allowed && (f.State != string(secrets.Withheld) || f.Class == string(aggregate.FileClass)) {
			n++
		}
	}
	return n
}

// source is a text that is scanned.
type source struct {
	path string
	text string
	late bool  // it was not fully scanned
	err  error // why it was not read
}

// InFiles scans files, and all listed files in folders.
func InFiles(ctx context.Context, p *project.Project, names []string) (Report, error) {
	t, err := p.Tree(ctx)
	if err != nil {
		return Report{}, err
	}
	var files []string
	for _, name := range names {
		if local, ok := p.Local(name); ok {
			name = local
		}
		if inside, ok := t.Folder(name); ok {
			files = append(files, inside...)
		} else {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	sources := make([]source, len(files))
	err = parallel.Each(ctx, len(files), func(i int) error {
		sources[i] = read(ctx, p, files[i])
		return ctx.Err()
	})
	if err != nil {
		return Report{}, err
	}
	return scan(ctx, p, sources)
}

// InDocument builds the project's document, and returns the possible secrets in it.
func InDocument(ctx context.Context, p *project.Project) (Report, error) {
	doc, err := p.Builder.Build(ctx, p.Input(), nil)
	if err != nil {
		return Report{}, err
	}
	return Of(doc), nil
}

// Of returns the possible secrets in a document, before redaction.
func Of(doc *aggregate.Document) Report {
	r := Report{Findings: []Finding{}, Unscanned: []string{}}
	for i := range doc.Blocks() {
		if doc.Block(i).Row < 0 {
			r.Scanned++
		}
	}
	for _, item := range doc.Items {
		if item.InDocument() && item.Err == nil {
			r.Scanned++
		}
	}
	for _, s := range doc.Secrets.List {
		r.Findings = append(r.Findings, findingOf(s))
	}
	for _, one := range doc.Secrets.Late {
		r.Unscanned = append(r.Unscanned, late(one.Where))
	}
	r.sort()
	return r
}

func findingOf(s aggregate.Secret) Finding {
	return Finding{
		Where: s.Where, Line: s.Line, Rule: s.Rule, Class: string(s.Class), State: string(s.State), ID: s.ID,
		Excerpt: s.Excerpt, Allowed: s.State == secrets.Allowed,
	}
}

// late reports a text that was not fully scanned.
func late(where string) string {
	return fmt.Sprintf("%s: its scan takes longer than %v", project.Shown(where), secrets.Deadline)
}

// read reads a file. Binary files are skipped, because they are never sent.
func read(ctx context.Context, p *project.Project, name string) source {
	src := source{path: name}
	_, decoded, err := p.Texts().Read(ctx, p.Reader(), name, disk.DefaultLimit)
	if !errors.Is(err, text.ErrBinary) {
		src.err = err
	}
	src.text = decoded.Text
	return src
}

// scan scans texts on all processors.
func scan(ctx context.Context, p *project.Project, sources []source) (Report, error) {
	checker, policy := p.Secrets(ctx), p.Input().Secrets
	found := make([][]Finding, len(sources))
	err := parallel.Each(ctx, len(sources), func(i int) (err error) {
		found[i], err = sources[i].scan(ctx, checker, policy)
		return err
	})
	if err != nil {
		return Report{}, err
	}
	r := Report{Findings: []Finding{}, Unscanned: []string{}}
	for i, src := range sources {
		switch r.Findings = append(r.Findings, found[i]...); {
		case src.err != nil:
			r.Unscanned = append(r.Unscanned, fmt.Sprintf("%s: %v", project.Shown(src.path), src.err))
		case src.late:
			r.Unscanned = append(r.Unscanned, late(src.path))
		default:
			r.Scanned++
		}
	}
	r.sort()
	return r, nil
}

func (r Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Where, b.Where), cmp.Compare(a.Line, b.Line))
	})
}

// scan returns the findings in one text.
func (src *source) scan(ctx context.Context, checker *secrets.Checker, policy secrets.Policy) ([]Finding, error) {
	var list []Finding
	if state := policy.File(src.path, src.text); state != "" {
		list = append(list, findingOf(aggregate.Secret{
			Where: src.path, Rule: secrets.NameRule, Class: aggregate.FileClass, State: state, ID: secrets.FileID(src.path, src.text),
		}))
	}
	if src.err != nil {
		return list, nil
	}
	found, err := checker.Check(ctx, src.path, src.text)
	src.late = found.Late
	excerpts := secrets.Excerpts(src.text, found.Findings)
	for i, f := range found.Findings {
		list = append(list, findingOf(aggregate.Secret{
			Where: src.path, Line: f.Line, Rule: f.Rule, Class: f.Class, State: policy.State(f, src.text),
			ID: policy.ID(f, src.text), Excerpt: excerpts[i],
		}))
	}
	return list, err
}
