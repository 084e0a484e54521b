package ranking

import (
	"context"
	"crypto/sha256"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/rank"
	"dossier/ui/project/index"
)

// outlines caches the symbols of the best files, because they rarely change with the next
// letter of a question. It is safe for concurrent use.
type outlines struct {
	mu         sync.Mutex
	young, old map[code.Source]*rank.Outline // nil for texts without symbols
	terms      int                           // in young
}

// maxOutlined is the max number of terms of cached outlines in each of two generations, 16 MB.
const maxOutlined = 1 << 20

func (o *outlines) get(s code.Source) (*rank.Outline, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	out, ok := o.young[s]
	if !ok {
		if out, ok = o.old[s]; ok {
			o.put(s, out)
		}
	}
	return out, ok
}

func (o *outlines) add(s code.Source, out *rank.Outline) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put(s, out)
}

// put caches an outline. The caller holds the lock.
func (o *outlines) put(s code.Source, out *rank.Outline) {
	n := 16 // of an entry
	if out != nil {
		n += out.Terms()
	}
	if o.young == nil || o.terms+n > maxOutlined {
		o.young, o.old, o.terms = map[code.Source]*rank.Outline{}, o.young, 0
	}
	o.young[s] = out
	o.terms += n
}

// symbols returns the relevance of a file's symbols to a question. It returns the context's error.
func (r *Ranker) symbols(ctx context.Context, ranking *rank.Ranking, path string) (map[string]float64, error) {
	source, ok := ranking.Source(path)
	if ok {
		if o, ok := r.outlines.get(source); ok {
			return symbolsOf(ranking, o), ctx.Err()
		}
	}
	texts := r.p.Texts()
	file, decoded, err := texts.Read(ctx, r.p.Reader(), path, disk.DefaultLimit)
	if err != nil {
		return nil, ctx.Err()
	}
	source = code.Source{Hash: sha256.Sum256(file.Data), Language: texts.Language(path, decoded)}
	s, err := index.Structure(ctx, r.p, source.Language, decoded.Text)
	if err != nil {
		return nil, ctx.Err() // a text that failed to parse may succeed next time
	}
	var o *rank.Outline
	if s != nil {
		o = rank.NewOutline(decoded.Text, s)
	}
	r.outlines.add(source, o)
	return symbolsOf(ranking, o), nil
}

func symbolsOf(ranking *rank.Ranking, o *rank.Outline) map[string]float64 {
	if o == nil {
		return nil
	}
	return ranking.Symbols(o)
}
