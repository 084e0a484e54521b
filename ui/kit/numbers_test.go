package kit

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCount(t *testing.T) {
	tests := []struct {
		name string
		n    int64
		want string
	}{
		{"zero is 0", 0, "0"},
		{"three digits stand together", 812, "812"},
		{"four are grouped", 1624, "1 624"},
		{"groups of three", 31204, "31 204"},
		{"a full first group", 123456, "123 456"},
		{"millions", 1234567, "1 234 567"},
		{"negative", -31204, "-31 204"},
		{"the largest", math.MaxInt64, "9 223 372 036 854 775 807"},
		{"the smallest", math.MinInt64, "-9 223 372 036 854 775 808"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Count(tt.n); got != strings.ReplaceAll(tt.want, " ", thinSpace) {
				t.Errorf("Count(%d) = %q, want %q", tt.n, got, tt.want)
			}
		})
	}
	if got := Estimate(812); got != "~812" {
		t.Errorf("Estimate(812) = %q, want ~812", got)
	}
}

func TestSize(t *testing.T) {
	tests := []struct {
		name  string
		bytes int64
		want  string
	}{
		{"bytes", 812, "812 B"},
		{"the last byte", 1023, "1023 B"},
		{"the first kibibyte", 1024, "1.0 KiB"},
		{"tenths", 1258291, "1.1 MiB"},
		{"tenths are cut and not rounded", 2<<20 - 1, "1.9 MiB"},
		{"no tenths from ten on", 10 << 20, "10 MiB"},
		{"never more than is there", 1<<30 - 1, "1023 MiB"},
		{"the largest", math.MaxInt64, "7.9 EiB"},
		{"negative", -2048, "-2.0 KiB"},
		{"the smallest", math.MinInt64, "-7.9 EiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Size(tt.bytes); got != tt.want {
				t.Errorf("Size(%d) = %q, want %q", tt.bytes, got, tt.want)
			}
		})
	}
}

func TestShort(t *testing.T) {
	tests := []struct {
		n    int64
		want string
	}{{0, "0"}, {999, "999"}, {1000, "1k"}, {9120, "9.1k"}, {9199, "9.1k"}, {31204, "31.2k"}, {200_000, "200k"}, {999_999, "999k"}, {1_000_000, "1M"}, {1_500_000, "1.5M"}, {-5, "-5"}}
	for _, tt := range tests {
		if got := Short(tt.n); got != tt.want {
			t.Errorf("Short(%d) = %q, want %q", tt.n, got, tt.want)
		}
	}
}

func TestShortenPath(t *testing.T) {
	tests := []struct {
		name  string
		path  string
		limit int
		want  string
	}{
		{"what fits stays", "internal/auth.go", 16, "internal/auth.go"},
		{"folders go from the middle", "internal/server/http/auth.go", 20, "internal/…/auth.go"},
		{"as many folders stay as fit", "internal/server/http/v2/auth.go", 26, "internal/server/…/auth.go"},
		{"the base name outlives the first folder", "internal/server/auth.go", 10, "…/auth.go"},
		{"then the base name alone", "internal/authentication.go", 17, "authentication.go"},
		{"then runes from the middle of it", "internal/authentication.go", 9, "aut…on.go"},
		{"one rune", "internal/auth.go", 1, "…"},
		{"a limit below one is one", "internal/auth.go", -3, "…"},
		{"runes and not bytes", "ドキュメント/日本語.md", 12, "…/日本語.md"},
		{"an absolute path", "/usr/share/doc/readme", 14, "/usr/…/readme"},
		{"empty", "", 5, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ShortenPath(tt.path, tt.limit); got != tt.want {
				t.Errorf("ShortenPath(%q, %d) = %q, want %q", tt.path, tt.limit, got, tt.want)
			}
		})
	}
}

func TestMiddleOfPath(t *testing.T) {
	tests := []struct {
		name string
		path string
		n    int
		want string
	}{
		{"a name", "decode_test.go", 9, "dec…st.go"},
		{"the base name stays", "encoding/json/decode_test.go", 22, "encodi…/decode_test.go"},
		{"without a start", "encoding/json/decode_test.go", 16, "…/decode_test.go"},
		{"the base name alone", "encoding/json/decode_test.go", 15, "decode_test.go"},
		{"a part of it", "encoding/json/decode_test.go", 9, "dec…st.go"},
		{"a folder", "native/throttle/", 12, "n…/throttle/"},
		{"the root", "/readme", 4, "/…me"},
		{"what fits stays", "a/b", 3, "a/b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := middleOfPath([]rune(tt.path), tt.n); got != tt.want {
				t.Errorf("middleOfPath(%q, %d) = %q, want %q", tt.path, tt.n, got, tt.want)
			}
		})
	}
}

func TestShortenPathKeepsItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringMatching(`([a-zé世]{0,8}/){0,6}[a-zé世.]{0,20}`).Draw(t, "path")
		limit := rapid.IntRange(1, 60).Draw(t, "limit")
		got := ShortenPath(path, limit)
		n := utf8.RuneCountInString(path)
		switch {
		case utf8.RuneCountInString(got) > limit:
			t.Fatalf("%q is longer than %d", got, limit)
		case n <= limit && got != path:
			t.Fatalf("%q was shortened to %q without need", path, got)
		case n > limit && got == path:
			t.Fatalf("%q was not shortened", path)
		}
	})
}

func TestFit(t *testing.T) {
	width := func(s string) float32 { return float32(utf8.RuneCountInString(s)) }
	tests := []struct {
		name  string
		text  string
		width float32
		want  string
	}{
		{"what fits stays", "auth.go", 7, "auth.go"},
		{"the middle goes", "authentication.go", 9, "aut…on.go"},
		{"nothing fits", "auth.go", 0, "…"},
		{"nothing needs no room", "", -1, ""},
		{"a very long text", strings.Repeat("x", 100_000), 5, "xx…xx"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fit(tt.text, tt.width, width, middle); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
