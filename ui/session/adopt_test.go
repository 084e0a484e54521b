package session

import (
	"slices"
	"strings"
	"testing"

	"dossier/models"
	"dossier/ui/session/message"
)

const slop = `[project]
name = "Old Project"

[files]
base_dir = "."
paths = ["a.txt", { path = "b.txt", view_mode = "summary", custom_slices = [] }]

[screenshots]
base_dir = "."
paths = []

[discussion]
roles = ["User", "AI"]
active = "main"
history = ["User: hello", "AI: hi"]

[context_presets.review]
description = "d"
files = ["b.txt"]
`

func TestAProjectOfAnotherProgramIsAdopted(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "manual_slop.toml": slop})
	if !d.ProjectFile().Foreign() || d.ProjectFile().ReadOnly() == nil {
		t.Fatal("it is written as if it were ours")
	}
	d.want("a.txt", "b.txt")
	d.wantRows("project review")
	before := d.Document().Text()
	d.Add([]string{"manual_slop.toml"}) // unsaved
	d.ProjectFile().Adopt()
	d.settle()
	if d.ProjectFile().Foreign() || d.ProjectFile().ReadOnly() != nil {
		t.Fatalf("it is not adopted: %v", d.messages)
	}
	if !slices.ContainsFunc(d.messages, func(m message.Message) bool { return m.Fields["Keys"] == "discussion.roles" }) {
		t.Errorf("it does not say what has no counterpart: %v", d.messages)
	}
	if got := d.read("dossier.toml"); !strings.HasSuffix(got, "# [discussion]\n# roles = [\"User\", \"AI\"]\n") {
		t.Errorf("the file became %q", got)
	}
	if got := d.read("manual_slop.toml"); got != slop {
		t.Errorf("the other program's file became %q", got)
	}
	if got := d.read("dossier_history.toml"); !strings.Contains(got, "User: hello") {
		t.Errorf("the discussions became %q", got)
	}
	d.want("a.txt", "b.txt", "manual_slop.toml")
	if !d.ProjectFile().Modified() {
		t.Error("what is unsaved counts as saved")
	}
	d.Undo()
	d.settle()
	d.stop()
	d.start()
	d.want("a.txt", "b.txt")
	d.wantRows("project review")
	if after := d.Document().Text(); after != before {
		t.Errorf("the document was %q and is %q", before, after)
	}
	if mode := d.Files().Items()[1].ViewMode; mode != models.Summary {
		t.Errorf("b.txt is shown as %s", mode)
	}
	d.ProjectFile().Adopt()
	d.settle()
	if !strings.Contains(problem(d.messages), "already") {
		t.Errorf("a second time it says %q", problem(d.messages))
	}
}

func TestABrokenFileOfAnotherProgramIsNotAdopted(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "manual_slop.toml": "[files\n"})
	if d.ProjectFile().Foreign() {
		t.Error("it is offered to be adopted")
	}
	d.ProjectFile().Adopt()
	d.settle()
	if !strings.Contains(problem(d.messages), "line 1") {
		t.Errorf("it says %q", problem(d.messages))
	}
}
