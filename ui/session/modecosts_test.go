package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

// comparedModes waits until every figure is known.
func (d *desk) comparedModes() map[models.ViewMode]project.Cost {
	d.tb.Helper()
	d.until("the view modes are compared", func() bool { return !d.ModeCosts().Busy() })
	modes, _ := d.ModeCosts().Total()
	return modes
}

func TestComparisonSaysWhatTheMenuSays(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource, "b.txt": "words\n"})
	d.Add([]string{"a.py", "b.txt"})
	d.ModeCosts().SetComparing(true)
	d.settle()
	total := d.comparedModes()
	sum := map[models.ViewMode]project.Cost{}
	for row := range d.Files().Items() {
		want, known := aggregate.Costs{}, false
		d.ModeCosts().Of([]int{row}, func(c aggregate.Costs) { want, known = c, true })
		d.until("the costs are known", func() bool { return known })
		got, ok := d.ModeCosts().Row(row)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("row %d: known %t, the menu and the columns differ (-menu +columns):\n%s", row, ok, diff)
		}
		for _, mode := range ComparedModes() {
			cost, ok := want[mode]
			if !ok {
				cost = want[models.Summary] // which would be shown instead
			}
			sum[mode] = sum[mode].Plus(project.Cost{Count: aggregate.Count{N: cost.N, Exact: true}})
		}
	}
	for mode, cost := range total {
		if cost.N != sum[mode].N || cost.Pending || !cost.Exact {
			t.Errorf("all files cost %+v as %s, want %d", cost, mode, sum[mode].N)
		}
	}
}

func TestComparisonFollows(t *testing.T) {
	d := newDesk(t, map[string]string{"a.py": symbolsSource, "b.py": symbolsSource})
	d.Add([]string{"a.py"})
	d.ModeCosts().SetComparing(true)
	d.settle()
	one := d.comparedModes()
	d.Add([]string{"b.py"})
	d.settle()
	two := d.comparedModes()
	if two[models.Full].N <= one[models.Full].N {
		t.Errorf("two files cost %v, one %v", two[models.Full], one[models.Full])
	}
	d.ModeCosts().SetComparing(false)
	if _, ok := d.ModeCosts().Row(0); ok || d.ModeCosts().Comparing() {
		t.Error("nothing is compared any more, and is still known")
	}
}
