// What may happen in one colour at one number, and what groups one number may hold: lists made once and kept.
//
// The sweep goes through the numbers upwards. Between two numbers a colour is a multiset of tokens, each an open run
// (or a mirror run, both sides at once) as far as its future depends on it. Options are the ways such a multiset may
// move on, given how many real tiles the colour has at the number; they do not depend on the position, so they are
// remembered from one solve to the next.
#pragma once

#include <span>
#include <unordered_map>

#include "coarse.hpp"
#include "kernel.hpp"

namespace meldwise {

constexpr int total(int pack) { return (pack * 0x1111 >> 12) & 15; }  // the sum of all four, below 16
// Tells whether every class of `part` fits into `whole` (counts below 8).
constexpr bool fits(Pack part, Pack whole) { return (((whole | 0x8888u) - part) & 0x8888u) == 0x8888u; }

// The exchanged jokers of T32 take the place of the double joker, which no frozen game has.
constexpr int EXCHANGE = 1;

enum class Kind : uint8_t {
    NONE,
    RUN,         // an open run
    HALF,        // a double joker's second half fills the next number
    WAIT,        // ends in a colour-change joker
    MIR,         // a mirror run, both sides walk together
    MIR1,        // one side owes a half
    MIR2,        // both do
    MWAIT,       // both sides end in a colour-change joker
    HANG,        // a long run with jokers at its end that a real tile must follow
    RACK,        // the new set of an exchanged joker
    START_WAIT,  // a colour-change joker alone, where it may start
    START_MWAIT,
    LAND,        // a run arriving from another colour
    MLAND,
};

struct Token {
    Kind kind = Kind::NONE;
    uint8_t length = 0;  // tiles, at most 3; for mirrors the places of a side, at most as many as it needs
    bool numbered = false;
    uint8_t jokers = 0;  // only counted where a set's jokers are limited
    uint8_t bottom = 0;  // of a mirror run, where its points matter; else only whether it is 1
    bool marked = false;  // RACK: holds its exchanged joker; HALF, WAIT, LAND: hangs, and a real tile must follow

    uint16_t code() const {
        return static_cast<uint16_t>(static_cast<int>(kind) | length << 4 | numbered << 6 | jokers << 7 | bottom << 11 |
                                     marked << 15);
    }
    static Token of(uint16_t code) {
        return {static_cast<Kind>(code & 15), static_cast<uint8_t>(code >> 4 & 3), (code >> 6 & 1) != 0,
                static_cast<uint8_t>(code >> 7 & 15), static_cast<uint8_t>(code >> 11 & 15), (code >> 15) != 0};
    }
};

using Id = int32_t;  // of a substate, what a colour is between two numbers
using Ids = std::array<Id, COLORS>;
constexpr int ID_BITS = 22;
constexpr int MOST_TOKENS = 8;
using Tokens = std::array<uint16_t, MOST_TOKENS>;  // codes, sorted, the empty ones last

struct Sub {
    Tokens tokens{};
    uint8_t size = 0;
    uint8_t need1 = 0, need2 = 0;  // tiles or jokers that the next number, and the one after, must bring at least
    uint8_t waits = 0;
    bool closable = false;    // may lie like this at the end
    Id stripped = 0;          // the same without its waits
    uint16_t end_points = 0;  // of mirrors that close above the last number
    uint8_t coarse = 0;       // its runs as the bound sees them, an index of Runs,
    Pack owed = 0;            // and goods they will spend that are paid for
};

// One way a colour may move on.
struct Option {
    Id sub = 0;
    Pack jokers = 0;
    uint8_t used = 0;      // real tiles, in runs and groups
    uint8_t group = 0;     // of these, in groups
    uint8_t own_group = 0;  // and in the group of an exchanged joker
    uint8_t places = 0;    // filled at this number
    uint8_t mirrors = 0;   // closed below it
    auto operator<=>(const Option&) const = default;
};

// How an option was made, to lay the tiles out again.
struct Act {
    enum What : uint8_t { CLOSE, REAL, JOKER, DOUBLE, CHANGE, PASS, PAIR, RACK_REAL, RACK_EXCHANGED, RACK_JOKER } what;
    uint16_t before;              // the token; 0 starts one
    uint16_t after;               // the token it becomes
    std::array<uint8_t, 2> pair;  // what joins each side of a mirror: REAL, JOKER, DOUBLE, CHANGE or PASS
};
using Recipe = std::vector<Act>;

// What the lists depend on beside the shape.
struct Mode {
    bool special = false;   // double, colour-change and mirror jokers may be in play
    bool canon = false;     // jokers stand only where they are needed
    bool points = false;    // the sets' points matter
    bool prune = true;      // leave out what is never better
    uint8_t strict = 0;     // classes of which fewer is not better
    uint8_t exchanged = 0;  // exchanged jokers in play
    // The bits of the classes of which fewer is better.
    Pack loose() const {
        Pack pack = 0;
        for (int cls = 0; cls < CLASSES; cls++) {
            if (!(strict >> cls & 1)) pack = static_cast<Pack>(pack | 15u << (4 * cls));
        }
        return pack;
    }
    bool operator==(const Mode&) const = default;
};

// The jokers in play.
struct Stock {
    Pack totals = 0;         // by class
    uint8_t allowance = 99;  // of those that need not be placed, how many are
    bool operator==(const Stock&) const = default;
};

// One colour at one number, before it moves on.
struct Spot {
    int color = 0, number = 1;
    int sub = 0, landing = 0;  // its open runs, and those that arrive from other colours
    int table = 0, rack = 0;   // tiles that must be used, and that may
    int forced = 0;            // of the former, those that leave the rack too
};

// A way to make groups of some tiles of one number.
struct GroupWay {
    Pack jokers;
    int16_t before;  // the way without its last group, an index into all ways; -1 for none
    int16_t type;
};

// One way among those for given tiles; a kept group may have absorbed one of them, or a joker (COLORS), besides.
struct GroupChoice {
    Pack jokers = 0;
    int16_t way = 0;
    std::array<int8_t, 2> absorbed{-1, -1};
};

struct GroupType {
    std::array<uint8_t, COLORS> reals{};
    Pack jokers = 0;
    Row row;  // colours 0..3 and 4 + class
};

// The groups that one number may hold, for some jokers in play.
struct Groups {
    // Tiles each colour gives for which there is a way.
    struct Vector {
        Vector(int index, std::span<const GroupChoice> ways);
        uint8_t index, least = 99;  // the fewest jokers a way needs
        std::array<uint8_t, COLORS> reals{};
        uint16_t mask = 0;  // of the tiles each colour gives: three bits a colour, one set
    };
    std::array<std::vector<GroupChoice>, 81> ways, own_ways;  // by vector
    std::vector<Vector> all;
    std::array<std::vector<Vector>, 81> within;  // by the tiles there are; empty ones are not made yet
    // Those that need fewer jokers come first.
    std::span<const Vector> vectors(const std::array<uint8_t, COLORS>& tiles);
    static void sort(std::vector<Vector>& vectors);
};

inline int vector_of(const std::array<uint8_t, COLORS>& reals) {
    return reals[0] + 3 * (reals[1] + 3 * (reals[2] + 3 * reals[3]));
}

// Jokers by class in two bits each.
inline int packed(Pack jokers) { return (jokers & 3) | (jokers >> 2 & 12) | (jokers >> 4 & 48) | (jokers >> 6 & 192); }

class QuickLists;

class Automaton {
public:
    Automaton(const Shape& shape, const Mode& mode);
    ~Automaton();

    // In the order of their tiles in groups, and then of the jokers they spend; some may spend more than allowed.
    std::span<const Option> options(const Stock& stock, const Spot& spot);
    const Recipe& recipe(const Stock& stock, const Spot& spot, const Option& wanted);
    Groups& groups(Pack totals);
    QuickLists& quick();
    const GroupWay& way(int index) const { return ways_[index]; }
    const GroupType& type(int index) const { return types_[index]; }

    const Sub& sub(int index) const { return subs_[index]; }
    // Substates from which at least as much can be done as from this one: a run longer, or one more long run.
    std::span<const Id> better(int sub);
    int intern(std::span<const uint16_t> tokens);
    int without(int sub, uint16_t token);
    int with(int sub, uint16_t token);

    // What counts against an allowance.
    int spent(Pack jokers) const { return total(jokers & loose_); }
    const Shape& shape() const { return shape_; }
    const Mode& mode() const { return mode_; }
    size_t bytes() const;
    bool crowded() const;  // there may be no room for the substates of another solve

private:
    class Builder;
    friend class Builder;
    // A list that is known: of the options that spend at most `cap` jokers.
    struct Known {
        uint64_t key = 0;
        uint32_t first = 0, size = 0;
        int cap = -1;
    };

    bool affordable(const Stock& stock, Pack jokers) const { return fits(jokers, stock.totals) && spent(jokers) <= stock.allowance; }
    bool mirrors(Pack totals) const { return shape_.mirror_counts && count(totals, MIRROR) > 0 && !shape_.colored && !mode_.exchanged; }
    int class_of(int number, Pack totals) const;
    Known& find(uint64_t key);
    void make(const Stock& stock, const Spot& spot, Known& known);
    void describe(Sub& sub);
    void describe_coarsely(Sub& sub) const;
    bool falls(const Token& token, Sub& sub) const;
    void make_types(const Stock& stock);
    void make_ways(const Stock& stock, bool own, std::array<std::vector<GroupChoice>, 81>& lists);

    Shape shape_;
    Mode mode_;
    Pack loose_;
    std::vector<Sub> subs_;
    std::vector<Id> ids_;  // a hash table of substates
    std::vector<std::vector<Id>> better_;
    std::vector<Option> options_, scratch_;
    std::unordered_map<uint32_t, Recipe> recipes_;  // by the option's place in the lists
    std::vector<Known> known_;                      // a hash table
    size_t lists_ = 0;
    std::vector<GroupType> types_;
    std::vector<bool> own_type_;
    std::vector<GroupWay> ways_;
    std::array<std::vector<GroupChoice>, 81> all_ways_, all_own_ways_;
    std::array<std::unique_ptr<Groups>, 256> groups_;  // by the jokers in play
    std::unique_ptr<QuickLists> quick_;
};

}  // namespace meldwise
