package clipboard

import (
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what copying asks of it.
type fake struct {
	*sessiontest.Desk
	missing int
	replays bool
	mu      sync.Mutex
	clip    string
	goes    bool              // whether the text goes when the program ends
	refuses error             // what the clipboard says
	keptAs  string            // the format of what was kept
	begins  func(text string) // called when a text is copied; nil for none
}

// newFake puts the files of a project together.
func newFake(t *testing.T, files map[string]string, paths ...string) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, files)}
	for _, p := range paths {
		f.Comp.Files = append(f.Comp.Files, models.NewFileItem(p))
	}
	doc, err := f.Opened.Builder.Build(t.Context(), f.Input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Doc = doc
	return f, New(f, f.Work, false)
}

func (f *fake) Clipboard() Clipboard               { return f }
func (f *fake) ShownDocument() *aggregate.Document { return f.Doc }

func (f *fake) Remarks(*aggregate.Document) ([]message.Message, message.Review) {
	if f.missing == 0 {
		return nil, ""
	}
	return []message.Message{message.Count("{{.N}} missing", f.missing, nil)}, message.Missing
}

func (f *fake) SaveCopy(doc *aggregate.Document, in aggregate.Input) {
	f.Log = append(f.Log, "kept")
	if f.keptAs = doc.Format; f.keptAs != in.Composition.Format && in.Composition.Format != "" {
		f.TB.Errorf("a document in %s is kept as one in %s", doc.Format, in.Composition.Format)
	}
}
func (f *fake) FirstCopied()         { f.Log = append(f.Log, "the first") }
func (f *fake) RefuseInReplay() bool { return f.replays }

func (f *fake) Copy(text string) (stays bool, err error) {
	if f.begins != nil {
		f.begins(text)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses == nil {
		f.clip = text
	}
	return !f.goes, f.refuses
}

func (f *fake) Notify(m message.Message) {
	text := m.Text
	if what, ok := m.Fields["What"].(string); ok {
		text = strings.ReplaceAll(text, "{{.What}}", what)
	}
	for _, more := range m.More {
		text += ", " + more.Text
	}
	if m.Review != "" {
		text += " (review)"
	}
	f.Log = append(f.Log, text)
}

// does waits for a copy, and compares the calls of the host.
func (f *fake) does(p *Part, copy func(), want ...string) {
	f.TB.Helper()
	f.Log = nil
	copy()
	f.Until("the clipboard has answered", func() bool { return !p.Busy() })
	if diff := cmp.Diff(want, f.Log); diff != "" {
		f.TB.Errorf("wrong course (-want +got):\n%s", diff)
	}
}

func TestADossierIsCopiedWholeAndKept(t *testing.T) {
	files := map[string]string{"a.txt": "first\n", "b.txt": "second\n"}
	f, p := newFake(t, files, "a.txt", "b.txt")
	if p.EverCopied() {
		t.Error("it was copied before it was")
	}
	f.does(p, p.Dossier, "kept", "the first", "Copied {{.N}} files, {{.Tokens}} tokens")
	if f.clip != f.Doc.Text() || !p.EverCopied() {
		t.Errorf("copied %q", f.clip)
	}
	tests := []struct {
		name    string
		changed bool
		missing int
		want    string
	}{
		{"changed on the disk", true, 0, "Copied {{.N}} files, {{.Tokens}} tokens, {{.N}} changed on disk meanwhile"},
		{"some are missing", false, 1, "Copied {{.N}} files, {{.Tokens}} tokens, {{.N}} missing (review)"},
		{"both", true, 1, "Copied {{.N}} files, {{.Tokens}} tokens, {{.N}} missing, {{.N}} changed on disk meanwhile (review)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if f.missing = tt.missing; tt.changed {
				f.Write("a.txt", "changed: "+tt.name)
			}
			f.does(p, p.Dossier, "kept", tt.want)
		})
	}
	f.replays = true
	f.does(p, p.Dossier)
}

// The text that was copied last is on the clipboard, though an earlier one is still on its way there.
func TestTheNewestTextIsTheLast(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a\n"}, "a.txt")
	began, release := make(chan bool), make(chan bool)
	var mu sync.Mutex
	var copied []string
	f.begins = func(text string) {
		mu.Lock()
		copied = append(copied, text)
		mu.Unlock()
		if text == "first" {
			close(began)
			<-release
		}
	}
	p.Shown("first", "first")
	<-began
	p.Shown("second", "second")
	p.Shown("third", "third")
	close(release)
	f.Until("the clipboard has answered", func() bool { return !p.Busy() })
	f.Work.Close()
	if diff := cmp.Diff([]string{"first", "third"}, copied); diff != "" || f.clip != "third" {
		t.Errorf("the clipboard has %q; copied (-want +got):\n%s", f.clip, diff)
	}
}

func TestADossierIsCopiedInAnotherFormat(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "1 < 2\n"}, "a.txt")
	for name, begins := range map[string]string{"xml": "<documents>\n", "json": "{\"sections\":[\n", "markdown": "## Files\n"} {
		f.TB.Helper()
		f.Log = nil
		p.DossierAs(name)
		f.Until("the clipboard has answered", func() bool { return !p.Busy() && len(f.Log) > 0 })
		if !strings.HasPrefix(f.clip, begins) || f.keptAs != name || f.Log[len(f.Log)-1] != "Copied {{.N}} files, {{.Tokens}} tokens" {
			t.Errorf("in %s it copied %q, kept as %q, and said %q", name, f.clip, f.keptAs, f.Log)
		}
	}
	if f.Doc.Format != "markdown" || f.Comp.Format != "" {
		t.Errorf("the dossier has the format %q now, its composition %q", f.Doc.Format, f.Comp.Format)
	}
}

func TestFilesWithoutContentAreNotCountedAsCopied(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "first\n", "listed.txt": "x\n"}, "a.txt", "gone.txt", "listed.txt")
	f.Comp.Files[2].AutoAggregate = false
	doc, err := f.Opened.Builder.Build(t.Context(), f.Input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if m := p.copied(doc, 0); m.Fields["N"] != 1 || m.Fields["Tokens"] != doc.Tokens {
		t.Errorf("it says %+v", m)
	}
}

// A document in several parts is stored when all of them have been copied, in any order.
func TestADocumentInPartsIsKeptWhenAllAreCopied(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "first\n", "b.txt": "second\n", "c.txt": "third\n"}, "a.txt", "b.txt", "c.txt")
	var s *Pieces
	p.Prepare(func(prepared *Pieces) { s = prepared })
	f.Until("it is prepared", func() bool { return s != nil })
	each := func(int, aggregate.Count) bool { return false }
	if err := s.Split(each); err != nil || len(s.Parts()) != 3 {
		t.Fatalf("%d parts, %v", len(s.Parts()), err)
	}
	const copied = "Copied part {{.Part}} of {{.Of}}, {{.Tokens}} tokens"
	done := 0
	copyPart := func(i int, want ...string) {
		t.Helper()
		f.does(p, func() { s.Copy(i, func() { done++ }) }, want...)
	}
	copyPart(0, copied)
	copyPart(0, copied)
	copyPart(2, copied)
	if !s.Copied(0) || s.Copied(1) || s.Left() != 1 || f.clip != s.Parts()[2].Text {
		t.Errorf("%d parts are left, and the clipboard has %q", s.Left(), f.clip)
	}
	if err := s.Split(each); err != nil || s.Left() != 3 {
		t.Errorf("split again, %d parts are left, %v", s.Left(), err)
	}
	copyPart(2, copied)
	copyPart(1, copied)
	f.does(p, func() { s.Copy(0, func() { done++ }) }, "kept", "the first", copied)
	copyPart(0, copied)
	if s.Left() != 0 || done != 7 {
		t.Errorf("%d parts are left, after %d copies", s.Left(), done)
	}
	old := s.pieces
	f.does(p, func() { s.Copy(1, func() { t.Error("a part of a previous split is shown as copied") }); s.Clear() }, copied)
	if len(s.Parts()) != 0 || !old.copied[1] {
		t.Error("the parts are not removed")
	}
}

func TestPartsAreCopiedAsTheyAreShown(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "first\n", "b\tb.txt": "second\n"}, "a.txt", "b\tb.txt")
	section := -1
	for i, s := range f.Doc.Sections {
		if s.Kind == aggregate.FilesSection {
			section = i
		}
	}
	f.does(p, func() { p.Section(section) }, "Copied Files, {{.Tokens}} tokens")
	if f.clip != f.Doc.SectionText(section) {
		t.Errorf("of the section it copied %q", f.clip)
	}
	block := f.Doc.BlockOfRow(1)
	f.does(p, func() { p.Block(block) }, `Copied b\tb.txt, {{.Tokens}} tokens`)
	if f.clip != f.Doc.BlockText(block) || !strings.Contains(f.clip, "second") {
		t.Errorf("of the block it copied %q", f.clip)
	}
	for name, copy := range map[string]func(){
		"a section before the first": func() { p.Section(-1) }, "a section behind the last": func() { p.Section(len(f.Doc.Sections)) },
		"a block before the first": func() { p.Block(-1) }, "a block behind the last": func() { p.Block(f.Doc.Blocks()) },
	} {
		f.clip = name
		f.does(p, copy)
		if f.clip != name {
			t.Errorf("%s: copied %q", name, f.clip)
		}
	}
}

func TestWhatTheClipboardDoesIsSaid(t *testing.T) {
	f, p := newFake(t, nil)
	f.does(p, func() { p.Text("some text", "a line") }, "Copied a line")
	if f.clip != "some text" {
		t.Errorf("copied %q", f.clip)
	}
	f.goes = true
	f.does(p, func() { p.Text("x", "a line") }, "Copied a line", "The text leaves the clipboard when Dossier closes; install xclip or wl-clipboard to keep it")
	f.refuses = errors.New("no display")
	f.does(p, p.Dossier, "The clipboard did not take the text: {{.Problem}}. Write saves it to a file instead")
	if p.EverCopied() {
		t.Error("what the clipboard did not take counts as copied")
	}
}

func TestTheNewestCopyCounts(t *testing.T) {
	f, p := newFake(t, nil)
	notified := map[string]bool{}
	copy := func(name string) {
		p.CopyThen(name, message.New(name, nil), func() { notified[name] = true })
	}
	f.does(p, func() { copy("older"); copy("newer") }, "newer")
	if want := map[string]bool{"newer": true}; !maps.Equal(notified, want) {
		t.Errorf("told are %v", notified)
	}
}

// A document is redacted when it is copied.
func TestACopyHoldsNoSecret(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	f, p := newFake(t, map[string]string{"a.sh": "T=" + token + "\n"}, "a.sh")
	f.does(p, p.Dossier, "kept", "the first", "Copied {{.N}} files, {{.Tokens}} tokens")
	if strings.Contains(f.clip, token) {
		t.Errorf("the clipboard has the secret:\n%s", f.clip)
	}
}

// TestNoSecretIsCopied: of what is not of the document either, nor a part of one that does not
// look like it, nor of a file that is secret by its name.
func TestNoSecretIsCopied(t *testing.T) {
	token := "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	line := "MIIEpAIBAAKCAQEA0123456789abcdefghijABCDEFGHIJ0123456789abcdefgh"
	key := "-----BEGIN RSA " + "PRIVATE KEY-----\n" + line + "\n" + line + "x\n-----END RSA " + "PRIVATE KEY-----\n"
	tests := []struct {
		name string
		copy func(*Part)
		clip string
		says string
	}{
		{"a text", func(p *Part) { p.Text("use "+token+" now", "it") }, "use [REDACTED:github-pat#1] now", "Copied it; secrets redacted: {{.Redacted}}"},
		{"nothing secret", func(p *Part) { p.Text("use it now", "it") }, "use it now", "Copied it"},
		{"a line of a key", func(p *Part) { p.Excerpt("", "a\n"+key+"b\n", line+"x\n", "it") }, "[REDACTED:private-key#1]\n", "Copied it; secrets redacted: {{.Redacted}}"},
		{"half of a token", func(p *Part) { p.Excerpt("a.go", "use "+token, token[20:], "it") }, "[REDACTED:github-pat#1]", "Copied it; secrets redacted: {{.Redacted}}"},
		{"what is of no text", func(p *Part) { p.Excerpt("a.go", "use", token, "it") }, "[REDACTED:github-pat#1]", "Copied it; secrets redacted: {{.Redacted}}"},
		{"of a file with a secret name", func(p *Part) { p.Excerpt(".env", "A=1\nB=2\n", "B=2\n", "it") }, "", "Not copied: {{.Problem}}"},
		{"a part of the document", func(p *Part) { p.Shown(token, "it") }, token, "Copied it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, p := newFake(t, nil)
			tt.copy(p)
			f.Until("it is said", func() bool { return len(f.Log) > 0 })
			if f.Log[0] != tt.says || f.clip != tt.clip {
				t.Errorf("copied %q, and said %q", f.clip, f.Log)
			}
		})
	}
}
