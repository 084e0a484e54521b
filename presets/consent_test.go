package presets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestConsent(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	if s.Consented(p.dir, "bd:1") {
		t.Fatal("there is a consent before the first")
	}
	if err := s.Consent(ctx, p.dir, "bd:1"); err != nil {
		t.Fatal(err)
	}
	if !s.Consented(p.dir, "bd:1") {
		t.Error("the consent is forgotten")
	}
	if s.Consented(p.dir, "bd:2") {
		t.Error("a request that changed is agreed to")
	}
	if s.Consented(t.TempDir(), "bd:1") {
		t.Error("another project is agreed to")
	}
	if names, _ := os.ReadDir(p.dir); len(names) != 0 {
		t.Errorf("the project holds %v", names)
	}
	for i := range maxConsents {
		if err := s.Consent(ctx, p.dir, fmt.Sprint("bd:", i+2)); err != nil {
			t.Fatal(err)
		}
	}
	if s.Consented(p.dir, "bd:1") || !s.Consented(p.dir, "bd:2") {
		t.Error("not the oldest consent was dropped")
	}
	// A file that was copied from another project grants nothing.
	folder := filepath.Join(p.places.State, "consents")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	other := newPlace(t, nil)
	other.places = p.places
	if err := s.Consent(ctx, other.dir, "bd:9"); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, entries[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if err := os.WriteFile(filepath.Join(folder, e.Name()), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if s.Consented(other.dir, "bd:2") {
		t.Error("a copied consent counts")
	}
}
