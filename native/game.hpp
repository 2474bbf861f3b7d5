// Whole games between players who hold their tiles or lay what they can: for rollouts, many times a second. How sets lie
// is not kept, only which tiles are on the table, so frozen sets are not known here.
#pragma once

#include "kernel.hpp"

namespace meldwise {

enum class Manner : uint8_t {
    HOLDER,  // opens, then lays only to go out, or where the pool ends
    TILES,   // lays the most tiles every turn
    POINTS,  // lays the most points every turn
    IDLE,    // only draws
    WAITER,  // holds, and at an empty pool lets the others lay first, as long as it can
};

struct Seat {
    Counts rack{};
    bool opened = false;
    Manner manner = Manner::HOLDER;
};

struct Game {
    Counts table{};
    std::vector<Seat> seats;
    std::vector<uint8_t> pool;  // kinds, in drawing order
    int turn = 0, passes = 0;
    int opening = 30;              // points an opening needs
    bool first_pass_ends = false;  // at an empty pool
    int64_t effort = -1;           // states that may be looked at in a turn; -1 is no limit
    Weights tiles{}, points{};     // what tiles weigh by either goal
};

// How a game ended.
struct Finish {
    int out = -1;  // the seat that went out; -1: the pool is empty and nobody could, or would
    std::vector<Seat> seats;
    size_t pool = 0;  // tiles left there
    int turn = 0;     // whose turn it would be
    uint32_t turns = 0;
    uint64_t states = 0;  // looked at, a measure of the work
};

// Throws std::invalid_argument where a game is none.
Finish play_out(Solver& solver, Game game);

}  // namespace meldwise
