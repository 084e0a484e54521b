# What a project file asks for outside of its folder waits as one question: not now leaves all of
# it out, a box allows one path, the rest goes out of the document until it is undone, and is not asked
# again until the file names something else.
printf 'beside the shop\n' >"$project/../beside.txt"
printf 'not for the shop\n' >"$project/../private.txt"
printf '[files]\nitems = ["guide.md", "../beside.txt", "../private.txt"]\n' >"$project/dossier.toml"
open_window "$project"
within preview see "How the shop works"
told "2 permission requests"
press ctrl+shift+x
see "Outside the project"
see "Not now"
press Return
gone "Not now"
within preview gone "beside the shop"
press ctrl+shift+x
press space
click "exclude the rest"
within preview see "beside the shop"
within preview gone "not for the shop"
within preview gone "private.txt"
gone "permission requests"
press ctrl+z
within preview see "private.txt"
printf '[files]\nitems = ["guide.md", "../beside.txt", "../private.txt", "../new.txt"]\n' >"$project/dossier.toml"
told "2 permission requests"
press ctrl+shift+x
see "(new)"
see "does not exist"
click "Allow all"
within preview see "not for the shop"
