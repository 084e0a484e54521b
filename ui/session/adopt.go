package session

import (
	"context"
	"strings"

	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Foreign reports whether the project is read from the file of another program, and can
// be adopted.
func (s *Session) Foreign() bool { return s.project != nil && s.project.File().Foreign() }

// Adopt does as [project.Project.Adopt] beside the window. What is unsaved stays.
func (s *Session) Adopt() {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	s.filing.Start(func() func(context.Context) func() {
		p := s.project
		return func(ctx context.Context) func() {
			untranslated, err := p.Adopt(ctx)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				s.base = p.File()
				s.modified = s.differs()
				s.discussion.Reload()
				s.notify(change.Project | change.Composition | change.Presets)
				s.saveSoon()
				s.tell(message.New("Imported to {{.Path}}; {{.From}} stays as it is", map[string]any{"Path": presets.ProjectName, "From": presets.ForeignName}))
				if len(untranslated) > 0 {
					s.tell(message.New("{{.Keys}} have no counterpart here: they stand in {{.Path}} as a comment", map[string]any{
						"Keys": text.Escape(strings.Join(untranslated, ", ")), "Path": presets.ProjectName,
					}))
				}
			}
		}
	})
}
