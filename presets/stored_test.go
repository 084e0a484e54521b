package presets

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// notStored are the fields that are not in a project file, and why.
var notStored = map[string]string{
	"Project.Schema":      "the file has the version of the program that began it",
	"Project.Unknown":     "reported, and left where they are",
	"Project.Languages":   "read only: no part of the program changes them",
	"SecretRules.Show":    "in the user's own file, never in a project's",
	"Composition.Focused": "belongs to one message",
	"Composition.Focus":   "belongs to one message",
	"Composition.Changes": "belongs to one message",
	"FileItem.InjectedAt": "snapshots alone say when a file was sent",
	"FileItem.Problem":    "found by parsing",
	"Slice.Problem":       "found by parsing",
	"Slice.Written":       "found by parsing",
	"LinkOptions.Extra":   "the unknown keys of [links] are left where they are",
}

// notRecorded are the fields that are not in the record of a composition.
var notRecorded = map[string]string{
	"FileItem.Problem": "found by parsing",
	"Slice.Problem":    "found by parsing",
	"Slice.Written":    "found by parsing",
}

// words are values of the enumerated types.
var words = map[reflect.Type]any{
	reflect.TypeFor[models.Strategy]():      models.Summarize,
	reflect.TypeFor[models.ExecutionMode](): models.Beads,
	reflect.TypeFor[models.TreeMode]():      models.TreeFull,
	reflect.TypeFor[models.Place]():         models.First,
	reflect.TypeFor[models.ViewMode]():      models.Masked,
	reflect.TypeFor[models.MaskMode]():      models.MaskSig,
	reflect.TypeFor[models.QuestionPart]():  models.QuestionFocus,
	reflect.TypeFor[models.GitView]():       models.GitSlices,
	reflect.TypeFor[models.TextOption]():    models.ShortData,
	reflect.TypeFor[time.Time]():            time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC),
}

// fill sets every field of v that is not excluded to a non-zero value, and bools to truth. An
// unknown type fails the test: it needs a case here.
func fill(t *testing.T, v reflect.Value, out map[string]string, truth bool) {
	t.Helper()
	n := 0
	var set func(v reflect.Value, path string)
	set = func(v reflect.Value, path string) {
		n++
		if word, ok := words[v.Type()]; ok {
			v.Set(reflect.ValueOf(word))
			return
		}
		switch v.Kind() {
		case reflect.String:
			v.SetString(fmt.Sprintf("x%d", n))
			if strings.HasSuffix(path, ".ContentHash") {
				v.SetString("sha256:" + v.String())
			}
		case reflect.Bool:
			v.SetBool(truth)
		case reflect.Int, reflect.Int64:
			v.SetInt(7)
		case reflect.Float64:
			v.SetFloat(1.5)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			set(v.Elem(), path)
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			set(v.Index(0), path)
		case reflect.Map:
			v.Set(reflect.MakeMap(v.Type()))
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			set(key, path)
			set(value, path)
			v.SetMapIndex(key, value)
		case reflect.Interface:
			v.Set(reflect.ValueOf("a key of another program"))
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				if _, ok := out[v.Type().Name()+"."+f.Name]; !ok {
					set(v.Field(i), path+"."+f.Name)
				}
			}
		default:
			t.Fatalf("%s is a %s, of which this test knows no value", path, v.Type())
		}
	}
	set(v, v.Type().Name())
}

func TestEveryFieldOfAProjectIsSaved(t *testing.T) {
	for _, truth := range []bool{true, false} {
		t.Run(fmt.Sprint(truth), func(t *testing.T) {
			var want models.Project
			fill(t, reflect.ValueOf(&want).Elem(), notStored, truth)
			root, err := os.OpenRoot(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			places := Places{Config: t.TempDir(), State: t.TempDir()}
			file, err := LoadProject(root, places)
			if err != nil {
				t.Fatal(err)
			}
			saved, err := file.Save(t.Context(), func(p *models.Project) {
				if d := cmp.Diff(want, want.Clone()); d != "" {
					t.Errorf("a copy is not the same (-want +got):\n%s", d)
				}
				*p = want.Clone()
			})
			if err != nil {
				t.Fatal(err)
			}
			again, err := LoadProject(root, places)
			if err != nil {
				t.Fatal(err)
			}
			want.Schema = models.Schema
			for name, got := range map[string]models.Project{"saved": saved.Project, "loaded again": again.Project} {
				got.Unknown = nil
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s (-want +got):\n%s", name, d)
				}
			}
		})
	}
}

func TestEveryFieldOfACompositionIsRecorded(t *testing.T) {
	for _, truth := range []bool{true, false} {
		t.Run(fmt.Sprint(truth), func(t *testing.T) {
			var want, got models.Composition
			fill(t, reflect.ValueOf(&want).Elem(), notRecorded, truth)
			data, err := json.Marshal(want)
			if err == nil {
				err = json.Unmarshal(data, &got)
			}
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, d)
			}
		})
	}
}

// TestACopyIsApart changes everything that a copy refers to.
func TestACopyIsApart(t *testing.T) {
	var p, want models.Project
	for _, v := range []*models.Project{&p, &want} {
		fill(t, reflect.ValueOf(v).Elem(), map[string]string{"Project.Unknown": "only reported, and never changed"}, true)
	}
	next := p.Clone()
	var change func(v reflect.Value)
	change = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Slice:
			for i := range v.Len() {
				change(v.Index(i))
				v.Index(i).SetZero()
			}
		case reflect.Map:
			v.Clear()
		case reflect.Struct:
			if v.Type() != reflect.TypeFor[time.Time]() {
				for i := range v.NumField() {
					change(v.Field(i))
				}
			}
		}
	}
	change(reflect.ValueOf(&next).Elem())
	if d := cmp.Diff(want, p); d != "" {
		t.Errorf("changing a copy changes what it was made of (-want +got):\n%s", d)
	}
}

// TestEveryFieldOfAPresetIsCompared changes one field after the other.
func TestEveryFieldOfAPresetIsCompared(t *testing.T) {
	alike := map[string]string{
		"Name":     "presets are compared whatever they are called",
		"Question": "what is asked of a preset is not part of what it puts into a document",
		"Extra":    "the keys of other programs are kept, and say nothing here",
	}
	for i := range reflect.TypeFor[models.Preset]().NumField() {
		var old, new models.Preset
		field := reflect.TypeFor[models.Preset]().Field(i)
		fill(t, reflect.ValueOf(&new).Elem().Field(i), nil, true)
		if _, ok := alike[field.Name]; models.ComparePresets(old, new).Same() != ok {
			t.Errorf("a difference in %s: that it is ignored is %v", field.Name, !ok)
		}
	}
}

// TestAPresetIsAppliedWhole copies each field that presets and compositions share from a
// composition to a preset, and back.
func TestAPresetIsAppliedWhole(t *testing.T) {
	var c models.Composition
	fill(t, reflect.ValueOf(&c).Elem(), nil, true)
	p := models.PresetOf(c, "x").WithNotes(true, c).WithFormat(true, c)
	got := reflect.ValueOf(p.Apply(models.Composition{}))
	shared := 0
	for i := range reflect.TypeFor[models.Preset]().NumField() {
		name := reflect.TypeFor[models.Preset]().Field(i).Name
		if want := reflect.ValueOf(c).FieldByName(name); want.IsValid() {
			shared++
			if d := cmp.Diff(want.Interface(), got.FieldByName(name).Interface()); d != "" {
				t.Errorf("%s (-want +got):\n%s", name, d)
			}
		}
	}
	if shared < 4 {
		t.Errorf("presets and compositions share %d fields", shared)
	}
}
