package project

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
)

// SecretsConfig is the file of rules for secrets at the root of a project.
const SecretsConfig = ".gitleaks.toml"

// secretRules keeps what finds the secrets of a project.
type secretRules struct {
	mu      sync.Mutex
	of      disk.Identity // of the file that it was made from
	checker *secrets.Checker
	problem error // what of that file cannot be used
}

// Secrets returns what finds the project's secrets: the embedded rules with those of its
// .gitleaks.toml. It is the same until that file is another.
func (p *Project) Secrets(ctx context.Context) *secrets.Checker {
	s := &p.secrets
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := p.root.Stat(SecretsConfig)
	if s.checker != nil && info.Identity == s.of {
		return s.checker
	}
	scanner := secrets.Default()
	s.of, s.problem = info.Identity, nil
	if !errors.Is(err, disk.ErrNotFound) {
		var file disk.File
		if file, err = p.root.Read(ctx, SecretsConfig, secrets.MaxRuleBytes); err == nil {
			scanner, err = secrets.Configured(file.Data)
		}
		if ctx.Err() != nil { // what is made with it is of no use, and the file is asked again
			s.checker = nil
			return secrets.NewChecker(scanner)
		}
		if err != nil {
			s.problem = fmt.Errorf("%s: %w", SecretsConfig, err)
		}
	}
	s.checker = secrets.NewChecker(scanner)
	return s.checker
}

// problemOf says what of the rules cannot be used.
func (s *secretRules) problemOf() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// secretPolicy is what is done with secrets by what the project and the person say.
func (k *Kept) secretPolicy() secrets.Policy {
	project, own := k.Project.Secrets, k.Library.Secrets
	policy := secrets.Policy{Allow: slices.Concat(project.Allow, own.Allow), Redact: slices.Concat(project.Redact, own.Redact)}
	for _, path := range own.Show {
		policy.Show = append(policy.Show, k.Base("").Path(filepath.ToSlash(path)))
	}
	return policy
}

// ChangeSecrets changes what the project says of secrets, and keeps it in its file.
func (p *Project) ChangeSecrets(ctx context.Context, change func(*models.SecretRules)) error {
	return p.save(ctx, func(file *models.Project) { change(&file.Secrets) })
}

// ChangeSecrets changes what the person says of secrets, in every project, and keeps it.
func (u *User) ChangeSecrets(ctx context.Context, change func(*models.SecretRules)) error {
	return u.change(ctx, func(c *presets.Contents) { change(&c.Secrets) })
}

// Redacting reads files of the project as they may leave it: without the secrets that are
// certain in them, and none that is secret by its name. It numbers them in the order in which
// they are read, and is for one goroutine.
type Redacting struct {
	*disk.Root
	project *Project
	policy  secrets.Policy
	numbers secrets.Numbers
}

// Redacting returns what reads files as they may leave the project.
func (p *Project) Redacting() *Redacting {
	return &Redacting{Root: p.Reader(), project: p, policy: p.Kept().secretPolicy()}
}

// Read does as [disk.Root.Read]. A text of which something is cut out is in UTF-8.
func (r *Redacting) Read(ctx context.Context, path string, limit int64) (disk.File, error) {
	file, err := r.Root.Read(ctx, path, limit)
	if err != nil {
		return file, err
	}
	decoded, err := text.Decode(file.Data)
	if err != nil {
		return file, nil // whoever reads it says that it is none
	}
	if local, ok := r.project.Local(path); ok {
		path = local
	}
	if r.policy.File(path, decoded.Text) == secrets.Withheld {
		return disk.File{}, &aggregate.WithheldError{Path: path}
	}
	found, err := r.project.Secrets(ctx).Check(ctx, path, decoded.Text)
	if err != nil {
		return disk.File{}, err
	}
	if cuts := r.policy.Cuts(&r.numbers, decoded.Text, found.Findings); len(cuts) > 0 {
		file.Data = []byte(secrets.Apply(decoded.Text, cuts))
	}
	return file, nil
}
