package project

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
)

// recordOf is a record of files with the given bytes, of which each block shows a number of bytes;
// and of a discussion of some entries before the instruction.
func recordOf(sum, instruction string, files map[string]string, shown int64, entries ...int64) models.Snapshot {
	r := models.Snapshot{SHA256: sum, Composition: models.Composition{Instruction: instruction}}
	block := func(title string, length int64, file int) {
		r.Blocks = append(r.Blocks, models.SnapshotBlock{Title: title, Bytes: models.SnapshotSpan{Start: 10, End: 10 + length}, File: file})
	}
	section := func(kind aggregate.SectionKind, from int) {
		r.Sections = append(r.Sections, models.SnapshotSection{Kind: string(kind), Title: "the " + string(kind), Blocks: models.SnapshotSpan{Start: int64(from), End: int64(len(r.Blocks))}})
	}
	block("Files", 8, -1)
	for _, path := range []string{"a", "b", "c", "d"} {
		if bytes, ok := files[path]; ok {
			block(path, shown, len(r.Files))
			// Tokens count the separator behind a block: the last file has fewer.
			r.Files = append(r.Files, models.SnapshotFile{Path: path, SHA256: bytes, ViewMode: models.Full, Tokens: int64(len(r.Blocks))})
		}
	}
	r.FileCount = len(r.Files)
	section(aggregate.FilesSection, 0)
	if len(entries) > 0 || instruction != "" {
		from := len(r.Blocks)
		block("Discussion", 10, -1)
		for _, length := range entries {
			block("Excerpt", length, -1)
		}
		if instruction != "" {
			block("Excerpt", int64(len(instruction)), -1)
		}
		section(aggregate.HistorySection, from)
	}
	return r
}

// withSections adds sections to a record, each given by its kind and the length of its block.
func withSections(r models.Snapshot, sections ...string) models.Snapshot {
	for _, s := range sections {
		kind, length, _ := strings.Cut(s, " ")
		end, _ := strconv.ParseInt(length, 10, 64)
		at := int64(len(r.Blocks))
		r.Blocks = append(r.Blocks, models.SnapshotBlock{Title: "t", Bytes: models.SnapshotSpan{End: end}, File: -1})
		r.Sections = append(r.Sections, models.SnapshotSection{Kind: kind, Title: "the " + kind, Blocks: models.SnapshotSpan{Start: at, End: at + 1}})
	}
	return r
}

func TestHowSnapshotsDiffer(t *testing.T) {
	files := map[string]string{"a": "1", "b": "2"}
	tests := []struct {
		name     string
		was, now models.Snapshot
		want     SnapshotChange
	}{
		{
			name: "the same bytes", was: recordOf("x", "", files, 9), now: recordOf("x", "", files, 9),
			want: SnapshotChange{Files: 2},
		},
		{
			name: "other bytes, and the record does not say where", was: recordOf("x", "", files, 9), now: recordOf("y", "", files, 9),
			want: SnapshotChange{Files: 2, Other: true},
		},
		{
			name: "files come, go and are edited",
			was:  recordOf("x", "", map[string]string{"a": "1", "b": "2", "c": "3"}, 9), now: recordOf("y", "", map[string]string{"a": "1", "b": "4", "d": "5"}, 9),
			want: SnapshotChange{Files: 3, Added: []string{"d"}, Removed: []string{"c"}, Edited: []string{"b"}},
		},
		{
			name: "a file that was the last is no other for having one behind it",
			was:  recordOf("x", "", map[string]string{"b": "2"}, 9), now: recordOf("y", "", files, 9),
			want: SnapshotChange{Files: 2, Added: []string{"a"}},
		},
		{
			name: "more is shown of the same files", was: recordOf("x", "", files, 9), now: recordOf("y", "", files, 12),
			want: SnapshotChange{Files: 2, Reshown: []string{"a", "b"}},
		},
		{
			name: "the instruction alone", was: recordOf("x", "Why?", files, 9, 40), now: recordOf("y", "\nHow then?\nTell me.", files, 9, 40),
			want: SnapshotChange{Files: 2, Instruction: true, FirstLine: "How then?"},
		},
		{
			name: "a first instruction", was: recordOf("x", "", files, 9), now: recordOf("y", "Why?", files, 9),
			want: SnapshotChange{Files: 2, Instruction: true, FirstLine: "Why?"},
		},
		{
			name: "an entry of the discussion", was: recordOf("x", "Why?", files, 9, 40), now: recordOf("y", "Why?", files, 9, 40, 7),
			want: SnapshotChange{Files: 2, Sections: []string{"the history"}},
		},
		{
			name: "sections of any kind", was: withSections(recordOf("x", "", files, 9), "same 1", "gone 2", "edited 3"),
			now:  withSections(recordOf("y", "", files, 9), "new 4", "same 1", "edited 5"),
			want: SnapshotChange{Files: 2, Sections: []string{"the new", "the edited", "the gone"}},
		},
	}
	for _, tt := range tests {
		old := contentsOf(tt.was)
		if diff := cmp.Diff(tt.want, contentsOf(tt.now).since(&old)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	want := SnapshotChange{First: true, Files: 2, FirstLine: "Why?"}
	if diff := cmp.Diff(want, contentsOf(recordOf("x", "Why?", files, 9)).since(nil)); diff != "" {
		t.Errorf("the first (-want +got):\n%s", diff)
	}
	binary := recordOf("x", "", files, 9)
	binary.FileCount = 1 // b could not be shown
	if got := contentsOf(binary).since(nil).Files; got != 1 {
		t.Errorf("a snapshot of one file with content has %d", got)
	}
}
