package aggregate

import (
	"context"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
	"dossier/models"
)

// treeSection draws the files of the document, or of the whole project, as a tree.
type treeSection struct{}

// Kind implements [SectionBuilder].
func (treeSection) Kind() SectionKind { return TreeSection }

// Build implements [SectionBuilder].
func (treeSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: "Tree", About: "the folders and files of the project", Bare: true}
	var paths []string
	switch b.Input.Composition.Tree {
	case models.TreeSelected:
		for _, item := range b.Items {
			if item.InDocument() && !outside(item.Path) && !isMissingFile(item.Err) {
				paths = append(paths, item.Path)
			}
		}
	case models.TreeFull:
		all, err := b.Listing()
		if err != nil {
			return Content{}, err
		}
		paths, _ = all.Folder(".")
	}
	if len(paths) > 0 {
		c.Blocks = []SectionBlock{b.Block(content.Block{Title: c.Title, Body: content.Code{Info: "text", Text: drawTree(paths)}})}
	}
	return c, nil
}

// drawTree draws paths as an indented tree; folders end with a slash.
func drawTree(paths []string) string {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var b strings.Builder
	var open []string // the folders of the previous line
	for _, p := range slices.Compact(sorted) {
		dir := strings.Split(path.Dir(p), "/")
		if path.Dir(p) == "." {
			dir = nil
		}
		common := 0
		for common < len(dir) && common < len(open) && dir[common] == open[common] {
			common++
		}
		for depth := common; depth < len(dir); depth++ {
			b.WriteString(strings.Repeat("  ", depth) + text.Escape(dir[depth]) + "/\n")
		}
		open = dir
		b.WriteString(strings.Repeat("  ", len(dir)) + text.Escape(path.Base(p)) + "\n")
	}
	return b.String()
}
