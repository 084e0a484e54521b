# A chat is imported from a file that is typed: what does not fit is refused in the dialog, the
# files of its types are listed, and the next time the file is the first of the list.
mkdir "$HOME/saved"
printf 'User:\nwhy does the till not open?\n\nAI:\nbecause the drawer is locked\n' >"$HOME/saved/till.md"
printf 'no chat' >"$HOME/saved/till.png"
open_window "$project"
press ctrl+shift+v
see "Paste a chat"
click From a file
see "Import chats from a file"
see guide.md
type_text '~/saved/lost.md'
press Return
see "There is no file"
press ctrl+a
type_text '~/saved/'
see till.md
gone till.png
press Down Return
see "the drawer is locked"
click Import
within middle see "the drawer is locked"
holds "$project/dossier_history.toml" "why does the till not open?"
press ctrl+shift+v
see "Paste a chat"
click From a file
see recent
