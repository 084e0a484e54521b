package aggregate

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/markdown"
	"dossier/aggregate/text"
)

// treeSection draws paths as an indented tree, folders with a slash behind them.
func treeSection(paths []string) section {
	s := section{kind: TreeSection, title: "Tree"}
	if len(paths) == 0 {
		return s
	}
	body := drawTree(paths)
	fence := markdown.Fence(body)
	s.blocks = []sectionBlock{{newRendered(s.title, fence+"text\n", body, fence), -1}}
	return s
}

func drawTree(paths []string) string {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var b strings.Builder
	var open []string // the folders of the line before
	for _, p := range slices.Compact(sorted) {
		dir := strings.Split(path.Dir(p), "/")
		if path.Dir(p) == "." {
			dir = nil
		}
		same := 0
		for same < len(dir) && same < len(open) && dir[same] == open[same] {
			same++
		}
		for depth := same; depth < len(dir); depth++ {
			b.WriteString(strings.Repeat("  ", depth) + text.Escape(dir[depth]) + "/\n")
		}
		open = dir
		b.WriteString(strings.Repeat("  ", len(dir)) + text.Escape(path.Base(p)) + "\n")
	}
	return b.String()
}
