package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/presets"
)

func TestACommandThatPanicsSaysWhereTheReportLies(t *testing.T) {
	breaks := Command{Name: "break", Run: func(*Call) error { panic("some content") }}
	for _, args := range [][]string{{"break"}, {"break", "--json"}, {"break", "private argument"}} {
		var stdout, stderr bytes.Buffer
		places := presets.Places{State: t.TempDir()}
		code := Run(context.Background(), args, Env{Stdout: &stdout, Stderr: &stderr, Places: places}, []Command{breaks})
		reports, _ := filepath.Glob(filepath.Join(places.State, "crashes", "crash-*.txt"))
		if code != Crashed || stdout.Len() > 0 || len(reports) != 1 {
			t.Fatalf("%q: exit code %d, %q, the reports %v", args, code, &stdout, reports)
		}
		said := stderr.String()
		if !strings.Contains(said, reports[0]) || strings.Count(said, "\n") != 1 || strings.Contains(said, "some content") {
			t.Errorf("%q: it says %q", args, said)
		}
		data, err := os.ReadFile(reports[0])
		if err != nil || !bytes.Contains(data, []byte("running: dossier break\n")) || bytes.Contains(data, []byte("some content")) || bytes.Contains(data, []byte("private")) {
			t.Errorf("%q: %v, the report says\n%s", args, err, data)
		}
	}
}
