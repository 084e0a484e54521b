#!/usr/bin/env python3
"""Learns the order of the best files from the features of questions with known answers, and says how good it is.

usage: train.py PROJECTS FEATURES [--out TABLE | --table TABLE] [--test SET...] [--by-project] [--without FEATURE,...]

PROJECTS has the set of each project (see cases.py); FEATURES a file for each, as TestFeatures writes them. Trees are grown on
the set train by LambdaMART (python3-xgboost), as many as are best on the set validation. --out writes the table that the program
reads, and --table measures one instead of training; --test measures other sets too, each with standard errors by bootstrap over
projects, and --by-project says more. The figures are recall at 5, 10 and 20 and the mean reciprocal rank, of all questions; gains
are those of the mean project.
"""
import argparse, json, os, re, struct
import numpy as np, xgboost as xgb

ap = argparse.ArgumentParser()
ap.add_argument("projects"); ap.add_argument("features"); ap.add_argument("--out"); ap.add_argument("--test", nargs="*", default=[])
ap.add_argument("--trees", type=int, default=240); ap.add_argument("--depth", type=int, default=5); ap.add_argument("--rate", type=float, default=0.08)
ap.add_argument("--child", type=float, default=10); ap.add_argument("--without", default=""); ap.add_argument("--table"); ap.add_argument("--rows", type=int, default=100)
ap.add_argument("--by-project", action="store_true")
a = ap.parse_args()

LEARNED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../aggregate/rank/learned.go")
NAMES = re.findall(r"^\t(f[A-Z]\w+)", open(LEARNED).read().split("const (")[1].split("\tfeatures\n")[0], re.M)
F = len(NAMES)


def is_source(x):
    return x[:, NAMES.index("fRole")] == 0


class Groups:
    """The questions of a set: rows of features, where each question's begin, and what is known of it."""
    def __init__(self, projects):
        xs, ys, self.meta, starts = [], [], [], [0]
        for p in projects:
            path = os.path.join(a.features, p)
            if not os.path.exists(path + ".json"):
                continue
            rows = np.fromfile(path, "<i2").reshape(-1, F + 1)
            at = 0
            for line in open(path + ".json"):
                g = json.loads(line)
                if not g["history"]:
                    at += g["rows"]
                    continue
                g["project"] = p
                pinned = g["pinned"]
                g["pinned_labels"] = rows[at:at + pinned, 0].copy()
                end = at + min(g["rows"], pinned + a.rows)
                xs.append(rows[at + pinned:end, 1:]); ys.append(rows[at + pinned:end, 0])
                starts.append(starts[-1] + end - at - pinned)
                self.meta.append(g)
                at += g["rows"]
            assert at == len(rows), p
        self.x = np.concatenate(xs) if xs else np.zeros((0, F), "i2")
        self.y = np.concatenate(ys) if ys else np.zeros(0, "i2")
        self.starts = np.array(starts)
        self.of = np.repeat(np.arange(len(self.meta)), np.diff(self.starts))

    def ordered(self, score):
        """The rows of all questions, of each the best first; what is no source stays where it is."""
        order, source = np.arange(len(score)), np.flatnonzero(is_source(self.x))
        order[source] = source[np.lexsort((source, -score[source], self.of[source]))]
        return order

    def figures(self, score):
        """A row for each question: recall at 5, 10, 20, and the reciprocal rank."""
        labels = self.y[self.ordered(score)]
        out = np.zeros((len(self.meta), 4))
        for k, g in enumerate(self.meta):
            l = np.concatenate([g["pinned_labels"], labels[self.starts[k]:self.starts[k + 1]]])[:50]
            for j, n in enumerate((5, 10, 20)):
                out[k, j] = l[:n].sum() / g["answers"]
            hit = np.flatnonzero(l)
            out[k, 3] = 1 / (hit[0] + 1) if len(hit) else 0
        return out


SCALE = 1 << 12  # of what trees say
BASE = 3  # what the best score is worth before the first tree


def base(x):
    return (x[:, NAMES.index("fScore")] * (BASE / 1000)).astype("f4")


def train(tr, va, trees, columns, verbose=True):
    source = is_source(tr.x)
    x, y, of = tr.x[source], tr.y[source], tr.of[source]
    margin, x = base(x), x[:, columns]
    local = np.arange(len(y))
    pos = np.flatnonzero(y > 0)
    first = np.searchsorted(of, np.arange(len(tr.meta))); last = np.searchsorted(of, np.arange(len(tr.meta)), "right")
    pi, pj = [], []
    for i in pos:
        q = of[i]
        js = np.arange(first[q], last[q]); js = js[y[js] == 0]
        pi.append(np.full(len(js), i)); pj.append(js)
    pi, pj = np.concatenate(pi), np.concatenate(pj)
    ideal = np.cumsum(1 / np.log2(np.arange(2, 30)))
    n = np.bincount(of[pos], minlength=len(tr.meta))
    norm = 1 / ideal[np.clip(n, 1, 20) - 1]
    per = {}
    for g in tr.meta:
        per[g["project"]] = per.get(g["project"], 0) + 1
    wq = np.array([1 / per[g["project"]] for g in tr.meta]); wq *= len(wq) / wq.sum()
    w = norm[of[pi]] * wq[of[pi]]

    def objective(pred, d):
        order = np.lexsort((local, -pred, of))
        rank = np.empty(len(pred), int)
        rank[order] = np.arange(len(pred)) - first[of[order]]
        gain = 1 / np.log2(rank + 2.0)
        p = 1 / (1 + np.exp(np.clip(pred[pi] - pred[pj], -50, 50)))
        l = p * w * np.abs(gain[pi] - gain[pj])
        h = np.maximum(l * (1 - p), 1e-9)
        g = -np.bincount(pi, l, len(pred)) + np.bincount(pj, l, len(pred))
        return g, np.bincount(pi, h, len(pred)) + np.bincount(pj, h, len(pred)) + 1e-6

    d = xgb.DMatrix(x.astype("f4"), y, base_margin=margin)
    dv = xgb.DMatrix(va.x[:, columns].astype("f4"), base_margin=base(va.x))
    params = {"max_depth": a.depth, "eta": a.rate, "tree_method": "hist", "max_bin": 128, "nthread": 2, "min_child_weight": a.child, "lambda": 1.0,
              "subsample": 0.7, "colsample_bynode": 0.5, "base_score": 0.0, "seed": 1, "disable_default_eval_metric": 1}
    model = xgb.Booster(params, [d])
    best, at = -1, 0
    for t in range(trees):
        pred = model.predict(d, output_margin=True)
        model.boost(d, *objective(pred.astype(float), d))
        if t % 20 == 19:
            f = va.figures(model.predict(dv, output_margin=True)).mean(0)
            worth = (f[0] + f[1] + f[3]) / 3
            if verbose:
                print(f"{t + 1:4} trees  validation {f.round(4)}  {worth:.4f}", flush=True)
            if worth > best:
                best, at = worth, t + 1
    return model[:at], at


def predict(model, g, columns):
    return model.predict(xgb.DMatrix(g.x[:, columns].astype("f4"), base_margin=base(g.x)), output_margin=True)


def report(name, g, score):
    now, new = np.array([m["now"] for m in g.meta]), g.figures(score)
    projects = np.array([m["project"] for m in g.meta]); history = np.array([m["history"] for m in g.meta])
    rng = np.random.default_rng(2)
    for h in (True, False):
        sel = history == h
        if not sel.any():
            continue
        names = sorted(set(projects[sel]))
        d = np.array([(new - now)[sel & (projects == p)].mean(0) for p in names])
        se = np.array([d[rng.integers(0, len(d), len(d))].mean(0) for _ in range(2000)]).std(0)
        which = "with history" if h else "without"
        print(f"{name:12} {which:13} n={sel.sum():5} formula {now[sel].mean(0).round(3)} learned {new[sel].mean(0).round(3)} gain {d.mean(0).round(3)} ± {se.round(3)}")
        if a.by_project:
            for p in names:
                s = sel & (projects == p)
                print(f"   {p:40} {now[s].mean(0).round(3)}  {new[s].mean(0).round(3)}")
            kinds = {"named in code": lambda m: m["idents"] > 0, "one line": lambda m: m["lines"] == 1, "several lines": lambda m: m["lines"] > 1,
                     "at most five words": lambda m: m["words"] <= 5, "one answer": lambda m: m["answers"] == 1, "several answers": lambda m: m["answers"] > 1}
            for k, is_kind in kinds.items():
                s = sel & np.array([is_kind(m) for m in g.meta])
                print(f"   {k:40} {now[s].mean(0).round(3)}  {new[s].mean(0).round(3)}  n={s.sum()}")
    return new


def table(model, columns):
    """The bytes that the program reads: each tree before the next, each node before those below it."""
    out, nodes = bytearray(), 0
    for dump in model.get_dump(dump_format="json"):
        def put(node):
            if "leaf" in node:
                return struct.pack("<Bh", 255, int(np.clip(round(node["leaf"] * SCALE), -32768, 32767)))
            by = {c["nodeid"]: c for c in node["children"]}
            lower, upper = put(by[node["yes"]]), put(by[node["no"]])
            below = int(np.clip(np.ceil(node["split_condition"]), -32768, 32767))
            return struct.pack("<BhH", columns[int(node["split"][1:])], below, len(lower)) + lower + upper
        out += put(json.loads(dump))
    return bytes(out)


def read(data, x):
    """What the table says of rows, as the program reads it."""
    total = x[:, NAMES.index("fScore")].astype(int) * BASE * SCALE // 1000
    at = 0
    def walk(at, rows):
        if data[at] == 255:
            total[rows] += struct.unpack_from("<h", data, at + 1)[0]
            return at + 3
        f, below, size = struct.unpack_from("<BhH", data, at)
        go = x[rows, f] < below
        walk(at + 5, rows[go])
        return walk(at + 5 + size, rows[~go])
    while at < len(data):
        at = walk(at, np.arange(len(x)))
    return total


sets = {}
for line in open(a.projects):
    if line.strip() and not line.startswith("#"):
        name, _, s = line.split()
        sets.setdefault(s, []).append(name.replace("/", "+"))

if __name__ == "__main__":
    if a.table:
        for s in a.test:
            g = Groups(sets[s])
            report(s, g, read(open(a.table, "rb").read(), g.x))
        raise SystemExit
    tr, va = Groups(sets["train"]), Groups(sets["validation"])
    print(len(set(m["project"] for m in tr.meta)), "projects,", len(tr.meta), "questions to learn from;", len(va.meta), "to choose by; rows", len(tr.y))
    drop = {"fRole", *a.without.split(",")}  # trees are for source alone
    columns = [i for i, n in enumerate(NAMES) if n not in drop]
    model, at = train(tr, va, a.trees, columns)
    print("trees", at)
    report("train", tr, predict(model, tr, columns))
    report("validation", va, predict(model, va, columns))
    gains = model.get_score(importance_type="total_gain")
    all = sum(gains.values())
    print("  ".join(f"{NAMES[columns[int(k[1:])]]} {v / all:.3f}" for k, v in sorted(gains.items(), key=lambda kv: -kv[1])))
    if a.out:
        data = table(model, columns)
        open(a.out, "wb").write(data)
        print(a.out, len(data), "bytes; validation by the table:", va.figures(read(data, va.x)).mean(0).round(4))
    for s in a.test:
        g = Groups(sets[s])
        report(s, g, predict(model, g, columns))
