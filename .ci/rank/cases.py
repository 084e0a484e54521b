#!/usr/bin/env python3
"""Makes questions with known answers from the commits of repositories, as make rank reads them.

usage: cases.py OUT CLONES PROJECTS [--each N] [--seed N]

PROJECTS has a line for each project: owner/name, the commit that its history is read from, and its set. CLONES has a bare
clone of each as owner+name/repo; those that are missing are cloned. A commit's message is the question, without trailers and
numbers of issues; the source files that it changed are the answer; its parent (the tag of the case) is the project and its history. Left out: merges,
messages of fewer than three words or about releases, those that name a changed file, and commits that change more than twenty
files or more than six of source. Each has the lines of the files that the commit removed or changed, or the one that it added others
behind, for make fit. Writes OUT/owner+name/cases.jsonl and a link to the clone; the same arguments give the same cases.
"""
import argparse, json, os, random, re, subprocess

ap = argparse.ArgumentParser()
ap.add_argument("out"); ap.add_argument("clones"); ap.add_argument("projects"); ap.add_argument("--each", type=int, default=60); ap.add_argument("--seed", type=int, default=1)
a = ap.parse_args()

SOURCE = set(""".c .h .cc .cpp .cxx .hpp .hh .ipp .inc .cs .go .rs .py .pyx .js .jsx .mjs .cjs .ts .tsx .mts .vue .svelte .java .kt .kts .scala .sc .swift .m .mm .rb .php .lua .ex .exs
.erl .hrl .hs .lhs .ml .mli .mll .mly .clj .cljs .cljc .dart .pl .pm .jl .r .sh .bash .zig .nim .elm .fs .fsx .vim .el .lisp .l .y .proto .css .scss .less .erb .eex .heex .tcl .groovy .gradle""".split())
ELSEWHERE = re.compile(r"(^|/)(\w*[-_.]?tests?|\w*Tests?|specs?|__tests__|testdata|test[-_]\w+|fixtures?|docs?|documentation|examples?|samples?|demos?|bench\w*|vendor|third_party|3rdparty|deps|node_modules|dist|\.github|website|site|man|manual|changelog\w*)/", re.I)
TEST = re.compile(r"(^|/)(test_[^/]*|conftest\.py|[^/]*([_.-](test|tests|spec|bench)|Tests?|Spec|TestCase|Suite)\.[^/]*)$")
TRAILER = re.compile(r"^(signed-off-by|co-authored-by|reviewed-by|acked-by|change-id|cc|pr-url|refs|fixes|closes|close|fix|see|git-svn-id|reported-by|tested-by|created by \w+|https?)\b.*[:#@/].*$", re.I)
DULL = re.compile(r"^\W*(merge|bump|release|prepare|revert|version|v?\d+\.\d|update (the )?(changelog|readme|version|license|copyright|dependenc)|\[maven|\[ci skip|wip\b|initial commit|typo)", re.I)


def is_source(path):
    stem, ext = os.path.splitext(path.lower())
    return ext in SOURCE and not ELSEWHERE.search(path) and not TEST.search(path) and not path.endswith(".min.js") and ".generated." not in path


def question(message):
    lines = [l.rstrip() for l in message.replace("\r", "").split("\n")]
    lines = [l for l in lines if not TRAILER.match(l.strip())]
    text = re.sub(r"https?://\S+", "", "\n".join(lines))
    text = re.sub(r"\(?\b(GH|gh)-\d+\)?|\(?[\w./-]*#\d+\)?", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()[:1500]


def cases(clone, head):
    log = subprocess.run(["git", "-C", clone, "log", "--no-merges", "--no-renames", "--name-status", "-z", "--format=%x01%H%x02%P%x02%B%x02", head],
                         check=True, capture_output=True).stdout.decode("utf-8", "replace")
    commits = log.split("\x01")[1:]
    for commit in commits[:len(commits) * 19 // 20]:  # the first commits of all have little to look into
        id, parent, message, changes = commit.split("\x02", 3)
        fields = [f for f in changes.strip("\n\0").split("\0") if f]
        kinds, paths = [f.strip() for f in fields[::2]], fields[1::2]
        files = [p for k, p in zip(kinds, paths) if k == "M" and is_source(p)]
        asked = question(message)
        if " " in parent or not parent or len(paths) > 20 or not 1 <= len(files) <= 6 or DULL.match(asked) or len(re.findall(r"[^\W\d_]{2,}", asked)) < 3:
            continue
        if any(os.path.basename(p).lower() in asked.lower() for p in paths):
            continue
        yield {"tag": parent, "query": asked, "files": files, "commit": id}


def lines(clone, case):
    """The ranges of lines of each file of a case, as they are before its commit."""
    of, out = None, {}
    diff = subprocess.run(["git", "-C", clone, "-c", "core.quotePath=off", "diff", "--no-renames", "-U0", case["tag"], case["commit"], "--", *case["files"]], check=True, capture_output=True)
    for line in diff.stdout.decode("utf-8", "replace").split("\n"):
        if line.startswith("--- a/"):
            of = line[6:].rstrip("\t\r")
        elif m := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            first, n = int(m[1]), int(m[2] or 1)
            out.setdefault(of, []).append([max(1, first), max(1, first + n - 1)])
    return out


for line in open(a.projects):
    if not line.strip() or line.startswith("#"):
        continue
    name, head, _ = line.split()
    plain = name.replace("/", "+")
    clone = os.path.join(os.path.abspath(a.clones), plain, "repo")
    if not os.path.exists(clone):
        subprocess.run(["git", "clone", "-q", "--bare", "https://github.com/" + name, clone], check=True)
    all = list(cases(clone, head))
    chosen = random.Random(f"{a.seed} {name}").sample(all, min(100, len(all)))[:a.each]
    out = os.path.join(a.out, plain)
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "cases.jsonl"), "w") as f:
        for c in chosen:
            of = lines(clone, c)
            del c["commit"]
            f.write(json.dumps({"repo": plain, **c, "lines": of}) + "\n")
    link = os.path.join(out, plain + ".git")
    if not os.path.islink(link):
        os.symlink(clone, link)
    print(plain, len(all), len(chosen), flush=True)
