# What looks secret is redacted and marked in the tree; the mark leads to the list, where a person
# allows it, and undo redacts it again. A file with a secret name is shown by a click.
local token="gh""p_0123456789abcdefghijABCDEFGHIJ012345"
printf 'a deploy\nTOKEN=%s\nlast line\n' "$token" >"$project/deploy.txt"
printf 'COLOUR=orange\n' >"$project/.env"
open_window "$project"
within tree click deploy.txt
within tree click .env
within preview see "TOKEN=[REDACTED"
within preview see "content withheld"
see "2 secrets"
press ctrl+shift+r
see "github-pat"
click redacted
click "Allow for me"
see allowed
press ctrl+z
see redacted
click Show
gone withheld
press Escape
within preview see "TOKEN=[REDACTED"
within preview see "COLOUR=orange"
press ctrl+shift+c
told "redacted: 1"
! copied | grep -q "$token" || die "$journey: what was copied holds the secret"
see "1 secret"
