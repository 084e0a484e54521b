package change

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Git calls a file binary by its attribute diff, and by its bytes unless the attribute is set.
func TestBinaryByAttribute(t *testing.T) {
	for _, attribute := range []string{"", "diff", "-diff", "!diff", "diff=astextplain", "diff=golang", "binary"} {
		t.Run(attribute, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write(".gitattributes", "*.x "+attribute+"\n")
			w.write("bytes.x", "a\x00b\n")
			w.write("text.x", "a\n")
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			w.write("bytes.x", "a\x00c\n")
			w.write("text.x", "b\n")
			var want, got []string
			for line := range strings.Lines(w.git("diff", "--numstat")) {
				part := strings.Fields(line)
				want = append(want, fmt.Sprint(part[2], " ", part[0] == "-"))
			}
			for _, f := range w.changes(w.open(), "uncommitted").Files {
				got = append(got, fmt.Sprint(f.Path, " ", f.Content == Binary))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("binary files (-git +got):\n%s", diff)
			}
		})
	}
}

// A folder whose attributes file is not in the work tree has that of the index, as in git.
func TestAttributesOfTheIndex(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(w *world)
		folder string
		want   []string
	}{
		{name: "in the work tree", change: func(*world) {}, want: []string{"M lib/a.x (binary)", "M lib/b.x"}},
		{name: "deleted", change: func(w *world) { w.remove("lib/.gitattributes") }, want: []string{"D lib/.gitattributes", "M lib/a.x (binary)", "M lib/b.x"}},
		{name: "deleted, and not in the index", change: func(w *world) { w.git("rm", "-q", "lib/.gitattributes") }, want: []string{"D lib/.gitattributes", "M lib/a.x", "M lib/b.x"}},
		{name: "empty", change: func(w *world) { w.write("lib/.gitattributes", "") }, want: []string{"M lib/.gitattributes", "M lib/a.x", "M lib/b.x"}},
		{name: "not checked out", change: func(w *world) {
			w.git("sparse-checkout", "init", "--no-cone")
			w.git("sparse-checkout", "set", "/lib/*.x")
		}, want: []string{"M lib/a.x (binary)", "M lib/b.x"}},
		{name: "above the opened folder, and not in the index", folder: "lib/deep", change: func(w *world) {
			w.write("lib/.gitattributes", "*.y binary\n")
			w.write("lib/deep/a.y", "new\n")
		}, want: []string{"? a.y (binary)"}},
		{name: "above the opened folder", folder: "lib/deep", change: func(w *world) { w.write("lib/deep/a.x", "changed\n") }, want: []string{"M a.x (binary)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write("lib/.gitattributes", "a.x binary\n")
			for _, name := range []string{"lib/a.x", "lib/b.x", "lib/deep/a.x"} {
				w.write(name, "a\n")
			}
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			tt.change(w)
			if tt.folder == "" {
				w.write("lib/a.x", "changed\n")
				w.write("lib/b.x", "changed\n")
			}
			if diff := cmp.Diff(tt.want, states(t, openAt(t, filepath.Join(w.dir, tt.folder)), "uncommitted")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if tt.folder != "" {
				return
			}
			var want []string // binary files
			for line := range strings.Lines(w.git("diff", "--numstat", "HEAD")) {
				if part := strings.Fields(line); part[0] == "-" {
					want = append(want, part[2])
				}
			}
			var got []string
			for _, f := range w.changes(w.open(), "uncommitted").Files {
				if f.Content == Binary {
					got = append(got, f.Path)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("binary files (-git +got):\n%s", diff)
			}
		})
	}
}

func (w *world) remove(name string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.dir, name)); err != nil {
		w.t.Fatal(err)
	}
}

// Line endings are converted as git add does. It decides by the text in the index.
func TestConversionOfLineEndings(t *testing.T) {
	texts := map[string]string{
		"lines": "a\nb\n", "returns": "a\r\nb\r\n", "mixed": "a\r\nb\n", "a lone return": "a\rb\nc\r\n", "a lone return, no others": "a\rb\n",
		"binary": "a\r\n\x00\r\n",
	}
	for _, setting := range []string{"core.autocrlf=input", "core.autocrlf=true", "text=auto", "text"} {
		t.Run(setting, func(t *testing.T) {
			w := newWorld(t, 1)
			each := func(write func(name, committed, now string)) {
				for committed, first := range texts {
					for now, second := range texts {
						write(committed+" to "+now, first, second)
					}
				}
			}
			each(func(name, committed, _ string) { w.write(name, committed) })
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			if name, value, _ := strings.Cut(setting, "="); name == "core.autocrlf" {
				w.git("config", name, value)
			} else {
				w.write(".git/info/attributes", "* "+setting+"\n")
			}
			each(func(name, _, now string) { w.write(name, now); w.write("new "+name, now) })
			got := raw(w.changes(w.open(), "uncommitted"))
			w.git("add", "-A")
			if diff := cmp.Diff(parseRaw(w.git("diff", "--cached", "--raw", "-z", "--no-abbrev", "-M")), got); diff != "" {
				t.Errorf("uncommitted (-git +got):\n%s", diff)
			}
		})
	}
}

// Of a range that begins at another commit, too, the text in the index decides.
func TestConversionByTheIndex(t *testing.T) {
	w := newWorld(t, 1)
	for _, text := range []string{"a\r\nb\r\n", "a\nb\n"} {
		w.write("f", text)
		w.git("add", "-A")
		w.git("commit", "-q", "-m", "x")
	}
	w.git("config", "core.autocrlf", "input")
	w.write("f", "a\r\nc\r\n")
	s := w.changes(w.open(), "HEAD~1")
	if _, new, err := s.Texts(t.Context(), s.Files[0]); new != "a\nc\n" || err != nil {
		t.Errorf("the new text is %q, %v", new, err)
	}
}

// Attributes are those of git check-attr.
func TestAttributesAgreeWithGit(t *testing.T) {
	for _, tt := range []struct {
		name, root, info, lib string // the files
	}{
		{name: "a macro", root: "[attr]x diff=y -text z\n*.txt x\n"},
		{name: "a macro of info", root: "*.txt x\n", info: "[attr]x -diff\n"},
		{name: "a macro defined twice", root: "[attr]x diff\n[attr]x -diff\n*.txt x\n", info: "[attr]x diff=i\n"},
		{name: "a macro of a folder", lib: "[attr]x -diff\n*.txt x\n"},
		{name: "a macro of the root in a folder", root: "[attr]x -diff\n", lib: "*.txt x\n"},
		{name: "a macro of a macro", root: "[attr]x y text\n[attr]y -text -diff\n*.txt x\n"},
		{name: "a macro of itself", root: "[attr]x y -diff\n[attr]y x -text\n*.txt x\n"},
		{name: "a macro that is changed", root: "[attr]binary diff=b\n*.txt binary\n"},
		{name: "a macro that is not set", root: "[attr]x -diff\n*.txt -x\na.txt !x\nlib/* x=y\n"},
		{name: "a macro and its attribute", root: "*.txt diff binary\nlib/*.txt binary diff\n"},
		{name: "binary unset", root: "*.txt binary\na.txt -binary\n"},
		{name: "binary unspecified", root: "*.txt binary\na.txt !binary\n"},
		{name: "binary with a value", root: "*.txt binary\na.txt binary=x\n"},
		{name: "binary set again", root: "*.txt binary\n*.txt -binary\na.txt binary\n"},
		{name: "binary before its attributes", root: "*.txt text diff\n*.txt binary\n"},
		{name: "binary after its attributes", root: "*.txt binary\n*.txt text diff\n"},
		{name: "unspecified", root: "*.txt text diff=x\na.txt !diff !text\n"},
		{name: "quoted", root: "\"a b.txt\" -diff\n\"\\303\\274.txt\" text\n\"q\\\"\\\\\\\\.txt\" x\n\"tab\\there\" y\n\"end \" z\n\"#\" -text\n"},
		{name: "quoted without a blank", root: "\"a.txt\"text\n"},
		{name: "quoted incorrectly", root: "\"a.txt text\n\"\\8.txt\" text\n\"\\12\" text\n\"\\400\" text\n"},
		{name: "invalid names", root: "*.txt text -\n*.txt te,xt\n*.txt diff=a =b\n*.txt !\n*.txt --diff\n"},
		{name: "invalid names of macros", root: "[attr]-x -diff\n[attr] y -diff\n*.txt x y\n"},
		{name: "signs and values", root: "*.txt -diff=x !text=y x=\n"},
		{name: "a byte order mark", root: "\ufeff*.txt -diff\n"},
		{name: "blanks and remarks", root: "  *.txt\t-diff  text \r\n#*.txt diff\n\n!*.txt x\nlib/ y\nlib/** z\n"},
		{name: "a pattern in brackets", root: "[attr] -diff\n[abc].txt text\n"},
		{name: "precedence", root: "*.txt diff=root\n", lib: "*.txt diff=lib\n", info: "a.txt diff=info\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write(".gitattributes", tt.root)
			w.write("lib/.gitattributes", tt.lib)
			w.write(".git/info/attributes", tt.info)
			names := []string{"diff", "text", "merge", "binary", "x", "y", "z"}
			paths := []string{"a.txt", "b.txt", "t", "lib/a.txt", "lib/deep/b.txt", "a b.txt", "ü.txt", "q\"\\.txt", "tab\there", "end ", "#", "\"a.txt", "lib"}
			out, ok := w.try(strings.Join(paths, "\x00")+"\x00", nil, append([]string{"check-attr", "--stdin", "-z"}, names...)...)
			if !ok {
				t.Fatal(out)
			}
			_, out, _ = strings.Cut(out, paths[0]+"\x00") // after the warnings
			fields := strings.Split(paths[0]+"\x00"+out, "\x00")
			want, got := map[string]string{}, map[string]string{}
			for i := 0; i+2 < len(fields); i += 3 {
				want[fields[i]+" "+fields[i+1]] = fields[i+2]
			}
			r := w.open()
			for _, p := range paths {
				found := r.attributes.of(p)
				for _, name := range names {
					state := found[name]
					switch state {
					case isSet:
						state = "set"
					case isUnset:
						state = "unset"
					case isUnspecified:
						state = "unspecified"
						if _, known := found[name]; known && tt.name == "signs and values" && name == "x" {
							state = "" // an empty value
						}
					}
					got[p+" "+name] = state
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("attributes (-git +got):\n%s", diff)
			}
		})
	}
}

// Git does not follow a .gitattributes or a .gitignore that is a link.
func TestLinkedRules(t *testing.T) {
	for _, folder := range []string{"", "lib/"} {
		for _, tt := range []struct{ name, rules string }{{".gitattributes", "*.x -diff\n"}, {".gitignore", "*.x\n"}} {
			t.Run(folder+tt.name, func(t *testing.T) {
				w := newWorld(t, 1)
				w.write("rules", tt.rules)
				w.write(folder+"a.x", "a\n")
				if err := os.Symlink(strings.Repeat("../", strings.Count(folder, "/"))+"rules", filepath.Join(w.dir, folder, tt.name)); err != nil {
					t.Skip(err)
				}
				// Followed, the attributes would make the file binary, and the pattern would hide it.
				want := []string{"? " + folder + tt.name, "? " + folder + "a.x", "? rules"}
				slices.Sort(want)
				if diff := cmp.Diff(want, states(t, w.open(), "uncommitted")); diff != "" {
					t.Errorf("changes (-want +got):\n%s", diff)
				}
				w.checkStatus()
			})
		}
	}
}
