# The window in German: the language is chosen in the settings, the next window has it, and the main job is done there; what is copied
# stays English. Then it is changed back.

# language NAME SHOWN chooses a language in the menu beside the words, which are "Language" in the language of the window.
language() {
	see "$1"
	xdotool mousemove "$((${spot% *} + 240))" "${spot#* }"
	sleep 0.1
	xdotool click 1
	click "$2"
}

open_window "$project"
within tree see main.go
press ctrl+comma
see "How this window looks"
language Language Deutsch
click Save
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" 'language = "de"'
close_window

open_window "$project"
within middle see Dateien
within tree click main.go
within preview see "func main"
within middle click voll
click Skelett
within preview gone Println
press ctrl+shift+c
told "1 Datei kopiert"
copied >"$work/copied.md"
press ctrl+s
holds "$project/dossier.toml" 'view_mode = "skeleton"'
same_document "$work/copied.md"
grep -q '^# Files$\|^## Files$' "$work/copied.md" || die "$journey: the document is not in English"

press ctrl+comma
see Einstellungen
language Sprache English
click Speichern
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" 'language = "en"'
close_window
open_window "$project"
within middle see Files
within preview see "func main"
