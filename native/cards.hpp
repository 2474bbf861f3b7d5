// Games of Rummy 17 played out by the thousand from what one seat knows; the cards it has not seen are dealt by chance.
#pragma once

#include <vector>

#include "card_mind.hpp"
#include "card_value.hpp"

namespace meldwise::cards {

enum class Phase : uint8_t {
    TAKE,     // the seat in turn is to take a card,
    PILE,     // and takes the top discard,
    STOCK,    // or the top of the stock
    KNOCKING, // it has taken from the stock, and the others are asked
    LAYING,   // it has taken, and is to lay and discard
    OVER,     // the game has ended
};

struct Position {
    Table table;                        // hands: the cards known to be there; counts: all that are
    Cards unseen;                       // in other hands, in the stock, or below in the pile
    Cards unlikely;                     // would have been laid by whoever has melded
    std::array<bool, SEATS> layers{};   // seats that lay what they can, so that what they hide lays nothing
    Phase phase = Phase::TAKE;
    std::array<int, SEATS> answers{};   // to knocking: 1 yes, 0 no, -1 not settled
    int out = -1;                       // OVER: who went out
    std::vector<Manner> manners;        // one a seat
};

// Sums over games, seat by seat; a win is 60 points, shared by those who tie.
struct Tally {
    std::vector<int64_t> wins, scores;
    uint64_t turns = 0;
};

// Plays *count* games; game i depends on the position, the seed and i alone. Throws std::invalid_argument.
Tally play_out(const Position& position, uint64_t seed, int first, int count);

// How the worth of a game is looked at: its lead over the mean of the others, and *win* for a win.
struct Aim {
    int seat = 0;
    double win = 0;
    int turns = 0;                // that are played before the position is valued; 0: all, to the end
    std::vector<double> weights;  // VALUES of them, for that
};

// What each of these games is worth to a seat.
std::vector<double> values(const Position& position, uint64_t seed, int first, int count, const Aim& aim);

// Sums to fit weights by least squares, for each place of weights: products of leads, and of leads with what came of it.
struct Sums {
    std::vector<double> squares, products;
};
Sums sums(const Position& position, uint64_t seed, int first, int count, double win);

// Whether the seat in turn would take the top discard by its manner, and which of the others would knock for it.
std::vector<bool> advice(const Position& position);

// What the bonus cards would give every seat now; a seat in turn with a single card is about to go out.
std::vector<int> standing(const Position& position);

// The cards of the hand in turn, the one to throw first, with what it is worth to keep them.
std::vector<std::pair<Card, int>> keeping(const Position& position);

}  // namespace meldwise::cards
