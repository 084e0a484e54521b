package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Bead is an issue of the project's beads tracker, as in a line of its JSONL file or an element
// of the output of bd list --json, versions 0.47 and 1.0. Dossier reads beads and never writes
// them.
//
// A zero time, an empty text or a zero number means that the tracker has no value.
type Bead struct {
	ID                 string `json:"id"`
	Title              string `json:"title"`
	Description        string `json:"description,omitempty"`
	Design             string `json:"design,omitempty"`
	AcceptanceCriteria string `json:"acceptance_criteria,omitempty"`
	Notes              string `json:"notes,omitempty"`

	Status   string   `json:"status"`   // never empty: the default is "open"
	Priority int      `json:"priority"` // 0 is the most urgent, 4 the least urgent
	Type     string   `json:"issue_type"`
	Labels   []string `json:"labels,omitempty"`

	Assignee         string `json:"assignee,omitempty"`
	Owner            string `json:"owner,omitempty"`
	CreatedBy        string `json:"created_by,omitempty"`
	EstimatedMinutes int    `json:"estimated_minutes,omitempty"`
	ExternalRef      string `json:"external_ref,omitempty"`
	SpecID           string `json:"spec_id,omitempty"`

	CreatedAt    time.Time `json:"created_at,omitzero"`
	UpdatedAt    time.Time `json:"updated_at,omitzero"`
	StartedAt    time.Time `json:"started_at,omitzero"`
	ClosedAt     time.Time `json:"closed_at,omitzero"`
	CloseReason  string    `json:"close_reason,omitempty"`
	DueAt        time.Time `json:"due_at,omitzero"`
	DeferUntil   time.Time `json:"defer_until,omitzero"`
	DeletedAt    time.Time `json:"deleted_at,omitzero"`
	DeletedBy    string    `json:"deleted_by,omitempty"`
	DeleteReason string    `json:"delete_reason,omitempty"`

	Pinned    bool `json:"pinned,omitempty"`
	Ephemeral bool `json:"ephemeral,omitempty"`
	Template  bool `json:"is_template,omitempty"`

	// Dependencies and Comments are in file order. Their counts may be larger than the lists: bd
	// list only prints the counts.
	Dependencies    []BeadDependency `json:"dependencies,omitempty"`
	DependencyCount int              `json:"dependency_count"`
	Comments        []BeadComment    `json:"comment_texts,omitempty"`
	CommentCount    int              `json:"comments"`

	// Other holds the tracker's other fields by name; may be nil.
	Other map[string]json.RawMessage `json:"other,omitempty"`
}

// BeadDependency is a bead that another one depends on.
type BeadDependency struct {
	DependsOn string    `json:"depends_on_id"`
	Kind      string    `json:"type"` // never empty: the default is "blocks"
	CreatedAt time.Time `json:"created_at,omitzero"`
	CreatedBy string    `json:"created_by,omitempty"`
	Metadata  string    `json:"metadata,omitempty"` // JSON; its meaning depends on the kind
}

// Kinds of dependencies that can block a bead. There are others, such as related and
// discovered-from, and a tracker may define its own.
const (
	BeadBlocks            = "blocks"
	BeadConditionalBlocks = "conditional-blocks"
	BeadWaitsFor          = "waits-for"
	BeadParentChild       = "parent-child"
)

// BeadComment is a comment on a bead.
type BeadComment struct {
	Author    string    `json:"author"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"created_at,omitzero"`
}

// DependsOn returns the ids of the beads that b depends on, in file order.
func (b Bead) DependsOn() []string {
	var ids []string
	for _, d := range b.Dependencies {
		ids = append(ids, d.DependsOn)
	}
	return ids
}

// BeadClass is the part of the beads section that a bead belongs to.
type BeadClass string

// LowestPriority is the least urgent priority; 0 is the most urgent.
const LowestPriority = 4

// BeadStatuses returns the built-in statuses, except that of deleted beads, which are never
// shown.
func BeadStatuses() []string {
	return []string{"open", "in_progress", "blocked", "deferred", "pinned", "hooked", "closed"}
}

// BeadTypes returns the built-in types.
func BeadTypes() []string { return []string{"bug", "feature", "task", "epic", "chore"} }

// Classes of beads.
const (
	BeadActive    BeadClass = "active"
	BeadCompleted BeadClass = "completed"
	BeadDropped   BeadClass = "dropped"
)

// Class returns completed for the status closed, dropped for tombstone, else active.
func (b Bead) Class() BeadClass {
	switch b.Status {
	case "closed":
		return BeadCompleted
	case "tombstone":
		return BeadDropped
	}
	return BeadActive
}

// ErrNotIssue reports a line that contains something other than an issue: newer trackers write
// such lines, distinguished by their _type.
var ErrNotIssue = errors.New("not an issue")

// lenient is a field that counts as missing if it has an unexpected type, because nothing in the
// document depends on it.
type lenient[T any] struct{ value T }

func (l *lenient[T]) UnmarshalJSON(data []byte) error {
	var v T
	if json.Unmarshal(data, &v) == nil {
		l.value = v
	}
	return nil
}

// beadLine is the JSON form of an issue.
type beadLine struct {
	Kind         string           `json:"_type"`
	ID           string           `json:"id"`
	Title        string           `json:"title"`
	Description  string           `json:"description"`
	Status       string           `json:"status"`
	Priority     int              `json:"priority"`
	Type         string           `json:"issue_type"`
	Assignee     string           `json:"assignee"`
	Labels       []string         `json:"labels"`
	Dependencies []dependencyLine `json:"dependencies"`
	Comments     []commentLine    `json:"comments"`

	Design             lenient[string]    `json:"design"`
	AcceptanceCriteria lenient[string]    `json:"acceptance_criteria"`
	Notes              lenient[string]    `json:"notes"`
	Owner              lenient[string]    `json:"owner"`
	CreatedBy          lenient[string]    `json:"created_by"`
	EstimatedMinutes   lenient[int]       `json:"estimated_minutes"`
	ExternalRef        lenient[string]    `json:"external_ref"`
	SpecID             lenient[string]    `json:"spec_id"`
	CreatedAt          lenient[time.Time] `json:"created_at"`
	UpdatedAt          lenient[time.Time] `json:"updated_at"`
	StartedAt          lenient[time.Time] `json:"started_at"`
	ClosedAt           lenient[time.Time] `json:"closed_at"`
	CloseReason        lenient[string]    `json:"close_reason"`
	DueAt              lenient[time.Time] `json:"due_at"`
	DeferUntil         lenient[time.Time] `json:"defer_until"`
	DeletedAt          lenient[time.Time] `json:"deleted_at"`
	DeletedBy          lenient[string]    `json:"deleted_by"`
	DeleteReason       lenient[string]    `json:"delete_reason"`
	Pinned             lenient[bool]      `json:"pinned"`
	Ephemeral          lenient[bool]      `json:"ephemeral"`
	Template           lenient[bool]      `json:"is_template"`
	DependencyCount    lenient[int]       `json:"dependency_count"`
	DependentCount     lenient[int]       `json:"dependent_count"` // derived from other beads' dependencies
	CommentCount       lenient[int]       `json:"comment_count"`
}

type dependencyLine struct {
	DependsOn string             `json:"depends_on_id"`
	Kind      lenient[string]    `json:"type"`
	CreatedAt lenient[time.Time] `json:"created_at"`
	CreatedBy lenient[string]    `json:"created_by"`
	Metadata  lenient[string]    `json:"metadata"`
}

// commentLine is a comment in any of its forms.
type commentLine struct{ BeadComment }

func (c *commentLine) UnmarshalJSON(data []byte) error {
	var raw lenient[struct {
		Author    lenient[string]    `json:"author"`
		Text      lenient[string]    `json:"text"`
		CreatedAt lenient[time.Time] `json:"created_at"`
	}]
	if err := raw.UnmarshalJSON(data); err != nil {
		return err
	}
	c.BeadComment = BeadComment{raw.value.Author.value, raw.value.Text.value, raw.value.CreatedAt.value}
	return nil
}

// beadKeys are the names of the fields of [beadLine].
var beadKeys = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for field := range reflect.TypeFor[beadLine]().Fields() {
		keys[field.Tag.Get("json")] = true
	}
	return keys
})

// ParseBead parses one line of a tracker's JSONL. An issue must have an id, and the fields that
// are shown in the document must have the right type. Other fields of a wrong type count as
// missing.
func ParseBead(line []byte) (Bead, error) {
	var raw beadLine
	if err := json.Unmarshal(line, &raw); err != nil {
		return Bead{}, err
	}
	if raw.Kind != "" && raw.Kind != "issue" {
		return Bead{}, fmt.Errorf("%w but %q", ErrNotIssue, raw.Kind)
	}
	if raw.ID == "" {
		return Bead{}, errors.New("an issue without an id")
	}
	b := Bead{
		ID: raw.ID, Title: raw.Title, Description: raw.Description, Status: raw.Status,
		Priority: raw.Priority, Type: raw.Type, Assignee: raw.Assignee, Labels: raw.Labels,
		Design: raw.Design.value, AcceptanceCriteria: raw.AcceptanceCriteria.value, Notes: raw.Notes.value,
		Owner: raw.Owner.value, CreatedBy: raw.CreatedBy.value, EstimatedMinutes: raw.EstimatedMinutes.value,
		ExternalRef: raw.ExternalRef.value, SpecID: raw.SpecID.value,
		CreatedAt: raw.CreatedAt.value, UpdatedAt: raw.UpdatedAt.value, StartedAt: raw.StartedAt.value,
		ClosedAt: raw.ClosedAt.value, CloseReason: raw.CloseReason.value,
		DueAt: raw.DueAt.value, DeferUntil: raw.DeferUntil.value,
		DeletedAt: raw.DeletedAt.value, DeletedBy: raw.DeletedBy.value, DeleteReason: raw.DeleteReason.value,
		Pinned: raw.Pinned.value, Ephemeral: raw.Ephemeral.value, Template: raw.Template.value,
	}
	if b.Status == "" {
		b.Status = "open"
	}
	for _, d := range raw.Dependencies {
		if d.DependsOn == "" {
			continue
		}
		if d.Kind.value == "" {
			d.Kind.value = BeadBlocks
		}
		b.Dependencies = append(b.Dependencies, BeadDependency{d.DependsOn, d.Kind.value, d.CreatedAt.value, d.CreatedBy.value, d.Metadata.value})
	}
	for _, c := range raw.Comments {
		b.Comments = append(b.Comments, c.BeadComment)
	}
	b.DependencyCount = max(len(b.Dependencies), raw.DependencyCount.value)
	b.CommentCount = max(len(b.Comments), raw.CommentCount.value)
	b.Other = otherKeys(line)
	return b, nil
}

// otherKeys returns the fields of an object that are not fields of a bead.
func otherKeys(line []byte) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(line, &all) != nil {
		return nil
	}
	known := beadKeys()
	maps.DeleteFunc(all, func(key string, v json.RawMessage) bool {
		return known[strings.ToLower(key)] || string(v) == "null" // keys match in any case, as in encoding/json
	})
	if len(all) == 0 {
		return nil
	}
	return all
}
