// From choices, number by number, back to rows of tiles.
#pragma once

#include "rows.hpp"
#include "sweep.hpp"

namespace meldwise {

class RowMaker {
public:
    struct Open {
        uint16_t token = 0;
        Row left, right;  // only a mirror run has a right side
        uint8_t low = 0;
        bool owes_left = false, owes_right = false;
    };

    // What was chosen at one number.
    struct Step {
        Variant variant;
        std::array<Option, COLORS> options;
        std::array<uint8_t, COLORS> table{}, rack{}, forced{};
        GroupChoice group, own_group;
        Spot spot(int number, int color) const {
            return {color, number, variant.subs[color], variant.landing_ids[color], table[color], rack[color], forced[color]};
        }
    };

    explicit RowMaker(Automaton& automaton, const Stock& stock = {}) : a_(automaton), stock_(stock) {}
    void step(int number, const Step& step);
    // What happens to the runs of one colour, and the groups of one number.
    void runs(int number, int color, const Recipe& recipe, std::vector<Open> landing = {});
    void lay_groups(int number, const GroupChoice& choice);
    // An open run leaves, to join a kept one.
    std::pair<Row, uint8_t> give(int color, uint16_t token);
    void keep(int color, uint16_t token, Row row, uint8_t low);
    void place(Placed placed) { rows_.push_back(std::move(placed)); }
    std::vector<Placed> finish();

private:
    Open take(std::vector<Open>& opens, uint16_t token);
    void apply(int number, int color, const Act& act, std::vector<Open>& from, std::vector<Open>& to);
    void fill(Open& open, uint8_t what, bool right, int number, int color);
    void close(Open open, int top);
    void close_mirror(const Open& open, int top);

    Automaton& a_;
    const Stock stock_;
    std::array<std::vector<Open>, COLORS> opens_;
    std::vector<Open> from_;  // what was open before, in a colour that moves on
    std::vector<Placed> rows_;
};

// The rows of a sweep's way.
std::vector<Placed> lay_out(Sweep& sweep, const std::vector<State>& path);

}  // namespace meldwise
