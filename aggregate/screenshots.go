package aggregate

import (
	"path"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
)

// screenshotsSection makes the section of the images. Paths are relative to the
// project; an entry that matches nothing is an error in its place. An image stands where
// it was first named, and what its last caption says stands below it.
func screenshotsSection(r Resolver, entries []models.Screenshot) (section, []Warning) {
	s := section{kind: ScreenshotsSection, title: "Screenshots", joint: separator}
	var warnings []Warning
	add := func(title, body string) {
		s.blocks = append(s.blocks, sectionBlock{newRendered(title, "### "+text.CodeSpan(title)+"\n\n", body, ""), -1})
	}
	named := make([][]string, len(entries))
	captions := map[string]string{}
	failed := map[int]error{}
	for i, entry := range entries {
		paths, err := r.resolve(entry.Path)
		if err == nil && len(paths) == 1 {
			err = r.reachable(entry.Path, paths[0])
		}
		if err != nil {
			failed[i] = err
			continue
		}
		named[i] = paths
		if caption := text.Paragraph(entry.Caption); caption != "" {
			for _, p := range paths {
				captions[p] = "\n\n" + caption
			}
		}
	}
	seen := map[string]bool{}
	for i, entry := range entries {
		if err := failed[i]; err != nil {
			warnings = append(warnings, Warning{entry.Path, reason(entry.Path, err)})
			add(entry.Path, errorText(entry.Path, models.Full, err))
		}
		for _, p := range named[i] {
			if !seen[p] {
				seen[p] = true
				add(p, imageLink(p)+captions[p])
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
