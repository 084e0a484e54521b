package component

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlocks(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string // tag, lang and content of each
	}{
		{"one of each", "<script lang='TS'>a</script>\n<template><p/></template><STYLE lang=\"scss\">b</STYLE >", []string{"script ts a", "template  <p/>", "style scss b"}},
		{"comments hold none", "<!-- <script>a</script> --><style>b</style>", []string{"style  b"}},
		{"templates hold templates", "<template><template #x>a</template><template v-if=b /></template><script>c</script>", []string{"template  <template #x>a</template><template v-if=b />", "script  c"}},
		{"a bracket in an attribute", `<script x="a>b" lang=ts>c</script>`, []string{"script ts c"}},
		{"what is not closed ends with the source", "<script>if (a </b>", []string{"script  if (a </b>"}},
		{"a tag that closes itself", "<script src='a.js' /><style>b</style>", []string{"script  ", "style  b"}},
		{"a longer name is another tag", "<scripted>a</scripted>", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, b := range Blocks([]byte(tt.src)) {
				got = append(got, b.Tag+" "+b.Attribute("lang")+" "+b.Content.Of(tt.src))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong blocks (-want +got):\n%s", diff)
			}
		})
	}
}
