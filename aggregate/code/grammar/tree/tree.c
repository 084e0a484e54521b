#include "tree.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

// worked returns the processor time of this thread, in microseconds.
static uint64_t worked(void) {
#ifdef _WIN32
	FILETIME created, ended, kernel, user;
	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user)) return UINT64_MAX;
	return (((uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime) + ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime)) / 10;
#else
	struct timespec now;
	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)) return UINT64_MAX;
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
#endif
}

// fill fills in a node. Nothing in a sound one is broken or missing.
static void fill(TSNode node, uint32_t parent, uint16_t field, bool sound, Node *to) {
	to->node = node;
	to->start = ts_node_start_byte(node);
	to->end = ts_node_end_byte(node);
	to->parent = parent;
	to->kids = 0;
	to->count = ts_node_child_count(node);
	to->symbol = ts_node_symbol(node);
	to->field = field;
	to->named = ts_node_is_named(node);
	to->broken = !sound && ts_node_has_error(node);
	to->missing = !sound && ts_node_is_missing(node);
}

// current returns the node that a cursor is at. What may stand anywhere, as comments and errors
// do, the cursor calls by the name of the node that it began with when that has another's.
static TSNode current(const TSTreeCursor *cursor) {
	TSNode node = ts_tree_cursor_current_node(cursor);
	if (ts_node_is_extra(node)) node.context[3] = 0;
	return node;
}

// dossier_parse makes the tree of a source in an arena, with a cursor at its root; false when
// that takes more processor time than micros. The library looks at a clock on the wall, which a busy
// machine lets run ahead: a parse that it gives up is resumed until that time was worked. It is let
// run for slice microseconds at a time; resumed counts how often it went on. The parser is a fresh
// one: what a used one remembers changes the next tree.
bool dossier_parse(Arena *arena, const void *language, const char *src, uint32_t length, uint64_t micros, uint64_t slice, TSTreeCursor *cursor, Node *root, uint32_t *resumed) {
	dossier_arena_enter(arena);
	void *parser = ts_parser_new();
	void *tree = NULL;
	if (ts_parser_set_language(parser, language)) {
		for (uint64_t now = worked(), end = now + micros;; ++*resumed) {
			ts_parser_set_timeout_micros(parser, slice < end - now ? slice : end - now);
			tree = ts_parser_parse_string(parser, NULL, src, length);
			if (tree || (now = worked()) >= end) break;
		}
	}
	ts_parser_delete(parser);
	if (tree) {
		TSNode node = ts_tree_root_node(tree);
		*cursor = ts_tree_cursor_new(node);
		fill(node, 0, 0, false, root);
	}
	dossier_arena_leave();
	return tree != NULL;
}

// dossier_children fills in the children of a node that is kept at a place, room of them at
// most, and returns how many.
uint32_t dossier_children(Arena *arena, TSTreeCursor *cursor, const Node *of, uint32_t at, Node *to, uint32_t room) {
	dossier_arena_enter(arena);
	ts_tree_cursor_reset(cursor, of->node);
	uint32_t n = 0;
	if (ts_tree_cursor_goto_first_child(cursor)) {
		do {
			if (n == room) break;
			fill(current(cursor), at, ts_tree_cursor_current_field_id(cursor), !of->broken, &to[n++]);
		} while (ts_tree_cursor_goto_next_sibling(cursor));
	}
	dossier_arena_leave();
	return n;
}

static uint32_t marked(TSTreeCursor *cursor, const Node *of, uint32_t *depth, const uint8_t *marks, uint32_t symbols, Marked *to, uint32_t room) {
	uint32_t n = 0;
	if (*depth == 0) {
		ts_tree_cursor_reset(cursor, of->node);
		if (!ts_tree_cursor_goto_first_child(cursor)) return 0;
		*depth = 1;
	}
	while (n < room) {
		TSNode node = current(cursor);
		uint16_t symbol = ts_node_symbol(node);
		if (symbol < symbols && marks[symbol]) {
			to[n++] = (Marked){ts_node_start_byte(node), ts_node_end_byte(node), marks[symbol]};
		}
		if (ts_tree_cursor_goto_first_child(cursor)) {
			++*depth;
			continue;
		}
		while (!ts_tree_cursor_goto_next_sibling(cursor)) {
			ts_tree_cursor_goto_parent(cursor);
			if (--*depth == 0) return n;
		}
	}
	return n;
}

// dossier_marked fills in the marked nodes in a node, room of them at most, and returns how
// many; marks are those of the symbols. It goes on where the last call has stopped, which
// depth says: 0 before the first call and behind the last.
uint32_t dossier_marked(Arena *arena, TSTreeCursor *cursor, const Node *of, uint32_t *depth, const uint8_t *marks, uint32_t symbols, Marked *to, uint32_t room) {
	dossier_arena_enter(arena);
	uint32_t n = marked(cursor, of, depth, marks, symbols, to, room);
	dossier_arena_leave();
	return n;
}
