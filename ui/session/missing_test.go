package session

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/anchor"
	"dossier/models"
	"dossier/ui/features/repairlist"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/message"
)

const (
	serverText = "package web\n\nfunc ListenAndServe(addr string) error {\n\tlistener := openListener(addr)\n\treturn acceptForever(listener)\n}\n\nfunc Shutdown(grace int) {\n\tcloseListeners(grace)\n\twaitForClients(grace)\n}\n"
	clientText = "package web\n\nfunc Dial(addr string) (*Conn, error) {\n\treturn openConnection(addr)\n}\n"
)

// rename moves a file, as another program does.
func (d *desk) rename(from, to string) {
	d.tb.Helper()
	d.write(to, d.read(from))
	if err := os.Remove(d.path(from)); err != nil {
		d.tb.Fatal(err)
	}
}

// findings waits until places were looked for, and says what is missing in a word each.
func (d *desk) findings() []string {
	d.tb.Helper()
	d.settle()
	d.until("places were looked for", func() bool {
		for _, one := range repairlist.Of(d).List() {
			if !one.Known {
				return false
			}
		}
		return !repairlist.Of(d).Placing() && !d.Building()
	})
	out := []string{}
	for _, one := range repairlist.Of(d).List() {
		line := string(one.Kind) + " " + one.Path
		if one.Symbol != "" {
			line += " " + one.Symbol
		}
		if len(one.Places) > 0 {
			line += " -> " + one.Places[0].Path + " " + one.Places[0].Symbol + " (" + string(one.Places[0].Why) + ")"
		}
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return out
}

func (d *desk) wantFindings(want ...string) {
	d.tb.Helper()
	if diff := cmp.Diff(append([]string{}, want...), d.findings()); diff != "" {
		d.tb.Fatalf("wrong findings (-want +got):\n%s", diff)
	}
}

func TestMissingFileIsFoundByItsContent(t *testing.T) {
	d := newDesk(t, map[string]string{"web/server.go": serverText, "web/client.go": clientText})
	d.Add([]string{"web/server.go", "web/client.go"})
	d.SetMode([]int{0}, models.Skeleton)
	d.SetFocusRows([]int{0}, true)
	d.wantFindings()
	d.stop()

	d.rename("web/server.go", "net/http/listen.go")
	d.start()
	d.wantFindings("file web/server.go -> net/http/listen.go (same content)")
	d.want("web/server.go", "web/client.go") // nothing is changed by itself
	one := repairlist.Of(d).List()[0]
	if !one.Certain() {
		t.Error("the only file with the very bytes is not certain")
	}
	repairlist.Of(d).Accept(one, one.Places[0])
	d.want("net/http/listen.go", "web/client.go")
	if it := d.Composition().Files[0]; it.ViewMode != models.Skeleton {
		t.Errorf("view mode %s after it was accepted, want that of before", it.ViewMode)
	}
	if diff := cmp.Diff([]string{"net/http/listen.go"}, d.Composition().Focus); diff != "" {
		t.Errorf("focus (-want +got):\n%s", diff)
	}
	d.wantFindings()
	d.Undo()
	d.want("web/server.go", "web/client.go")
	d.wantFindings("file web/server.go -> net/http/listen.go (same content)")
}

// Nothing was ever sent: what the window remembers of the file is enough.
func TestRenamedAndEditedFileIsFound(t *testing.T) {
	edited := strings.Replace(serverText, "\n}", "\n\t// edited\n}", 1)
	if edited == serverText {
		t.Fatal("nothing was edited")
	}
	d := newDesk(t, map[string]string{"web/server.go": serverText, "web/client.go": clientText})
	d.Add([]string{"web/server.go", "web/client.go"})
	d.settle()
	d.stop()
	d.rename("web/server.go", "net/http/listen.go")
	d.write("net/http/listen.go", edited)
	d.start()
	d.wantFindings("file web/server.go -> net/http/listen.go (similar content)")
	one := repairlist.Of(d).List()[0]
	if percent, ok := one.Alike(one.Places[0]); !ok || percent < 80 || percent > 99 || one.Certain() || !one.Likely() {
		t.Errorf("%d %% are the same, %t; certain: %t, likely: %t", percent, ok, one.Certain(), one.Likely())
	}
	repairlist.Of(d).AcceptLikely()
	d.want("net/http/listen.go", "web/client.go")
}

func TestWhatIsThereAgainIsNotMissing(t *testing.T) {
	d := newDesk(t, map[string]string{"a/one.go": clientText, "two.go": serverText})
	d.Add([]string{"a/one.go", "two.go"})
	d.wantFindings()
	d.stop()
	d.rename("a/one.go", "b/one.go")
	d.start()
	d.wantFindings("file a/one.go -> b/one.go (same content)")
	d.stop()
	d.rename("b/one.go", "a/one.go")
	d.start()
	d.wantFindings()
}

// Slices of the same lines are lost and found one by one.
func TestLostSlicesOfTheSameLines(t *testing.T) {
	d := newDesk(t, map[string]string{"server.go": serverText})
	s, err := anchor.NewText(serverText).Make(8, 11)
	if err != nil {
		t.Fatal(err)
	}
	one, other := s, s
	one.Tag, other.Tag = "one", "other"
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		it := models.NewFileItem("server.go")
		it.ViewMode, it.CustomSlices = models.Custom, []models.Slice{one, other}
		e.Composition.Files = append(e.Composition.Files, it)
	})
	d.stop()
	d.write("server.go", "package web\n")
	d.write("stop.go", "package web\n\n// moved here\n\n"+serverText[strings.Index(serverText, "func Shutdown"):])
	d.start()
	d.wantFindings("slice server.go -> stop.go (same lines)", "slice server.go -> stop.go (same lines)")
	if n := repairlist.Of(d).AcceptLikely(); n != 2 {
		t.Fatalf("%d were accepted, want 2", n)
	}
	d.want("stop.go")
	var tags []string
	for _, s := range d.Composition().Files[0].CustomSlices {
		tags = append(tags, s.Tag)
	}
	if !slices.Equal(tags, []string{"one", "other"}) {
		t.Errorf("the slices are %q", tags)
	}
}

func TestLostSlices(t *testing.T) {
	d := newDesk(t, map[string]string{"server.go": serverText, "client.go": clientText})
	s, err := anchor.NewText(serverText).Make(8, 11)
	if err != nil {
		t.Fatal(err)
	}
	s.Tag = "stop"
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		it := models.NewFileItem("server.go")
		it.ViewMode, it.CustomSlices = models.Custom, []models.Slice{s}
		e.Composition.Files = append(e.Composition.Files, it)
	})
	d.wantFindings()
	d.stop()
	d.write("server.go", "package web\n")
	d.write("stop.go", "package web\n\n// moved here\n\n"+serverText[strings.Index(serverText, "func Shutdown"):])
	d.start()
	d.wantFindings("slice server.go -> stop.go (same lines)")
	if n := repairlist.Of(d).AcceptLikely(); n != 1 {
		t.Fatalf("%d were accepted, want 1", n)
	}
	d.want("stop.go") // the entry was there for its slice
	got := d.Composition().Files[0].CustomSlices[0]
	if got.Tag != "stop" || got.StartLine != 5 || got.EndLine != 8 {
		t.Errorf("slice %+v, want lines 5 to 8 with its tag", got)
	}
	d.wantFindings()
	d.Undo()
	d.findings()
	repairlist.Of(d).Exclude(repairlist.Of(d).List()...)
	d.want()
}

func TestLostSymbols(t *testing.T) {
	d := newDesk(t, map[string]string{"server.go": serverText, "client.go": clientText})
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		it := models.NewFileItem("server.go")
		it.ViewMode, it.AstMask = models.Masked, map[string]models.MaskMode{"Shutdwn": models.MaskSig, "Dial": models.MaskDef, "ListenAndServe": models.MaskDef}
		e.Composition.Files = append(e.Composition.Files, it)
	})
	d.wantFindings("symbol server.go Dial -> client.go Dial (same name)", "symbol server.go Shutdwn -> server.go Shutdown (similar name)")
	for _, one := range repairlist.Of(d).List() {
		repairlist.Of(d).Accept(one, one.Places[0])
	}
	d.wantFindings()
	d.want("server.go", "client.go")
	if diff := cmp.Diff(map[string]models.MaskMode{"Shutdown": models.MaskSig, "ListenAndServe": models.MaskDef}, d.Composition().Files[0].AstMask); diff != "" {
		t.Errorf("mask (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]models.MaskMode{"Dial": models.MaskDef}, d.Composition().Files[1].AstMask); diff != "" {
		t.Errorf("mask of the other file (-want +got):\n%s", diff)
	}
}

func TestMissingPatternsFoldersAndScreenshots(t *testing.T) {
	d := newDesk(t, map[string]string{"src/api/a.go": serverText, "src/api/b.go": clientText, "img/shot.png": "x"})
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		e.Composition.Files = append(e.Composition.Files, models.NewFileItem("old/api/*.go"), models.NewFileItem("gone.txt"))
		e.Composition.Screenshots = append(e.Composition.Screenshots, models.Screenshot{Path: "pictures/shot.png"})
	})
	d.wantFindings("pattern old/api/*.go -> src/api/*.go (same name)", "file gone.txt", "screenshot pictures/shot.png -> img/shot.png (same name)")
	if n := repairlist.Of(d).AcceptLikely(); n != 0 {
		t.Errorf("%d were accepted by a name alone, want none", n)
	}
	for _, one := range repairlist.Of(d).List() {
		if len(one.Places) > 0 {
			repairlist.Of(d).Accept(one, one.Places[0])
		}
	}
	d.wantFindings("file gone.txt")
	repairlist.Of(d).Exclude(repairlist.Of(d).List()...)
	d.wantFindings()
	d.want("src/api/a.go", "src/api/b.go")
	if diff := cmp.Diff([]models.Screenshot{{Path: "img/shot.png"}}, d.Composition().Screenshots); diff != "" {
		t.Errorf("screenshots (-want +got):\n%s", diff)
	}
}

// TestRepairKeepsOneEntryAFile accepts a place that has an entry already.
func TestRepairKeepsOneEntryAFile(t *testing.T) {
	d := newDesk(t, map[string]string{"new.go": clientText})
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		old := models.NewFileItem("old.go")
		old.ViewMode, old.AstMask = models.Masked, map[string]models.MaskMode{"Dial": models.MaskDef}
		e.Composition.Files = append(e.Composition.Files, old, models.NewFileItem("new.go"))
	})
	d.wantFindings("file old.go")
	place := repair.Place{}
	place.Path = "new.go"
	repairlist.Of(d).Accept(repairlist.Of(d).List()[0], place)
	d.want("new.go")
	if it := d.Composition().Files; len(it) != 1 || it[0].AstMask["Dial"] != models.MaskDef || it[0].Path != "new.go" {
		t.Errorf("entries %+v, want one with the mask", it)
	}
}
