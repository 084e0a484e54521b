package discussion

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"dossier/models"
)

func discussionOf(contents ...string) models.Discussion {
	d := models.Discussion{Name: "main"}
	for _, c := range contents {
		d.History = append(d.History, models.Entry{Role: "User", Content: c})
	}
	return d
}

func TestEntriesKeepTheirKeys(t *testing.T) {
	abc := discussionOf("a", "b", "c")
	tests := []struct {
		name string
		next models.Discussion
		want []string // keys of the first three are 1, 2, 3
	}{
		{"one is edited", abc.Set(1, models.Entry{Content: "other"}), []string{"1", "2", "3"}},
		{"one is added in front", abc.Insert(0, models.Entry{Content: "x"}), []string{"4", "1", "2", "3"}},
		{"one is deleted", abc.Delete([]int{1}), []string{"1", "3"}},
		{"they are moved", abc.Move([]int{2}, 0), []string{"3", "1", "2"}},
		{"one is split", discussionOf("a", "b1", "b2", "c"), []string{"1", "2", "4", "3"}},
		{"two are merged", abc.Merge(0), []string{"1", "3"}},
		{"one is left out", abc.Include([]int{0}, false), []string{"1", "2", "3"}},
		{"all are others", discussionOf("x", "y", "z", "w"), []string{"1", "2", "3", "4"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var k Keys
			k.Follow(abc)
			k.Follow(tt.next)
			if !slices.Equal(k.now.keys, tt.want) {
				t.Errorf("keys %v, want %v", k.now.keys, tt.want)
			}
		})
	}
	t.Run("another discussion, and back", func(t *testing.T) {
		var k Keys
		k.Follow(abc)
		other := abc
		other.Name = "other"
		k.Follow(other)
		if slices.Contains(k.now.keys, "1") {
			t.Errorf("two discussions share keys: %v", k.now.keys)
		}
		k.Follow(abc)
		if want := []string{"1", "2", "3"}; !slices.Equal(k.now.keys, want) {
			t.Errorf("keys %v, want %v", k.now.keys, want)
		}
	})
}

func TestKeysOfEntriesAreUniqueWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k Keys
		d := models.Discussion{Name: "main"}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			n := len(d.History)
			i := rapid.IntRange(0, max(0, n-1)).Draw(t, "entry")
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				d = d.Insert(i, models.Entry{Content: strconv.Itoa(rapid.IntRange(0, 3).Draw(t, "content"))})
			case 2:
				d = d.Delete([]int{i})
			case 3:
				d = d.Move([]int{i}, rapid.IntRange(0, n).Draw(t, "to"))
			case 4:
				d = d.Set(i, models.Entry{Content: "edited"})
			case 5:
				d.Name = rapid.SampledFrom([]string{"main", "other"}).Draw(t, "name")
			}
			k.Follow(d)
			if k.Len() != len(d.History) {
				t.Fatalf("%d keys for %d entries", k.Len(), len(d.History))
			}
			for i := range d.History {
				if k.Find(k.Key(i)) != i {
					t.Fatalf("entry %d is found at %d", i, k.Find(k.Key(i)))
				}
			}
		}
	})
}

func BenchmarkEntryKeysFollowAnEdit(b *testing.B) {
	var k Keys
	d := models.Discussion{Name: "main"}
	for i := range 10_000 {
		d.History = append(d.History, models.Entry{Role: "User", Content: "entry " + strconv.Itoa(i)})
	}
	k.Follow(d)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		d = d.Set(5000, models.Entry{Role: "User", Content: strconv.Itoa(n)})
		k.Follow(d)
	}
}
