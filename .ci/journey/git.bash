# What is not committed yet becomes a section of the document; a file of it is excluded, undo includes it
# again, and it is shown as a skeleton; a range says what it costs before it is chosen.
git -C "$project" init -q -b main
git -C "$project" add .
git -C "$project" -c user.name=Ada -c user.email=ada@example.com commit -q -m "The first commit"
printf '\n// One more line.\n' >>"$project/main.go"
printf 'Something new.\n' >"$project/news.txt"
changes() { copied | grep -q '^+// One more line.$'; }
without() { copied | grep -q '^+Something new.$' && ! changes; }

open_window "$project"
within tree see main.go
press alt+5
within middle click "Uncommitted changes"
within middle see news.txt
within preview see "One more line"
press ctrl+shift+c
told Copied
wait_for 20 changes || die "$journey: the change is not in what is copied"
within middle click main.go
press space
within preview gone "One more line"
press ctrl+shift+c
told Copied
wait_for 20 without || die "$journey: the excluded file is in what is copied, or the other is not"
press ctrl+z
within preview see "One more line"

# Each file has a view of its own: a skeleton has no bodies of functions.
within middle right_click main.go
within middle click skeleton
within preview see "main.go"
press ctrl+shift+c
told Copied
skeleton() { copied | grep -q '^func greet(name string) string { ... }$' && ! changes; }
wait_for 20 skeleton || die "$journey: the changed file is not copied as a skeleton"
press ctrl+z
within preview see "One more line"

# A range says what it costs before it is chosen.
within middle click "changes: uncommitted"
click "Branch, tag or commit"
see "The first commit"
type_text nosuch # a name of no commit is refused, and the previous range stays
press Return
see "There is no branch, tag or commit"
press ctrl+a
press BackSpace
see "The first commit"
click Commits
click "The first commit"
see "tok"
