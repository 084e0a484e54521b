#!/usr/bin/env python3
"""Makes answers to apply from the commits of repositories: the commit is the edit, its parent the project.

usage: cases.py OUT REPOSITORY... [--each N] [--seed N]

Writes OUT/NAME.bundle with the tags case-NNN (the project as the answer meets it) and want-NNN (as it must be afterwards),
and OUT/cases.jsonl with one answer a line: id, repo, tag, form, slip, want (apply or refuse), level, paths, answer.
The same arguments give the same cases. score.py beside it says what a program makes of them.
"""
import argparse, html, json, os, random, re, subprocess, tempfile

ap = argparse.ArgumentParser()
ap.add_argument("out"); ap.add_argument("repository", nargs="+"); ap.add_argument("--each", type=int, default=60); ap.add_argument("--seed", type=int, default=1)
a = ap.parse_args()

LANGUAGES = {".go": "go", ".py": "python", ".rs": "rust", ".js": "javascript", ".ts": "typescript", ".rb": "ruby", ".java": "java", ".c": "c", ".h": "c", ".md": "markdown",
             ".json": "json", ".yml": "yaml", ".yaml": "yaml", ".toml": "toml", ".kt": "kotlin", ".php": "php", ".sh": "sh", ".xml": "xml", ".css": "css", ".html": "html"}
OPENINGS = ["", "Here is what I would change.\n\n", "The cause is that `value` is read before it is set, as in this example:\n\n```\n$ run --all\nerror: no value\n```\n\nThis repairs it:\n\n",
            "I read the files that you sent. Two remarks first:\n\n- the tests pass today;\n- nothing else calls it.\n\n"]
ENDINGS = ["", "\nTell me when something else breaks.\n", "\nThen run:\n\n```sh\nmake check\n```\n", "\n> Note: nothing else has to change.\n"]


class Git:
    def __init__(self, dir):
        self.dir, self.env = dir, dict(os.environ, GIT_AUTHOR_DATE="2001-01-01T00:00:00Z", GIT_COMMITTER_DATE="2001-01-01T00:00:00Z", GIT_AUTHOR_NAME="case",
                                       GIT_AUTHOR_EMAIL="case@example.org", GIT_COMMITTER_NAME="case", GIT_COMMITTER_EMAIL="case@example.org")

    def __call__(self, *args, input=None, env=None, check=True):
        return subprocess.run(["git", "-C", self.dir, *args], check=check, capture_output=True, input=input, env=env or self.env).stdout

    def tree(self, base, files):
        """The tree of a commit with some files put into it: bytes, or None for one that is removed."""
        with tempfile.TemporaryDirectory() as t:
            env = dict(self.env, GIT_INDEX_FILE=os.path.join(t, "index"))
            self("read-tree", base, env=env)
            for path, data in files.items():
                if data is None:
                    self("update-index", "--index-info", input=f"0 {'0' * 40}\t{path}\n".encode(), env=env)
                    continue
                blob = self("hash-object", "-w", "--stdin", "--no-filters", input=data).decode().strip()
                mode = self("ls-files", "-s", "--", path, env=env).decode().split(" ")[0] or "100644"
                self("update-index", "--add", "--cacheinfo", f"{mode},{blob},{path}", env=env)
            return self("write-tree", env=env).decode().strip()

    def tag(self, name, tree):
        commit = self("commit-tree", tree, "-m", "case").decode().strip()
        self("tag", "-f", name, commit)


def changes(git, old, new):
    """The changes between two texts, as (start, end, new lines) of lines from 0."""
    blobs = [git("hash-object", "-w", "--stdin", "--no-filters", input=x).decode().strip() for x in (old, new)]
    out = []
    for line in git("diff", "-U0", "--no-color", *blobs).decode("utf-8", "surrogateescape").split("\n"):
        if m := re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line):
            s, n, t, k = int(m[1]), int(m[2] or 1), int(m[3]), int(m[4] or 1)
            out.append((s - 1 if n else s, s - 1 + n if n else s, t - 1 if k else t, t - 1 + k if k else t))
    return out


def count(lines, part):
    n = len(part)
    return sum(lines[i:i + n] == part for i in range(len(lines) - n + 1))


def hunks(old, new, ch, context, most=12):
    """Hunks whose old lines stand in the file once: (start, old lines, new lines, lines of a difference), or None."""
    out, i = [], 0
    while i < len(ch):
        j = i
        c = context
        while True:
            j = i
            while j + 1 < len(ch) and ch[j + 1][0] - ch[j][1] <= 2 * c:
                j += 1
            s, e = max(0, ch[i][0] - c), min(len(old), ch[j][1] + c)
            part = old[s:e]
            if part and any(x.strip() for x in part) and count([x.strip() for x in old], [x.strip() for x in part]) == 1:
                break
            c += 1
            if c > most:
                return None
        if out and out[-1][0] + len(out[-1][1]) > s:
            return None
        body, n, at = [], [], s
        for (x, y, p, q) in ch[i:j + 1]:
            body += [" " + z for z in old[at:x]] + ["-" + z for z in old[x:y]] + ["+" + z for z in new[p:q]]
            n += old[at:x] + new[p:q]
            at = y
        body += [" " + z for z in old[at:e]]
        n += old[at:e]
        out.append((s, part, n, body))
        i = j + 1
    return out


def fence(text):
    longest = max((len(x) for x in re.findall(r"`{3,}", text)), default=2)
    return "`" * max(3, longest + 1)


def lang(path):
    return LANGUAGES.get(os.path.splitext(path)[1], "")


def similar(rng, line):
    """A line with a slip of the pen."""
    words = [m for m in re.finditer(r"[A-Za-z]{5,}", line)]
    if not words:
        return None
    m = rng.choice(words)
    k = rng.randrange(m.start() + 1, m.end() - 2)
    s = line[:k] + line[k + 1] + line[k] + line[k + 2:]
    return s if s != line else None


def indent(s):
    return s[:len(s) - len(s.lstrip(" \t"))]


FORMS = [("udiff", ["", "drift", "numbers", "numbers drift", "no-numbers", "no-numbers drift", "bare", "blank", "blank drift", "crlf", "typo", "unfenced", "no-final"]),
         ("search", ["", "drift", "dedent", "dedent drift", "trailing", "crlf", "numbered", "tabs", "dots", "path", "reverse", "typo", "near", "unclosed", "twice", "gone"]),
         ("v4a", ["", "drift", "near", "reverse", "twice", "gone", "create", "delete"]), ("xml", ["", "drift", "escaped", "create", "delete", "crlf"]),
         ("tool", ["", "drift", "path", "create"]), ("whole", ["heading", "info", "bold", "crlf", "create", "unclosed"]), ("elided", ["", "drift"]), ("function", [""])]
LIKELY = {"typo", "near"}


def make(git, rng, base, files, form, slip):
    """Returns the answer with the project before and after, or None where the commit does not suit."""
    case, want, parts = {}, {}, []
    slips = slip.split()
    if slip in ("create", "delete"):
        path, (old, new) = next(iter(files.items()))
        if (old is None) != (slip == "create") or (new is None) != (slip == "delete") or len(files) != 1:
            return None
        body = (new if slip == "create" else old).decode()
        if not body.endswith("\n") or not body.strip() or "\r" in body or len(body) > 20000:
            return None
        f = fence(body)
        if slip == "create":
            text = {"v4a": "*** Begin Patch\n*** Add File: %s\n%s\n*** End Patch\n" % (path, "\n".join("+" + x for x in body[:-1].split("\n"))),
                    "xml": f'<file path="{path}" action="create">\n<content>\n===\n{body}===\n</content>\n</file>\n',
                    "tool": "```json\n%s\n```\n" % json.dumps({"command": "create", "path": path, "file_text": body}),
                    "whole": f"### `{path}`\n\n{f}{lang(path)}\n{body}{f}\n"}[form]
        else:
            text = {"v4a": f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n", "xml": f'<file path="{path}" action="delete"/>\n'}[form]
        return text, {}, {path: new}
    for path, (old, new) in files.items():
        if old is None or new is None:
            return None
        o, n = old.decode(), new.decode()
        if "\r" in o or "\r" in n or not o.endswith("\n") or not n.endswith("\n"):
            return None
        case[path], want[path] = o[:-1].split("\n"), n[:-1].split("\n")
    refuse, level = False, "likely" if slip in LIKELY else "certain"
    if len(case) > 1 and slip in ("dots", "typo", "near", "twice", "gone", "unclosed", "reverse", "numbered", "path", "crlf", "escaped", "tabs", "no-final"):
        return None
    shown = {p: (list(case[p]), list(want[p])) for p in case}
    if "drift" in slips:
        for p in case:
            ch = changes(git, ("\n".join(case[p]) + "\n").encode(), ("\n".join(want[p]) + "\n").encode())
            free = [i for i in range(len(case[p]) + 1) if all(i < x - 12 or i > y + 12 for x, y, _, _ in ch)]
            if not free:
                return None
            at = rng.choice(free)
            shift = sum((q - p2) - (y - x) for x, y, p2, q in ch if y < at)
            added = [f"drifted line {k} of {rng.randrange(10**6)}" for k in range(rng.randrange(2, 40))]
            case[p] = case[p][:at] + added + case[p][at:]
            want[p] = want[p][:at + shift] + added + want[p][at + shift:]
    made = []
    for p in files:
        o, n = shown[p]
        ob, nb = ("\n".join(o) + "\n").encode(), ("\n".join(n) + "\n").encode()
        ch = changes(git, ob, nb)
        if not ch:
            return None
        hs = hunks(o, n, ch, rng.choice([2, 3]) if form != "udiff" else 3)
        if hs is None and form not in ("whole", "elided", "function"):
            return None
        cores = [x.strip() for x in case[p]]
        if form not in ("whole", "elided", "function") and any(count(cores, [x.strip() for x in h[1]]) != 1 for h in hs):
            return None
        name = p
        if slip == "path":
            kind = rng.choice(["first", "dot", "a", "absolute"])
            name = {"first": p.split("/", 1)[1] if "/" in p else "", "dot": "./" + p, "a": "a/" + p, "absolute": "/home/me/work/repo/" + p}[kind]
            if not name or kind == "first" and sum(("/" + x).endswith("/" + name) for x in git("ls-tree", "-r", "--name-only", base).decode().split("\n")) != 1:
                return None
        made.append((p, name, o, n, ch, hs))
    if slip in ("typo", "near"):
        p, name, o, n, ch, hs = made[0]
        k = rng.randrange(len(hs))
        s, old, new, body = hs[k]
        gone = [i for i, x in enumerate(body) if x[0] == " "]
        kept = []
        at = 0
        for i, x in enumerate(body):
            if x[0] == " " and len(x.strip()) > 8 and sum(y[0] == " " for y in body) > 2:
                kept.append((i, at))
            if x[0] != "+":
                at += 1
        if not kept:
            return None
        i, at = rng.choice(kept)
        line = body[i][1:]
        if slip == "typo":
            other = similar(rng, line)
            if other is None or other in o:
                return None
            old = old[:at] + [other] + old[at + 1:]
            new = [other if x == line else x for x in new]
            if new.count(other) != 1:
                return None
            body = body[:i] + [" " + other] + body[i + 1:]
            hs[k] = (s, old, new, body)
        else:
            other = line + rng.choice(["  # since 2.1", " // see above", "  -- kept"])
            if case[p].count(line) != 1 or want[p].count(line) != 1:
                return None
            case[p][case[p].index(line)] = other
            want[p][want[p].index(line)] = other
    if slip in ("twice", "gone"):
        p, name, o, n, ch, hs = made[0]
        s, old, new, body = rng.choice(hs)
        if slip == "twice":
            free = [i for i in range(len(o) + 1) if all(i < h[0] - 3 or i > h[0] + len(h[1]) + 3 for h in hs)]
            if not free:
                return None
            at = rng.choice(free)
            case[p] = o[:at] + old + o[at:]
        else:
            if sum(1 for x in old if x.strip()) < 2:
                return None
            case[p] = o[:s] + o[s + len(old):]
        want[p], refuse = list(case[p]), True
    if slip == "crlf":
        case = {p: [x + "\r" for x in v] for p, v in case.items()}
        want = {p: [x + "\r" for x in v] for p, v in want.items()}
    final = {p: True for p in case}
    if slip == "no-final":
        final = {p: False for p in case}
    for p, name, o, n, ch, hs in made:
        if form == "udiff":
            lines = []
            if "bare" not in slips:
                lines.append(f"diff --git a/{p} b/{p}")
            lines += [f"--- a/{p}", f"+++ b/{p}"]
            shift = 0
            for s, old, new, body in hs:
                at = s + 1
                if "numbers" in slips:
                    at = max(1, at + rng.choice([-9, 4, 17, 120]))
                lines.append("@@ ... @@" if "no-numbers" in slips else f"@@ -{at},{len(old)} +{at + shift},{len(new)} @@")
                shift += len(new) - len(old)
                lines += ["" if "blank" in slips and x == " " else x for x in body]
            if slip == "no-final" and hs[-1][0] + len(hs[-1][1]) == len(o):
                return None
            text = "\n".join(lines) + "\n"
            if slip == "unfenced":
                parts.append(text + "\n")
            else:
                f = fence(text)
                parts.append(f"{f}diff\n{text}{f}\n")
        elif form == "search":
            order = hs[::-1] if slip == "reverse" else hs
            if slip == "reverse" and len(hs) < 2:
                return None
            used = False
            for s, old, new, body in order:
                so, sn = list(old), list(new)
                if "dedent" in slips:
                    common = os.path.commonprefix([indent(x) for x in so + sn if x.strip()])
                    if common:
                        so, sn, used = [x[len(common):] if x.strip() else x for x in so], [x[len(common):] if x.strip() else x for x in sn], True
                if slip == "trailing":
                    k = next((i for i, x in enumerate(case[p]) if x and x in so), None)
                    if k is None:
                        return None
                    line = case[p][k]
                    if case[p].count(line) != 1 or want[p].count(line) != 1:
                        return None
                    want[p][want[p].index(line)] = line + "  "
                    case[p][k] = line + "  "
                    used = True
                if slip == "numbered":
                    so, used = ["%5d | %s" % (s + 1 + i, x) for i, x in enumerate(so)], True
                if slip == "tabs":
                    tab = lambda x: re.sub(r"^( {4})+", lambda m: "\t" * (len(m[0]) // 4), x) if not any(indent(y).count("\t") for y in old) else indent(x).replace("\t", "    ") + x.lstrip(" \t")
                    if any("\t" in indent(x) and " " in indent(x) for x in so + sn) or len({indent(x)[:1] for x in so + sn if indent(x)}) > 1:
                        return None
                    to, tn = [tab(x) for x in so], [tab(x) for x in sn]
                    used = used or to != so
                    so, sn = to, tn
                if slip == "dots":
                    head = next((i for i, x in enumerate(body) if x[0] != " "), 0)
                    tail = next((i for i, x in enumerate(reversed(body)) if x[0] != " "), 0)
                    more = 6
                    top = o[max(0, s - more):s + head]
                    if s < more or len(top) < 6 or count(cores, [x.strip() for x in top[:2]]) != 1 or count(cores, [x.strip() for x in old[max(0, head - 1):]]) != 1 or not all(x.strip() for x in top[:2]):
                        return None
                    if s - more < 0 or any(s - more < h[0] + len(h[1]) and h[0] < s for h in hs if h[0] != s):
                        return None
                    so, sn, used = top[:2] + ["..."] + old[max(0, head - 1):], top[:2] + ["..."] + new[max(0, head - 1):], True
                block = "<<<<<<< SEARCH\n" + "".join(x + "\n" for x in so) + "=======\n" + "".join(x + "\n" for x in sn) + ">>>>>>> REPLACE\n"
                f = fence(block)
                parts.append(f"{name}\n{f}{lang(p)}\n{block}" + ("" if slip == "unclosed" and (s, old, new, body) == order[-1] else f"{f}\n"))
            if slip in ("dedent", "dedent drift", "tabs") and not used:
                return None
        elif form == "v4a":
            lines = ["*** Begin Patch"] if not parts else []
            lines.append(f"*** Update File: {p}")
            order = hs[::-1] if slip == "reverse" else hs
            if slip == "reverse" and len(hs) < 2:
                return None
            for s, old, new, body in order:
                lines += ["@@"] + body
            parts.append("\n".join(lines) + "\n")
        elif form == "xml":
            esc = (lambda x: html.escape(x, quote=False)) if slip == "escaped" else (lambda x: x)
            inner = ""
            for s, old, new, body in hs:
                o2, n2 = "".join(x + "\n" for x in old), "".join(x + "\n" for x in new)
                if slip == "escaped" and (esc(o2) == o2 or "&lt;" in "\n".join(o)):
                    return None
                inner += f"<change>\n<search>\n===\n{esc(o2)}===\n</search>\n<content>\n===\n{esc(n2)}===\n</content>\n</change>\n"
            parts.append(f'<file path="{p}" action="modify">\n{inner}</file>\n')
        elif form == "tool":
            calls = [json.dumps({"command": "str_replace", "path": name, "old_str": "\n".join(old), "new_str": "\n".join(new)}) for s, old, new, body in hs]
            if any("\n".join(o).count("\n".join(h[1])) != 1 for h in hs):
                return None
            parts.append("```json\n" + "\n".join(calls) + "\n```\n")
        elif form == "whole":
            text = "".join(x + "\n" for x in n)
            if len(n) > 400:
                return None
            f = fence(text)
            head = {"info": "", "bold": f"**{p}**\n\n"}.get(slip, f"### `{p}`\n\n")
            info = f"{lang(p) or 'text'}:{p}" if slip == "info" else lang(p)
            parts.append(f"{head}{f}{info}\n{text}" + ("" if slip == "unclosed" else f"{f}\n"))
            level = "likely" if slip == "unclosed" else level
        elif form == "elided":
            lead = {"python": "#", "ruby": "#", "yaml": "#", "toml": "#", "sh": "#"}.get(lang(p), "//")
            if lang(p) in ("markdown", "json", "html", "xml", ""):
                return None
            keep = 5
            text, at, end = [], 0, 0
            nl = n
            spans = []
            for x, y, s, e in ch:
                top, bottom = max(0, s - keep), min(len(nl), e + keep)
                if spans and top <= spans[-1][1] + 2:
                    spans[-1][1] = bottom
                else:
                    spans.append([top, bottom])
            for top, bottom in spans:
                head, tail = [x.strip() for x in nl[top:top + 3]], [x.strip() for x in nl[bottom - 3:bottom]]
                if count(cores, head) != 1 and top or count(cores, tail) != 1 and bottom < len(nl):
                    return None
                if top > (text and end or 0):
                    text.append(indent(nl[top]) + lead + " ... existing code ...")
                text += nl[top:bottom]
                end = bottom
            if end < len(nl):
                text.append(lead + " ... existing code ...")
            body = "".join(x + "\n" for x in text)
            f = fence(body)
            parts.append(f"`{p}`\n{f}{lang(p)}\n{body}{f}\n")
        elif form == "function":
            if lang(p) not in ("go", "python", "rust", "javascript", "typescript", "c", "java"):
                return None
            starts = [i for i, x in enumerate(n) if re.match(r"(?:export |pub |static |async |public |private )*(?:func|def|fn|function)\b.*|^[a-z][\w \*]*\([^;]*\)\s*\{$", x) and not x[0].isspace()]
            s, e = min(c[2] for c in ch), max(c[3] for c in ch)
            begins = [i for i in starts if i < s]
            if not begins:
                return None
            b = begins[-1]
            stop = next((i for i in range(b + 1, len(n)) if n[i].strip() and not n[i][0].isspace()), len(n))
            if stop < len(n) and n[stop].startswith("}"):
                stop += 1
            while not n[stop - 1].strip():
                stop -= 1
            if e > stop or n[b] not in o or o.count(n[b]) != 1:
                return None
            body = "".join(x + "\n" for x in n[b:stop])
            f = fence(body)
            parts.append(f"Replace it in `{p}`:\n\n{f}{lang(p)}\n{body}{f}\n")
    text = "\n".join(parts) if form != "v4a" else "".join(parts) + "*** End Patch\n"
    enc = lambda lines, p: ("\n".join(lines) + ("\n" if final[p] else "")).encode()
    return text, {p: enc(v, p) for p, v in case.items()}, {p: enc(v, p) for p, v in want.items()}, refuse, level


def text_of(git, commit, path):
    data = git("show", f"{commit}:{path}", check=False)
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    return data


os.makedirs(a.out, exist_ok=True)
total = 0
with open(os.path.join(a.out, "cases.jsonl"), "w") as cases:
    for source in a.repository:
        repo = os.path.basename(os.path.dirname(source)) if os.path.basename(source) in ("repo", ".git") else os.path.basename(source)
        repo = re.sub(r".*\+|\.git$", "", repo)
        rng = random.Random(f"{a.seed} {repo}")
        with tempfile.TemporaryDirectory() as t:
            subprocess.run(["git", "clone", "-q", "--bare", "--shared", source, t], check=True)
            git = Git(t)
            commits = git("log", "--all", "--no-merges", "--format=%H").decode().split()
            rng.shuffle(commits)
            wanted = [(f, s) for f, list in FORMS for s in list]
            rng.shuffle(wanted)
            n, tries = 0, 0
            for commit in commits:
                if n >= a.each or tries > 6000:
                    break
                tries += 1
                stat = git("diff-tree", "-r", "--no-commit-id", "--no-renames", commit).decode().strip().split("\n")
                if not 1 <= len(stat) <= 3 or not stat[0]:
                    continue
                files, ok = {}, True
                for line in stat:
                    meta, path = line.split("\t", 1)
                    om, nm, _, _, kind = meta[1:].split(" ")
                    if kind not in "MAD" or "160000" in (om, nm) or "120000" in (om, nm) or path.startswith('"'):
                        ok = False
                        break
                    old = None if kind == "A" else text_of(git, commit + "^", path)
                    new = None if kind == "D" else text_of(git, commit, path)
                    if kind != "A" and (old is None or len(old) > 150000) or kind != "D" and (new is None or len(new) > 150000) or om != nm and kind == "M":
                        ok = False
                        break
                    files[path] = (old, new)
                if not ok:
                    continue
                base = commit + "^"
                for k, (form, slip) in enumerate(wanted):
                    try:
                        made = make(git, rng, base, files, form, slip)
                    except UnicodeDecodeError:
                        made = None
                    if made is None:
                        continue
                    text, before, after = made[:3]
                    refuse, level = (made[3], made[4]) if len(made) > 3 else (False, "certain")
                    if len(text) > 60000 or before == after and not refuse:
                        continue
                    n += 1
                    tag = f"case-{n:03d}"
                    git.tag(tag, git.tree(base, before))
                    git.tag(tag.replace("case", "want"), git.tree(base, {**before, **after}))
                    answer = rng.choice(OPENINGS) + text + ("" if slip == "unclosed" else rng.choice(ENDINGS))
                    cases.write(json.dumps({"id": f"{repo}/{tag}", "repo": repo, "tag": tag, "form": form, "slip": slip, "want": "refuse" if refuse else "apply", "level": level, "paths": sorted(files), "answer": answer}) + "\n")
                    wanted.append(wanted.pop(k))  # the other forms first, next time
                    break
            tags = git("tag", "-l", "case-*", "want-*").decode().split()
            git("bundle", "create", os.path.abspath(os.path.join(a.out, repo + ".bundle")), *["refs/tags/" + x for x in tags])
            total += n
            print(f"{repo}: {n} answers of {tries} commits")
print(f"{total} answers")
