package tomledit

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/models"
)

// anyValue generates values that a form can contain.
func anyValue(t *rapid.T, depth int) any {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return rapid.String().Draw(t, "text")
	case 1:
		return rapid.Int64().Draw(t, "whole")
	case 2:
		return rapid.Float64().Draw(t, "number")
	case 3:
		return rapid.Bool().Draw(t, "truth")
	case 4:
		return time.Unix(rapid.Int64Range(0, 1<<34).Draw(t, "time"), rapid.Int64Range(0, 999_999_999).Draw(t, "fraction")).UTC()
	case 5:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = anyValue(t, depth-1)
		}
		return list
	}
	return models.Fields(anyTable(t, depth-1))
}

func anyTable(t *rapid.T, depth int) Block {
	var out Block
	known := map[string]bool{}
	for range rapid.IntRange(0, 4).Draw(t, "keys") {
		key := rapid.OneOf(rapid.StringMatching(`[a-z]{1,3}`), rapid.String()).Draw(t, "key")
		if known[key] {
			continue
		}
		known[key] = true
		form := 2
		if depth > 0 {
			form = rapid.IntRange(0, 4).Draw(t, "form")
		}
		var value any
		switch form {
		case 0:
			value = anyTable(t, depth-1)
		case 1:
			value = Blocks{anyTable(t, depth-1), anyTable(t, 0)}
		default:
			value = anyValue(t, depth)
		}
		out = append(out, models.Field{Key: key, Value: value})
	}
	return out
}

// Formatted fields are decoded as the same fields, and an edit with them changes nothing.
func TestFormatMeansItsFields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := models.Fields(anyTable(t, 3))
		data, err := Format(fields)
		if err != nil {
			t.Fatal(err)
		}
		values, err := Decode(data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if !equal(values, plain(fields)) {
			t.Fatalf("%v became %v:\n%s", plain(fields), values, data)
		}
	})
}

func TestFormatRefuses(t *testing.T) {
	if data, err := Format(fields("a", fields("b", []any{"\xff"}))); err == nil {
		t.Errorf("what is not UTF-8 is stored as %q", data)
	}
}
