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

// scanned is the result of scanning a file. It does not refer to the file's text, so that the texts of
// all files are never in memory together.
type scanned struct {
	findings []Finding
	late     bool  // it was not fully scanned
	err      error // why it was not read
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
	checker, policy := p.Secrets(ctx), p.Input().Secrets
	results := make([]scanned, len(files))
	err = parallel.Each(ctx, len(files), func(i int) (err error) {
		results[i], err = scan(ctx, p, files[i], checker, policy)
		return err
	})
	if err != nil {
		return Report{}, err
	}
	r := Report{Findings: []Finding{}, Unscanned: []string{}}
	for i, one := range results {
		switch r.Findings = append(r.Findings, one.findings...); {
		case one.err != nil:
			r.Unscanned = append(r.Unscanned, fmt.Sprintf("%s: %v", project.Shown(files[i]), one.err))
		case one.late:
			r.Unscanned = append(r.Unscanned, late(files[i]))
		default:
			r.Scanned++
		}
	}
	r.sort()
	return r, nil
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

func (r Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Where, b.Where), cmp.Compare(a.Line, b.Line))
	})
}

// scan reads and scans a file. Binary files are not scanned, because they are never sent. It returns the
// context's error.
func scan(ctx context.Context, p *project.Project, name string, checker *secrets.Checker, policy secrets.Policy) (scanned, error) {
	var out scanned
	_, decoded, err := p.Texts().Read(ctx, p.Reader(), name, disk.DefaultLimit)
	if !errors.Is(err, text.ErrBinary) {
		out.err = err
	}
	src := decoded.Text
	if state := policy.File(name, src); state != "" {
		out.findings = append(out.findings, findingOf(aggregate.Secret{
			Where: name, Rule: secrets.NameRule, Class: aggregate.FileClass, State: state, ID: secrets.FileID(name, src),
		}))
	}
	if out.err != nil {
		return out, ctx.Err()
	}
	found, err := checker.Check(ctx, name, src)
	out.late = found.Late
	excerpts := secrets.Excerpts(src, found.Findings)
	for i, f := range found.Findings {
		out.findings = append(out.findings, findingOf(aggregate.Secret{
			Where: name, Line: f.Line, Rule: f.Rule, Class: f.Class, State: policy.State(f, src),
			ID: policy.ID(f, src), Excerpt: excerpts[i],
		}))
	}
	return out, err
}
