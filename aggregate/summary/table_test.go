package summary

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTablesAreThoseOfAnotherReader checks columns and rows against what encoding/csv writes.
func TestTablesAreThoseOfAnotherReader(t *testing.T) {
	field := rapid.SampledFrom([]string{"a", "b c", `say "hi"`, "x,y", "two\nlines", "7", "1.5", "2024-05-01", "ü", "-"})
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 8).Draw(t, "width")
		rows := rapid.SliceOfN(rapid.SliceOfN(field, width, width), 0, 12).Draw(t, "rows")
		header := make([]string, width)
		for i := range header {
			header[i] = fmt.Sprintf("column %d", i)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.UseCRLF = rapid.Bool().Draw(t, "CRLF")
		if err := w.WriteAll(append([][]string{header}, rows...)); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(table(b.String(), ","), "\n")
		if want := fmt.Sprintf("\nrows: %d", len(rows)); !strings.Contains(got+"\n", want+"\n") {
			t.Errorf("%q is not in\n%s\nof\n%s", want, got, b.String())
		}
		if n := strings.Count(strings.SplitN(got, "\n", 2)[0], "column "); n != width {
			t.Errorf("%d columns, want %d, in\n%s", n, width, got)
		}
		for i := range header {
			kinds := map[fieldKind]bool{}
			for _, row := range rows {
				kinds[kindOf(row[i])] = true
			}
			name := fmt.Sprintf("column %d", i)
			if len(kinds) == 1 && !strings.Contains(got, name+" ("+kindOf(rows[0][i]).String()+")") {
				t.Errorf("all of %s are %s, in\n%s", name, kindOf(rows[0][i]), got)
			}
		}
	})
}

func TestKindOf(t *testing.T) {
	tests := []struct {
		field string
		want  fieldKind
	}{
		{"", empty},
		{" NA ", empty},
		{`""`, empty},
		{"7", integer},
		{"-12", integer},
		{`"7"`, integer},
		{"0", integer},
		{"0.5", decimal},
		{"1e9", decimal},
		{"007", plainText}, // a code
		{"+49 30 1", plainText},
		{"-", plainText},
		{"TRUE", boolean},
		{"2024-02-30", date},
		{"2024-02-30T10:00:00Z", dateTime},
		{"2024-02", plainText},
		{"12:30", plainText},
		{"1.2.3", plainText},
	}
	for _, tt := range tests {
		if got := kindOf(tt.field); got != tt.want {
			t.Errorf("kindOf(%q) = %v, want %v", tt.field, got, tt.want)
		}
	}
}

func FuzzTable(f *testing.F) {
	f.Add("a,b\n1,\"x\ny\"\n")
	f.Fuzz(func(t *testing.T, src string) {
		for _, line := range table(src, ",;\t|") {
			if len(line) > (maxNames+1)*(4*maxWidth+40) {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
		for at := 0; ; {
			row, next := nextRow(src, at)
			if row == "" {
				break
			}
			if next <= at || next > len(src) {
				t.Fatalf("after %d follows %d", at, next)
			}
			at = next
		}
	})
}

func BenchmarkTable(b *testing.B) {
	src := "longitude,latitude,age,rooms,ocean\n" + strings.Repeat("-122.23,37.88,41,880.5,\"NEAR, BAY\"\n", 50<<20/35)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		table(src, ",;\t|")
	}
}
