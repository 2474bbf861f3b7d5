// The sweep over the numbers: layers of states, a beam, a bound, and the way back.
#pragma once

#include "automaton.hpp"
#include "bound.hpp"
#include "hash.hpp"

namespace meldwise {

struct Placed;

// A state of the quick sweep.
struct QuickState {
    uint64_t key = 0;  // a byte for each colour's substate, and the jokers spent above them
    int32_t score = 0;
    uint32_t parent : 24 = 0;
    uint32_t vector : 8 = 0;  // the tiles that groups took

    uint64_t hash() const { return key * 0x9e3779b97f4a7c15ull >> 32; }
    bool twin(const QuickState& other) const { return key == other.key; }
    Id sub(int color) const { return static_cast<Id>(key >> 8 * color & 255); }
    Pack spent() const { return static_cast<Pack>(key >> 32); }
    void give_back(Pack some) { key -= static_cast<uint64_t>(some) << 32; }
    // False where a byte is too small.
    bool put(int color, Id sub) {
        if (sub > 255) return false;
        key = (key & ~(uint64_t{255} << 8 * color)) | static_cast<uint64_t>(sub) << 8 * color;
        return true;
    }
};

struct State {
    Ids subs{};
    Pack jokers = 0;  // spent so far
    uint16_t points = 0;
    int32_t score = 0;
    uint32_t parent = 0;
    int32_t hope = 0;  // what the whole play can be worth at most

    uint64_t hash() const { return scattered(subs, jokers | static_cast<uint64_t>(points) << 16); }
    bool twin(const State& other) const { return subs == other.subs && jokers == other.jokers && points == other.points; }
    Id sub(int color) const { return subs[color]; }
    Pack spent() const { return jokers; }
    void give_back(Pack some) { jokers = static_cast<Pack>(jokers - some); }
    bool put(int color, Id sub) {
        subs[color] = sub;
        return true;
    }
};

// A way a colour moves on in this position: an option with what it is worth here.
struct Lay {
    Id sub;
    Pack jokers;
    uint8_t group, own_group, lack, places, mirrors, spent;  // lack: jokers of a coloured box that its runs will need
    uint32_t cost;  // jokers, with those its runs will need, see Cost
    int32_t gain;
    uint32_t option;  // index into the list it came from
    int64_t rank;     // of the gain and what the colour can still bring, less what the jokers cost, see RANKS
};

// Jokers that a step spends now and that its runs will need at the next two numbers, where tiles are lacking: a byte
// each for the next number, the one after, and both. A double or colour-change joker may serve at both.
struct Cost {
    static constexpr uint32_t ONE = 0x010101, TOP = 0x808080;
    static uint32_t of(int jokers, int lack1, int lack2) {
        return static_cast<uint32_t>((jokers + lack1) | (jokers + lack2) << 8 | (jokers + lack1 + lack2) << 16);
    }
    static uint32_t least(uint32_t one, uint32_t other) {
        return std::min(one & 0xff, other & 0xff) | std::min(one & 0xff00, other & 0xff00) | std::min(one & 0xff0000, other & 0xff0000);
    }
    // Tells whether jokers are enough, each byte below 128.
    static bool met(uint32_t cost, uint32_t jokers) { return (((jokers | TOP) - cost) & TOP) == TOP; }
};

// States are ranked by what they may be worth at most, equal ones by the fewest jokers spent.
constexpr int64_t RANKS = 32;

// Where the waiting runs of a state go, and which runs a kept run absorbs.
struct Variant {
    Ids subs{};
    std::array<std::vector<uint16_t>, COLORS> landing;
    Ids landing_ids{};
    struct Move {
        uint8_t from;
        int8_t to;  // a colour, or -1: closed
        uint16_t token, landed;
    };
    std::vector<Move> moves;
    std::vector<std::pair<uint8_t, uint16_t>> absorbed;  // kept run, token
    uint8_t mirrors = 0;                                 // closed with a colour-change joker on each side
};

void land(Automaton& a, const Ids& subs, std::vector<Variant>& made);

// What was chosen at a number.
struct Choice {
    const Variant* variant = nullptr;
    std::array<const Lay*, COLORS> lays{};
    const GroupChoice* group = nullptr;
    const GroupChoice* own_group = nullptr;
};

constexpr size_t SMALL = 8;    // a layer not worth thinning
constexpr size_t BIG = 2'048;  // a layer that is not kept for the next solve

// Numbers of one pass.
struct Pass {
    size_t width = SIZE_MAX;  // states kept in a layer
    int64_t floor = -1;       // only what is worth more
    bool cut = false;         // out: the beam dropped something
    bool late = false;        // out: the time ran out
    // A layer that has grown to this is cut on the way.
    size_t crowd() const { return width < BIG ? width * 4 : width < SIZE_MAX / 2 ? width * 2 : SIZE_MAX; }
};

// Time and effort, and how much of them is left.
class Clock {
public:
    explicit Clock(int64_t micros, int64_t effort = -1) : start_(now()), limit_(micros), effort_(effort) {}
    bool late() const { return limit_ >= 0 && micros() >= limit_; }
    bool late(uint64_t states) const { return (effort_ >= 0 && states > static_cast<uint64_t>(effort_)) || late(); }
    int64_t micros() const { return std::chrono::round<std::chrono::microseconds>(now() - start_).count(); }
    // What is left of the time; -1 is no limit.
    int64_t left() const { return limit_ < 0 ? -1 : std::max<int64_t>(0, limit_ - micros()); }

private:
    static std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }
    std::chrono::steady_clock::time_point start_;
    int64_t limit_, effort_;
};

// A hash table of indices, emptied by a stamp.
class Index {
public:
    void clear();
    void reserve(size_t entries);
    template <class Same>
    uint32_t& find(uint64_t hash, Same same) {
        size_t mask = slots_.size() - 1;
        for (size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot& slot = slots_[at];
            if (slot.stamp != stamp_) {
                slot.stamp = stamp_;
                slot.index = NONE;
                return slot.index;
            }
            if (same(slot.index)) return slot.index;
        }
    }
    template <class Same>
    uint32_t look(uint64_t hash, Same same) const {
        size_t mask = slots_.size() - 1;
        for (size_t at = hash & mask; slots_[at].stamp == stamp_; at = (at + 1) & mask) {
            if (same(slots_[at].index)) return slots_[at].index;
        }
        return NONE;
    }
    size_t capacity() const { return slots_.size() / 2; }
    static constexpr uint32_t NONE = UINT32_MAX;

private:
    struct Slot {
        uint32_t stamp = 0, index = NONE;
    };
    std::vector<Slot> slots_;
    uint32_t stamp_ = 0;
};

// Memory that is used again from one solve to the next.
class Workspace {
public:
    // Forgets lists that have grown too many; only between solves.
    void tidy();
    Automaton& automaton(const Shape& shape, const Mode& mode);
    std::array<std::vector<State>, NUMBERS + 2> layers;
    Index index, memo;
    struct Known {
        uint32_t stamp = 0, list = 0;
    };
    std::array<std::array<std::vector<Known>, COLORS>, NUMBERS + 1> known;  // lists by substate, where nothing lands
    uint32_t stamp = 0;
    struct List {
        uint64_t key;
        std::array<uint32_t, COPIES + 2> group;  // where the ways with 0, 1 and 2 tiles in groups begin, and the end
        std::array<int64_t, COPIES + 1> best;    // the highest rank among them
        std::array<uint32_t, COPIES + 1> cost;   // and the least cost
        uint8_t mask;                            // of those that are there
    };
    std::vector<List> lists;
    std::vector<Lay> lays;
    std::vector<uint32_t> order;
    std::vector<int64_t> ranks;
    std::vector<Variant> variants;
    Bound bound;
    std::array<std::vector<QuickState>, NUMBERS + 2> quick_layers;

private:
    std::vector<std::unique_ptr<Automaton>> automata_;
};

// The best play of a problem that has been checked.
Answer solve(Workspace& workspace, const Shape& shape, const Problem& problem);

// What the rack's jokers bring: those that need not be placed are always laid, the others where the sweep has spent them.
int64_t jokers_worth(const Problem& problem, const Mode& mode, Pack spent);

class Sweep {
public:
    Sweep(Workspace& workspace, Automaton& automaton, const Stock& stock, const Problem& problem, const Clock& clock, Stats& stats);

    // Runs one pass and returns the value of the best end found, or -1 where none is worth more than the floor.
    int64_t run(Pass& pass);
    // The states of that end's way, one a layer.
    const std::vector<State>& path() const { return path_; }
    const Stock& stock() const { return stock_; }
    int64_t most() const { return suffix_[1] + joker_worth_; }
    // Looks for a tighter bound, to be used from now on; returns what any play is worth at most.
    int64_t guide(int rounds, int64_t enough);

private:
    template <class Visit>
    void expand(const State& state, int number, const Pass& pass, Visit visit);
    template <class Visit>
    void product(const State& state, int number, const Pass& pass, const Variant& variant, Visit& visit);
    uint16_t points_after(const State& state, int number, const Variant& variant, const std::array<const Lay*, COLORS>& lays,
                          const GroupChoice& group) const;
    // How a state came from another.
    Choice choice(const State& from, const State& to, int number);
    uint32_t list(int number, int color, int sub, int landing);
    std::span<const Lay> lays(int number, int color, int sub);
    void make_list(int number, int color, int sub, int landing);
    void rank_list(size_t index);
    std::span<const GroupChoice> group_choices(int number, int vector) {
        return kept_groups_[number].empty() ? std::span<const GroupChoice>(groups_.ways[vector]) : kept_choices(number, vector);
    }
    std::span<const GroupChoice> kept_choices(int number, int vector);
    std::span<const Groups::Vector> vectors(int number);
    void variants(const State& state, int number);
    int must(int kind) const { return p_.table[kind] + p_.forced[kind]; }
    int64_t ending(const State& state) const;
    int64_t rank(const State& state) const { return state.hope * RANKS - total(state.jokers & loose_); }
    int64_t hope(int number, int color, Lay lay);

    Workspace& w_;
    Automaton& a_;
    const Stock stock_;
    Groups& groups_;
    const Problem& p_;
    const Clock& clock_;
    Stats& stats_;
    int numbers_;
    Pack required_ = 0, loose_ = 0;
    int64_t bar_ = INT64_MIN;  // the beam has no room below this rank
    int changers_ = 0;  // double and colour-change jokers in play
    std::array<int64_t, NUMBERS + 3> suffix_{};
    int64_t joker_worth_ = 0;
    std::array<std::vector<std::vector<GroupChoice>>, NUMBERS + 1> kept_groups_;
    std::array<std::array<uint8_t, NUMBERS + 3>, COLORS> all_{}, absorbing_{};
    std::vector<State> path_;
    bool guided_ = false;
    std::array<std::array<int64_t, NUMBERS + 3>, COLORS> colors_{};  // rack weight of a colour from a number on
    std::array<int64_t, NUMBERS + 3> cliques_{};
    std::array<int64_t, 256> budgets_{}, ceilings_{};  // what jokers not yet spent may cost later, and at most
    std::array<std::vector<Groups::Vector>, NUMBERS + 1> kept_vectors_;
    friend std::vector<Placed> lay_out(Sweep& sweep, const std::vector<State>& path);
    friend class Bound;
};

}  // namespace meldwise
