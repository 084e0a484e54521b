# Snapshots are told apart by what has changed from one to the next. A selected one is shown in the
# preview until something else is done, and what is copied meanwhile is the current document.
copied_all() { copied | grep -q "How the shop works"; }

open_window "$project"
within tree click notes.txt
within preview see "buy apples"
press ctrl+shift+w
told Wrote .dossier/out/shop_001.md
within tree click guide.md
within preview see "How the shop works"
press ctrl+shift+w
told Wrote .dossier/out/shop_002.md
press alt+8
within middle see "Changes from the one below"
within middle see "+1 file"
within middle gone "shown differently"
press Down
within bottom see "snapshot shop_002"
press Down
within bottom see "snapshot shop_001"
within preview gone "How the shop works"
gone "Back to now"
press Escape
within preview see "How the shop works"
press Up Down
within bottom see "snapshot shop_001"
press ctrl+shift+c
wait_for 20 copied_all || die "$journey: this is not the current document: $(copied | head -n 5)"
within preview see "How the shop works"
within tree click main.go
within preview see greet
