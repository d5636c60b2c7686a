/*
 * Exact search in plain C: the algorithm of xl_mastermind/solve/kernel.py, to
 * measure it against (but where only black pegs count, colours are renamed on
 * all pegs alike). Prints the value and the CPU seconds it took.
 *
 *     cc -O3 -march=native -o exact exact.c
 *     ./exact total|worst PEGS COLOURS [distinct] [black] [MOST]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint16_t word; /* one bit a feedback */
enum { INF = 1 << 28, MAXD = 24, MAXP = 12, MAXF = 16 };

static int P, K, N, NF, distinct, black;
static uint8_t (*code)[MAXP];
static word *T; /* N x N */
static int *L[MAXF + 1];
static word *masks[MAXD + 1];
static int *nexts[MAXD + 1];
static uint8_t *partss[MAXD + 1];
static int *stack;
static int hist[MAXD + 1], nhist;
static int perms[720][MAXP], nperms;
static long nodes, hits, lookups;

/* memo: chains of entries by their hash */
typedef struct { uint64_t hash; int64_t pos; int n, d, lo, hi, next; } slot;
static slot *slots;
static int *heads;
enum { HEADS = 1 << 20, SLOTS = 1 << 22 };
static int used;
static int *arena;
static int64_t arena_used, arena_size = 1 << 28;

/* Tables of some candidates and guesses, one level inside another. */
typedef struct {
    int n, g;
    int *cand, *guess, *self; /* candidates, guesses, and where the first are in the second */
    int *row; /* where a candidate's row is */
    word *by_cand, *by_guess;
    char *filled; /* whether a guess's row is; the outermost level's are */
} level;

static inline uint64_t mix(uint64_t x) {
    x ^= x >> 32; x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32; x *= 0xd6e8feb86659fd93ull;
    return x ^ (x >> 32);
}

static inline uint64_t stir(uint64_t x) { x *= 0x9e3779b97f4a7c15ull; return x ^ (x >> 29); }

static int keybuf[MAXD + 1][32768];

static int cmpint(const void *a, const void *b) { return *(int *)a - *(int *)b; }

static void sort_ints(int *a, int n) {
    if (n > 40) { qsort(a, n, sizeof *a, cmpint); return; }
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j && a[j - 1] > x) { a[j] = a[j - 1]; j--; }
        a[j] = x;
    }
}

/* Write the set's codes, pegs and colours put into an order of their own. */
static uint64_t normal(const level *lv, const int *set, int n, int *key) {
    uint64_t hp[MAXP] = {0}, hc[32] = {0}, np[MAXP] = {0}, nc[32] = {0};
    int count[MAXP][32] = {{0}};
    for (int i = 0; i < n; i++)
        for (int p = 0; p < P; p++) count[p][code[lv->cand[set[i]]][p]]++;
    for (int p = 0; p < P; p++)
        for (int c = 0; c < K; c++) {
            uint64_t h = stir(count[p][c] + 1);
            hp[p] += h; hc[c] += h;
        }
    for (int i = 0; i < n; i++) {
        const uint8_t *x = code[lv->cand[set[i]]];
        uint64_t h = 0;
        for (int p = 0; p < P; p++) h += stir(hp[p] + hc[x[p]]);
        for (int p = 0; p < P; p++) {
            nc[x[p]] += stir(h ^ hp[p]);
            np[p] += stir(h ^ hc[x[p]]);
        }
    }
    for (int p = 0; p < P; p++) hp[p] = np[p];
    for (int c = 0; c < K; c++) hc[c] = nc[c];
    int op[MAXP], rank[32];
    for (int p = 0; p < P; p++) op[p] = p;
    for (int i = 1; i < P; i++)
        for (int j = i; j && hp[op[j - 1]] > hp[op[j]]; j--) {
            int t = op[j]; op[j] = op[j - 1]; op[j - 1] = t;
        }
    for (int c = 0; c < K; c++) {
        int r = 0;
        for (int b = 0; b < K; b++) r += hc[b] > hc[c] || (hc[b] == hc[c] && b < c);
        rank[c] = r;
    }
    for (int i = 0; i < n; i++) {
        int v = 0;
        for (int p = 0; p < P; p++) v = v * K + rank[code[lv->cand[set[i]]][op[p]]];
        key[i] = v;
    }
    sort_ints(key, n);
    uint64_t h = n;
    for (int i = 0; i < n; i++) h = stir(h + key[i]);
    return h;
}

static slot *find(uint64_t h, const int *key, int n, int d) {
    lookups++;
    for (int i = heads[h & (HEADS - 1)]; i; i = slots[i].next) {
        slot *s = slots + i;
        if (s->hash == h && s->n == n && s->d == d &&
            !memcmp(arena + s->pos, key, n * sizeof *key)) { hits++; return s; }
    }
    return NULL;
}

static void keep(uint64_t h, const int *key, int n, int d, int lo, int hi) {
    slot *s = find(h, key, n, d);
    if (s) {
        if (lo > s->lo) s->lo = lo;
        if (hi < s->hi) s->hi = hi;
        return;
    }
    if (used + 1 == SLOTS || arena_used + n > arena_size) {
        memset(heads, 0, HEADS * sizeof *heads);
        used = arena_used = 0;
    }
    int *head = heads + (h & (HEADS - 1));
    slots[++used] = (slot){h, arena_used, n, d, lo, hi, *head};
    *head = used;
    memcpy(arena + arena_used, key, n * sizeof *key);
    arena_used += n;
}

/* Whether no other guess of this position's class is smaller. */
typedef struct { int map[32]; int perm; } sym;
static sym syms[MAXD + 1][720];
static int nsyms[MAXD + 1];
static int alike[MAXD + 1][32], lists[MAXD + 1][2][32], nlists[MAXD + 1][2];

static void symmetries(int depth, const level *lv, const int *set, int n) {
    int used_[32] = {0}, present[32] = {0};
    for (int i = 0; i < nhist; i++)
        for (int p = 0; p < P; p++) used_[code[hist[i]][p]] = 1;
    for (int i = 0; i < n; i++)
        for (int p = 0; p < P; p++) present[code[lv->cand[set[i]]][p]] = 1;
    nlists[depth][0] = nlists[depth][1] = 0;
    for (int c = 0; c < K; c++) {
        int which = !present[c] ? 1 : used_[c] ? -1 : 0;
        alike[depth][c] = which;
        if (which >= 0) lists[depth][which][nlists[depth][which]++] = c;
    }
    nsyms[depth] = 0;
    for (int k = 0; k < nperms; k++) {
        int map[32], back[32], ok = 1;
        for (int c = 0; c < K; c++) map[c] = back[c] = -1;
        for (int i = 0; i < nhist && ok; i++)
            for (int p = 0; p < P; p++) {
                int from = code[hist[i]][perms[k][p]], to = code[hist[i]][p];
                if ((map[from] >= 0 && map[from] != to) || (back[to] >= 0 && back[to] != from)) { ok = 0; break; }
                map[from] = to; back[to] = from;
            }
        if (!ok) continue;
        sym *s = &syms[depth][nsyms[depth]++];
        memcpy(s->map, map, sizeof map);
        s->perm = k;
    }
}

static int least(int depth, int g) {
    for (int k = 0; k < nsyms[depth]; k++) {
        sym *s = &syms[depth][k];
        int names[32], seen[2] = {0, 0};
        for (int c = 0; c < K; c++) names[c] = -1;
        for (int p = 0; p < P; p++) {
            int c = code[g][perms[s->perm][p]];
            int which = alike[depth][c];
            if (which < 0) c = s->map[c];
            else {
                if (names[c] < 0) names[c] = lists[depth][which][(which == 1 && !distinct) ? 0 : seen[which]++];
                c = names[c];
            }
            if (c < code[g][p]) return 0;
            if (c > code[g][p]) break;
        }
    }
    return 1;
}

static int spread(int n, int q, int k) { /* n candidates over q parts */
    if (!n) return 0;
    if (!q) return INF;
    int r = n / q, over = n % q;
    return (q - over) * L[k][r] + over * L[k][r + 1];
}

/* How many candidates d guesses of at most k parts each can find. */
enum { DEEP = 100 };
static int reach[DEEP + 1][MAXF + 1];

static char *pool;
static size_t pool_used, pool_size = (size_t)1 << 28;

static void *take(size_t bytes) {
    void *p = pool + pool_used;
    pool_used += (bytes + 63) / 64 * 64;
    if (pool_used > pool_size) abort();
    return p;
}

static level inner(const level *out, const int *set, int n) {
    int present[32] = {0}, absent[32], nabsent = 0;
    for (int i = 0; i < n; i++)
        for (int p = 0; p < P; p++) present[code[out->cand[set[i]]][p]] = 1;
    for (int c = 0; c < K; c++) if (!present[c]) absent[nabsent++] = c;
    level in = {.n = n, .cand = take(n * 4), .guess = take(out->g * 4), .self = take(n * 4)};
    int *local = take(out->g * 4);
    for (int g = 0; g < out->g; g++) {
        const uint8_t *x = code[out->guess[g]];
        int seen = 0, keep = 1;
        for (int p = 0; p < P && keep; p++) {
            if (present[x[p]]) continue;
            int repeat = 0;
            for (int r = 0; r < p; r++) repeat |= x[r] == x[p];
            if (repeat) continue;
            keep = x[p] == absent[seen++] && (distinct || seen == 1);
        }
        if (keep) { local[in.g] = g; in.guess[in.g++] = out->guess[g]; }
    }
    in.by_guess = take((size_t)in.g * n * sizeof(word));
    in.filled = take(in.g);
    memset(in.filled, 0, in.g);
    in.row = take(n * 4);
    for (int i = 0; i < n; i++) in.row[i] = out->row[set[i]];
    if (in.g < out->g) in.by_cand = take((size_t)in.g * n * sizeof(word));
    else in.by_cand = out->by_cand;
    for (int i = 0; i < n; i++) {
        in.cand[i] = out->cand[set[i]];
        if (in.g < out->g) {
            const word *row = out->by_cand + (size_t)in.row[i] * out->g;
            word *to = in.by_cand + (size_t)i * in.g;
            for (int g = 0; g < in.g; g++) to[g] = row[local[g]];
            in.row[i] = i;
        }
        int x = 0, y = in.g - 1;
        while (x < y) { int m = (x + y) / 2; if (in.guess[m] < in.cand[i]) x = m + 1; else y = m; }
        in.self[i] = x;
    }
    return in;
}

static const word *answers(const level *lv, int g) {
    word *to = lv->by_guess + (size_t)g * lv->n;
    if (lv->filled && !lv->filled[g]) {
        const word *row = T + (size_t)lv->guess[g] * N;
        for (int i = 0; i < lv->n; i++) to[i] = row[lv->cand[i]];
        lv->filled[g] = 1;
    }
    return to;
}

static int best_guess[MAXD + 1];
enum { B = 256 };
static int total(const level *lv, int at, int n, int top, int d, int beta, int depth, int kin);

/* The most parts into which any guess splits what a class's guess leaves. */
static int nclasses, *class_of, (*limits)[MAXF];

static int least_of(int a, int b) { return a < b ? a : b; }

/* Whether a table of this position's own pays for itself, and fits. */
static int worth(const level *lv, int n, int depth) {
    size_t bytes = (size_t)n * lv->g * 2 * sizeof(word) + 16 * (n + lv->g);
    return (depth == 1 || (depth == 2 && n >= 100)) && n * 2 < lv->n && pool_used + bytes < pool_size;
}

/* Best number of parts by a member, up to n; stops at n. */
static int by_member(const level *lv, const int *set, int n) {
    int best = 0;
    for (int i = 0; i < n; i++) {
        const word *row = answers(lv, lv->self[set[i]]);
        word m = 0;
        for (int j = 0; j < n; j++) m |= row[set[j]];
        int q = __builtin_popcount(m) - 1;
        if (q > best) { best = q; if (q == n) break; }
    }
    return best;
}

static int evaluate(const level *lv, int at, int n, int top, int g, int d, int best, int depth, int k) {
    const int *set = stack + at;
    const word *row = answers(lv, g);
    int low[MAXF], kf[MAXF], *limit = limits[class_of[lv->guess[g]]];
    for (int f = 0; f < NF; f++) kf[f] = least_of(k, limit[f]);
    int cnt[MAXF + 1] = {0}, from[MAXF + 1], fill[MAXF + 1];
    for (int i = 0; i < n; i++) cnt[__builtin_ctz(row[set[i]])]++;
    int pos = top, order[MAXF], m = 0, sum = n;
    for (int f = 0; f < NF; f++) {
        from[f] = fill[f] = pos; pos += cnt[f];
        if (!cnt[f] || f == NF - 1) continue;
        sum += L[kf[f]][cnt[f]];
        if (cnt[f] > reach[d - 1][kf[f]]) return INF;
        if (cnt[f] > 2) {
            int j = m++;
            while (j && cnt[order[j - 1]] > cnt[f]) { order[j] = order[j - 1]; j--; }
            order[j] = f;
        }
    }
    if (sum >= best) return sum;
    for (int i = 0; i < n; i++) stack[fill[__builtin_ctz(row[set[i]])]++] = set[i];
    /* first what is cheap: small parts that a member cannot tell apart */
    int left = 0;
    for (int i = 0; i < m; i++) {
        int f = order[i], s = cnt[f];
        if (s <= NF) {
            int q = by_member(lv, stack + from[f], s);
            if (q == s) continue;
            low[f] = L[kf[f]][s] > 2 * s ? L[kf[f]][s] : 2 * s;
            sum += low[f] - L[kf[f]][s];
            if (sum >= best) return sum;
            if (q == s - 1 && d > 3) continue;
        } else low[f] = L[kf[f]][s];
        order[left++] = f;
    }
    /* then what is known already */
    m = left; left = 0;
    for (int i = 0; i < m; i++) {
        int f = order[i], s = cnt[f], e = d - 1 < s ? d - 1 : s;
        uint64_t h = normal(lv, stack + from[f], s, keybuf[depth + 1]);
        slot *known = find(h, keybuf[depth + 1], s, e);
        if (known && known->lo > low[f]) {
            sum += known->lo - low[f];
            if (sum >= best) return sum;
            low[f] = known->lo;
        }
        if (!known || known->lo < known->hi) order[left++] = f;
    }
    hist[nhist++] = lv->guess[g];
    for (int i = 0; i < left; i++) {
        int f = order[i];
        int v = total(lv, from[f], cnt[f], top + n, d - 1, best - sum + low[f], depth + 1, kf[f]);
        sum += v - low[f];
        if (sum >= best) break;
    }
    nhist--;
    return sum;
}

/* Into how many parts each guess splits the candidates. */
static int survey(const level *lv, const int *set, int n, int depth, int *k) {
    int G = lv->g;
    word *mask = masks[depth];
    uint8_t *parts = partss[depth];
    memset(mask, 0, G * sizeof *mask);
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const word *a = lv->by_cand + (size_t)lv->row[set[i]] * G, *b = lv->by_cand + (size_t)lv->row[set[i + 1]] * G;
        const word *c = lv->by_cand + (size_t)lv->row[set[i + 2]] * G, *e = lv->by_cand + (size_t)lv->row[set[i + 3]] * G;
        for (int g = 0; g < G; g++) mask[g] |= a[g] | b[g] | c[g] | e[g];
    }
    for (; i < n; i++) {
        const word *a = lv->by_cand + (size_t)lv->row[set[i]] * G;
        for (int g = 0; g < G; g++) mask[g] |= a[g];
    }
    word most = 0, plain = 0;
    for (int g = 0; g < G; g++) {
        word q = __builtin_popcount(mask[g]), once = q - (mask[g] >> NF & 1);
        most = q > most ? q : most;
        plain = once > plain ? once : plain;
        parts[g] = q;
    }
    *k = plain;
    return most;
}

static int *easy; /* totals were each split in four at every turn */

static int total(const level *lv, int at, int n, int top, int d, int beta, int depth, int kin) {
    int *set = stack + at;
    if (n == 1) return 1;
    if (d < 2) return INF;
    if (n == 2) return 3;
    if (d > n) d = n;
    if (d == 2 && n > NF) return INF;
    int small = n <= NF && depth;
    if (small) {
        int q = by_member(lv, set, n);
        if (q == n) return 2 * n - 1;
        if (2 * n >= beta || (q == n - 1 && d > 2)) return 2 * n;
    }
    int *key = keybuf[depth];
    uint64_t h = normal(lv, set, n, key);
    slot *s = find(h, key, n, d);
    int lo = small ? 2 * n : L[kin][n];
    if (s) {
        if (s->lo == s->hi || s->lo >= beta) { if (depth) return s->lo; }
        if (s->lo > lo) lo = s->lo;
    }
    nodes++;
    size_t mark = pool_used;
    level in;
    if (worth(lv, n, depth)) {
        in = inner(lv, set, n);
        lv = &in;
        for (int i = 0; i < n; i++) stack[top + i] = i;
        at = top; set = stack + at; top += n;
    }
    int k, most = survey(lv, set, n, depth, &k), G = lv->g;
    uint8_t *parts = partss[depth];
    /* parts[g] counts winning twice, as a part the less and a guess the less */
    int bound[MAXF + 2];
    if (k > kin) k = kin;
    for (int q = 0; q <= most; q++) {
        int x = spread(n, q, k), y = q > 2 ? spread(n - 1, q - 2, k) : INF;
        bound[q] = n + (x < y ? x : y);
    }
    if (bound[most] > lo) lo = bound[most];
    int best = beta, found = 0, easiest = INF, promising = -1;
    if (lo < best) {
        int raw[B], done[B], base = bound[most];
        int *next = nexts[depth];
        for (int b = 0; b < B; b++) raw[b] = done[b] = -1;
        int need = 2;
        while (bound[need] >= best) need++;
        for (int g = G - 1; g >= 0; g--) {
            if (parts[g] < need) continue;
            int b = bound[parts[g]] - base;
            if (b >= B) b = B - 1;
            next[g] = raw[b]; raw[b] = g;
        }
        int symmetric = nhist <= 2;
        if (symmetric) symmetries(depth, lv, set, n);
        for (int b = 0; b < B && base + b < best; b++) {
            while (raw[b] >= 0) {
                int g = raw[b]; raw[b] = next[g];
                if (symmetric && !least(depth, lv->guess[g])) continue;
                const word *row = answers(lv, g);
                const int *limit = limits[class_of[lv->guess[g]]];
                int cnt[MAXF + 1] = {0}, more[MAXF + 1] = {0}, sum = n, i = 0;
                for (; i + 1 < n; i += 2) {
                    cnt[__builtin_ctz(row[set[i]])]++;
                    more[__builtin_ctz(row[set[i + 1]])]++;
                }
                if (i < n) cnt[__builtin_ctz(row[set[i]])]++;
                for (int f = 0; f < NF - 1; f++) sum += L[least_of(k, limit[f])][cnt[f] + more[f]];
                if (sum >= best) continue;
                int c = sum - base;
                if (c >= B) c = B - 1;
                if (c < b) c = b;
                next[g] = done[c]; done[c] = g;
                sum = 0;
                for (int f = 0; f < NF - 1; f++) sum += easy[cnt[f] + more[f]];
                if (sum < easiest) { easiest = sum; promising = g; }
            }
            while (base + b < best) {
                int g = promising; /* often it is good; then it comes again, and fails */
                promising = -1;
                if (g < 0) {
                    if ((g = done[b]) < 0) break;
                    done[b] = next[g];
                }
                int v = evaluate(lv, at, n, top, g, d, best, depth, k);
                if (v < best) { best = v; found = 1; best_guess[depth] = lv->guess[g]; }
                if (best <= lo) break;
            }
            if (best <= lo) break;
        }
    }
    pool_used = mark;
    if (found) keep(h, key, n, d, best, best);
    else { if (lo > best) best = lo; keep(h, key, n, d, best, INF); }
    return best;
}


static int within(const level *lv, int at, int n, int top, int d, int depth, int kin);

/* Whether every part of a guess can be found within d - 1 guesses, largest parts first. */
static int answers_within(const level *lv, int at, int n, int top, int g, int d, int depth, int k) {
    const int *set = stack + at, *limit = limits[class_of[lv->guess[g]]];
    const word *row = answers(lv, g);
    int cnt[MAXF + 1] = {0}, from[MAXF + 1], fill[MAXF + 1], order[MAXF], m = 0, pos = top;
    for (int i = 0; i < n; i++) cnt[__builtin_ctz(row[set[i]])]++;
    for (int f = 0; f < NF; f++) {
        from[f] = fill[f] = pos; pos += cnt[f];
        if (f == NF - 1 || cnt[f] < d) continue;
        int j = m++;
        while (j && cnt[order[j - 1]] < cnt[f]) { order[j] = order[j - 1]; j--; }
        order[j] = f;
    }
    for (int i = 0; i < n; i++) stack[fill[__builtin_ctz(row[set[i]])]++] = set[i];
    hist[nhist++] = lv->guess[g];
    int good = 1;
    for (int i = 0; i < m && good; i++) {
        int f = order[i];
        good = within(lv, from[f], cnt[f], top + n, d - 1, depth + 1, least_of(k, limit[f]));
    }
    nhist--;
    return good;
}

/* Counts of all feedbacks to many guesses at once: plane j holds bit j of each count. */
enum { BLOCK = 1024, PLANES = 20 };
static word plane[PLANES][BLOCK], side[PLANES][2][BLOCK], zero[BLOCK], over[BLOCK];

static void add(word *restrict sum, const word *restrict a, const word *restrict b, word *restrict carry, int m) {
    for (int g = 0; g < m; g++) {
        word x = sum[g] ^ a[g];
        carry[g] = (sum[g] & a[g]) | (x & b[g]);
        sum[g] = x ^ b[g];
    }
}

static void exceed(word *restrict over, const word *restrict count, word missing, int m) {
    for (int g = 0; g < m; g++) over[g] = (count[g] & missing) | (over[g] & (count[g] ^ missing));
}

/* Note which parts of m guesses have more than their room. */
static void tally(const level *lv, const int *set, int n, int from, int m, const int *room) {
    int bits = 32 - __builtin_clz(n), waiting[PLANES + 1] = {0};
    for (int j = 0; j < bits; j++) memset(plane[j], 0, m * sizeof(word));
    for (int i = 0; i < n; i += 2) {
        const word *a = lv->by_cand + (size_t)lv->row[set[i]] * lv->g + from;
        const word *b = i + 1 < n ? lv->by_cand + (size_t)lv->row[set[i + 1]] * lv->g + from : zero;
        add(plane[0], a, b, side[1][waiting[1]++], m);
        for (int j = 1; waiting[j] == 2; j++) {
            add(plane[j], side[j][0], side[j][1], side[j + 1][waiting[j + 1]++], m);
            waiting[j] = 0;
        }
    }
    for (int j = 1; j < bits; j++)
        if (waiting[j]) add(plane[j], side[j][0], waiting[j] == 2 ? side[j][1] : zero, side[j + 1][waiting[j + 1]++], m);
    memset(over, 0, m * sizeof *over);
    for (int j = 0; j < bits; j++) {
        word missing = 0;
        for (int f = 0; f < NF - 1; f++) missing |= !(room[f] >> bits || room[f] >> j & 1) << f;
        exceed(over, plane[j], missing, m);
    }
}

/* The guesses whose parts may all be found with a guess less, by the largest part. */
static void list_hopeful(const level *lv, const int *set, int n, int d, int depth, int k, int symmetric, int *done) {
    int shift = 0, room[MAXF] = {0}, *next = nexts[depth], each = reach[d - 1][k];
    uint8_t *parts = partss[depth];
    while (n >> shift >= B) shift++;
    for (int b = 0; b < B; b++) done[b] = -1;
    for (int c = 0; c < nclasses; c++)
        for (int f = 0; f < NF - 1; f++) {
            int x = reach[d - 1][least_of(k, limits[c][f])];
            if (x > room[f]) room[f] = x;
        }
    for (int from = (lv->g - 1) / BLOCK * BLOCK; from >= 0; from -= BLOCK) {
        int m = least_of(BLOCK, lv->g - from);
        tally(lv, set, n, from, m, room);
        for (int g = from + m - 1; g >= from; g--) {
            if (over[g - from] || (long)parts[g] * each < n || (symmetric && !least(depth, lv->guess[g]))) continue;
            const word *row = answers(lv, g);
            const int *limit = limits[class_of[lv->guess[g]]];
            int cnt[MAXF + 1] = {0}, largest = 0, possible = 1;
            for (int i = 0; i < n; i++) cnt[__builtin_ctz(row[set[i]])]++;
            for (int f = 0; f < NF - 1; f++) {
                if (cnt[f] > largest) largest = cnt[f];
                possible &= cnt[f] < d || cnt[f] <= reach[d - 1][least_of(k, limit[f])];
            }
            if (!possible || largest == n) continue;
            next[g] = done[largest >> shift]; done[largest >> shift] = g;
        }
    }
}

/* Whether every candidate can be found within d guesses. */
static int within(const level *lv, int at, int n, int top, int d, int depth, int kin) {
    int *set = stack + at;
    if (n <= d) return 1;
    if (d < 2 || n > reach[d][kin]) return 0;
    if (n <= NF && depth) {
        int q = by_member(lv, set, n);
        if (q > n - d + 1) return 1; /* no part has d candidates */
    }
    int *key = keybuf[depth];
    uint64_t h = normal(lv, set, n, key);
    slot *s = find(h, key, n, 0);
    if (s && depth) {
        if (s->hi <= d) return 1;
        if (s->lo > d) return 0;
    }
    nodes++;
    size_t mark = pool_used;
    level in;
    if (worth(lv, n, depth)) {
        in = inner(lv, set, n);
        lv = &in;
        for (int i = 0; i < n; i++) stack[top + i] = i;
        at = top; set = stack + at; top += n;
    }
    int k, most = survey(lv, set, n, depth, &k);
    uint8_t *parts = partss[depth];
    if (k > kin) k = kin;
    int good = 0;
    if (d == 2) for (int g = 0; g < lv->g && !good; g++) good = parts[g] - (masks[depth][g] >> NF & 1) == n;
    else if (n <= reach[d][k] && (long)most * reach[d - 1][k] >= n) {
        int symmetric = nhist <= 2, *next = nexts[depth];
        if (symmetric) symmetries(depth, lv, set, n);
        if (4 * n <= reach[d][k]) { /* one with the most parts will do */
            int g = 0;
            while (parts[g] < most) g++;
            good = answers_within(lv, at, n, top, g, d, depth, k);
            if (good) best_guess[depth] = lv->guess[g];
        }
        int done[B];
        if (!good) list_hopeful(lv, set, n, d, depth, k, symmetric, done);
        for (int b = 0; b < B && !good; b++)
            for (int g = done[b]; g >= 0 && !good; g = next[g]) {
                good = answers_within(lv, at, n, top, g, d, depth, k);
                if (good) best_guess[depth] = lv->guess[g];
            }
    }
    pool_used = mark;
    if (good) keep(h, key, n, 0, 0, d); else keep(h, key, n, 0, d + 1, INF);
    return good;
}

static void permute(int *perm, int i) {
    if (i == P) { memcpy(perms[nperms++], perm, sizeof perms[0]); return; }
    for (int j = i; j < P; j++) {
        int t = perm[i]; perm[i] = perm[j]; perm[j] = t;
        permute(perm, i + 1);
        t = perm[i]; perm[i] = perm[j]; perm[j] = t;
    }
}

int main(int argc, char **argv) {
    P = atoi(argv[2]); K = atoi(argv[3]);
    int most = 99;
    for (int i = 4; i < argc; i++)
        if (!strcmp(argv[i], "distinct")) distinct = 1;
        else if (!strcmp(argv[i], "black")) black = 1;
        else most = atoi(argv[i]);
    clock_t start = clock();
    int all = 1;
    for (int p = 0; p < P; p++) all *= K;
    code = malloc((size_t)all * MAXP);
    for (int v = 0; v < all; v++) {
        int x = v, seen = 0, twice = 0;
        for (int p = P - 1; p >= 0; p--) { int c = x % K; x /= K; twice |= seen >> c & 1; seen |= 1 << c; code[N][p] = c; }
        if (!(distinct && twice)) N++;
    }
    int id[MAXP + 1][MAXP + 1];
    for (int b = 0; b <= P; b++)
        for (int t = b; t <= (black ? b : P); t++) {
            if (b == P - 1 && t == P && !black) continue;
            id[b][t] = NF++;
        }
    T = malloc((size_t)N * N * sizeof *T);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            int b = 0, t = 0, count[2][32] = {{0}};
            for (int p = 0; p < P; p++) b += code[i][p] == code[j][p];
            if (black) t = b;
            else {
                for (int p = 0; p < P; p++) { count[0][code[i][p]]++; count[1][code[j][p]]++; }
                for (int c = 0; c < K; c++) t += count[0][c] < count[1][c] ? count[0][c] : count[1][c];
            }
            T[(int64_t)i * N + j] = T[(int64_t)j * N + i] = (word)1 << id[b][t];
        }
    printf("table %.3f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    for (int d = 0; d <= MAXD; d++) { masks[d] = malloc(N * sizeof(word)); nexts[d] = malloc(N * sizeof(int)); partss[d] = malloc(N); }
    stack = malloc((size_t)N * 30 * sizeof(int));
    slots = malloc((size_t)SLOTS * sizeof *slots);
    heads = calloc(HEADS, sizeof *heads);
    arena = malloc(arena_size * sizeof *arena);
    int perm[MAXP];
    for (int p = 0; p < P; p++) perm[p] = p;
    if (P <= 6) permute(perm, 0); else { memcpy(perms[0], perm, sizeof perm); nperms = 1; }
    for (int i = 0; i < N; i++) stack[i] = i;
    pool = malloc(pool_size);
    for (int i = 0; i < N; i++) T[(int64_t)i * N + i] |= (word)1 << NF;
    level root = {N, N, stack, stack, stack, stack, T, T, NULL};
    class_of = malloc(N * sizeof *class_of);
    limits = malloc(64 * sizeof *limits);
    int shape[64] = {0}; static int room[64][MAXF]; for (int k = 1; k <= NF; k++) reach[1][k] = 1;
    for (int g = 0; g < N; g++) {
        int count[32] = {0}, x = 0, c = 0;
        for (int p = 0; p < P; p++) x += ++count[code[g][p]];
        while (c < nclasses && shape[c] != x) c++;
        class_of[g] = c;
        if (c < nclasses) continue;
        shape[nclasses++] = x;
        for (int f = 0; f < NF; f++) {
            int n = 0, k;
            for (int i = 0; i < N; i++) if (T[(int64_t)g * N + i] >> f & 1) stack[N + n++] = i;
            survey(&root, stack + N, n, 0, &k);
            limits[c][f] = k ? k : 1; room[c][f] = n;
        }
    }
    for (int d = 2; d <= DEEP; d++) for (int k = 1; k <= NF; k++) for (int c = 0; c < nclasses; c++) {
        int v[MAXF], sum = 0; 
        for (int f = 0; f < NF; f++) {
            int x = f == NF - 1 ? 1 : least_of(room[c][f], reach[d - 1][least_of(k, limits[c][f])]), j = f;
            while (j && v[j - 1] < x) { v[j] = v[j - 1]; j--; }
            v[j] = x;
        }
        for (int f = 0; f < k; f++) sum += v[f];
        if (sum > reach[d][k]) reach[d][k] = sum;
    }
    for (int k = 1; k <= NF; k++) {
        L[k] = malloc((N + 2) * sizeof(int));
        L[k][0] = 0;
        int d = 1;
        for (int m = 1; m <= N + 1; m++) {
            while (d < DEEP && m > reach[d][k]) d++;
            L[k][m] = L[k][m - 1] + d;
        }
    }
    easy = calloc(N + 2, sizeof *easy);
    for (int m = 1, d = 1, cap = 1; m <= N + 1; m++) {
        while (m > cap) { cap *= 4; d++; }
        easy[m] = easy[m - 1] + d;
    }
    printf("limits %.3f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    int v;
    if (!strcmp(argv[1], "worst")) for (v = 1; v < most && !within(&root, 0, N, N, v, 0, NF); v++) printf("not %d: %.3f s\n", v, (double)(clock() - start) / CLOCKS_PER_SEC);
    else v = total(&root, 0, N, N, most < DEEP ? most : DEEP, INF, 0, NF);
    printf("total %d first ", v);
    for (int p = 0; p < P; p++) printf("%d ", code[best_guess[0]][p] + 1);
    printf("nodes %ld lookups %ld hits %ld used %ld %.3f s\n", nodes, lookups, hits, (long)used, (double)(clock() - start) / CLOCKS_PER_SEC);
}
