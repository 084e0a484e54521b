package elixir

import "testing"

func TestBlocks(t *testing.T) {
	tests := []struct {
		line string
		want int
	}{
		{"if a do", 1},
		{"if a, do: b", 0},
		{"a = fn b ->", 1},
		{"Enum.map(a, fn", 1},
		{"a -> b", 0},
		{"{:ok, a} ->", 0},
		{"else", 0},
		{"end", -1},
		{"end)", -1},
		{"end |> a(fn b ->", 0},
		{"ending = 1", 0},
		{"def ->", 0},
	}
	for _, tt := range tests {
		if got := blocks([]byte(tt.line)); got != tt.want {
			t.Errorf("blocks(%q) = %d, want %d", tt.line, got, tt.want)
		}
	}
}
