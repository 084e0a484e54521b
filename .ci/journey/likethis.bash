# The files of a change that are like one of them are excluded by a pattern from the menu of its row, which says what that saves. It
# is saved with the range, so that the command line builds the same; undo includes them again.
git -C "$project" init -q -b main
git -C "$project" add .
git -C "$project" -c user.name=Ada -c user.email=ada@example.com commit -q -m "The first commit"
echo /dossier.toml >>"$project/.git/info/exclude" # saving it is no change of the project
printf '\n// One more line.\n' >>"$project/main.go"
printf 'Recorded first.\n' >"$project/orders.fixture"
printf 'Recorded second.\n' >"$project/users.fixture"
recorded() { copied | grep -q '^+Recorded first.$' && copied | grep -q '^+Recorded second.$'; }
written() { copied | grep -q '^+// One more line.$' && ! copied | grep -q 'Recorded'; }

open_window "$project"
within tree see main.go
press alt+5
within middle click "Uncommitted changes"
within preview see "orders.fixture"
press ctrl+shift+c
told Copied
wait_for 20 recorded || die "$journey: the new files are not in what is copied"
within middle right_click orders.fixture
see "Exclude all like this"
see "2 files"
click ".fixture"
within preview gone "orders.fixture"
within middle see users.fixture
press ctrl+shift+c
told Copied
wait_for 20 written || die "$journey: the files like it are in what is copied, or the other one is not"
copied >"$work/copied.md"

press ctrl+s
holds "$project/dossier.toml" '*.fixture'
same_document "$work/copied.md"
press ctrl+z
within preview see "orders.fixture"
