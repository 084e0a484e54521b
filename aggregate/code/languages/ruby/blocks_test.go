package ruby

import "testing"

func TestBlocks(t *testing.T) {
	tests := []struct {
		line string
		want int
	}{
		{"if a", 1},
		{"a if b", 0},
		{"a = if b", 1},
		{"a ||= begin", 1},
		{"while a do", 1},
		{"a.each do |b, c|", 1},
		{"a.each do", 1},
		{"a { |b| c }", 0},
		{"if a then b end", 0},
		{"class A; end", 0},
		{"else", 0},
		{"end", -1},
		{"end.map do |a|", 0},
		{"endless = 1", 0},
		{"define(a)", 0},
	}
	for _, tt := range tests {
		if got := blocks([]byte(tt.line)); got != tt.want {
			t.Errorf("blocks(%q) = %d, want %d", tt.line, got, tt.want)
		}
	}
}
