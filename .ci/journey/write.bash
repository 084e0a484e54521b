# What was sent is kept, a change outside is seen, the two dossiers are compared, and the
# first is replayed.
open_window "$project"
within tree click notes.txt
within preview see "buy apples"
press ctrl+shift+w
told Wrote .dossier/out/shop_001.md
sed -i 's/apples/oranges/' "$project/notes.txt"
within preview see "buy oranges"
press ctrl+shift+w
told Wrote .dossier/out/shop_002.md
grep -q "buy apples" "$project/.dossier/out/shop_001.md" || die "$journey: the first dossier has changed"
press alt+8
within middle see "1 edited"
within middle click "1 file"
press shift+Up
within middle right_click "1 file" # the ring around the other one may hide its name from the reader
click "Compare the two"
see "buy apples"
see "buy oranges"
press Escape
within middle click "1 file"
press Return
see "Snapshot shop_001"
within preview see "buy apples"
click "Back to now"
within preview see "buy oranges"
