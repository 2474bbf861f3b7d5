// What the rest of a sweep can still bring, at most.
//
// The colours meet only in the groups and in the jokers they share. So each colour is given its own chain (its best way
// through the numbers, alone), each number its own clique (its best groups, alone), and both are paid for what they
// exchange: `pay` for a colour's tiles in groups, a price for every joker. Whatever the payments, all chains, cliques
// and the jokers' budget together are worth no less than any real play; good payments bring them close. They are found
// by going to and fro through the numbers, each time sharing out evenly what is better or worse for the colours than
// for the groups (message passing in its max-product form, which never makes the bound worse).
//
// Where special jokers are in play the chains are those of coarse.hpp, and goods are paid for instead of jokers.
#pragma once

#include "automaton.hpp"

namespace meldwise {

class Sweep;

// Prices of jokers by class, or of goods. A class that must be used may have a price below nothing.
struct Prices {
    std::array<int32_t, CLASSES> each{};
    int32_t of(Pack pack) const {
        return count(pack, 0) * each[0] + count(pack, 1) * each[1] + count(pack, 2) * each[2] + count(pack, 3) * each[3];
    }
};

class Bound {
public:
    // Starts anew for a sweep; memory is kept.
    void reset(Sweep& sweep);
    // Goes to and fro and keeps the best payments; returns what the whole sweep can bring at most. `enough` will do.
    int64_t tighten(int rounds, int64_t enough);

    // What a colour can still bring from `number` on.
    int64_t chain(int number, int color, int sub);
    // What groups can bring from `number` on.
    int64_t cliques(int number) const { return cliques_[number]; }
    // What jokers not yet spent may cost later, and that at most whatever is spent next.
    void budget(Pack spent, int64_t& value, int64_t& ceiling) const;

private:
    struct Node {
        Id sub;
        uint32_t first, size;
        int64_t forward, backward;
    };
    struct Edge {
        uint32_t target;
        int32_t gain;
        Pack spent;  // jokers, or goods
        uint8_t group;
        int64_t worth;  // the gain less what they cost
    };
    struct Slot {
        uint32_t stamp = 0, index = 0;
    };
    using Label = std::array<int64_t, 3>;
    using Labels = std::array<Label, COLORS>;

    void set_prices();
    uint32_t node(int number, int color, int sub);
    void connect(int number, int color, uint32_t index);
    void add_edge(int number, int color, int sub, int32_t gain, Pack spent, int group);
    void add_lays(int number, int color, int sub);
    void add_moves(int number, int color, int runs);
    int64_t worth(const Edge& edge) const { return edge.gain - (special_ ? rates_ : prices_).of(edge.spent); }
    int64_t best_way(int number, int color, int sub);
    int64_t paid(int number, int color, const Edge& edge) const;
    void look_back(int number);
    void look_ahead(int number);
    void share(int number);
    template <class Visit>
    void each_group(int number, Visit visit) const;
    int64_t best_groups(int number, Pack* jokers) const;
    int64_t whole();
    Pack spent() const;
    void adjust(Pack spent);

    Sweep* s_ = nullptr;
    Automaton* a_ = nullptr;
    int numbers_ = 0;
    bool special_ = false;
    Pack goods_ = 0;  // that all jokers in play bring
    uint32_t stamp_ = 0;
    std::array<std::array<std::vector<Node>, COLORS>, NUMBERS + 2> nodes_;
    std::array<std::array<std::vector<Slot>, COLORS>, NUMBERS + 2> ids_;
    std::vector<Edge> edges_;
    std::array<Labels, NUMBERS + 2> pay_{};
    std::array<std::array<std::array<bool, 3>, COLORS>, NUMBERS + 2> dead_{};  // tiles in groups that no play can have
    std::array<int64_t, NUMBERS + 3> cliques_{};
    std::array<Labels, NUMBERS + 2> kept_pay_{};
    Prices prices_, kept_prices_;
    Prices rates_;  // of goods
    std::array<double, CLASSES> step_{};
};

}  // namespace meldwise
