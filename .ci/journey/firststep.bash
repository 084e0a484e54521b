# The keyboard alone: the first step of the Git tab leads to the list of changes, which keeps the focus.
git -C "$project" init -q -b main
git -C "$project" add .
git -C "$project" -c user.name=Ada -c user.email=ada@example.com commit -q -m "The first commit"
printf 'Something new.\n' >"$project/news.txt"
printf '\n// One more line.\n' >>"$project/main.go"

open_window "$project"
within tree see main.go
press alt+5
within middle see "Uncommitted changes"
press Return
within preview see "One more line"
within middle see news.txt
press Home space
within preview gone "One more line"
within preview see "Something new"
