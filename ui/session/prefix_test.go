package session

import (
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/ui/project"
)

// prefix waits until it is known how much of the document is cached.
func (d *desk) prefixNow() Prefix {
	d.tb.Helper()
	d.settle()
	var p Prefix
	d.until("the prefix is known", func() bool {
		var ok bool
		p, ok = d.Prefix().Current()
		return ok
	})
	return p
}

func TestThePrefixEndsWhereTheDossierDiffersFromWhatWasSent(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{
		"dossier.toml": "[files]\nitems = [\"a.txt\", \"b.txt\", \"c.txt\"]\n",
		"a.txt":        strings.Repeat("a\n", 20), "b.txt": strings.Repeat("b\n", 20), "c.txt": strings.Repeat("c\n", 20),
	})
	if _, ok := d.Prefix().Current(); ok {
		t.Error("something is cached before anything was sent")
	}
	d.wrote()
	if p := d.prefixNow(); !p.Whole || p.Tokens != d.Document().Tokens || p.Breaker() != "" {
		t.Errorf("of what was just sent %+v is cached", p)
	}

	d.rewrite("a.txt", strings.Repeat("A\n", 20))
	p := d.prefixNow()
	if p.Whole || p.Title != "a.txt" || p.Why != aggregate.Changed || p.Breaker() != "a.txt" || !p.Tokens.Exact {
		t.Fatalf("a change in front leaves %+v", p)
	}
	d.Prefix().MoveLater()
	d.settle()
	d.want("b.txt", "c.txt", "a.txt")
	if m := d.last(); !m.Undo || m.Text != "{{.Name}} moved down: when it changes again, {{.Tokens}} more tokens cost less" || m.Fields["Tokens"] != p.Late {
		t.Errorf("told %+v", m)
	}
	d.Undo()
	d.want("a.txt", "b.txt", "c.txt")

	d.rewrite("a.txt", strings.Repeat("a\n", 20))
	d.write("n.txt", "new\n")
	d.Tree().Rescan()
	d.settle()
	d.Add([]string{"n.txt"})
	d.Move([]int{3}, 1)
	if p = d.prefixNow(); p.Why != aggregate.Added || p.Breaker() != "n.txt" {
		t.Fatalf("a file between leaves %+v", p)
	}
	before := p.Tokens.N
	d.Prefix().MoveLater()
	d.want("a.txt", "b.txt", "c.txt", "n.txt")
	if after := d.prefixNow(); after.Tokens.N < before+p.Late.N-5 || after.Breaker() != "" {
		t.Errorf("%d tokens are cached, %d before, and %d more were promised", after.Tokens.N, before, p.Late.N)
	}
}

func TestThePrefixIsKnownAfterAStart(t *testing.T) {
	d := snapshotDesk(t)
	d.wrote()
	d.stop()
	d.start()
	if p := d.prefixNow(); !p.Whole || p.Sent != "acme_001" {
		t.Errorf("after a start %+v is cached", p)
	}
	d.Snapshots().Replay(d.Snapshots().List()[0].ID, false)
	d.until("it is replayed", func() bool { _, ok := d.Snapshots().Replayed(); return ok })
	if _, ok := d.Prefix().Current(); ok {
		t.Error("the prefix of the live document is shown beside a replay")
	}

	// The document that was sent is released with its last snapshot.
	d.Snapshots().Delete([]project.SnapshotID{d.Snapshots().List()[0].ID})
	d.until("nothing was sent", func() bool { _, ok := d.Snapshots().LastSent(); return !ok })
	if p := d.Prefix(); p.doc != nil || p.sent != nil || p.shared != nil {
		t.Errorf("%p, %p and %p are retained", p.doc, p.sent, p.shared)
	}
}
