package aggregate

import (
	"path"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
)

// screenshotsSection makes the section of the images. Paths are relative to the
// project; an entry that matches nothing is an error in its place.
func screenshotsSection(r Resolver, entries []string) (section, []Warning) {
	s := section{kind: ScreenshotsSection, title: "Screenshots", joint: separator}
	var warnings []Warning
	fail := func(entry string, err error) {
		warnings = append(warnings, Warning{entry, reason(entry, err)})
		s.blocks = append(s.blocks, sectionBlock{newRendered(entry, "### "+text.CodeSpan(entry)+"\n\n", errorText(entry, models.Full, err), ""), -1})
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		paths, err := r.resolve(entry)
		if err == nil && len(paths) == 1 {
			err = r.reachable(entry, paths[0])
		}
		if err != nil {
			fail(entry, err)
			continue
		}
		for _, p := range paths {
			if !seen[p] {
				seen[p] = true
				s.blocks = append(s.blocks, sectionBlock{newRendered(p, "### "+text.CodeSpan(p)+"\n\n", imageLink(p), ""), -1})
			}
		}
	}
	return s, warnings
}

// reachable says why the file at p, which entry names, cannot be linked to.
func (r Resolver) reachable(entry, p string) error {
	switch r.Status(p) {
	case Missing:
		return &NotFoundError{Path: entry}
	case Outside:
		return &disk.OutsideError{Path: entry}
	}
	return nil
}

// imageLink returns the Markdown image of a path.
func imageLink(p string) string {
	name := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(text.Escape(path.Base(p)))
	return "![" + name + "](" + text.LinkDestination(p) + ")"
}
