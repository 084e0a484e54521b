#include "tree.h"

static void fill(TSNode node, uint32_t parent, uint16_t field, Node *to) {
	to->node = node;
	to->start = ts_node_start_byte(node);
	to->end = ts_node_end_byte(node);
	to->parent = parent;
	to->kids = 0;
	to->count = ts_node_child_count(node);
	to->symbol = ts_node_symbol(node);
	to->field = field;
	to->named = ts_node_is_named(node);
	to->broken = ts_node_has_error(node);
	to->missing = ts_node_is_missing(node);
}

// current returns the node that a cursor is at. What may stand anywhere, as comments and errors
// do, the cursor calls by the name of the node that it began with when that has another's.
static TSNode current(const TSTreeCursor *cursor) {
	TSNode node = ts_tree_cursor_current_node(cursor);
	if (ts_node_is_extra(node)) node.context[3] = 0;
	return node;
}

// dossier_root fills in the root of a tree.
void dossier_root(TSNode root, Node *to) { fill(root, 0, 0, to); }

// dossier_children fills in the children of a node that is kept at a place, room of them at
// most, and returns how many.
uint32_t dossier_children(TSTreeCursor *cursor, const Node *of, uint32_t at, Node *to, uint32_t room) {
	ts_tree_cursor_reset(cursor, of->node);
	uint32_t n = 0;
	if (!ts_tree_cursor_goto_first_child(cursor)) return 0;
	do {
		if (n == room) break;
		fill(current(cursor), at, ts_tree_cursor_current_field_id(cursor), &to[n++]);
	} while (ts_tree_cursor_goto_next_sibling(cursor));
	return n;
}

// dossier_marked fills in the marked nodes in a node, room of them at most, and returns how
// many; marks are those of the symbols. It goes on where the last call has stopped, which
// depth says: 0 before the first call and behind the last.
uint32_t dossier_marked(TSTreeCursor *cursor, const Node *of, uint32_t *depth, const uint8_t *marks, uint32_t symbols, Marked *to, uint32_t room) {
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
