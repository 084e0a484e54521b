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
click "Include file"
gone withheld
press Escape
within preview see "TOKEN=[REDACTED"
within preview see "COLOUR=orange"
press ctrl+shift+c
told "1 secret redacted"
! copied | grep -q "$token" || die "$journey: what was copied holds the secret"
see "1 secret"
# A value that only may be a secret is asked about once before it goes out, and can be redacted then.
printf 'password: hunter22x\n' >"$project/settings.yaml"
within tree click settings.yaml
within preview see hunter22x
press ctrl+shift+c
see "Possible secrets"
see "password-in-settings"
click Review
see "Redact all readable"
press Escape
press ctrl+shift+c
see "Possible secrets"
click "Leave readable"
told "1 possible secret readable"
copied | grep -q hunter22x || die "$journey: what was left readable is not in the copy"
# What was asked about once goes out, unless the settings say to ask every time.
press ctrl+shift+c
told "1 possible secret readable"
press ctrl+comma
scroll "How this window"
see "Ask about possible secrets"
click "Every time"
click Save
press ctrl+shift+c
see "Possible secrets"
click Cancel
press ctrl+comma
scroll "How this window"
click "Once for each"
click Save
printf 'password: hunter22x\nother_password: hunter33y\n' >"$project/settings.yaml"
within preview see hunter33y
press ctrl+shift+c
see "1 value may be a secret"
click "Redact all"
told "2 secrets redacted"
copied | grep -q hunter33y && die "$journey: what was redacted is in the copy"
press ctrl+shift+r
click "Redact all readable"
press Escape
within preview gone hunter22x
