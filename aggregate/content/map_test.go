package content

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every string of every kind of body is mapped: the test finds a new field that is forgotten.
func TestMapChangesEveryText(t *testing.T) {
	for _, body := range []Body{Prose(""), Code{}, Snippet{}, Slices{}, Image{}, Names{}, Lists{}} {
		t.Run(fmt.Sprintf("%T", body), func(t *testing.T) {
			filled := reflect.New(reflect.TypeOf(body)).Elem()
			fill(filled, "x")
			want := reflect.New(reflect.TypeOf(body)).Elem()
			fill(want, "y")
			got := Block{Title: "x", Note: "x", Group: "x", Body: filled.Interface().(Body)}.Map(func(s string) string {
				if s == "x\nx" { // an item of a list
					return "y\ny"
				}
				return "y"
			})
			if diff := cmp.Diff(Block{Title: "y", Note: "y", Group: "y", Body: want.Interface().(Body)}, got); diff != "" {
				t.Errorf("wrong block (-want +got):\n%s", diff)
			}
		})
	}
}

// fill sets every string in v to s, and every list to one element.
func fill(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), s)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), s)
		}
	}
}
