package project

import (
	"context"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/git"
	"dossier/models"
	"dossier/presets"
)

// Prompts returns the stored prompts available to the project.
func (p *Project) Prompts() presets.Prompts { return presets.PromptsOf(p.places, p.folder) }

// PromptReport is a stored prompt, as JSON.
type PromptReport struct {
	models.Prompt
	On   bool   `json:"on"`             // it is part of the instruction
	Path string `json:"path,omitempty"` // of its file; empty for a built-in prompt
}

// ReportPrompts returns the stored prompts, the active ones first and in their order.
func (p *Project) ReportPrompts(on []string) (list []PromptReport, warnings []error) {
	all, warnings := p.Prompts().List()
	list = []PromptReport{}
	for _, one := range all {
		r := PromptReport{Prompt: one, On: slices.Contains(on, one.Name)}
		if one.Scope != models.BuiltInPrompt {
			r.Path = p.Prompts().Path(one.Scope, one.Name)
		}
		list = append(list, r)
	}
	place := func(r PromptReport) int {
		if i := slices.Index(on, r.Name); i >= 0 {
			return i
		}
		return len(on)
	}
	slices.SortStableFunc(list, func(a, b PromptReport) int { return place(a) - place(b) })
	return list, warnings
}

// SetPrompts saves which prompts are part of the instruction, in order. The error names the
// first that does not exist.
func (p *Project) SetPrompts(ctx context.Context, change func(on []string) []string) error {
	return p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		next := change(slices.Clone(k.Project.Prompts))
		if slices.Equal(next, k.Project.Prompts) {
			return nil, nil
		}
		return func(to *models.Project) { to.Prompts = next }, nil
	})
}

// promptValues returns the prompts with the current values of their variables.
func (p *Project) promptValues(ctx context.Context) aggregate.Prompts {
	return aggregate.Prompts{
		Find:   p.Prompts().Find,
		Values: map[string]string{"project": p.Name(), "date": time.Now().Format(time.DateOnly), "branch": p.branch(ctx)},
	}
}

// ExpandedPrompt returns a prompt with its variables replaced; the value of selection is the
// files of the composition, that of question is given.
func (p *Project) ExpandedPrompt(ctx context.Context, name, question string) (models.Prompt, error) {
	prompt, err := p.Prompts().Find(name)
	if err != nil {
		return prompt, err
	}
	values := p.promptValues(ctx).Values
	values["question"], values["selection"] = question, ""
	for _, item := range p.Resolver(ctx, p.StoredState().FilesBase()).Rows(p.StoredState().Project.Files).Items {
		if item.Err == nil {
			values["selection"] += Shown(item.Path) + "\n"
		}
	}
	prompt.Text, _ = models.ExpandPrompt(prompt.Text, values)
	return prompt, ctx.Err()
}

// branch returns the current branch; empty without a repository.
func (p *Project) branch(ctx context.Context) string {
	repo, err := p.Builder.Git(ctx)
	if err != nil {
		return ""
	}
	defer repo.Close()
	head, err := repo.Revisions().Head()
	if err != nil {
		return ""
	}
	if head.Branch == "" && head.Commit != (git.ID{}) {
		return head.Commit.String()[:12] // detached HEAD
	}
	return head.Branch
}
