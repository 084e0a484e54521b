package torture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/snapshots"
	"dossier/ui/project"
)

// desk is what a program works on: a project and the user's folders, below one folder.
type desk struct{ base string }

func (d desk) dir() string { return filepath.Join(d.base, "project") }

func (d desk) places() presets.Places {
	return presets.Places{Config: filepath.Join(d.base, "config"), State: filepath.Join(d.base, "state"), Cache: filepath.Join(d.base, "cache")}
}

// inRoot calls do with the project's folder.
func (d desk) inRoot(do func(*os.Root) error) error {
	root, err := os.OpenRoot(d.dir())
	if err != nil {
		return err
	}
	return errors.Join(do(root), root.Close())
}

// newDesk lays a desk on which every kind holds its generation 0.
func newDesk(tb testing.TB, base string) desk {
	tb.Helper()
	d := layDesk(tb, base)
	for _, k := range kinds() {
		if err := k.save(d, 0); err != nil {
			tb.Fatalf("%s: %v", k.name, err)
		}
		if n, err := k.load(d); n != 0 || err != nil {
			tb.Fatalf("%s: generation %d, %v", k.name, n, err)
		}
	}
	return d
}

// layDesk lays one on which nothing is kept but where dossiers are written.
func layDesk(tb testing.TB, base string) desk {
	tb.Helper()
	d := desk{base}
	if err := os.MkdirAll(d.dir(), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir(), presets.ProjectName), []byte("[project]\nnamespace = \"acme\"\n\n[output]\ndir = \"out\"\n"), 0o644); err != nil {
		tb.Fatal(err)
	}
	return d
}

// kind is something that is kept.
type kind struct {
	name string
	file string // what an error says that names the file
	// open loads stored data, as a program does before changing it, and returns a function that
	// saves generation n of it, repeatedly until that succeeds.
	open func(d desk) (save func(n int) error, err error)
	// load returns the generation that is kept, or -1 where nothing is. The error says what of
	// it is not whole.
	load func(d desk) (n int, err error)
	// cache is what can be made again: it may be lost with the power, but is never garbled.
	cache bool
	// once is a kind of which each generation is a file of its own, none of which replaces
	// another.
	once bool
	// named is a file that the user has named, anywhere: what a killed process left beside it is
	// removed by the next save to it.
	named bool
}

func (k kind) save(d desk, n int) error {
	save, err := k.open(d)
	if err != nil {
		return err
	}
	return save(n)
}

// kinds lists every kind of stored data.
func kinds() []kind {
	return []kind{
		projectKind(), libraryKind(), historyKind(), notesKind(),
		sessionKind(), talkJournalKind(), noteJournalKind(),
		stateKind("window", "window.json", func(s *presets.State, _ desk, n int) error {
			return s.SetGeometry(context.Background(), presets.Geometry{Width: float32(n), Height: 7, Panes: panesOf(n)})
		}, func(s *presets.State, _ desk) (int, bool) {
			g, ok := s.Geometry()
			return int(g.Width), !ok || slices.Equal(g.Panes, panesOf(int(g.Width)))
		}),
		stateKind("recent projects", "recents.json", func(s *presets.State, d desk, n int) error {
			return s.Opened(context.Background(), filepath.Join(d.base, fmt.Sprint("p", n)), time.Unix(int64(n), 0))
		}, func(s *presets.State, _ desk) (int, bool) {
			list := s.Recents()
			if len(list) == 0 {
				return -1, true
			}
			n := int(list[0].Opened.Unix())
			return n, strings.HasSuffix(list[0].Path, fmt.Sprint("p", n))
		}),
		stateKind("chosen paths", "chosen.json", func(s *presets.State, _ desk, n int) error {
			return s.Choose(context.Background(), "chats", fmt.Sprintf("/chosen/%09d", n))
		}, func(s *presets.State, _ desk) (int, bool) {
			list := s.Chosen("chats")
			return lastNumber(list[:min(len(list), 1)], "/chosen/")
		}),
		stateKind("allowed paths", ".json", func(s *presets.State, d desk, n int) error {
			if all := s.Allowed(d.dir()); len(all) > 50 {
				if err := s.Disallow(context.Background(), d.dir(), all[:len(all)-1]...); err != nil {
					return err
				}
			}
			return s.Allow(context.Background(), d.dir(), fmt.Sprintf("/allowed/%09d", n))
		}, func(s *presets.State, d desk) (int, bool) {
			return lastNumber(s.Allowed(d.dir()), "/allowed/")
		}),
		stateKind("marks of files", ".json", func(s *presets.State, d desk, n int) error {
			return s.SetFileIDs(context.Background(), d.dir(), map[string]presets.FileID{fmt.Sprintf("/marks/%09d", n%500): {Hash: fmt.Sprint(n), Size: int64(n)}})
		}, func(s *presets.State, d desk) (int, bool) {
			highest := -1
			for _, m := range s.FileIDs(d.dir()) {
				if fmt.Sprint(m.Size) != m.Hash {
					return 0, false
				}
				highest = max(highest, int(m.Size))
			}
			return highest, true
		}),
		stateKind("drafts", ".json", func(s *presets.State, d desk, n int) error {
			return s.AddDraft(context.Background(), d.dir(), presets.Draft{Of: fmt.Sprint(n), Content: models.Composition{Instruction: letter(n)}})
		}, func(s *presets.State, d desk) (int, bool) {
			list := s.Drafts(d.dir())
			if len(list) == 0 {
				return -1, true
			}
			n, err := strconv.Atoi(list[0].Of)
			return n, err == nil && list[0].Content.Instruction == letter(n)
		}),
		stateKind("proposals", ".json", func(s *presets.State, d desk, n int) error {
			for _, p := range s.Proposals(d.dir()) {
				if p.Decision == presets.ProposalWaiting {
					if err := s.DecideProposal(context.Background(), d.dir(), p.ID, presets.ProposalDropped, nil, time.Unix(int64(n), 0)); err != nil {
						return err
					}
				}
			}
			_, err := s.AddProposal(context.Background(), d.dir(), presets.Proposal{Title: letter(n)})
			return err
		}, func(s *presets.State, d desk) (int, bool) {
			list := s.Proposals(d.dir())
			if len(list) == 0 {
				return -1, true
			}
			n, err := numberOf(list[len(list)-1].Title)
			return n, err == nil
		}),
		stateKind("activity", ".json", func(s *presets.State, d desk, n int) error {
			at := time.Unix(int64(n)*60, 0)
			return s.AddActivities(context.Background(), d.dir(), at, presets.Activity{Time: at, Client: fmt.Sprint(n), Calls: 1})
		}, func(s *presets.State, d desk) (int, bool) {
			list := s.Activities(d.dir(), time.Unix(0, 0))
			if len(list) == 0 {
				return -1, true
			}
			last := list[len(list)-1]
			n, err := strconv.Atoi(last.Client)
			return n, err == nil && last.Calls > 0 // more than one where a save that failed was done
		}),
		snapshotKind("written snapshot", false), snapshotKind("copied snapshot", true), pinKind(),
		imageKind(), tokenKind(),
		consentKind(), promptKind(), presetExportKind(), snapshotExportKind(), movedKind(), crashKind(), changedKind(),
	}
}

// letter is a text that shows whether it is whole.
func letter(n int) string {
	return fmt.Sprintf("%d\n%s", n, strings.Repeat(fmt.Sprintf("generation %d of ```what``` is kept\n", n), 8+n%20))
}

// numberOf returns the n of a letter.
func numberOf(text string) (int, error) {
	line, _, _ := strings.Cut(text, "\n")
	n, err := strconv.Atoi(line)
	if err != nil || text != letter(n) {
		return 0, fmt.Errorf("garbled: %.60q", text)
	}
	return n, nil
}

func panesOf(n int) []float32 { return make([]float32, 3+n%5) }

func lastNumber(paths []string, prefix string) (int, bool) {
	if len(paths) == 0 {
		return -1, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(paths[len(paths)-1], prefix))
	return n, err == nil
}

func projectKind() kind {
	return kind{
		name: "project", file: presets.ProjectName,
		open: func(d desk) (func(int) error, error) {
			root, err := os.OpenRoot(d.dir())
			if err != nil {
				return nil, err
			}
			file, err := presets.LoadProject(root, d.places())
			return func(n int) error {
				next, err := file.Save(context.Background(), func(p *models.Project) {
					p.Presets = []models.Preset{{Name: "kept", Description: letter(n)}}
					presets.SetComposition(p, models.Composition{Instruction: letter(n)})
				})
				file = next
				return err
			}, err
		},
		load: func(d desk) (n int, err error) {
			err = d.inRoot(func(root *os.Root) error {
				file, err := presets.LoadProject(root, d.places())
				if err != nil || len(file.Problems) > 0 {
					return fmt.Errorf("%w %v", err, file.Problems)
				}
				if n = -1; len(file.Project.Presets) == 0 {
					return nil
				}
				if n, err = numberOf(file.Project.Presets[0].Description); err == nil && file.Project.Instruction != letter(n) {
					err = errors.New("the preset is of another generation than the instruction")
				}
				return err
			})
			return n, err
		},
	}
}

func libraryKind() kind {
	return kind{
		name: "own presets", file: presets.ProjectName,
		open: func(d desk) (func(int) error, error) {
			file, err := presets.LoadLibrary(d.places())
			return func(n int) error {
				next, err := file.Save(context.Background(), func(c *presets.Contents) {
					c.Presets = []models.Preset{{Name: "kept", Description: letter(n)}}
				})
				file = next
				return err
			}, err
		},
		load: func(d desk) (int, error) {
			file, err := presets.LoadLibrary(d.places())
			switch {
			case err != nil:
				return 0, err
			case len(file.Presets) == 0:
				return -1, nil
			}
			return numberOf(file.Presets[0].Description)
		},
	}
}

func historyKind() kind {
	return kind{
		name: "history", file: presets.HistoryName,
		open: func(d desk) (func(int) error, error) {
			root, err := os.OpenRoot(d.dir())
			if err != nil {
				return nil, err
			}
			file, err := presets.LoadProject(root, d.places())
			if err != nil {
				return nil, err
			}
			history, err := presets.LoadHistory(root, file)
			return func(n int) error {
				next, err := history.Save(context.Background(), func(all *models.Discussions) {
					if len(all.List) == 0 {
						*all = models.Discussions{Active: "main", List: []models.Discussion{{Name: "main"}}}
					}
					talk := &all.List[0]
					talk.History = append(slices.Clone(talk.History), models.Entry{Role: "User", Content: letter(n)})
					talk.History = talk.History[max(len(talk.History)-5, 0):]
				})
				if err == nil {
					history = next
				}
				return err
			}, err
		},
		load: func(d desk) (n int, err error) {
			n = -1
			err = d.inRoot(func(root *os.Root) error {
				file, err := presets.LoadProject(root, d.places())
				if err != nil {
					return err
				}
				history, err := presets.LoadHistory(root, file)
				if err != nil || len(history.Discussions.List) == 0 {
					return err
				}
				for _, e := range history.Discussions.List[0].History {
					if n, err = numberOf(e.Content); err != nil {
						return err
					}
				}
				return nil
			})
			return n, err
		},
	}
}

func notesKind() kind {
	return kind{
		name: "notes", file: presets.NotesName,
		open: func(d desk) (func(int) error, error) {
			root, err := os.OpenRoot(d.dir())
			if err != nil {
				return nil, err
			}
			file, err := presets.LoadNotes(root, d.places())
			return func(n int) error {
				next, err := file.Save(context.Background(), func(all *models.Notes) { *all = noteOf(n) })
				if err == nil {
					file = next
				}
				return err
			}, err
		},
		load: func(d desk) (n int, err error) {
			err = d.inRoot(func(root *os.Root) error {
				file, err := presets.LoadNotes(root, d.places())
				if err == nil {
					n, err = numberOfNotes(file.Value)
				}
				return err
			})
			return n, err
		},
	}
}

func noteOf(n int) models.Notes {
	return models.Notes{List: []models.Note{{ID: "ctx-1", Type: models.NoteText, Time: time.Unix(1, 0), Content: letter(n)}}, Last: 1}
}

func numberOfNotes(all models.Notes) (int, error) {
	if len(all.List) == 0 {
		return -1, nil
	}
	return numberOf(all.List[0].Content)
}

// slotKind is what one window keeps: it is open while it saves.
func slotKind(name string, save func(*presets.Slot, int) error, load func(*presets.Slot) (int, error)) kind {
	return kind{
		name: name,
		open: func(d desk) (func(int) error, error) {
			state := presets.NewState(d.places())
			return func(n int) error {
				slot := state.Claim(d.dir())
				defer slot.Release(true)
				return save(slot, n)
			}, nil
		},
		load: func(d desk) (int, error) {
			slot := presets.NewState(d.places()).Claim(d.dir())
			defer slot.Release(true)
			return load(slot)
		},
	}
}

func sessionKind() kind {
	return slotKind("session", func(s *presets.Slot, n int) error {
		return s.Save(context.Background(), presets.Unsaved{Composition: models.Composition{Instruction: letter(n)}, Unsent: letter(n)})
	}, func(s *presets.Slot) (int, error) {
		unsaved, ok := s.Load()
		if !ok {
			return -1, nil
		}
		n, err := numberOf(unsaved.Unsent)
		if err == nil && unsaved.Composition.Instruction != letter(n) {
			err = errors.New("it is of two generations")
		}
		return n, err
	})
}

func talkJournalKind() kind {
	return slotKind("journal of discussions", func(s *presets.Slot, n int) error {
		return s.Discussions().Save(context.Background(), presets.Journal[models.Discussions]{Base: "b", Value: models.Discussions{
			Active: "main", List: []models.Discussion{{Name: "main", History: []models.Entry{{Role: "User", Content: letter(n)}}}},
		}})
	}, func(s *presets.Slot) (int, error) {
		j, ok := s.Discussions().Load()
		if !ok || len(j.Value.List) == 0 {
			return -1, nil
		}
		return numberOf(j.Value.List[0].History[0].Content)
	})
}

func noteJournalKind() kind {
	return slotKind("journal of notes", func(s *presets.Slot, n int) error {
		return s.Notes().Save(context.Background(), presets.Journal[models.Notes]{Base: "b", Value: noteOf(n)})
	}, func(s *presets.Slot) (int, error) {
		j, ok := s.Notes().Load()
		if !ok {
			return -1, nil
		}
		return numberOfNotes(j.Value)
	})
}

// stateKind is a file of the user's state folder.
func stateKind(name, file string, save func(*presets.State, desk, int) error, load func(*presets.State, desk) (n int, whole bool)) kind {
	return kind{
		name: name, file: file,
		open: func(d desk) (func(int) error, error) {
			return func(n int) error { return save(presets.NewState(d.places()), d, n) }, nil
		},
		load: func(d desk) (int, error) {
			n, whole := load(presets.NewState(d.places()), d)
			if !whole {
				return n, errors.New("garbled")
			}
			return n, nil
		},
	}
}

// folder is where snapshots lie.
func (d desk) folder(root *os.Root, copied bool) *snapshots.Folder {
	state := d.places().State
	if copied {
		return snapshots.Private(snapshots.CopiesPath(state, d.dir()), "acme", project.TextExts(), state, true)
	}
	return snapshots.Written(func(create bool) (*os.Root, bool, error) {
		out, err := snapshots.OpenFolder(root, "out", create)
		return out, true, err
	}, "acme", project.TextExts(), state)
}

// tidy removes the older files of the kinds that make one for each generation, so that a
// check has little to do.
func (d desk) tidy(tb testing.TB) {
	tb.Helper()
	err := d.inRoot(func(root *os.Root) error {
		for _, copied := range []bool{false, true} {
			if _, err := d.folder(root, copied).Prune(context.Background(), snapshots.Rule{Keep: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, name := range []string{"exports", "from", "to"} {
		keepHighest(tb, d.folderOf(name))
	}
	for _, pattern := range []string{filepath.Join(d.dir(), "shots", "shot-*.png"), filepath.Join(d.places().State, "undo", "*.json")} {
		made, err := filepath.Glob(pattern) // the newest is the last
		if err != nil {
			tb.Fatal(err)
		}
		for _, old := range made[:max(len(made)-1, 0)] {
			if err := os.Remove(old); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

func snapshotKind(name string, copied bool) kind {
	return kind{
		name: name, file: "acme_", once: true,
		open: func(d desk) (func(int) error, error) {
			root, err := os.OpenRoot(d.dir())
			if err != nil {
				return nil, err
			}
			folder := d.folder(root, copied)
			return func(n int) error {
				_, err := folder.Create(strings.NewReader(letter(n)), recordOf(n))
				return err
			}, nil
		},
		load: func(d desk) (n int, err error) {
			err = d.inRoot(func(root *os.Root) error {
				n, err = highest(d.folder(root, copied))
				return err
			})
			return n, err
		},
	}
}

func recordOf(n int) models.Snapshot {
	text := letter(n)
	sum := sha256.Sum256([]byte(text))
	s := models.Snapshot{
		Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Version: "0.1.0", Description: fmt.Sprint(n),
		Bytes: int64(len(text)), Tokens: 12, Exact: true, SHA256: hex.EncodeToString(sum[:]),
		Composition: models.Composition{Instruction: "why?", Strategy: models.Auto, Tree: models.TreeNone, ExecutionMode: models.Native},
	}
	for i := range 1 + n%9 {
		s.Files = append(s.Files, models.SnapshotFile{Path: fmt.Sprintf("f%d.go", i), ViewMode: models.Full, SHA256: hex.EncodeToString(sum[:])})
	}
	return s
}

// pinKind is a record that is changed: that of one snapshot, whose description says the
// generation.
func pinKind() kind {
	return kind{
		name: "record of a snapshot", file: "pinned_001.toml",
		open: func(d desk) (func(int) error, error) {
			folder := d.pinned()
			list, err := folder.List()
			if err == nil && len(list) == 1 && errors.Is(list[0].Damage, snapshots.ErrNoText) {
				list, err = nil, folder.Delete(list[0].Name)
			}
			if err == nil && len(list) == 0 {
				if _, err := folder.Create(strings.NewReader(letter(0)), recordOf(0)); err != nil {
					return nil, err
				}
			}
			return func(n int) error { return folder.Describe(context.Background(), "pinned_001", fmt.Sprint(n)) }, nil
		},
		load: func(d desk) (int, error) {
			s, text, err := d.pinned().Load("pinned_001")
			if errors.As(err, new(*snapshots.NotFoundError)) || errors.Is(err, snapshots.ErrNoText) {
				return -1, nil
			}
			if err != nil {
				return 0, err
			}
			n, err := strconv.Atoi(s.Description)
			if err == nil && string(text) != letter(0) {
				err = errors.New("the text has changed")
			}
			return n, err
		},
	}
}

func (d desk) pinned() *snapshots.Folder {
	state := d.places().State
	return snapshots.Private(filepath.Join(state, "copies", "pinned"), "pinned", project.TextExts(), state, false)
}

// imageKind is an image from the clipboard, as a file of the project.
func imageKind() kind {
	return kind{
		name: "image", file: "shot-", once: true,
		open: func(d desk) (func(int) error, error) {
			p, err := project.Open(d.dir(), d.places())
			if err != nil {
				return nil, err
			}
			return func(n int) error {
				_, err := p.Screenshots().SaveImage(pictureOf(n), fmt.Sprintf("shots/shot-%09d.png", n))
				return err
			}, nil
		},
		load: func(d desk) (int, error) {
			highest := -1
			entries, err := os.ReadDir(filepath.Join(d.dir(), "shots"))
			if errors.Is(err, fs.ErrNotExist) {
				return highest, nil
			}
			for _, e := range entries {
				n, bad := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(e.Name(), "shot-"), ".png"))
				if bad != nil {
					continue // a temporary file
				}
				data, bad := os.ReadFile(filepath.Join(d.dir(), "shots", e.Name()))
				if bad != nil || !bytes.Equal(data, pictureOf(n)) {
					return n, fmt.Errorf("%s is garbled: %w", e.Name(), bad)
				}
				highest = max(highest, n)
			}
			return highest, err
		},
	}
}

func pictureOf(n int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	img.Set(n%8, n/8%8, color.RGBA{byte(n), byte(n >> 8), byte(n >> 16), 255})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// tokenKind is the cache of counts: what it says of a text is right or not known.
func tokenKind() kind {
	open := func(d desk) *tokens.Cache {
		return tokens.OpenCache(filepath.Join(d.places().Cache, "tokens"), 4000)
	}
	return kind{
		name: "cache of counts", cache: true,
		open: func(d desk) (func(int) error, error) {
			return func(n int) error {
				c := open(d)
				for i := range 10 {
					c.Put(tokens.O200k, tokens.KeyOf(fmt.Sprint("text ", n*10+i)), n*10+i)
				}
				c.Put(tokens.O200k, tokens.KeyOf("generation"), n)
				return c.Save()
			}, nil
		},
		load: func(d desk) (int, error) {
			c := open(d)
			n, ok := c.Get(tokens.O200k, tokens.KeyOf("generation"))
			if !ok {
				return -1, nil
			}
			if last, ok := c.Get(tokens.O200k, tokens.KeyOf(fmt.Sprint("text ", n*10+9))); !ok || last != n*10+9 {
				return n, errors.New("a count is wrong")
			}
			return n, nil
		},
	}
}
