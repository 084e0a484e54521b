# A command is found by parts of its name and run, one that can do nothing says why, figures lead
# to the tabs, and Ctrl+Q quits.
ended() { ! kill -0 "$program" 2>/dev/null; }

open_window "$project"
within tree click notes.txt
within preview see "buy apples"
press ctrl+shift+a
see "Name of a command"
type_text "dossier write"
press Return
told Wrote .dossier/out/shop_001.md
press ctrl+shift+a
type_text redo
see "Nothing to redo"
press Escape
gone "Nothing to redo"
press ctrl+shift+a
type_text "snap"
press Return
within middle see "1 file"
press ctrl+F1
see "Keyboard shortcuts"
type_text "previous tab"
see "Ctrl+PageUp"
gone "Ctrl+PageDown"
press Escape
press alt+8
within middle see "Presets are named"
press ctrl+q
wait_for 20 ended || die "$journey: Ctrl+Q does not quit"
grep -q 'Failed to focus' "$errors" && die "$journey: something that is not shown was to have the focus"
open_window "$project"
within tree see notes.txt
within preview see "buy apples"
