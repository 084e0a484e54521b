package aggregate

import (
	"reflect"
	"slices"
)

// mapTexts sets each string in v to the result of f, in the exported fields of structs, the
// elements of slices, and the keys and values of maps (in key order). v must be addressable.
// Slices, maps and pointers in it are replaced by copies, so that other references to them do not
// change.
func mapTexts(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if s := v.String(); s != "" {
			v.SetString(f(s))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				mapTexts(v.Field(i), f)
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			clone := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(clone, v)
			for i := range clone.Len() {
				mapTexts(clone.Index(i), f)
			}
			v.Set(clone)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			clone := reflect.New(v.Type().Elem())
			clone.Elem().Set(v.Elem())
			mapTexts(clone.Elem(), f)
			v.Set(clone)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(mappedText(v.Elem(), f))
		}
	case reflect.Map:
		if !v.IsNil() {
			clone := reflect.MakeMapWithSize(v.Type(), v.Len())
			for _, key := range sortedKeys(v) {
				value := mappedText(v.MapIndex(key), f)
				clone.SetMapIndex(mappedText(key, f), value)
			}
			v.Set(clone)
		}
	}
}

// MapTexts replaces each string in the value that v points to by the result of f. Slices, maps
// and pointers in it are replaced by copies.
func MapTexts(v any, f func(string) string) { mapTexts(reflect.ValueOf(v).Elem(), f) }

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	return keys
}

func compareKeys(a, b reflect.Value) int {
	switch {
	case a.Kind() == reflect.String && a.String() < b.String(), a.CanInt() && a.Int() < b.Int():
		return -1
	case a.Equal(b):
		return 0
	}
	return 1
}

// mappedText returns a copy of a value that is not addressable, with its texts mapped.
func mappedText(v reflect.Value, f func(string) string) reflect.Value {
	clone := reflect.New(v.Type()).Elem()
	clone.Set(v)
	mapTexts(clone, f)
	return clone
}

// textsOf returns the strings in a value, in the order of [mapTexts], without modifying it.
func textsOf(v any) []string {
	var all []string
	var walk func(reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			if s := v.String(); s != "" {
				all = append(all, s)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Map:
			for _, key := range sortedKeys(v) {
				walk(v.MapIndex(key))
				walk(key)
			}
		}
	}
	walk(reflect.ValueOf(v))
	return all
}
