# A chat that was copied elsewhere becomes a discussion.
printf 'User:\nwhy does the till not open?\n\nAI:\nbecause the drawer is locked\n' |
	xclip -i -selection clipboard 2>/dev/null
open_window "$project"
press ctrl+shift+v
see "Paste a chat"
click Import
within middle see "the drawer is locked"
within preview see "the drawer is locked"
holds "$project/dossier_history.toml" "why does the till not open?"
