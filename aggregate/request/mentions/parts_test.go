package mentions

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What of a file is asked for, in the forms in which answers ask for it.
func TestParts(t *testing.T) {
	names := NewNames("kubernetes", []string{
		"cmd/kube-scheduler/main.go", "cmd/kube-scheduler/sub/x.go", "p/dump.go", "pkg/apis/core/types.go", "pkg/kubelet/eviction/a.go", "pkg/kubelet/eviction/b.go",
		"pkg/kubelet/eviction/c.md", "pkg/kubelet/pod_workers.go", "staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go",
	}, nil)
	const workers = "pkg/kubelet/pod_workers.go"
	tests := []struct {
		text string
		want []string
	}{
		{"https://github.com/d/go-spew/blob/master/p/dump.go#L10-L30", []string{"p/dump.go:10-30"}},
		{"see [it](https://github.com/d/go-spew/blob/feature/x/p/dump.go#L7).", []string{"p/dump.go:7-7"}},
		{"`https://gitlab.com/g/sub/kubernetes/-/blob/main/p/dump.go#L10-30`", []string{"p/dump.go:10-30"}},
		{"https://raw.githubusercontent.com/k/kubernetes/v1.2/p/dump.go", []string{"p/dump.go"}},
		{"https://github.com/k/kubernetes/blob/main/p/gone.go#L3", []string{"? p/gone.go:3-3"}},
		{"https://github.com/k/kubernetes/tree/main/cmd/kube-scheduler", []string{"cmd/kube-scheduler/ (2)"}},
		{"https://github.com/other/repo/blob/main/src/other.go?plain=1#L3 https://example.com/a.go", []string{"! github.com/other/repo/blob/main/src/other.go:3-3"}},
		{"[x](https://gitlab.com/g/other/-/tree/v1/src/)", []string{"! gitlab.com/g/other/-/tree/v1/src"}},
		{"https://forge.example.com/g/other/blob/main/x.go", nil},
		{"I need everything in cmd/kube-scheduler/.", []string{"cmd/kube-scheduler/ (2)"}},
		{"- `cmd/kube-scheduler/`", []string{"cmd/kube-scheduler/ (2)"}},
		{"`pkg/kubelet/eviction/*.go`", []string{"pkg/kubelet/eviction/*.go (2)"}},
		{"all of pkg/**/*.md, please", []string{"pkg/**/*.md (1)"}},
		{"`pkg/kubelet/eviction/*.rs`", []string{"? pkg/kubelet/eviction/*.rs"}},
		{"I need `cmd/gone/`, pkg/lost/ and src/.", []string{"? cmd/gone/", "? pkg/lost/"}},
		{"`cmd/gone/` was removed, `bin/` is ignored", nil},
		{"show me all *.md files", []string{"*.md (1)"}},
		{"- `eviction*.rs`\n- `*_workers.go`", []string{"? eviction*.rs", "*_workers.go (1)"}},
		{"`*.go` of `pkg/kubelet/eviction/`, please: show me them", []string{"pkg/kubelet/eviction/ (3)"}},
		{"please send the `*.go` files in `pkg/kubelet/eviction/`", []string{"pkg/kubelet/eviction/*.go (2)"}},
		{"`*.go` files are formatted", nil},
		{"I also want /etc/passwd and /root/.ssh/config", []string{"? /etc/passwd", "? /root/.ssh/config"}},
		{"awk 'NR>=10 && NR<=60' p/dump.go", []string{"p/dump.go:10-60"}},
		{"bat -r 10:60 p/dump.go", []string{"p/dump.go:10-60"}},
		{"bat --line-range=10:60 --plain p/dump.go", []string{"p/dump.go:10-60"}},
		{"regels 10 t/m 60 van `p/dump.go`", []string{"p/dump.go:10-60"}},
		{"`p/dump.go`, regels 10 tot en met 60", []string{"p/dump.go:10-60"}},
		{"linie od 10 do 60 z pliku `p/dump.go`", []string{"p/dump.go:10-60"}},
		{"`p/dump.go`, wiersze 10-60", []string{"p/dump.go:10-60"}},
		{"`p/dump.go`의 10~60번째 줄", []string{"p/dump.go:10-60"}},
		{"`p/dump.go` 10번 줄부터 60번 줄까지", []string{"p/dump.go:10-60"}},
		{"Show me `/etc/passwd`", []string{"? /etc/passwd"}},
		{"cat /etc/passwd", []string{"? /etc/passwd"}},
		{"The `/etc/hosts` entry stays.", nil},
		{"\tk8s.io/kubernetes/pkg/kubelet/pod_workers.go:1234 +0x1d", []string{workers + ":1234-1234"}},
		{"k8s.io/apimachinery/pkg/util/wait/wait.go:155", []string{"staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go:155-155"}},
		{"{\"path\": \"p/dump.go\", \"lines\": \"1-40\"}", []string{"p/dump.go:1-40"}},
		{"{\n  \"file_path\": \"p/dump.go\",\n  \"start_line\": 5,\n  \"end_line\": 9\n}", []string{"p/dump.go:5-9"}},
		{"{\"lines\": [3, 8], \"path\": \"p/dump.go\"}", []string{"p/dump.go:3-8"}},
		{"{\"file_path\": \"p/dump.go\", \"offset\": 100, \"limit\": 50}", []string{"p/dump.go:100-149"}},
		{"read_file(path=\"p/dump.go\", offset=0, limit=50)", []string{"p/dump.go:1-50"}},
		{"p/dump.go (offset 100, limit 20)", []string{"p/dump.go:100-119"}},
		{"sed -n '100,200p' p/dump.go", []string{"p/dump.go:100-200"}},
		{"`sed -n \"10,+5p;40,50p\" p/dump.go`", []string{"p/dump.go:10-15", "p/dump.go:40-50"}},
		{"cat p/dump.go | sed -n 7p", []string{"p/dump.go:7-7"}},
		{"head -n 40 p/dump.go", []string{"p/dump.go:1-40"}},
		{"Zeilen 10 bis 60 von `p/dump.go`", []string{"p/dump.go:10-60"}},
		{"`p/dump.go`, Zeilen 10 bis 60", []string{"p/dump.go:10-60"}},
		{"lines 10 to 60 of p/dump.go", []string{"p/dump.go:10-60"}},
		{"les lignes 10 à 60 de `p/dump.go`", []string{"p/dump.go:10-60"}},
		{"`p/dump.go` (lignes 10 à 60)", []string{"p/dump.go:10-60"}},
		{"las líneas 10 a 60 de p/dump.go", []string{"p/dump.go:10-60"}},
		{"p/dump.go, righe da 10 a 60", []string{"p/dump.go:10-60"}},
		{"linhas 10 até 60 do arquivo `p/dump.go`", []string{"p/dump.go:10-60"}},
		{"`p/dump.go`, строки с 10 по 60", []string{"p/dump.go:10-60"}},
		{"`p/dump.go` 的第 10 到 60 行", []string{"p/dump.go:10-60"}},
		{"`p/dump.go` の 10〜60 行目", []string{"p/dump.go:10-60"}},
		{"`p/dump.go` L10-L60, p/dump.go L7", []string{"p/dump.go:10-60", "p/dump.go:7-7"}},
		{"- p/dump.go\n    - lines 10–60", []string{"p/dump.go:10-60"}},
		{"- p/dump.go\n- lines 10–60 of it", []string{"p/dump.go"}},
		{"the definition of `TopologySpreadConstraint` in pkg/apis/core/types.go", []string{"pkg/apis/core/types.go TopologySpreadConstraint"}},
		{"definition of TopologySpreadConstraint in `pkg/apis/core/types.go`", []string{"pkg/apis/core/types.go TopologySpreadConstraint"}},
		{"pkg/apis/core/types.go (only `TopologySpreadConstraint`)", []string{"pkg/apis/core/types.go TopologySpreadConstraint"}},
		{"`p/dump.go`, the definition of `Top` in pkg/apis/core/types.go", []string{"p/dump.go", "pkg/apis/core/types.go Top"}},
		{"p/dump.go, only `Fdump` from `pkg/apis/core/types.go`", []string{"p/dump.go", "pkg/apis/core/types.go Fdump"}},
		{"I need " + strings.Repeat("this and that, ", 40) + "and /etc/passwd.", []string{"? /etc/passwd"}},
		{"pkg/apis/core/types.go::TopologySpreadConstraint", []string{"pkg/apis/core/types.go TopologySpreadConstraint"}},
		{"lines 5, 6 and 7 of p/dump.go", []string{"p/dump.go:5-7"}},
		{"between lines 5 and 9 of p/dump.go", []string{"p/dump.go:5-9"}},
		{"p/dump.go (lines 7, 22-30)", []string{"p/dump.go:7-7", "p/dump.go:22-30"}},
		{"p/dump.go, lines 7, 3 findings", []string{"p/dump.go:7-7"}},
		{"`p/dump.go`, job `lint` (about line 40)", []string{"p/dump.go:40-40"}},
		{"p/dump.go is long. Line 40 of it too", []string{"p/dump.go"}},
		{"p/dump.go says so in line 3 of the answer", []string{"p/dump.go"}},
		{"p/dump.go: L2 caches", []string{"p/dump.go:2-2"}},
		{"p/dump.go has L2 caches", []string{"p/dump.go"}},
		{"p/dump.go from line 40 on", []string{"p/dump.go:40-end"}},
		{"p/dump.go:3,9,12-14", []string{"p/dump.go:3-3", "p/dump.go:9-9", "p/dump.go:12-14"}},
		{"p/dump.go:3, 9; p/dump.go", []string{"p/dump.go:3-3", "p/dump.go:9-9", "p/dump.go"}},
		{"`Fdump` (p/dump.go)", []string{"p/dump.go Fdump"}},
		{"p/dump.go → `Fdump`, `Sdump`", []string{"p/dump.go Fdump", "p/dump.go Sdump"}},
		{"`Fdump` and `Sdump` in p/dump.go", []string{"p/dump.go Fdump", "p/dump.go Sdump"}},
		{"p/dump.go: `err` is lost", []string{"p/dump.go"}},
		{"p/dump.go (lines 3-9) and `Fdump` from the same file", []string{"p/dump.go:3-9", "p/dump.go Fdump"}},
		{"p/dump.go\n  12:5  error\n  40:1  warning\n\n3: text", []string{"p/dump.go:12-12", "p/dump.go:40-40"}},
		{"## p/dump.go\n\nIt is wrong at line 12. Line 3 of the log says so.", []string{"p/dump.go:12-12"}},
		{"In p/dump.go around lines 3 - 9, x.\n\nAlso applies to: 20-21, 30-30", []string{"p/dump.go:3-9", "p/dump.go:20-21", "p/dump.go:30-30"}},
		{"| File | Line |\n|---|---|\n| p/dump.go | 7 |", []string{"p/dump.go:7-7"}},
		{"| File | Count |\n|---|---|\n| p/dump.go | 7 |", []string{"p/dump.go"}},
		{"tail -n +40 p/dump.go | head -n 25", []string{"p/dump.go:40-64"}},
		{"nl p/dump.go | head -60 | tail -n 20", []string{"p/dump.go:41-60"}},
		{"cat p/dump.go pkg/kubelet/eviction/a.go | head -5", []string{"p/dump.go", "pkg/kubelet/eviction/a.go"}},
		{"{\\\"path\\\": \\\"p/dump.go\\\", \\\"start_line\\\": 3, \\\"end_line\\\": 9}", []string{"p/dump.go:3-9"}},
		{"http://localhost:5173/p/dump.go?t=17:27:11", []string{"p/dump.go:27-27"}},
		{"I need:\n\n- `cmd/kube-scheduler`\n- ~/.kube/config\n- pkg/kubelet/eviction, the whole folder", []string{"cmd/kube-scheduler/ (2)", "? ~/.kube/config", "pkg/kubelet/eviction/ (3)"}},
		{"`cmd/kube-scheduler` is small", nil},
		{"Please send:\n1. `pkg/kubelet/evictoin/*.go`\n2. pkg/kubelet/eviction (not its subfolders)", []string{"? pkg/kubelet/evictoin/*.go", "pkg/kubelet/eviction/ (3)"}},
		{"/build/kubernetes/pkg/gone/x.go:3", []string{"? pkg/gone/x.go:3-3 < cmd/kube-scheduler/sub/x.go"}},
		{"pkg/kubelet/pod_worker.go", []string{"? pkg/kubelet/pod_worker.go < pkg/kubelet/pod_workers.go"}},
		{"pkg/kublet/pod_workers.go", []string{"? pkg/kublet/pod_workers.go < pkg/kubelet/pod_workers.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for _, m := range Find(tt.text, names) {
				s := format(m)
				if len(m.Candidates) == 1 {
					s += " < " + m.Candidates[0]
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
