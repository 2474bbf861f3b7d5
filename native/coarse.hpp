// The runs of a colour as the bound sees them where special jokers are in play.
//
// What such jokers do is too much to follow, so only what they bring is counted. An ordinary joker is a wild place, a
// double joker two. A colour-change joker lets a run leave its colour, however short, and lets another start that is
// long at once. A mirror lets two runs start together that are long at once: its sides.
#pragma once

#include <span>

#include "kernel.hpp"

namespace meldwise {

// Four counts, four bits each: jokers by class, or goods.
using Pack = uint16_t;
constexpr Pack one(int cls) { return static_cast<Pack>(1u << (4 * cls)); }
constexpr int count(int pack, int cls) { return (pack >> (4 * cls)) & 15; }

enum Good : uint8_t { PLACE, LEAVE, LANDING, PAIR };

// What a joker of each class brings.
constexpr std::array<Pack, CLASSES> BRINGS{one(PLACE), 2 * one(PLACE), one(LEAVE) + one(LANDING), one(PAIR)};

// Open runs by their length; long ones have three or more. With two long ones a third is of no use, for there are only
// two tiles of a kind.
struct Runs {
    int ones = 0, twos = 0, longs = 0;

    static constexpr int MOST = 4;
    static constexpr int INDICES = (MOST + 1) * (MOST + 1) * (COPIES + 1);
    static Runs of(int index) { return {index % (MOST + 1), index / (MOST + 1) % (MOST + 1), index / (MOST + 1) / (MOST + 1)}; }
    int index() const { return ones + (MOST + 1) * (twos + (MOST + 1) * longs); }
    int all() const { return ones + twos + longs; }
    // At most MOST of them, from which as much can be done: a longer run does what a shorter one can.
    Runs fewer() const;
    // Tells whether as much can be done from these as from the others.
    bool cover(const Runs& others) const;
};

// One way the runs may move on at a number.
struct RunsMove {
    uint8_t reals = 0;  // tiles they take
    uint8_t after = 0;  // an index of Runs
    Pack goods = 0;     // spent
};

// The ways that no other beats; at the last number only those after which all runs may end.
std::span<const RunsMove> moves(int runs, bool last);

}  // namespace meldwise
