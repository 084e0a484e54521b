// Memory for one tree: taken in pieces, given back at once.
//
// The library asks for memory for each node, and gives it back node by node: with malloc
// that takes a quarter of a parse. Here a block is cut from a large piece, goes to a list of
// its size when it is freed, and the whole is emptied when the tree is no longer needed.
#pragma once
#include <stddef.h>

typedef struct Arena Arena;

// dossier_arena_use lets the library take its memory from arenas from now on.
void dossier_arena_use(void);

Arena *dossier_arena_new(void);
void dossier_arena_delete(Arena *);

// dossier_arena_empty frees all blocks of an arena, which keeps some of its memory for the next.
void dossier_arena_empty(Arena *);

// dossier_arena_enter lets the library take its memory from an arena while this thread is in
// it. What stands in the arena is touched by the library in it alone.
void dossier_arena_enter(Arena *);
void dossier_arena_leave(void);
