// The kernel: the best play for a table and a rack, proven. It sees small integers only.
//
// A tile kind is a number: colour * 13 + (number - 1) for number tiles (0..51), 52 + class for jokers. The classes are
// J, D, C, M (ordinary, double, colour-change, mirror), or the four colours where jokers have a colour.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace meldwise {

constexpr int COLORS = 4;
constexpr int NUMBERS = 13;
constexpr int CLASSES = 4;
constexpr int TILES = COLORS * NUMBERS;
constexpr int KINDS = TILES + CLASSES;
constexpr int COPIES = 2;
constexpr int MOST_WEIGHT = 12'000'000;

enum Class : uint8_t { ORDINARY, DOUBLE, CHANGE, MIRROR };

inline int kind_of(int color, int number) { return color * NUMBERS + number - 1; }

// What a ruleset says about sets.
struct Shape {
    int numbers = NUMBERS;       // 1 to numbers are in the box
    bool colored = false;        // the joker classes are colours
    int joker_limit = 0;         // most jokers in one set; 0 is no limit
    bool change_starts = false;  // a colour-change joker may be the first of a run
    bool mirror_counts = true;   // the mirror stands for the number in the middle, which must exist
    int mirror_side = 1;         // places each side of a mirror has at least

    bool operator==(const Shape&) const = default;
};

using Counts = std::array<uint8_t, KINDS>;
using Weights = std::array<int32_t, KINDS>;
using Row = std::vector<uint8_t>;

// A run on the table that stays as it lies and may only grow (T32, or a set left untouched).
struct KeptRun {
    uint8_t color, low, high, jokers;
};

// A group on the table that stays and may take one tile more of a colour it lacks; `open` is a mask of those colours.
struct KeptGroup {
    uint8_t number, open, jokers;
};

struct Problem {
    Counts table{};  // must lie in sets at the end
    Counts rack{};   // may
    Counts forced{};  // rack tiles that must
    Weights weights{};
    int threshold = 0;                // points the sets must be worth together: an opening (the table is empty then)
    int exchanged = 0;                // ordinary jokers that must each lie in a new set whose other tiles leave the rack
    std::vector<KeptRun> runs;        // not among the table's tiles
    std::vector<KeptGroup> groups;    // nor these
    int64_t floor = -1;               // only plays worth more are of interest
    int64_t micros = -1;              // time allowed; -1 is no limit
    int64_t effort = -1;              // states that may be looked at; -1 is no limit
    size_t narrowest = 0;             // narrower passes are left out: a small position is proven sooner without them
    bool strict = false;              // one sweep with nothing relaxed
    bool plain = false;               // and with nothing pruned: the second judge
    bool quick = true;                // with the quick sweep where it can; the other one finds the same, state for state
    bool guided = false;              // with the bound from the first pass on: small tables never need it, and it must hold
};

enum Outcome : uint8_t { FOUND, NOTHING, UNPROVEN };

struct Stats {
    uint64_t states = 0, children = 0;
    uint32_t passes = 0, rung = 0, widest = 0;
};

// Where the tiles joined a kept set: row r of the answer holds kept run or group number `kept` between its new tiles.
struct Answer {
    bool found = false;   // a play worth more than the floor
    bool proven = true;   // nothing is worth more (or, if not found, nothing is worth more than the floor)
    int64_t value = 0;
    Counts play{};
    std::vector<Row> rows;  // every joker in its place; kept sets are written as KEPT + their index
    int64_t micros = 0;
    Stats stats;
};

constexpr uint8_t KEPT_RUN = 64;     // + index, stands in a row for the whole kept run
constexpr uint8_t KEPT_GROUP = 128;  // + index
constexpr uint8_t EXCHANGED = 56;    // the exchanged joker in a row

// Distinct plays, best first.
struct Play {
    int64_t value = 0;
    Counts play{};
};

struct Plays {
    std::vector<Play> plays;
    bool proven = true;  // these are the best; false where the time ran out
    int64_t micros = 0;
};

// A table people recognise.
struct Arrangement {
    bool found = false;
    bool proven = false;        // fewer sets cannot change
    std::vector<Row> rows;      // the sets that are new
    std::vector<uint8_t> kept;  // by index, the sets that lie as they lay
    int64_t micros = 0;
};

class Workspace;

// Solves for one shape. Safe to use from several threads: each call borrows a workspace of its own.
class Solver {
public:
    explicit Solver(const Shape& shape);
    ~Solver();
    Answer solve(const Problem& problem);
    // The distinct sets of rack tiles that can be laid, worth more than the floor, best first, at most `most`.
    Plays plays(const Problem& problem, size_t most);
    // Lays `play` into a table of valid sets so that few sets change, and then few neighbours are parted.
    Arrangement arrange(const std::vector<Row>& sets, const Counts& play, int64_t micros);
    const Shape& shape() const { return shape_; }

private:
    friend class Borrowed;
    Shape shape_;
    std::mutex lock_;
    std::vector<std::unique_ptr<Workspace>> idle_;
};

// Throws std::invalid_argument where a problem is none.
void check(const Shape& shape, const Problem& problem);

}  // namespace meldwise
