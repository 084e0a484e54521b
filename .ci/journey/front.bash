# A second `dossier DIR` brings the window to the front that has the folder open, instead of opening
# another one.
windows() { xdotool search --onlyvisible --name Dossier | wc -l; }

open_window "$project"
within tree see main.go
before=$(windows)
said=$(timeout 30 ./dossier "$project") || die "$journey: the second dossier did not end, or failed: $said"
[[ $said == *"is now active"* ]] || die "$journey: it does not say where the window is: $said"
[ "$(windows)" = "$before" ] || die "$journey: there are $(windows) windows, not $before"
within tree see main.go
