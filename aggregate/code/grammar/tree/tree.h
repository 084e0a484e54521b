// What this package uses of tree-sitter's interface (api.h, version 0.22). The library is a
// part of the module that the grammars come from; its functions are found when the program
// is linked, and are weak so that this package can be linked without it.
#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

// Addresses are numbers here: of memory without pointers cgo has nothing to check, nor the
// collector.

typedef struct {
	uint32_t context[4]; // byte, row and column of its start; the name that its parent gives it
	uintptr_t id, tree;
} TSNode;

typedef struct {
	uintptr_t tree, id;
	uint32_t context[3];
} TSTreeCursor;

typedef struct {
	uint32_t row, column;
} TSPoint;

#define LIBRARY extern __attribute__((weak))

LIBRARY void *ts_parser_new(void);
LIBRARY void ts_parser_delete(void *);
LIBRARY bool ts_parser_set_language(void *, const void *);
LIBRARY void ts_parser_set_timeout_micros(void *, uint64_t);
LIBRARY void *ts_parser_parse_string(void *, const void *, const char *, uint32_t);
LIBRARY TSNode ts_tree_root_node(const void *);
LIBRARY TSTreeCursor ts_tree_cursor_new(TSNode);
LIBRARY void ts_tree_cursor_reset(TSTreeCursor *, TSNode);
LIBRARY TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
LIBRARY uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
LIBRARY bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
LIBRARY bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
LIBRARY bool ts_tree_cursor_goto_parent(TSTreeCursor *);
LIBRARY uint16_t ts_node_symbol(TSNode);
LIBRARY bool ts_node_is_named(TSNode);
LIBRARY uint32_t ts_node_start_byte(TSNode);
LIBRARY uint32_t ts_node_end_byte(TSNode);
LIBRARY uint32_t ts_node_child_count(TSNode);
LIBRARY TSNode ts_node_child_by_field_id(TSNode, uint16_t);
LIBRARY bool ts_node_is_extra(TSNode);
LIBRARY bool ts_node_has_error(TSNode);
LIBRARY bool ts_node_is_missing(TSNode);
LIBRARY TSPoint ts_node_start_point(TSNode);
LIBRARY TSPoint ts_node_end_point(TSNode);

// Node is a node as a tree keeps it.
typedef struct {
	TSNode node;
	uint32_t start, end; // bytes
	uint32_t parent;     // where its parent is kept
	uint32_t kids;       // where its children begin; 0: not known yet
	uint32_t count;      // of its children
	uint16_t symbol, field;
	bool named, broken, missing;
} Node;

// Marked is a node whose symbol has a mark.
typedef struct {
	uint32_t start, end; // bytes
	uint8_t mark;
} Marked;

bool dossier_parse(Arena *arena, const void *language, const char *src, uint32_t length, uint64_t micros, uint64_t slice, TSTreeCursor *cursor, Node *root, uint32_t *resumed);
uint32_t dossier_children(Arena *arena, TSTreeCursor *cursor, const Node *of, uint32_t at, Node *to, uint32_t room);
uint32_t dossier_marked(Arena *arena, TSTreeCursor *cursor, const Node *of, uint32_t *depth, const uint8_t *marks, uint32_t symbols, Marked *to, uint32_t room);
