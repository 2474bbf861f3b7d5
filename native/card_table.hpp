// A game of Rummy 17 at one moment, small enough to be copied for every playout; and what its end is worth (C10-C14).
#pragma once

#include <array>
#include <cstdint>

namespace meldwise::cards {

constexpr int COLORS = 5, NUMBERS = 17, DECK = COLORS * NUMBERS, SEATS = 6, MELDS = 30;
constexpr int RED = 0, BLUE = 1;

// A card is color * NUMBERS + number - 1.
using Card = uint8_t;
constexpr Card NONE = 255;
constexpr int color_of(Card card) { return card / NUMBERS; }
constexpr int number_of(Card card) { return card % NUMBERS + 1; }
constexpr Card card_of(int color, int number) { return static_cast<Card>(color * NUMBERS + number - 1); }

enum Bonus : uint8_t {
    MOST_CARDS, MOST_SETS, MOST_RUNS, LONGEST_SET, LONGEST_RUN, MOST_123, MOST_8_16, MOST_RED, FEWEST_BLUE, FEWEST_JOKERS,
    HIGHEST_TRIPLE, FINISHER, BONUSES,
};

struct Rules {
    int edge_run = 4, low = 1, high = 2, high_from = 10, bonus_points = 3, doubling = NUMBERS;
    uint32_t bonus = 0;  // a bit for each bonus card in play

    bool in_play(Bonus card) const { return bonus >> card & 1; }
    int penalty(Card card) const { return number_of(card) >= high_from ? high : low; }
};

// Cards as bits, bit n of a row for number n.
struct Cards {
    std::array<uint32_t, COLORS> rows{};

    bool has(Card card) const { return rows[color_of(card)] >> number_of(card) & 1; }
    void add(Card card) { rows[color_of(card)] |= 1u << number_of(card); }
    void remove(Card card) { rows[color_of(card)] &= ~(1u << number_of(card)); }
    int size() const;
    int penalty(const Rules& rules) const;
    int colors_of(int number) const;  // a bit for each colour that has the number

    template <class Visit>
    void each(Visit visit) const {
        for (int color = 0; color < COLORS; color++) {
            for (uint32_t row = rows[color]; row; row &= row - 1) visit(card_of(color, __builtin_ctz(row)));
        }
    }
};

struct Meld {
    uint8_t owner = 0;
    bool run = false;
    uint8_t color = 0;            // of a run
    uint8_t low = 0, high = 0;    // numbers; equal in a set
    uint8_t colors = 0;           // of a set, the joker's too
    uint8_t joker = 0;            // 0: none; else the number it stands for in a run, 1 + its colour in a set

    int size() const { return run ? high - low + 1 : __builtin_popcount(colors); }
    bool takes(Card card) const;  // whether the card can be added
    bool stands_for(Card card) const;
    void add(Card card);
};

struct Table {
    Rules rules;
    int seats = 2, turn = 0, melds = 0, stock_left = 0;
    std::array<Cards, SEATS> hands{};
    std::array<int, SEATS> counts{};  // cards in hand
    std::array<bool, SEATS> melded{};
    std::array<Meld, MELDS> laid{};
    uint8_t edge = 0;                  // jokers at the edge, a bit a colour
    Cards gone;                        // cards everyone saw and nobody can take any more: laid, or below in the pile
    Card top = NONE;                   // of the pile
    std::array<Card, DECK> stock{};    // the next card is the last that is left

    void give(int seat, Card card) { hands[seat].add(card), counts[seat]++; }
    void lose(int seat, Card card) { hands[seat].remove(card), counts[seat]--; }
};

using Points = std::array<int, SEATS>;

// How well every seat's melds meet a bonus card; "fewest" counts below zero.
Points figures(const Table& table, Bonus card, int out);
// What the bonus cards give now, *out* having gone out (-1: nobody).
Points bonuses(const Table& table, int out);
// The score of an end; the last discard is the top of the pile.
Points score(const Table& table, int out);

}  // namespace meldwise::cards
