/* Baseline for bench/simulation.py: a minimal C loop that simulates a play. Per roll: one draw (xoshiro256++), one table lookup, three sums.
 *
 *     cc -O3 -march=native -DWAYS=36 -o yardstick yardstick.c && ./yardstick SECONDS < TABLE
 *
 * TABLE is the transition table of a play, 64-bit entries: 18 bits next row, 10 bits bets settled, 36 bits net cents (signed).
 * -DONE_ROW is for a play with a single state: it omits the lookup of the next row, as a hand-written loop would.
 * One multiplication maps a draw to a roll; its bias of 2^-58 does not matter here. Prints rolls, CPU seconds, cents, bets settled.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t table[1 << 18];
static uint64_t w0 = 1, w1 = 2, w2 = 3, w3 = 4;

static inline uint64_t turned(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static inline uint64_t drawn(void) {
    const uint64_t out = turned(w0 + w3, 23) + w0, shifted = w1 << 17;
    w2 ^= w0;
    w3 ^= w1;
    w1 ^= w2;
    w0 ^= w3;
    w2 ^= shifted;
    w3 = turned(w3, 45);
    return out;
}

int main(int count, char **words) {
    const double seconds = count > 1 ? atof(words[1]) : 1;
    if (fread(table, sizeof *table, sizeof table / sizeof *table, stdin) < WAYS) return 2;
    int64_t rolls = 0, cents = 0, settled = 0, row = 0;
    const clock_t begun = clock();
    clock_t spent;
    do {
        for (int i = 0; i < 1000000; i++) {
            const int64_t entry = table[row + (int64_t)((unsigned __int128)drawn() * WAYS >> 64)];
#ifndef ONE_ROW
            row = entry & 0x3ffff;
#endif
            settled += entry >> 18 & 0x3ff;
            cents += entry >> 28;
        }
        rolls += 1000000;
        spent = clock() - begun;
    } while (spent < seconds * CLOCKS_PER_SEC);
    printf("%lld %.6f %lld %lld\n", (long long)rolls, (double)spent / CLOCKS_PER_SEC, (long long)cents, (long long)settled);
    return 0;
}
