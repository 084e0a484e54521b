# The program crashes: the next start says so, offers what was unsaved, and there is a report.
open_window "$project"
within tree click main.go
within preview see "func main"
sleep 2
kill -SEGV "$program"
wait "$program" 2>/dev/null || true
open_window
told "ended unexpectedly"
holds "$(ls "$XDG_STATE_HOME"/dossier/crashes/crash-*.txt)" "version: "
within preview see "func main"
click "unexpectedly"
see "Open the folder"
click Discard
told "Discarded the unsaved work"
within preview gone "func main"
press ctrl+z
within preview see "func main"
press ctrl+z
close_window
[ -z "$(ls "$XDG_STATE_HOME"/dossier/crashes/running-* 2>/dev/null)" ] || die "$journey: a program that was closed left something"
open_window
