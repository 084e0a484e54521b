package presets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func TestProposals(t *testing.T) {
	s, dir, ctx := NewState(Places{State: t.TempDir()}), t.TempDir(), t.Context()
	item := models.NewFileItem("a.go")
	item.ViewMode = models.Skeleton
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	want := Proposal{Time: at, Client: "agent", Title: "login", Reason: "why", Rows: []ProposedRow{{Path: "a.go", New: &item, After: 7, Why: "x"}}, Instruction: &Proposed{"", "fix"}, Before: 1, After: 8, Exact: true}
	got, err := s.AddProposal(ctx, dir, want)
	if err != nil || got.ID != "p1" {
		t.Fatal(got.ID, err)
	}
	want.ID, want.Decision = "p1", ProposalWaiting
	if diff := cmp.Diff([]Proposal{want}, s.Proposals(dir)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if err := s.DecideProposal(ctx, dir, "p2", ProposalAccepted, nil, at); err == nil || !strings.Contains(err.Error(), `no proposal "p2"`) {
		t.Error(err)
	}
	if err := s.DecideProposal(ctx, dir, "p1", ProposalPartlyAccepted, []string{"a.go"}, at); err != nil {
		t.Fatal(err)
	}
	if err := s.DecideProposal(ctx, dir, "p1", ProposalDropped, nil, at); !errors.Is(err, ErrDecided) {
		t.Error(err)
	}
	if list := s.Proposals(dir); len(list) != 1 || list[0].Decision != ProposalPartlyAccepted || list[0].Rows != nil || !slices.Equal(list[0].AcceptedRows, []string{"a.go"}) {
		t.Errorf("%+v", list)
	}
	for range MaxProposals {
		if _, err := s.AddProposal(ctx, dir, Proposal{Title: "more"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddProposal(ctx, dir, Proposal{}); !errors.Is(err, ErrProposals) {
		t.Error(err)
	}
	if len(s.Proposals(t.TempDir())) != 0 {
		t.Error("another project has proposals")
	}
	for i := range maxDecided + 5 { // 1 of them is forgotten with each beyond the bound
		if err := s.DecideProposal(ctx, dir, fmt.Sprint("p", i+2), ProposalDropped, nil, at); err != nil && i < MaxProposals {
			t.Fatal(err)
		}
		_, _ = s.AddProposal(ctx, dir, Proposal{})
	}
	list := s.Proposals(dir)
	if n := len(slices.DeleteFunc(slices.Clone(list), func(p Proposal) bool { return p.Decision == ProposalWaiting })); n != maxDecided || list[0].ID == "p1" {
		t.Errorf("%d decided ones are remembered, from %s", n, list[0].ID)
	}
}

func TestActivities(t *testing.T) {
	places, dir := Places{State: t.TempDir()}, t.TempDir()
	now := time.Date(2030, 1, 10, 0, 0, 0, 0, time.UTC)
	old := Activity{Time: now.Add(-ActivityRetention - time.Minute), Client: "a", Tool: "read", Calls: 1}
	if err := NewState(places).AddActivities(t.Context(), dir, old.Time, old); err != nil {
		t.Fatal(err)
	}
	if list := NewState(places).Activities(dir, now.Add(-time.Minute)); len(list) != 1 {
		t.Errorf("%v after a week, want %v", list, old)
	}
	if list := NewState(places).Activities(dir, now); len(list) != 0 {
		t.Errorf("%v after more than a week", list)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			a := Activity{Time: now, Client: "a", Tool: "read", Calls: 1, Tokens: 5, Files: []string{"b.go", "a.go"}}
			if err := NewState(places).AddActivities(context.Background(), dir, now, a, Activity{Time: now, Client: "b", Tool: "tree", Calls: 1, Failed: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	want := []Activity{{Time: now, Client: "a", Tool: "read", Calls: 20, Tokens: 100, Files: []string{"a.go", "b.go"}}, {Time: now, Client: "b", Tool: "tree", Calls: 20, Failed: 20}}
	if diff := cmp.Diff(want, NewState(places).Activities(dir, now), cmp.Comparer(func(a, b []string) bool { return slices.Equal(a, b) })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
