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
		fill(ts_tree_cursor_current_node(cursor), at, ts_tree_cursor_current_field_id(cursor), &to[n++]);
	} while (ts_tree_cursor_goto_next_sibling(cursor));
	return n;
}
