#include "coarse.hpp"

#include <algorithm>

namespace meldwise {

namespace {

constexpr int MOST_PLACES = 3 * COPIES;  // that all jokers of a box bring

using Moves = std::vector<RunsMove>;

bool beats(const RunsMove& one, const RunsMove& other) {
    for (int good = 0; good < CLASSES; good++) {
        if (count(one.goods, good) > count(other.goods, good)) return false;
    }
    return one.reals == other.reals && Runs::of(one.after).cover(Runs::of(other.after));
}

void add(Moves& moves, const RunsMove& made) {
    if (std::any_of(moves.begin(), moves.end(), [&](const RunsMove& move) { return beats(move, made); })) return;
    std::erase_if(moves, [&](const RunsMove& move) { return beats(made, move); });
    moves.push_back(made);
}

// Every way to fill the places of the runs `after`, some of them by tiles.
void fill(Moves& moves, const Runs& after, Pack goods) {
    for (int reals = 0; reals <= std::min(COPIES, after.all()); reals++) {
        int places = after.all() - reals;
        if (places > MOST_PLACES) continue;
        add(moves, {static_cast<uint8_t>(reals), static_cast<uint8_t>(after.fewer().index()), static_cast<Pack>(goods + places * one(PLACE))});
    }
}

// Every way to start runs, after some have moved on; at the last number only such as are long.
void start(Moves& moves, const Runs& moved, Pack goods, bool last) {
    for (int landings = 0; landings <= COPIES; landings++) {
        for (int pairs = 0; pairs <= COPIES; pairs++) {
            Runs after = moved;
            after.longs += landings + 2 * pairs;
            auto spent = static_cast<Pack>(goods + landings * one(LANDING) + pairs * one(PAIR));
            for (; after.all() <= MOST_PLACES + COPIES; after.ones++) {
                fill(moves, after, spent);
                if (last) break;
            }
        }
    }
}

// A long run moves on or ends, a shorter one moves on or leaves.
Moves make(const Runs& from, bool last) {
    Moves moves;
    for (int ones = 0; ones <= (last ? 0 : from.ones); ones++) {
        for (int twos = 0; twos <= from.twos; twos++) {
            int leaves = from.ones - ones + from.twos - twos;
            if (leaves > COPIES) continue;
            for (int longs = 0; longs <= from.longs; longs++) {
                start(moves, {0, ones, twos + longs}, static_cast<Pack>(leaves * one(LEAVE)), last);
            }
        }
    }
    return moves;
}

}  // namespace

Runs Runs::fewer() const {
    Runs runs = *this;
    runs.longs = std::min(runs.longs, COPIES);
    while (runs.all() > MOST) {
        (runs.twos ? runs.twos : runs.ones)--;
        runs.longs = std::min(runs.longs + 1, COPIES);
    }
    return runs;
}

bool Runs::cover(const Runs& others) const {
    int shorter = ones + twos;
    return ones <= others.ones && shorter <= others.ones + others.twos && (longs == COPIES || others.all() - shorter <= longs);
}

std::span<const RunsMove> moves(int runs, bool last) {
    static const auto ALL = [] {
        std::array<std::array<Moves, Runs::INDICES>, 2> all;
        for (int index = 0; index < Runs::INDICES; index++) {
            Runs from = Runs::of(index);
            if (from.all() > Runs::MOST) continue;
            for (int end = 0; end < 2; end++) all[end][index] = make(from, end != 0);
        }
        return all;
    }();
    return ALL[last][runs];
}

}  // namespace meldwise
