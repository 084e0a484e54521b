package session

import (
	"context"
	"strings"

	"dossier/aggregate/text"
	"dossier/presets"
)

// Adopt makes a dossier.toml, and a dossier_history.toml, of a project that is read from
// a manual_slop.toml, which stays as it is. It returns the keys that have no counterpart
// here: they stand in the dossier.toml as a comment.
func (p *Project) Adopt(ctx context.Context) (untranslated []string, err error) {
	next, untranslated, err := p.file.Adopt(ctx)
	if err == nil {
		p.setFile(next)
		p.loadHistory()
	}
	return untranslated, err
}

// Foreign reports whether the project is read from the file of another program, and can
// be adopted.
func (s *Session) Foreign() bool { return s.project != nil && s.project.file.Foreign() }

// Adopt does as [Project.Adopt] beside the window. What is unsaved stays.
func (s *Session) Adopt() {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	s.filing.start(func() func(context.Context) func() {
		project := s.project
		file := project.file
		return func(ctx context.Context) func() {
			next, untranslated, err := file.Adopt(ctx)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				project.setFile(next)
				s.base = next
				s.modified = s.differs()
				s.reloadDiscussions()
				s.notify(ProjectChanged | CompositionChanged | PresetsChanged)
				s.saveSoon()
				s.tell(told("Imported to {{.Path}}; {{.From}} stays as it is", map[string]any{"Path": presets.ProjectName, "From": presets.ForeignName}))
				if len(untranslated) > 0 {
					s.tell(told("{{.Keys}} have no counterpart here: they stand in {{.Path}} as a comment", map[string]any{
						"Keys": text.Escape(strings.Join(untranslated, ", ")), "Path": presets.ProjectName,
					}))
				}
			}
		}
	})
}
