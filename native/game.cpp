#include "game.hpp"

#include <numeric>
#include <stdexcept>

namespace meldwise {

namespace {

constexpr size_t MOST_SEATS = 8;

int size_of(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

void check(const Game& game) {
    auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw std::invalid_argument(why);
    };
    refuse(game.seats.empty() || game.seats.size() > MOST_SEATS, "seats: from 1 to 8");
    refuse(game.turn < 0 || game.turn >= static_cast<int>(game.seats.size()), "turn: no such seat");
    refuse(game.passes < 0, "passes: below 0");
    Counts all = game.table;
    auto add = [&](int kind, int count) {
        refuse(all[kind] + count > COPIES, "counts: at most two of a kind");
        all[kind] = static_cast<uint8_t>(all[kind] + count);
    };
    for (const Seat& seat : game.seats) {
        refuse(!size_of(seat.rack), "racks: one is empty");
        for (int kind = 0; kind < KINDS; kind++) add(kind, seat.rack[kind]);
    }
    for (auto kind : game.pool) {
        refuse(kind >= KINDS, "pool: no such kind");
        add(kind, 1);
    }
}

class Table {
public:
    Table(Solver& solver, Game& game) : solver_(solver), g_(game) {}

    Finish play() {
        Finish finish;
        for (bool over = false; !over; finish.turns++) {
            Seat& seat = g_.seats[g_.turn];
            if (lay(seat)) {
                g_.passes = 0;
                over = !size_of(seat.rack);
                if (over) finish.out = g_.turn;
            } else if (drawn_ < g_.pool.size()) {
                seat.rack[g_.pool[drawn_++]]++;
                g_.passes = 0;
            } else {
                g_.passes++;
                over = g_.first_pass_ends || g_.passes >= static_cast<int>(g_.seats.size());
            }
            g_.turn = (g_.turn + 1) % static_cast<int>(g_.seats.size());
        }
        finish.seats = g_.seats;
        finish.pool = left();
        finish.turn = g_.turn;
        finish.states = states_;
        return finish;
    }

private:
    size_t left() const { return g_.pool.size() - drawn_; }

    // This may be the last chance to lay.
    bool ending() const { return !left() || (g_.first_pass_ends && left() < g_.seats.size()); }

    bool lay(Seat& seat) {
        if (seat.manner == Manner::IDLE) return false;
        if (seat.manner == Manner::POINTS) return lay(seat, g_.points, 0);
        if (seat.manner == Manner::TILES || !seat.opened) return lay(seat, g_.tiles, 0);
        const bool waits = seat.manner == Manner::WAITER && !g_.first_pass_ends && g_.passes + 1 < static_cast<int>(g_.seats.size());
        if (ending() && !waits) return lay(seat, g_.points, 0);
        Weights ones;
        ones.fill(1);
        return lay(seat, ones, size_of(seat.rack) - 1);
    }

    bool lay(Seat& seat, const Weights& weights, int64_t floor) {
        Problem problem;
        if (seat.opened) {
            problem.table = g_.table;
        } else {
            problem.threshold = g_.opening;
        }
        problem.rack = seat.rack;
        problem.weights = weights;
        problem.floor = floor;
        problem.effort = g_.effort;
        const Answer answer = solver_.solve(problem);
        states_ += answer.stats.states;
        if (!answer.found) return false;
        for (int kind = 0; kind < KINDS; kind++) {
            g_.table[kind] = static_cast<uint8_t>(g_.table[kind] + answer.play[kind]);
            seat.rack[kind] = static_cast<uint8_t>(seat.rack[kind] - answer.play[kind]);
        }
        seat.opened = true;
        return true;
    }

    Solver& solver_;
    Game& g_;
    size_t drawn_ = 0;
    uint64_t states_ = 0;
};

}  // namespace

Finish play_out(Solver& solver, Game game) {
    check(game);
    return Table(solver, game).play();
}

}  // namespace meldwise
