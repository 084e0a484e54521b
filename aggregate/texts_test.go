package aggregate

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMapTextsCopies checks that values referenced elsewhere are unchanged.
func TestMapTextsCopies(t *testing.T) {
	type value struct {
		Name  string
		List  []any
		Table map[string]any
		Link  *string
	}
	link := "d"
	old := func() value {
		return value{"a", []any{"b", []any{"c"}}, map[string]any{"k": map[string]any{"l": "m"}}, &link}
	}
	shared := old()
	changed := shared
	mapTexts(reflect.ValueOf(&changed).Elem(), strings.ToUpper)
	if diff := cmp.Diff(old(), shared); diff != "" {
		t.Errorf("what is shared has changed (-want +got):\n%s", diff)
	}
	upper := "D"
	want := value{"A", []any{"B", []any{"C"}}, map[string]any{"K": map[string]any{"L": "M"}}, &upper}
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Errorf("wrong texts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "m", "l", "k", "d"}, textsOf(shared)); diff != "" {
		t.Errorf("wrong list (-want +got):\n%s", diff)
	}
}
