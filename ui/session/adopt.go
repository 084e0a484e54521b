package session

import (
	"context"

	"dossier/presets"
)

// Adopt makes a dossier.toml, and a dossier_history.toml, of a project that is read from
// a manual_slop.toml, which stays as it is.
func (p *Project) Adopt(ctx context.Context) error {
	next, err := p.file.Adopt(ctx)
	if err == nil {
		p.setFile(next)
		p.loadHistory()
	}
	return err
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
			next, err := file.Adopt(ctx)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				project.setFile(next)
				s.modified = s.differs()
				s.reloadDiscussions()
				s.notify(ProjectChanged | CompositionChanged | PresetsChanged)
				s.saveSoon()
				s.tell(told("Imported to {{.Path}}; {{.From}} stays as it is", map[string]any{"Path": presets.ProjectName, "From": presets.ForeignName}))
			}
		}
	})
}
