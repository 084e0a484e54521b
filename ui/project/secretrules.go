package project

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/extract"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/presets"
)

// SecretsConfig is the file of rules for secrets in the root of a project.
const SecretsConfig = ".gitleaks.toml"

// secretRules caches the checker for the secrets of a project.
type secretRules struct {
	mu      sync.Mutex
	of      disk.Identity // of the rules file
	checker *secrets.Checker
	problem error // problem of that file
}

// Secrets returns the checker for the project's secrets: the embedded rules with those of its
// .gitleaks.toml. It returns the same one until that file changes.
func (p *Project) Secrets(ctx context.Context) *secrets.Checker {
	s := &p.secrets
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := p.root.Stat(SecretsConfig)
	if s.checker != nil && info.Identity == s.of {
		return s.checker
	}
	checker := secrets.DefaultChecker()
	s.of, s.problem = info.Identity, nil
	if !errors.Is(err, disk.ErrNotFound) {
		var file disk.File
		if file, err = p.root.Read(ctx, SecretsConfig, secrets.MaxRuleBytes); err == nil {
			var scanner *secrets.Scanner
			scanner, err = secrets.Configured(file.Data)
			checker = secrets.NewChecker(scanner)
		}
		if ctx.Err() != nil { // the result is incomplete, so the file is read again next time
			s.checker = nil
			return checker
		}
		if err != nil {
			s.problem = fmt.Errorf("%s: %w", SecretsConfig, err)
		}
	}
	s.checker = checker
	s.checker.Results = p.secretResults
	return s.checker
}

// problemOf describes the invalid rules.
func (s *secretRules) problemOf() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// secretPolicy returns the secret policy of the project and the user.
func (k *StoredState) secretPolicy() secrets.Policy {
	project, own := k.Project.Secrets, k.Library.Secrets
	policy := secrets.Policy{Off: k.readable, Allow: slices.Concat(project.Allow, own.Allow), Redact: slices.Concat(project.Redact, own.Redact)}
	for _, path := range own.Show {
		policy.Show = append(policy.Show, k.Base("").Path(filepath.ToSlash(path)))
	}
	return policy
}

// ChangeSecrets changes and saves the project's secret policy.
func (p *Project) ChangeSecrets(ctx context.Context, change func(*models.SecretRules)) error {
	return p.save(ctx, func(file *models.Project) { change(&file.Secrets) })
}

// ChangeSecrets changes and saves the user's secret policy for all projects.
func (u *User) ChangeSecrets(ctx context.Context, change func(*models.SecretRules)) error {
	return u.change(ctx, func(c *presets.Contents) { change(&c.Secrets) })
}

// ShowSecrets disables redaction and withholding until the project is closed. Call it only on
// explicit request of the user.
func (p *Project) ShowSecrets() { p.update(func(k *StoredState) { k.readable = true }) }

// Redacting reads files of the project and redacts them and other texts: it removes certain
// secrets, and withholds files whose names are secret. It numbers secrets in order of
// occurrence. It must not be used concurrently.
type Redacting struct {
	*disk.Root
	Redacted int  // number of redacted values
	Late     bool // a text was not fully checked

	project *Project
	checker *secrets.Checker
	policy  secrets.Policy
	numbers secrets.Numbers
}

// Redacting returns a reader that redacts files by the current rules, also after the project is closed.
func (p *Project) Redacting(ctx context.Context) *Redacting {
	return &Redacting{Root: p.Reader(), project: p, checker: p.Secrets(ctx), policy: p.StoredState().secretPolicy()}
}

// RedactingByDefault returns a redactor without a project that uses the embedded rules. It reads no files.
func RedactingByDefault() *Redacting {
	return &Redacting{checker: secrets.DefaultChecker()}
}

// Read is [disk.Root.Read] with redaction. A redacted text is in UTF-8, and an extracted one
// replaces the bytes.
func (r *Redacting) Read(ctx context.Context, path string, limit int64) (disk.File, error) {
	name := path
	if local, ok := r.project.Local(path); ok {
		name = local
	}
	texts := r.project.Texts()
	file, err := r.Root.Read(ctx, path, texts.Limit(name, limit))
	if err != nil {
		return file, err
	}
	decoded, err := texts.DecodeWithin(ctx, name, file.Data, limit)
	var large *disk.TooLargeError
	switch {
	case ctx.Err() != nil:
		return file, ctx.Err()
	case errors.As(err, &large):
		large.Path = path // as requested
		return file, large
	case err != nil:
		return file, nil // the caller reports that it is not text
	}
	clean, err := r.File(ctx, name, decoded.Text)
	if err != nil {
		return disk.File{}, err
	}
	if texts.Kind(name) != extract.Plain || clean != decoded.Text {
		file.Data = []byte(clean)
	}
	return file, nil
}

// File redacts the text of a file as [Redacting.Read] does.
func (r *Redacting) File(ctx context.Context, path, src string) (string, error) {
	if r.policy.File(path, src) == secrets.Withheld {
		return "", &aggregate.WithheldError{Path: path}
	}
	return r.Text(ctx, path, src)
}

// Check looks for secrets in a text, for [Redacting.CheckedFile]. It is safe for concurrent use. It returns only the
// context's error.
func (r *Redacting) Check(ctx context.Context, path, src string) (secrets.Check, error) {
	return r.checker.Check(ctx, path, src)
}

// CheckName looks for secrets in a name, for [Redacting.CheckedName]. It is safe for concurrent use. It returns only the
// context's error.
func (r *Redacting) CheckName(ctx context.Context, name string) (secrets.Check, error) {
	found, err := r.checker.CheckName(ctx, name)
	return secrets.Check{Findings: found}, err
}

// CheckedName redacts a name that was checked before.
func (r *Redacting) CheckedName(name string, found secrets.Check) string {
	cuts := r.cutsOf(name, found)
	r.Redacted += len(cuts)
	return secrets.Apply(name, cuts)
}

// CheckedFile is [Redacting.File] of a text that was checked before.
func (r *Redacting) CheckedFile(path, src string, found secrets.Check) (string, error) {
	if r.policy.File(path, src) == secrets.Withheld {
		return "", &aggregate.WithheldError{Path: path}
	}
	cuts := r.cutsOf(src, found)
	r.Redacted += len(cuts)
	return secrets.Apply(src, cuts), nil
}

// Excerpt returns a redacted part of a text: without parts of secrets in the whole text, even if
// such a part alone does not look like one. For a file whose name is secret it returns a
// [*aggregate.WithheldError], otherwise the context's error.
func (r *Redacting) Excerpt(ctx context.Context, path, whole, part string) (string, error) {
	at := strings.Index(whole, part)
	if at < 0 {
		return r.File(ctx, path, part)
	}
	if path != "" && r.policy.File(path, whole) == secrets.Withheld {
		return "", &aggregate.WithheldError{Path: path}
	}
	cuts, err := r.cuts(ctx, path, whole)
	cuts = cutsWithin(cuts, at, at+len(part))
	r.Redacted += len(cuts)
	return secrets.Apply(part, cuts), err
}

// cutsWithin returns the redactions of a text as those of the part [start, end) of it.
func cutsWithin(cuts []secrets.Cut, start, end int) []secrets.Cut {
	var within []secrets.Cut
	for _, c := range cuts {
		if c.Start, c.End = max(c.Start, start)-start, min(c.End, end)-start; c.Start < c.End {
			within = append(within, c)
		}
	}
	return within
}

// Text redacts a text; path is the file that it belongs to, or empty. It returns the context's error.
func (r *Redacting) Text(ctx context.Context, path, src string) (string, error) {
	cuts, err := r.cuts(ctx, path, src)
	r.Redacted += len(cuts)
	return secrets.Apply(src, cuts), err
}

func (r *Redacting) cuts(ctx context.Context, path, src string) ([]secrets.Cut, error) {
	found, err := r.Check(ctx, path, src)
	if err != nil {
		return nil, err
	}
	return r.cutsOf(src, found), nil
}

func (r *Redacting) cutsOf(src string, found secrets.Check) []secrets.Cut {
	r.Late = r.Late || found.Late
	return r.policy.Cuts(&r.numbers, src, found.Findings)
}
