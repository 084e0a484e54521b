package code

import "testing"

func TestFailedLines(t *testing.T) {
	const src = "a\nb\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n"
	tests := []struct {
		name   string
		failed []Span
		want   string
	}{
		{name: "nothing is known of where"},
		{name: "a line", failed: []Span{{2, 3}}, want: "Lines 2-2"},
		{name: "several", failed: []Span{{0, 3}, {4, 5}}, want: "Lines 1-2, 3-3"},
		{name: "as many as are message", failed: []Span{{0, 1}, {4, 5}, {7, 8}, {10, 11}, {13, 14}}, want: "Lines 1-1, 3-3, 5-5, 7-7, 9-9"},
		{
			name: "of many the first", failed: []Span{{0, 1}, {4, 5}, {7, 8}, {10, 11}, {13, 14}, {16, 17}, {19, 20}},
			want: "Lines 1-1, 3-3, 5-5, 7-7, 9-9 and 2 more",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (&Structure{Broken: true, Failed: tt.failed}).FailedLines(src); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
