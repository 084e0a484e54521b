# A text is searched for in the files, what was found is added as slices, and the names of files are
# filtered again.
open_window "$project"
within tree see main.go
press ctrl+shift+f
type_text GREET # the capitals count, until the button says that they do not
within tree see "case counts"
within tree click "Ignore case"
within tree see "func greet"
press ctrl+shift+f
press ctrl+a
type_text greet
within tree see "func greet"
within tree click "Add"
click "Add 2 lines as slices"
within preview see "func greet"
press ctrl+shift+c
told Copied
wait_for 20 grep -q 'func greet' <(copied) || die "$journey: the lines are not in what is copied"
press alt+t # in the text field the key takes back what was typed
press ctrl+z
within preview gone "func greet"
press ctrl+p
press ctrl+a
type_text guide
within tree see guide.md
