package project

import (
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/models"
)

// SnapshotPair is a snapshot and the one to compare it with; a zero Before means none.
type SnapshotPair struct{ ID, Before SnapshotID }

// SnapshotChange is how a snapshot differs from another, according to their records. In the
// zero value both have the same bytes.
type SnapshotChange struct {
	First bool // there is no other snapshot; all other fields except Files are zero
	Files int  // number of files with content of the snapshot

	Added, Removed []string // paths of files
	Edited         []string // paths of files with other bytes
	Reshown        []string // paths of files with the same bytes but different shown parts
	Instruction    bool     // the instructions differ
	FirstLine      string   // if Instruction or First is set: the first line of the instruction
	Sections       []string // titles of the other sections that differ, in document order
	Other          bool     // the bytes differ, but nothing of the above
}

// Same reports whether two snapshots have the same bytes.
func (c SnapshotChange) Same() bool {
	return !c.First && !c.Other && !c.Instruction && len(c.Added)+len(c.Removed)+len(c.Edited)+len(c.Reshown)+len(c.Sections) == 0
}

// snapshotContents is the part of a record that distinguishes its snapshot from another.
type snapshotContents struct {
	sum         string
	instruction string
	count       int // of files with content
	files       []models.SnapshotFile
	lengths     []int64 // sizes of the shown files in bytes
	sections    []sectionContents
}

// sectionContents describes a section in a record: the titles and the lengths of its blocks.
type sectionContents struct{ kind, title, blocks string }

func isInstruction(kind string) bool {
	return kind == string(aggregate.InstructionSection) || kind == string(aggregate.InstructionFirst)
}

// contentsOf returns the distinguishing contents of a record.
func contentsOf(record models.Snapshot) snapshotContents {
	c := snapshotContents{sum: record.SHA256, instruction: record.Composition.Instruction, count: record.FileCount, files: record.Files, lengths: make([]int64, len(record.Files))}
	for _, block := range record.Blocks {
		if block.File >= 0 && block.File < len(c.lengths) {
			c.lengths[block.File] += block.Bytes.Len()
		}
	}
	// In records of earlier versions the instruction is the last excerpt of the discussion.
	excerpt := c.instruction != "" && !slices.ContainsFunc(record.Sections, func(s models.SnapshotSection) bool {
		return isInstruction(s.Kind)
	})
	for _, section := range record.Sections {
		kind := aggregate.SectionKind(section.Kind)
		if kind == aggregate.FilesSection || isInstruction(section.Kind) {
			continue // compared separately
		}
		blocks := record.Blocks[min(int(section.Blocks.Start), len(record.Blocks)):min(int(section.Blocks.End), len(record.Blocks))]
		if kind == aggregate.HistorySection && excerpt && len(blocks) > 0 {
			blocks = blocks[:len(blocks)-1]
		}
		if kind == aggregate.HistorySection && len(blocks) <= 1 {
			continue // a heading that contains only the instruction
		}
		var b strings.Builder
		for _, block := range blocks {
			fmt.Fprintf(&b, "%q %d\n", block.Title, block.Bytes.Len())
		}
		c.sections = append(c.sections, sectionContents{section.Kind, section.Title, b.String()})
	}
	return c
}

// since returns how a snapshot differs from an earlier one; nil means that there is none.
func (c snapshotContents) since(before *snapshotContents) SnapshotChange {
	change := SnapshotChange{Files: c.count}
	if before == nil {
		change.First, change.FirstLine = true, firstLine(c.instruction)
		return change
	}
	if c.sum != "" && c.sum == before.sum {
		return change
	}
	old := make(map[string]int, len(before.files))
	for i, file := range before.files {
		old[file.Path] = i
	}
	for i, file := range c.files {
		previous, known := old[file.Path]
		delete(old, file.Path)
		switch {
		case !known:
			change.Added = append(change.Added, file.Path)
		case before.files[previous].SHA256 != file.SHA256:
			change.Edited = append(change.Edited, file.Path)
		case before.files[previous].ViewMode != file.ViewMode || before.lengths[previous] != c.lengths[i]:
			change.Reshown = append(change.Reshown, file.Path)
		}
	}
	for _, file := range before.files {
		if _, gone := old[file.Path]; gone {
			change.Removed = append(change.Removed, file.Path)
		}
	}
	if c.instruction != before.instruction {
		change.Instruction, change.FirstLine = true, firstLine(c.instruction)
	}
	change.Sections = differentSections(before.sections, c.sections)
	change.Other = change.Same()
	return change
}

// differentSections returns the titles of the sections that differ between two documents or exist in only
// one: in document order, removed ones last.
func differentSections(previous, new []sectionContents) []string {
	old := make(map[string]string, len(previous)) // blocks by kind
	for _, s := range previous {
		old[s.kind] = s.blocks
	}
	var titles []string
	for _, s := range new {
		if blocks, known := old[s.kind]; !known || blocks != s.blocks {
			titles = append(titles, s.title)
		}
		delete(old, s.kind)
	}
	for _, s := range previous {
		if _, removed := old[s.kind]; removed {
			titles = append(titles, s.title)
		}
	}
	return titles
}
