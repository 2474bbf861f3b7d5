// From the states of a way back to rows of tiles.
#pragma once

#include "rows.hpp"
#include "sweep.hpp"

namespace meldwise {

class Layout {
public:
    Layout(Sweep& sweep) : s_(sweep), a_(sweep.a_) {}
    std::vector<Placed> rows(const std::vector<State>& path);

private:
    struct Open {
        uint16_t token;
        Row left, right;  // only a mirror run has a right side
        uint8_t low = 0;
        bool owes_left = false, owes_right = false;
    };

    void step(int number, const State& state, const Choice& choice);
    Open take(std::vector<Open>& opens, uint16_t token);
    void apply(int number, int color, const Act& act, std::vector<Open>& from, std::vector<Open>& to);
    void fill(Open& open, uint8_t what, bool right, int number, int color);
    void close(const Open& open, int top);
    void close_mirror(Open open, int top);
    void lay_groups(int number, const GroupChoice* choice);

    Sweep& s_;
    Automaton& a_;
    std::array<std::vector<Open>, COLORS> opens_;
    std::vector<Row> prefixes_;
    std::vector<uint8_t> lows_;
    std::vector<Placed> rows_;
};

}  // namespace meldwise
