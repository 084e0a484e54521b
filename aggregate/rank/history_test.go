package rank

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/git/history"
)

// ask returns the files of a ranking with a history, each with what it says of that.
func ask(t *testing.T, files map[string]string, question string, h *History) (got []string) {
	t.Helper()
	x := newFolder(t, files).update(t, &Index{})
	r, err := x.RankWith(t.Context(), question, 10, With{Weights: Defaults(), History: h})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Files {
		said := f.Path
		for _, reason := range f.Reasons {
			if reason.Kind != Words && reason.Kind != Symbols {
				said += ", " + reason.Kind + " " + reason.Text
			}
		}
		got = append(got, said)
	}
	return got
}

func TestRankWithAHistory(t *testing.T) {
	files := map[string]string{"coupon.py": "coupon = 1\n", "bag.py": "cart = 1\n", "table.py": "rows = 1\n", "other.py": "cart = 1\n"}
	const day = 24 * 60 * 60
	filler := make([]history.Commit, 200)
	for i := range filler {
		filler[i] = history.Commit{Paths: []string{fmt.Sprintf("shop/gone%d.py", i)}, Message: "Other"}
	}
	commit := func(days int64, message string, paths ...string) history.Commit {
		for i := range paths {
			paths[i] = "shop/" + paths[i]
		}
		return history.Commit{Time: days * day, Message: message, Paths: paths}
	}
	for _, c := range []struct {
		name, question string
		commits        []history.Commit
		want           []string
	}{
		{"none", "coupon", nil, []string{"coupon.py"}},
		{
			"what changes together", "coupon",
			append(filler, commit(3, "One", "coupon.py", "table.py"), commit(2, "Two", "coupon.py", "table.py")),
			[]string{"coupon.py", "table.py, changes together coupon.py"},
		},
		{
			"a commit says it", "the vouchers of a coupon",
			append(filler, commit(3, "Round vouchers\n\nThey were not.", "table.py")),
			[]string{"coupon.py", "table.py, changed in Round vouchers (1970-01-04)"},
		},
		{
			"of two that are alike the one that changed lately is first", "cart",
			append([]history.Commit{commit(9, "One", "other.py")}, append(filler, commit(1, "Two", "bag.py"))...),
			[]string{"other.py, recent 1970-01-10", "bag.py"},
		},
		{"of another folder", "coupon", []history.Commit{{Paths: []string{"coupon.py", "table.py"}, Message: "coupon"}}, []string{"coupon.py"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, files, c.question, NewHistory(history.Of(c.commits...), "shop"))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("another ranking (-want +got):\n%s", diff)
			}
		})
	}
}

// The same question gives the same ranking, whatever order maps have.
func TestTheZeroIndexRanksNothing(t *testing.T) {
	h := NewHistory(history.Of(history.Commit{Paths: []string{"login.go"}, Message: "A login is checked"}), "")
	for _, question := range []string{"", "where is a login checked", "login.go", strings.Repeat("a login_of_many names ", 1000)} {
		for _, h := range []*History{nil, h} {
			r, err := new(Index).RankWith(t.Context(), question, 5, With{Weights: Defaults(), History: h})
			if err != nil || len(r.Files) > 0 {
				t.Errorf("%.30q ranks %v, %v", question, r, err)
			}
		}
	}
}

func TestAHistoryGivesTheSameRanking(t *testing.T) {
	files, commits := map[string]string{}, []history.Commit{}
	for i := range 30 {
		files[fmt.Sprintf("f%02d.py", i)] = fmt.Sprintf("cart = %d\n", i)
		commits = append(commits, history.Commit{Message: "cart", Paths: []string{fmt.Sprintf("f%02d.py", i), fmt.Sprintf("f%02d.py", (i*7)%30), "f03.py"}})
	}
	h := NewHistory(history.Of(commits...), "")
	first := strings.Join(ask(t, files, "cart", h), "\n")
	for range 5 {
		if again := strings.Join(ask(t, files, "cart", h), "\n"); again != first {
			t.Fatalf("another ranking:\n%s\n\n%s", first, again)
		}
	}
}

// The subject of a commit is shown shortened, but no part of a secret.
func TestShownSubject(t *testing.T) {
	words, token := strings.Repeat("word ", 18), "ghp_"+strings.Repeat("aB3dE5gH7j", 4)[:36]
	for message, want := range map[string]string{
		"fix it\n\nbody":            "fix it",
		words + "and some more":     words + "and some m…",
		words + token:               "a commit with a secret in its message",
		"use " + token + "\nbody\n": "use " + token, // redacted as a whole when it is printed
	} {
		if got := shownSubject(message); got != want {
			t.Errorf("%q is shown as %q, want %q", message, got, want)
		}
	}
}
