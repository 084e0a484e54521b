#include "arena.h"
#include "tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LIBRARY void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

enum {
	unit = 16,           // sizes of small blocks, their headers included, are multiples of it
	small = 64,          // as many sizes of small blocks: up to 1 KiB
	sizes = small + 32,  // and those of large ones, each the double of the one before
	piece = 1 << 20,     // bytes taken at once
	kept = 8 << 20,      // bytes that an empty arena keeps
};

// Block is memory of an arena. The library gets what follows the header.
typedef struct Block {
	uint64_t size; // the place of its size
	struct Block *next; // the next free one; a part of what the library gets
} Block;

enum { header = offsetof(Block, next) };

// The library may rely on what malloc promises: memory for anything, aligned to 16 bytes. It gets what follows
// the header of a block, so the first block of a piece is shifted.
typedef struct Piece {
	struct Piece *next;
	size_t length;
	char shift[unit - (sizeof(struct Piece *) + sizeof(size_t) + header) % unit];
	char bytes[];
} Piece;

_Static_assert((offsetof(Piece, bytes) + header) % unit == 0, "blocks of an arena are aligned like those of malloc");

struct Arena {
	Piece *first, *now; // now is the piece that blocks are cut from; those before it are full
	size_t used;        // of it
	Block *free[sizes];
};

// The arena that this thread is in; without one, memory comes from malloc.
static __thread Arena *in;

static void out_of_memory(size_t size) {
	fprintf(stderr, "no memory for a syntax tree: %zu bytes\n", size);
	abort();
}

// place returns the place of the smallest size that holds a number of bytes, and its bytes
// with the header.
static unsigned place(size_t bytes, size_t *length) {
	bytes += header;
	if (bytes <= small * unit) {
		unsigned at = (bytes + unit - 1) / unit;
		*length = (size_t)at * unit;
		return at - 1;
	}
	unsigned at = small;
	size_t n = 2 * small * unit;
	for (; n < bytes && at < sizes - 1; n *= 2) at++;
	if (n < bytes) out_of_memory(bytes);
	*length = n;
	return at;
}

// room returns how many bytes the library has in a block.
static size_t room(const Block *b) {
	size_t length = b->size < small ? (b->size + 1) * unit : (size_t)2 * small * unit << (b->size - small);
	return length - header;
}

static Piece *new_piece(size_t length) {
	Piece *p = malloc(sizeof(Piece) + length);
	if (!p) out_of_memory(length);
	p->next = NULL;
	p->length = length;
	return p;
}

// cut returns fresh bytes.
static void *cut(Arena *a, size_t length) {
	while (a->used + length > a->now->length) {
		if (!a->now->next) a->now->next = new_piece(length > piece ? length : piece);
		a->now = a->now->next;
		a->used = 0;
	}
	void *bytes = a->now->bytes + a->used;
	a->used += length;
	return bytes;
}

static void *take(Arena *a, size_t bytes) {
	size_t length;
	unsigned at = place(bytes, &length);
	Block *b = a->free[at];
	if (b) {
		a->free[at] = b->next;
	} else {
		b = cut(a, length);
		b->size = at;
	}
	return &b->next;
}

static Block *block(void *bytes) { return (Block *)((char *)bytes - header); }

static void *arena_malloc(size_t size) {
	if (in) return take(in, size);
	void *bytes = malloc(size);
	if (size > 0 && !bytes) out_of_memory(size);
	return bytes;
}

static void *arena_calloc(size_t count, size_t size) {
	if (in) return memset(take(in, count * size), 0, count * size); // of the library's own types: no overflow
	void *bytes = calloc(count, size);
	if (count > 0 && size > 0 && !bytes) out_of_memory(count * size);
	return bytes;
}

static void arena_free(void *bytes) {
	if (!in) {
		free(bytes);
	} else if (bytes) {
		Block *b = block(bytes);
		b->next = in->free[b->size];
		in->free[b->size] = b;
	}
}

static void *arena_realloc(void *bytes, size_t size) {
	if (!in) {
		void *moved = realloc(bytes, size);
		if (size > 0 && !moved) out_of_memory(size);
		return moved;
	}
	if (!bytes) return take(in, size);
	size_t has = room(block(bytes));
	if (size <= has) return bytes;
	void *moved = memcpy(take(in, size), bytes, has);
	arena_free(bytes);
	return moved;
}

// What the library took before came from malloc, and goes back there.
void dossier_arena_use(void) { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free); }

Arena *dossier_arena_new(void) {
	Arena *a = calloc(1, sizeof(Arena));
	if (!a) out_of_memory(sizeof(Arena));
	a->first = a->now = new_piece(piece);
	return a;
}

void dossier_arena_empty(Arena *a) {
	size_t sum = 0;
	for (Piece **at = &a->first; *at;) {
		Piece *p = *at;
		sum += p->length;
		if (p != a->first && sum > kept) {
			sum -= p->length;
			*at = p->next;
			free(p);
		} else {
			at = &p->next;
		}
	}
	a->now = a->first;
	a->used = 0;
	memset(a->free, 0, sizeof a->free);
}

void dossier_arena_delete(Arena *a) {
	while (a->first) {
		Piece *p = a->first;
		a->first = p->next;
		free(p);
	}
	free(a);
}

void dossier_arena_enter(Arena *a) { in = a; }
void dossier_arena_leave(void) { in = NULL; }
