#include "card_value.hpp"

#include <algorithm>
#include <climits>

#include "card_mind.hpp"

namespace meldwise::cards {

namespace {

constexpr int FAR = 3;  // a lead that is seldom lost
constexpr Manner PLAIN{};
constexpr uint32_t ALL = ((1u << NUMBERS) - 1) << 1;

// How many windows of a row have all but *lack* cards in hand, and nothing more lacking that is gone.
int windows(uint32_t row, uint32_t open, int size, int lack) {
    int found = 0;
    const uint32_t window = (1u << size) - 1;
    for (int low = 1; low <= NUMBERS - size + 1; low++) {
        if (__builtin_popcount(row >> low & window) != size - lack) continue;
        found += __builtin_popcount((row | open) >> low & window) >= size - lack + 1;
    }
    return found;
}

int set_pairs(const Cards& hand, const Cards& gone) {
    uint32_t one = 0, two = 0, three = 0;
    for (uint32_t row : hand.rows) {
        three |= two & row;
        two |= one & row;
        one |= row;
    }
    int found = 0;
    for (uint32_t pairs = two & ~three; pairs; pairs &= pairs - 1) {
        const int number = __builtin_ctz(pairs);
        for (int color = 0; color < COLORS; color++) found += !((hand.rows[color] | gone.rows[color]) >> number & 1);
    }
    return found;
}

// How far every seat is ahead of the best other, bonus card by bonus card, or behind.
Points leads(const Table& t) {
    Points leads{};
    for (int i = 0; i < FINISHER; i++) {
        if (!t.rules.in_play(static_cast<Bonus>(i))) continue;
        const Points figure = figures(t, static_cast<Bonus>(i), -1);
        for (int seat = 0; seat < t.seats; seat++) {
            int best = INT_MIN;
            for (int other = 0; other < t.seats; other++) best = other == seat ? best : std::max(best, figure[other]);
            leads[seat] += std::clamp(figure[seat] - best, -FAR, FAR);
        }
    }
    return leads;
}

}  // namespace

std::array<Features, SEATS> features(const Table& t) {
    std::array<Features, SEATS> all{};
    const Points bonus = bonuses(t, -1), ahead = leads(t);
    const int size = t.rules.edge_run;
    for (int seat = 0; seat < t.seats; seat++) {
        Features& f = all[seat];
        const Cards& hand = t.hands[seat];
        f[COUNT] = t.counts[seat];
        f[PENALTY] = hand.penalty(t.rules);
        for (int color = 0; color < COLORS; color++) {
            const uint32_t row = hand.rows[color], open = ALL & ~t.gone.rows[color];
            if (!(row & (row - 1))) continue;
            f[RUN_PAIRS] += windows(row, open, 3, 1);
            if (t.edge >> color & 1) f[EDGE_PAIRS] += windows(row, open, size, 2);
        }
        f[SET_PAIRS] = set_pairs(hand, t.gone);
        Table tried = t;
        f[LAYABLE] = Mind(tried, seat, PLAIN).lay(0);
        f[CAN_END] = !tried.counts[seat];
        f[HAS_MELDED] = t.melded[seat];
        f[BONUS_NOW] = bonus[seat];
        f[AHEAD] = ahead[seat];
        for (int color = 0; t.rules.doubling && color < COLORS; color++) f[DOUBLES] = std::max<double>(f[DOUBLES], hand.rows[color] >> t.rules.doubling & 1);
        f[TO_MOVE] = seat == t.turn;
    }
    return all;
}

Features lead(const std::array<Features, SEATS>& all, int seats, int seat) {
    Features lead{};
    for (int i = 0; i < FEATURES; i++) {
        double others = 0;
        for (int other = 0; other < seats; other++) others += other == seat ? 0 : all[other][i];
        lead[i] = all[seat][i] - others / (seats - 1);
    }
    return lead;
}

bool is_last_stage(const Table& t) { return t.stock_left < 2 * t.seats; }

int place(const Table& t) {
    const int least = *std::min_element(t.counts.begin(), t.counts.begin() + t.seats);
    const int stage = is_last_stage(t) ? 0 : least <= 2 ? 1 : least <= 4 ? 2 : least <= 7 ? 3 : 4;
    return (std::min(t.seats - 2, TABLES - 1) * STAGES + stage) * FEATURES;
}

double value(const Table& t, int seat, const std::vector<double>& weights, double even) {
    const Features mine = lead(features(t), t.seats, seat);
    const int at = place(t);
    double sum = even;
    for (int i = 0; i < FEATURES; i++) sum += weights[at + i] * mine[i];
    return sum;
}

}  // namespace meldwise::cards
