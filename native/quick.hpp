// The sweep of plain problems: no special jokers, no points, nothing kept. A colour's substates are few there, so that a
// state is one word, and what may happen in a colour is the same list in every position.
#pragma once

#include "layout.hpp"
#include "sweep.hpp"

namespace meldwise {

// A way a colour moves on.
struct QuickLay {
    uint8_t sub, extra, spent;  // extra: rack tiles; spent: jokers that need not be placed
    Pack jokers, cost;          // cost: with those its runs will need at the next two numbers at least
};

struct alignas(32) QuickList {
    uint32_t first = 0;                          // of its ways
    std::array<uint16_t, COPIES + 2> group{};    // where the ways with 0, 1 and 2 tiles in groups begin, and the end
    std::array<uint8_t, COPIES + 1> extra{}, spent{};  // the most rack tiles among them, and the fewest jokers that takes
    std::array<Pack, COPIES + 1> cost{};               // the least
    uint16_t mask = 0;                           // of those that are there
};

// One colour at one number, as far as its lists depend on it.
struct QuickSite {
    Spot spot;
    std::array<uint8_t, 2> ahead;  // tiles of the colour at the next two numbers
    Pack totals;                   // jokers in play
};

// The lists of one automaton, kept from one solve to the next.
class QuickLists {
public:
    explicit QuickLists(Automaton& automaton) : a_(automaton), lists_(1) {}
    uint32_t site(const Spot& spot, std::array<uint8_t, 2> ahead, Pack totals);
    uint32_t list(uint32_t site, int sub) {
        uint32_t& known = known_[site * SUBS + static_cast<uint32_t>(sub)];
        return known ? known : known = make(sites_[site], sub);
    }
    const QuickList& operator[](uint32_t list) const { return lists_[list]; }
    const QuickLay* lays(const QuickList& list) const { return lays_.data() + list.first; }
    const Recipe& recipe(uint32_t site, int sub, const QuickLay& lay);
    bool crowded() const { return crowded_; }  // a substate did not fit a byte: the lists are of no use
    size_t bytes() const;

private:
    static constexpr uint32_t SUBS = 256;
    uint32_t make(const QuickSite& site, int sub);

    Automaton& a_;
    std::vector<uint32_t> places_;  // of sites by what they are; 0 is not there yet
    std::vector<QuickSite> sites_{1};
    std::vector<uint32_t> known_;  // lists by site and substate; 0 is not made yet
    std::vector<QuickList> lists_;
    std::vector<QuickLay> lays_;
    std::vector<uint16_t> options_;  // by lay, which of the automaton's options it is
    std::vector<const Recipe*> recipes_;
    bool crowded_ = false;
};

// The same passes as those of the other sweep, state for state.
class QuickSweep {
public:
    static bool suits(Automaton& automaton, const Problem& problem);
    QuickSweep(Workspace& workspace, Automaton& automaton, const Stock& stock, const Problem& problem, const Clock& clock, Stats& stats);
    int64_t run(Pass& pass);
    bool crowded() const { return lists_.crowded(); }
    int64_t most() const { return suffix_[1] + joker_worth_; }
    const std::vector<QuickState>& path() const { return path_; }
    std::vector<Placed> lay_out(const std::vector<QuickState>& path);

private:
    template <bool COLORED, class Visit>
    void expand(const QuickState& state, int number, Visit visit);
    int64_t rank(const QuickState& state) const { return state.score * RANKS - total(state.spent() & loose_); }

    Workspace& w_;
    Automaton& a_;
    QuickLists& lists_;
    const Stock stock_;
    Groups& groups_;
    const Problem& p_;
    const Clock& clock_;
    Stats& stats_;
    int numbers_;
    Pack required_ = 0, loose_;
    int64_t joker_worth_ = 0;
    int64_t limit_ = 0;  // a rank not above it is of no interest
    std::array<int64_t, NUMBERS + 3> suffix_{};
    std::array<std::array<uint32_t, COLORS>, NUMBERS + 1> sites_{};
    std::array<std::array<int64_t, COLORS>, NUMBERS + 1> weights_{};  // times RANKS
    std::array<std::span<const Groups::Vector>, NUMBERS + 1> vectors_;
    std::vector<QuickState> path_;
};

}  // namespace meldwise
