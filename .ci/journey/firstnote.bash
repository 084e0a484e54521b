# What is typed right after the first note was begun is in it, and can be undone and redone; and while a snapshot is shown, a change
# leads back to the current document.
open_window "$project"
within tree see main.go
press ctrl+shift+n
type_text "who has emptied it?"
press Escape
within preview see "who has emptied it"
press ctrl+z
press ctrl+z
within preview gone "who has emptied it"
holds_no_note() { ! grep -q "who has emptied it" "$project/dossier_notes.toml"; }
wait_for 20 holds_no_note || die "$journey: the undone note stays in the file"
press ctrl+y # also after it was saved
press ctrl+y
within preview see "who has emptied it"
press alt+7
press ctrl+shift+w
told Wrote .dossier/out/shop_001.md
press alt+9
within middle click "0 files"
press Return
see "Snapshot shop_001"
within bottom see "snapshot shop_001"
within tree click guide.md
within preview see "How the shop works"
gone "Back to now"
