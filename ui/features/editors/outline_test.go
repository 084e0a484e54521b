package editors

import "testing"

func TestTheOutlineFolds(t *testing.T) {
	var o Outline
	entries := []OutlineEntry{
		{Title: "A", Path: "A", Depth: 0},
		{Title: "b", Path: "A.b", Depth: 1},
		{Title: "c", Path: "A.b.c", Depth: 2},
		{Title: "D", Path: "D", Depth: 0},
		{Title: "e", Path: "D.e", Depth: 1},
	}
	o.Set(entries, nil)
	show := func() string {
		text := ""
		for i := range o.Len() {
			text += o.Entry(i).Title
		}
		return text
	}
	o.Fold(0, true)
	if got := show(); got != "ADe" {
		t.Errorf("folded, it shows %s", got)
	}
	if foldable, folded := o.Foldable(0); !foldable || !folded {
		t.Error("the folded one does not say so")
	}
	if foldable, _ := o.Foldable(2); foldable {
		t.Error("a leaf can be folded")
	}
	if o.Parent(2) != 1 || o.Parent(1) != -1 {
		t.Errorf("parents are %d and %d", o.Parent(2), o.Parent(1))
	}
	o.Set(entries, nil) // the file has changed
	if got := show(); got != "ADe" {
		t.Errorf("after a change it shows %s", got)
	}
	o.Fold(o.Find(o.Key(0)), false)
	if got := show(); got != "AbcDe" {
		t.Errorf("unfolded, it shows %s", got)
	}
}
