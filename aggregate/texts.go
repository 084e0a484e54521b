package aggregate

import (
	"reflect"
	"slices"
)

// mapTexts sets each string in v to what f returns for it: in the exported fields of structs, the elements
// of slices, and the keys and values of maps, in the order of the keys. v must be addressable, and what it
// refers to must be its own.
func mapTexts(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if was := v.String(); was != "" {
			if now := f(was); now != was {
				v.SetString(now)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				mapTexts(v.Field(i), f)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			mapTexts(v.Index(i), f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			mapTexts(v.Elem(), f)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(mappedText(v.Elem(), f))
		}
	case reflect.Map:
		mapKeys(v, f)
	}
}

// mapKeys does so in a map.
func mapKeys(v reflect.Value, f func(string) string) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return compareKeys(a, b) })
	for _, key := range keys {
		value := mappedText(v.MapIndex(key), f)
		next := mappedText(key, f)
		if !next.Equal(key) {
			v.SetMapIndex(key, reflect.Value{})
		}
		v.SetMapIndex(next, value)
	}
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
	next := reflect.New(v.Type()).Elem()
	next.Set(v)
	mapTexts(next, f)
	return next
}

// textsOf returns the strings in a value that is not changed, in their order.
func textsOf(v any) []string {
	var all []string
	mapTexts(reflect.ValueOf(&v).Elem(), func(s string) string {
		all = append(all, s)
		return s
	})
	return all
}
