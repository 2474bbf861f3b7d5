// Sets laid out on the table, and jokers left over put where they are welcome.
#pragma once

#include "automaton.hpp"

namespace meldwise {

struct Placed {
    enum What : uint8_t { RUN, GROUP, MIRRORED } what;
    Row row;
    uint8_t low = 0, high = 0;  // of a run; a group's number is both
    uint8_t open = 0;           // a kept group's colours still missing, else 0
    bool kept = false;
};

// Puts every joker of `left` into the rows. Returns -1, or the class of one that finds no place (the rows are then of no
// use).
int park(std::vector<Placed>& rows, Pack left, const Shape& shape);

// What the rows count for an opening, as they were laid; another reading may count more.
int points(const std::vector<Placed>& rows, const Shape& shape);

}  // namespace meldwise
