// What a position of Rummy 17 is worth to a seat, all hands being known: weights on what every hand holds.
#pragma once

#include <vector>

#include "card_table.hpp"

namespace meldwise::cards {

enum Feature : uint8_t {
    COUNT,       // cards in hand
    PENALTY,     // what they cost
    RUN_PAIRS,   // runs of three that lack one card, which may come
    EDGE_PAIRS,  // runs with the joker from the edge that lack one card
    SET_PAIRS,   // pairs of a number, times the cards that may come
    LAYABLE,     // cards that could be laid now
    CAN_END,     // that would be all of them
    HAS_MELDED,
    BONUS_NOW,   // points by bonus cards, as melds lie
    AHEAD,       // by how much melds meet bonus cards better than another's, or worse
    DOUBLES,     // holds a card that doubles
    TO_MOVE,     // is in turn
    FEATURES,
};

constexpr int STAGES = 5;  // the end of the stock, then by the smallest hand
constexpr int TABLES = 3;  // two seats, three seats, more
constexpr int VALUES = TABLES * STAGES * FEATURES;

using Features = std::array<double, FEATURES>;

// The features of every seat.
std::array<Features, SEATS> features(const Table& table);
// A seat's features less the mean of the others'.
Features lead(const std::array<Features, SEATS>& all, int seats, int seat);
// Which weights count now: the first of FEATURES.
int place(const Table& table);
// The stock is about to end, which happens too seldom to be learned.
bool is_last_stage(const Table& table);
// What the position is worth to a seat; *even* where all are equal.
double value(const Table& table, int seat, const std::vector<double>& weights, double even);

}  // namespace meldwise::cards
