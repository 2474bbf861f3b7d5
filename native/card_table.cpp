#include "card_table.hpp"

#include <algorithm>
#include <climits>

namespace meldwise::cards {

int Cards::size() const {
    int size = 0;
    for (uint32_t row : rows) size += __builtin_popcount(row);
    return size;
}

int Cards::penalty(const Rules& rules) const {
    const uint32_t low = (1u << rules.high_from) - 1;
    int sum = 0;
    for (uint32_t row : rows) sum += rules.low * __builtin_popcount(row & low) + rules.high * __builtin_popcount(row & ~low);
    return sum;
}

int Cards::colors_of(int number) const {
    int colors = 0;
    for (int color = 0; color < COLORS; color++) colors |= static_cast<int>(rows[color] >> number & 1) << color;
    return colors;
}

bool Meld::takes(Card card) const {
    const int number = number_of(card);
    if (!run) return number == low && !(colors >> color_of(card) & 1);
    return color_of(card) == color && (number == low - 1 || number == high + 1);
}

bool Meld::stands_for(Card card) const {
    if (!joker) return false;
    if (run) return color_of(card) == color && number_of(card) == joker;
    return number_of(card) == low && color_of(card) == joker - 1;
}

void Meld::add(Card card) {
    const int number = number_of(card);
    if (!run) {
        colors = static_cast<uint8_t>(colors | 1 << color_of(card));
    } else if (number < low) {
        low = static_cast<uint8_t>(number);
    } else {
        high = static_cast<uint8_t>(number);
    }
}

namespace {

// How many cards of a meld have numbers from *from* to *to*.
int numbered(const Meld& meld, int from, int to) {
    if (!meld.run) return meld.low >= from && meld.low <= to ? meld.size() : 0;
    return std::max(0, std::min<int>(meld.high, to) - std::max<int>(meld.low, from) + 1);
}

int colored(const Meld& meld, int color) { return meld.run ? (meld.color == color ? meld.size() : 0) : meld.colors >> color & 1; }

int sum(const Meld& meld) { return meld.run ? (meld.low + meld.high) * meld.size() / 2 : meld.low * meld.size(); }

int worth(const Meld& meld, Bonus card) {
    switch (card) {
        case MOST_CARDS: return meld.size();
        case MOST_SETS: return !meld.run;
        case MOST_RUNS: return meld.run;
        case LONGEST_SET: return meld.run ? 0 : meld.size();
        case LONGEST_RUN: return meld.run ? meld.size() : 0;
        case MOST_123: return numbered(meld, 1, 3);
        case MOST_8_16: return numbered(meld, 8, 8) + numbered(meld, 16, 16);
        case MOST_RED: return colored(meld, RED);
        case FEWEST_BLUE: return -colored(meld, BLUE);
        case FEWEST_JOKERS: return meld.joker ? -1 : 0;
        case HIGHEST_TRIPLE: return meld.size() == 3 ? sum(meld) : 0;
        default: return 0;
    }
}

bool is_greatest(Bonus card) { return card == LONGEST_SET || card == LONGEST_RUN || card == HIGHEST_TRIPLE; }

bool is_fewest(Bonus card) { return card == FEWEST_BLUE || card == FEWEST_JOKERS; }

}  // namespace

Points figures(const Table& table, Bonus card, int out) {
    Points figures{};
    for (int i = 0; i < table.melds; i++) {
        const Meld& meld = table.laid[i];
        int& figure = figures[meld.owner];
        figure = is_greatest(card) ? std::max(figure, worth(meld, card)) : figure + worth(meld, card);
    }
    if (card == FINISHER && out >= 0) figures[out] = 1;
    return figures;
}

Points bonuses(const Table& table, int out) {
    Points points{};
    for (int i = 0; i < BONUSES; i++) {
        const auto card = static_cast<Bonus>(i);
        if (!table.rules.in_play(card)) continue;
        const Points figure = figures(table, card, out);
        const int best = *std::max_element(figure.begin(), figure.begin() + table.seats);
        if (!is_fewest(card) && best <= 0) continue;
        for (int seat = 0; seat < table.seats; seat++) points[seat] += figure[seat] == best ? table.rules.bonus_points : 0;
    }
    return points;
}

Points score(const Table& table, int out) {
    Points points = bonuses(table, out);
    const int factor = out >= 0 && table.top != NONE && number_of(table.top) == table.rules.doubling ? 2 : 1;
    for (int seat = 0; seat < table.seats; seat++) points[seat] = factor * (points[seat] - table.hands[seat].penalty(table.rules));
    return points;
}

}  // namespace meldwise::cards
