// Package secrets says what looks secret in what a project would send: in the document that
// it would build, or in files that a person names.
//
// The calls read the project's files, in parallel, and end with their context. A text that
// takes longer than [Deadline] is said to be unscanned; nothing is said of a secret but
// where it stands, its rule and an excerpt in which it is masked.
package secrets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/project"
)

// Deadline is how long one text may take.
const Deadline = 2 * time.Second

// ConfigName is the file of rules at the root of a project.
const ConfigName = ".gitleaks.toml"

// NameRule is the rule of files that are secret by their names.
const NameRule = "file-name"

// Finding is a secret and where it stands.
type Finding struct {
	Where   string `json:"where"` // the path of a file, or the title of another part of the document
	Line    int    `json:"line"`  // of the file or the part, from 1; 0 is the file itself
	Rule    string `json:"rule"`
	Class   string `json:"class"`   // certain, likely or file
	Excerpt string `json:"excerpt"` // what stands before the secret, and how that begins
	Allowed bool   `json:"allowed"` // the line says that it may be seen
}

// Report is what was found.
type Report struct {
	Findings  []Finding `json:"findings"`  // by place and line
	Scanned   int       `json:"scanned"`   // how many files and parts
	Unscanned []string  `json:"unscanned"` // each with its reason
}

// Secrets returns how many findings nobody has allowed.
func (r Report) Secrets() int {
	n := 0
	for _, f := range r.Findings {
		if !f.Allowed {
			n++
		}
	}
	return n
}

// Scanner returns the scanner of a project: with the embedded rules, or what its
// .gitleaks.toml asks for. The error says what of that file cannot be used; the scanner is
// there all the same.
func Scanner(ctx context.Context, p *project.Project) (*secrets.Scanner, error) {
	file, err := p.Reader().Read(ctx, ConfigName, secrets.MaxRuleBytes)
	if errors.Is(err, disk.ErrNotFound) {
		return secrets.Default(), nil
	}
	var s *secrets.Scanner
	if err == nil {
		s, err = secrets.Configured(file.Data)
	}
	if s == nil {
		s = secrets.Default()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", ConfigName, err)
	}
	return s, err
}

// source is a text that is scanned.
type source struct {
	where string
	path  string // that rules look at; empty is none
	text  string
	shown string // of the text, what stands in the document; empty is all of it
	err   error
}

// InFiles scans files, and all that the tree lists in folders.
func InFiles(ctx context.Context, p *project.Project, s *secrets.Scanner, names []string) (Report, error) {
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
	return scan(ctx, s, sources)
}

// InDocument scans what the project would build: of each file what its view shows, and every
// other part.
func InDocument(ctx context.Context, p *project.Project, s *secrets.Scanner) (Report, error) {
	doc, err := p.Builder.Build(ctx, p.Input(), nil)
	if err != nil {
		return Report{}, err
	}
	var sources []source
	for i := range doc.Blocks() {
		if b := doc.Block(i); b.Row < 0 {
			sources = append(sources, source{where: b.Title, text: doc.BlockText(i)})
		}
	}
	for row, item := range doc.Items {
		if shown := doc.FileText(row); shown != "" {
			src := read(ctx, p, item.Path)
			src.shown = shown
			sources = append(sources, src)
		}
	}
	return scan(ctx, s, sources)
}

// read reads a file. What is no text has nothing that could be sent.
func read(ctx context.Context, p *project.Project, name string) source {
	src := source{where: name, path: name}
	file, err := p.Reader().Read(ctx, name, disk.DefaultLimit)
	if err != nil {
		src.err = err
		return src
	}
	decoded, err := text.Decode(file.Data)
	if !errors.Is(err, text.ErrBinary) {
		src.err = err
	}
	src.text = decoded.Text
	return src
}

// scan scans texts on all processors.
func scan(ctx context.Context, s *secrets.Scanner, sources []source) (Report, error) {
	found := make([][]Finding, len(sources))
	err := parallel.Each(ctx, len(sources), func(i int) error {
		found[i] = sources[i].scan(ctx, s)
		return ctx.Err()
	})
	if err != nil {
		return Report{}, err
	}
	r := Report{Findings: []Finding{}, Unscanned: []string{}}
	for i, src := range sources {
		if r.Findings = append(r.Findings, found[i]...); src.err != nil {
			r.Unscanned = append(r.Unscanned, fmt.Sprintf("%s: %v", project.Shown(src.where), src.err))
		} else {
			r.Scanned++
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Where, b.Where), cmp.Compare(a.Line, b.Line))
	})
	return r, nil
}

// scan returns what stands in one text; err is set when that is not known.
func (src *source) scan(ctx context.Context, s *secrets.Scanner) []Finding {
	var list []Finding
	if src.path != "" && secrets.Name(src.path) {
		list = append(list, Finding{Where: src.where, Rule: NameRule, Class: "file"})
	}
	if src.err != nil {
		return list
	}
	limited, cancel := context.WithTimeout(ctx, Deadline)
	defer cancel()
	found, err := s.Scan(limited, src.path, src.text)
	if err != nil {
		src.err = fmt.Errorf("its scan takes longer than %v", Deadline)
	}
	for _, f := range found {
		if secret := f.Secret(src.text); src.shown == "" || strings.Contains(src.shown, secret) {
			list = append(list, Finding{
				Where: src.where, Line: f.Line, Rule: f.Rule, Class: string(f.Class),
				Excerpt: excerpt(src.text, f), Allowed: f.Allowed,
			})
		}
	}
	return list
}

// maxExcerpt is how many bytes of a line an excerpt shows before the secret.
const maxExcerpt = 40

// excerpt returns what stands on the line before a secret, and how that begins.
func excerpt(src string, f secrets.Finding) string {
	start := max(strings.LastIndexByte(src[:f.Start], '\n')+1, f.Start-maxExcerpt)
	for !utf8.RuneStart(src[start]) {
		start++
	}
	// What stands behind a secret may be one too, and is left out.
	return text.Escape(strings.TrimLeft(src[start:f.Start], " \t") + Mask(f.Secret(src)))
}

// Mask returns a secret as it may be shown: the first characters of a long one, which tell
// whose it is.
func Mask(secret string) string {
	const shown, long = 4, 20
	if len(secret) < long {
		return "…"
	}
	for i := range shown {
		if secret[i] <= ' ' || secret[i] >= utf8.RuneSelf {
			return "…"
		}
	}
	return secret[:shown] + "…"
}
