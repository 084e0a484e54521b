package beads

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/format/markdown"
	"dossier/models"
)

// issues parses beads from lines such as "b open blocks:a": an id, a status, and its
// dependencies.
func issues(t testing.TB, lines ...string) []models.Bead {
	t.Helper()
	var list []models.Bead
	for _, line := range lines {
		words := strings.Fields(line)
		b := models.Bead{ID: words[0], Status: words[1], Type: "task"}
		for _, word := range words[2:] {
			kind, on, ok := strings.Cut(word, ":")
			if !ok {
				t.Fatalf("%q names no bead", word)
			}
			on, gate, _ := strings.Cut(on, "/")
			d := models.BeadDependency{DependsOn: on, Kind: kind}
			if gate != "" {
				d.Metadata = fmt.Sprintf(`{"gate":%q}`, gate)
			}
			b.Dependencies = append(b.Dependencies, d)
		}
		list = append(list, b)
	}
	return list
}

func ids(links []Link) []string {
	out := []string{}
	for _, l := range links {
		out = append(out, l.ID)
	}
	return out
}

func TestGraphBlocked(t *testing.T) {
	tests := []struct {
		name  string
		beads []string
		want  map[string][]string // the blockers of each bead; unnamed beads are not blocked
	}{
		{"an open bead blocks", []string{"a open", "b open blocks:a"}, map[string][]string{"b": {"a"}}},
		{"one in progress, deferred, blocked or of another status does too", []string{"a in_progress", "b deferred", "c blocked", "d review", "x open blocks:a blocks:b blocks:c blocks:d"}, map[string][]string{"x": {"a", "b", "c", "d"}}},
		{"one that is closed, pinned or deleted does not", []string{"a closed", "b pinned", "c tombstone", "x open blocks:a blocks:b blocks:c"}, nil},
		{"what is not in the list does not", []string{"x open blocks:gone blocks:external:other:thing"}, nil},
		{"only blocking kinds block", []string{"a open", "x open related:a discovered-from:a relates-to:a duplicates:a own:a"}, nil},
		{"a condition blocks while it is open", []string{"a open", "b closed", "x open conditional-blocks:a conditional-blocks:b"}, map[string][]string{"x": {"a"}}},
		{"a parent alone blocks nothing", []string{"p open", "x open parent-child:p"}, nil},
		{"a blocked parent holds up its children and theirs", []string{"a open", "p open blocks:a", "x open parent-child:p", "y open parent-child:x"}, map[string][]string{"p": {"a"}, "x": {"p"}, "y": {"x"}}},
		{"but not through a closed one", []string{"a open", "p open blocks:a", "x closed parent-child:p", "y open parent-child:x"}, map[string][]string{"p": {"a"}}},
		{"what is closed is not blocked", []string{"a open", "x closed blocks:a", "y pinned blocks:a"}, nil},
		{"two that block each other", []string{"a open blocks:b", "b open blocks:a"}, map[string][]string{"a": {"b"}, "b": {"a"}}},
		{"two that are each other's parents", []string{"z open", "a open parent-child:b blocks:z", "b open parent-child:a"}, map[string][]string{"a": {"z", "b"}, "b": {"a"}}},
		{"waiting for children", []string{"s open", "c open parent-child:s", "d closed parent-child:s", "x open waits-for:s"}, map[string][]string{"x": {"s"}}},
		{"no longer when all are closed", []string{"s open", "c closed parent-child:s", "x open waits-for:s"}, nil},
		{"nor without children", []string{"s open", "x open waits-for:s"}, nil},
		{"any child will do", []string{"s open", "c open parent-child:s", "d closed parent-child:s", "x open waits-for:s/any-children"}, nil},
		{"not yet", []string{"s open", "c open parent-child:s", "x open waits-for:s/any-children"}, map[string][]string{"x": {"s"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := NewGraph(issues(t, tt.beads...))
			got := map[string][]string{}
			for i, b := range g.beads {
				if g.Blocked(i) {
					got[b.ID] = ids(g.BlockedBy(i))
				}
			}
			if tt.want == nil {
				tt.want = map[string][]string{}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong blockers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGraphLinks(t *testing.T) {
	g := NewGraph(issues(t, "a open", "b closed blocks:a", "c open related:b blocks:a blocks:gone", "d open parent-child:c"))
	at := func(id string) int {
		i, ok := g.Place(id)
		if !ok {
			t.Fatalf("%s is not there", id)
		}
		return i
	}
	if diff := cmp.Diff([]Link{{"b", 1, "related"}, {"a", 0, "blocks"}, {"gone", -1, "blocks"}}, g.DependsOn(at("c"))); diff != "" {
		t.Errorf("c depends on (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Link{{"b", 1, "blocks"}, {"c", 2, "blocks"}}, g.Dependents(at("a"))); diff != "" {
		t.Errorf("on a depend (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Link{{"c", 2, "blocks"}}, g.Blocks(at("a"))); diff != "" {
		t.Errorf("a holds up (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Link{{"d", 3, "parent-child"}}, g.Blocks(at("c"))); diff != "" {
		t.Errorf("c holds up (-want +got):\n%s", diff)
	}
	if _, ok := g.Place("gone"); ok {
		t.Error("a bead is there that is not")
	}
}

func TestGraphReady(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := issues(t,
		"open open", "doing in_progress", "done closed", "deferred deferred", "hooked hooked", "own review",
		"later open", "then open", "pinned open", "wisp open", "gate open",
		"held open blocks:open", "parent open", "child open parent-child:parent", "other open related:parent")
	for i := range list {
		switch b := &list[i]; b.ID {
		case "later", "parent":
			b.DeferUntil = now.Add(time.Second)
		case "then":
			b.DeferUntil = now
		case "pinned":
			b.Pinned = true
		case "wisp":
			b.Ephemeral = true
		case "gate":
			b.Type = "gate"
		}
	}
	g := NewGraph(list)
	ready := []string{}
	for i, b := range list {
		if g.Ready(i, now) {
			ready = append(ready, b.ID)
		}
	}
	if diff := cmp.Diff([]string{"open", "doing", "then", "other"}, ready); diff != "" {
		t.Errorf("wrong beads are ready (-want +got):\n%s", diff)
	}
}

// TestGraphAgrees checks that the two directions of a graph agree, and that closing a bead
// unblocks those that only it blocked.
func TestGraphAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := []string{"blocks", "parent-child", "related", "waits-for", "conditional-blocks"}
		n := rapid.IntRange(1, 12).Draw(t, "beads")
		list := make([]models.Bead, n)
		for i := range list {
			list[i] = models.Bead{ID: fmt.Sprint("b-", i), Status: rapid.SampledFrom([]string{"open", "closed", "in_progress", "pinned", "tombstone"}).Draw(t, "status")}
			for range rapid.IntRange(0, 3).Draw(t, "dependencies") {
				on := fmt.Sprint("b-", rapid.IntRange(0, n).Draw(t, "on"))
				list[i].Dependencies = append(list[i].Dependencies, models.BeadDependency{DependsOn: on, Kind: rapid.SampledFrom(kinds).Draw(t, "kind")})
			}
		}
		g := NewGraph(list)
		for i := range list {
			for _, by := range g.BlockedBy(i) {
				if by.Bead >= 0 && by.Kind != models.BeadWaitsFor && !open(list[by.Bead]) {
					t.Fatalf("%s, which is %s, holds up %s", by.ID, list[by.Bead].Status, list[i].ID)
				}
				if by.Bead >= 0 && !slices.ContainsFunc(g.Blocks(by.Bead), func(l Link) bool { return l.Bead == i }) {
					t.Fatalf("%s is blocked by %s, which does not block it", list[i].ID, by.ID)
				}
			}
			for _, d := range g.DependsOn(i) {
				if d.Bead >= 0 && !slices.Contains(g.Dependents(d.Bead), Link{list[i].ID, i, d.Kind}) {
					t.Fatalf("%s depends on %s, which does not know", list[i].ID, d.ID)
				}
			}
			if g.Blocked(i) && g.Ready(i, time.Now()) {
				t.Fatalf("%s is blocked and ready", list[i].ID)
			}
		}
		for i := range list {
			list[i].Status = "closed"
		}
		done := NewGraph(list)
		for i := range list {
			if done.Blocked(i) {
				t.Fatalf("%s is blocked although everything is closed", list[i].ID)
			}
		}
	})
}

// TestGraphWaits compares what waits for children with a scan of all beads for each dependency.
func TestGraphWaits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "beads")
		id := func(label string) string { return fmt.Sprint("b-", rapid.IntRange(0, n).Draw(t, label)) }
		list := make([]models.Bead, n)
		for i := range list {
			list[i] = models.Bead{ID: fmt.Sprint("b-", i), Status: rapid.SampledFrom([]string{"open", "closed", "pinned", "tombstone"}).Draw(t, "status")}
			for range rapid.IntRange(0, 3).Draw(t, "dependencies") {
				d := models.BeadDependency{DependsOn: id("on"), Kind: rapid.SampledFrom([]string{"parent-child", "waits-for"}).Draw(t, "kind")}
				d.Metadata = rapid.SampledFrom([]string{"", "{", `{"gate": "any-children"}`, fmt.Sprintf(`{"spawner_id": %q}`, id("spawner"))}).Draw(t, "metadata")
				list[i].Dependencies = append(list[i].Dependencies, d)
			}
		}
		g := NewGraph(list)
		for i, b := range list {
			want := 0
			for _, d := range b.Dependencies {
				var gate struct {
					Gate    string `json:"gate"`
					Spawner string `json:"spawner_id"`
				}
				if json.Unmarshal([]byte(d.Metadata), &gate) != nil || gate.Spawner == "" {
					gate.Spawner = d.DependsOn
				}
				isOpen, completed := false, false
				for _, child := range list {
					for _, c := range child.Dependencies {
						if c.Kind == models.BeadParentChild && c.DependsOn == gate.Spawner && gate.Spawner != fmt.Sprint("b-", n) {
							isOpen = isOpen || open(child)
							completed = completed || child.Class() == models.BeadCompleted
						}
					}
				}
				if d.Kind == models.BeadWaitsFor && open(b) && isOpen && !(gate.Gate == "any-children" && completed) {
					want++
				}
			}
			got := 0
			for _, l := range g.BlockedBy(i) {
				if l.Kind == models.BeadWaitsFor {
					got++
				}
			}
			if got != want {
				t.Fatalf("%s waits for %d beads, want %d", b.ID, got, want)
			}
		}
	})
}

func TestSelect(t *testing.T) {
	now := time.Now()
	list := issues(t, "a open", "b in_progress", "c closed", "d tombstone", "e open blocks:a")
	for i := range list {
		b := &list[i]
		b.Title, b.Priority = "Title "+strings.ToUpper(b.ID), i
	}
	list[0].Labels, list[1].Labels = []string{"ui", "backend"}, []string{"backend"}
	list[0].Type, list[2].Type = "bug", "epic"
	list[0].Comments = []models.BeadComment{{Author: "Zoë", Text: "Nested\nNEEDLE here"}}
	list[1].Design, list[2].AcceptanceCriteria, list[4].Notes = "a ΣΊΣΥΦΟΣ of a design", "criterion", "noted"
	c := NewCatalog(list)
	out := map[string]bool{"b": true, "gone": true}
	tests := []struct {
		name string
		f    Filter
		want string
	}{
		{"all but the deleted", Filter{}, "a b c e"},
		{"active", Filter{Class: models.BeadActive}, "a b e"},
		{"completed", Filter{Class: models.BeadCompleted}, "c"},
		{"a deleted one cannot be asked for", Filter{Class: models.BeadDropped}, ""},
		{"one of several statuses", Filter{Statuses: []string{"open", "closed"}}, "a c e"},
		{"type", Filter{Types: []string{"bug", "epic"}}, "a c"},
		{"priority", Filter{Priorities: []int{0, 4}}, "a e"},
		{"label", Filter{Labels: []string{"backend"}}, "a b"},
		{"in the dossier", Filter{Membership: In}, "a c e"},
		{"out of it", Filter{Membership: Out}, "b"},
		{"blocked", Filter{State: Blocked}, "e"},
		{"ready", Filter{State: Ready}, "a b"},
		{"fields narrow together", Filter{Labels: []string{"backend"}, Statuses: []string{"open"}}, "a"},
		{"a comment's text, in any case", Filter{Text: "needle"}, "a"},
		{"and its author", Filter{Text: "ZOË"}, "a"},
		{"every word counts, at any position", Filter{Text: " needle title "}, "a"},
		{"not one of them only", Filter{Text: "needle criterion"}, ""},
		{"design, criteria, notes", Filter{Text: "σίσυφοσ"}, "b"},
		{"id, label, status, type", Filter{Text: "in_progress"}, "b"},
		{"what it depends on", Filter{Text: "noted a"}, "e"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := []string{}
			for _, i := range c.Select(tt.f, out, now) {
				got = append(got, list[i].ID)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("wrong beads (-want +got):\n%s", diff)
			}
			if narrows := tt.name != "all but the deleted"; tt.f.Narrows() != narrows {
				t.Errorf("narrows: %t", tt.f.Narrows())
			}
		})
	}
	want := Facets{
		Statuses: []Facet[string]{{"open", 2}, {"closed", 1}, {"in_progress", 1}}, Types: []Facet[string]{{"task", 2}, {"bug", 1}, {"epic", 1}},
		Labels: []Facet[string]{{"backend", 2}, {"ui", 1}}, Priorities: []Facet[int]{{0, 1}, {1, 1}, {2, 1}, {4, 1}},
	}
	if diff := cmp.Diff(want, c.Facets()); diff != "" {
		t.Errorf("wrong facets (-want +got):\n%s", diff)
	}
}

// TestEntries compares the text of each bead with the section of all beads.
func TestEntries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []models.Bead
		for i := range rapid.IntRange(0, 6).Draw(t, "beads") {
			list = append(list, models.Bead{
				ID: fmt.Sprint("b-", i), Title: rapid.String().Draw(t, "title"), Description: rapid.String().Draw(t, "description"),
				Status: rapid.SampledFrom([]string{"open", "blocked", "closed", "tombstone"}).Draw(t, "status"),
			})
		}
		lists := Lists(list, nil)
		rendered := markdown.Format{}.Block(content.Block{Body: lists})
		section, begins := rendered.Body, map[string]string{} // the line where a bead begins
		lines, n := strings.Split(section, "\n"), 0
		for _, l := range lists {
			for _, item := range l.Items {
				begins[item.ID] = lines[rendered.Items[n]]
				n++
			}
		}
		if n != len(rendered.Items) {
			t.Fatalf("%d lines for %d beads", len(rendered.Items), n)
		}
		for _, b := range list {
			entry := Entry(b)
			first, _, _ := strings.Cut(entry, "\n")
			line, in := begins[b.ID]
			switch b.Class() {
			case models.BeadDropped:
				if entry != "" || in {
					t.Fatalf("a deleted bead says %q", entry)
				}
			case models.BeadActive:
				if !strings.Contains("\n"+section+"\n", "\n"+entry+"\n") {
					t.Fatalf("%q is not in\n%s", entry, section)
				}
				if line != first {
					t.Fatalf("the item of %s begins with %q, want %q", b.ID, line, first)
				}
			default:
				if !in || !strings.Contains(line, entry) {
					t.Fatalf("%q is not in %q", entry, line)
				}
			}
		}
	})
}

// catalogOf creates a tracker of a given size, with texts of realistic length.
func catalogOf(n int) []models.Bead {
	list := make([]models.Bead, n)
	for i := range list {
		list[i] = models.Bead{
			ID: fmt.Sprint("demo-", i), Title: "A title of a usual length, number " + fmt.Sprint(i), Status: []string{"open", "closed", "in_progress"}[i%3],
			Type: "task", Priority: i % 5, Labels: []string{"backend", fmt.Sprint("area-", i%20)}, Description: strings.Repeat("A line of its description.\n", 20),
		}
		if i > 0 {
			list[i].Dependencies = []models.BeadDependency{{DependsOn: fmt.Sprint("demo-", i/2), Kind: []string{"blocks", "parent-child"}[i%2]}}
		}
	}
	return list
}

func BenchmarkCatalog(b *testing.B) {
	list := catalogOf(10_000)
	b.ReportAllocs()
	for b.Loop() {
		NewCatalog(list)
	}
}

func BenchmarkSelect(b *testing.B) {
	c := NewCatalog(catalogOf(10_000))
	out := map[string]bool{"demo-7": true}
	b.ReportAllocs()
	for b.Loop() {
		if n := len(c.Select(Filter{Text: "number 99 backend", Class: models.BeadActive}, out, time.Now())); n == 0 {
			b.Fatal("nothing was found")
		}
	}
}

func BenchmarkSection(b *testing.B) {
	list := catalogOf(10_000)
	var exclude []string
	for i := range 5_000 {
		exclude = append(exclude, fmt.Sprint("demo-", 2*i))
	}
	b.SetBytes(int64(len(section(list, exclude))))
	b.ReportAllocs()
	for b.Loop() {
		section(list, exclude)
	}
}
