package shell

import "testing"

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"names stay", "echo $a ${b} \"c d\"", "echo $a ${b} \"c d\""},
		{"a pattern with a bracket", "a=${y%%]*}", "a=${xxxxx}"},
		{"in double quotes", `a="${y#*[}"; b`, `a="xxxxxxx"; b`},
		{"an expansion in one", "${a:-${b%%]*}}", "${xxxxxxxxxxx}"},
		{"its brace in quotes", `${a%"}"}; ${a%'}'}; b`, `${xxxxx}; ${xxxxx}; b`},
		{"an apostrophe of a default in double quotes", `"${a:-it's}" '${b%]}'`, `"xxxxxxxxxx" '${b%]}'`},
		{"an expansion that does not end stays", "${a%]\n", "${a%]\n"},
		{"escaped characters", `\( a\ b \"`, `xx a\ b xx`},
		{"tests", `[ \( -n "$a" \) ] && [[ $b =~ ^[^\']$ ]]`, `[ xxxxxxxxxxxxx ] && [[ xxxxxxxxxxxxx ]]`},
		{"a bracket that is no command stays", "echo [ $a ]; a[0]=1", "echo [ $a ]; a[0]=1"},
		{"patterns", "case a in @(b|c)*) !(d) ;; esac", "case a in xxxxxx*) !(d) ;; esac"},
		{"clauses that fall through", "a) b ;;& c) d ;& esac", "a) b ;;  c) d ;; esac"},
		{"comments and single quotes stay", "# ${a%]\n'${a%]}' $#", "# ${a%]\n'${a%]}' $#"},
		{"heredocs", "cat <<A\n${b%]} \"\nA\n${c%]}", "cat <<A\n${xxx} \"\nA\n${xxx}"},
		{"heredocs in quotes stay", "cat <<-'A'\n${b%]} \"\n\tA\n${c%]}", "cat <<-'A'\n${b%]} \"\n\tA\n${xxx}"},
		{"a shift is no heredoc", "((a = 1 << b)); \"${c%]}\"", "((a = 1 << b)); \"xxxxxx\""},
		{"case in a substitution", `a="$(case b in c) d;; esac)" ${e%]}`, `a="xxxxxxxxxxxxxxxxxxxxxxxx" ${xxx}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(prepare([]byte(tt.src))); got != tt.want {
				t.Errorf("prepare(%q)\n = %q,\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add("a() { b=\"${c%%]*}\" $(d `e`) <<-F\n${g:-'}\n\tF\n}")
	f.Add("[[ $a == @(b|\\)) ]] ;;& case $((1 << 2)) in $'\\'') ;& esac")
	f.Fuzz(func(t *testing.T, src string) {
		got := prepare([]byte(src))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if got[i] != src[i] && got[i] != 'x' && got[i] != ';' && got[i] != ' ' {
				t.Fatalf("byte %d of %q became %q", i, src, got[i])
			}
		}
	})
}
