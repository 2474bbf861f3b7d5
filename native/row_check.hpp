// For the programs that try the kernel: the law of sets read plainly from RULES.md, what an answer owes, a slow judge
// for small problems, and problems made at random. Nothing here knows how the kernel thinks.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kernel.hpp"

namespace meldwise::trial {

constexpr uint8_t J = TILES + ORDINARY, D = TILES + DOUBLE, C = TILES + CHANGE, M = TILES + MIRROR;
constexpr int NO_SET = -1;

// ---- is this row a set, and what is it worth? ----

// Tries every number, colour and direction for a row; `more` jokers lie in it besides those written out.
class Reader {
public:
    Reader(const Shape& shape, Row row, int more = 0) : shape_(shape), row_(std::move(row)), more_(more) {}

    // The points of its best reading (T11, T24), or NO_SET.
    int points() const {
        auto tiles = std::count_if(row_.begin(), row_.end(), [](uint8_t item) { return item < TILES; });
        if (row_.size() < 3 || !tiles) return NO_SET;                                                        // T9, T10
        if (shape_.joker_limit && row_.size() - tiles + more_ > size_t(shape_.joker_limit)) return NO_SET;  // T12
        auto mirrors = std::count_if(row_.begin(), row_.end(), [&](uint8_t item) { return is(item, M); });
        if (mirrors > 1) return NO_SET;  // R12
        return mirrors ? mirrored() : std::max(run(), group());
    }

private:
    using Places = std::vector<uint8_t>;  // the item at each place; a double joker has two

    bool is(uint8_t item, uint8_t joker) const { return item == joker && !shape_.colored; }
    bool stands_for(uint8_t item, int color, int number) const {
        if (item < TILES) return item == kind_of(color, number);
        if (shape_.colored) return item == TILES + color;  // T13
        return item == J || item == EXCHANGED || item == D;
    }
    bool exists(int number) const { return number >= 1 && number <= shape_.numbers; }

    template <class Items>
    Places places(Items from, Items to) const {
        Places found;
        for (; from != to; ++from) found.insert(found.end(), is(*from, D) ? 2 : 1, *from);  // T15
        return found;
    }

    // Do these places, read upwards from a number, keep to one colour between colour changes (T8, T16, T17)?
    bool climbs(const Places& places, size_t at, int number, int color) const {
        if (at == places.size()) return true;
        if (!exists(number)) return false;
        if (!is(places[at], C)) return stands_for(places[at], color, number) && climbs(places, at + 1, number + 1, color);
        if (at == 0 ? !shape_.change_starts : is(places[at - 1], C)) return false;
        for (int other = 0; other < COLORS; other++) {
            if (other != color && climbs(places, at + 1, number + 1, other)) return true;
        }
        return false;
    }

    int run() const {
        Places all = places(row_.begin(), row_.end());
        int best = NO_SET, size = static_cast<int>(all.size());
        for (int low = 1; low <= shape_.numbers; low++) {
            for (int color = 0; color < COLORS; color++) {
                if (climbs(all, 0, low, color)) best = std::max(best, size * (2 * low + size - 1) / 2);
            }
        }
        return best;
    }

    // Do these places show one number in these colours, in this order?
    bool shows(const Places& places, const std::array<int, COLORS>& colors, int number) const {
        for (size_t i = 0; i < places.size(); i++) {
            if (!stands_for(places[i], colors[i], number)) return false;
        }
        return true;
    }

    template <class Good>
    int best_group(size_t size, Good good) const {
        std::array<int, COLORS> colors{0, 1, 2, 3};
        int best = NO_SET;
        if (size > COLORS) return best;
        do {
            for (int number = 1; number <= shape_.numbers; number++) {
                if (good(colors, number)) best = std::max(best, number);
            }
        } while (std::next_permutation(colors.begin(), colors.end()));
        return best;
    }

    int group() const {
        Places all = places(row_.begin(), row_.end());
        int number = best_group(all.size(), [&](auto& colors, int n) { return shows(all, colors, n); });
        return number < 0 || all.size() < 3 ? NO_SET : number * static_cast<int>(all.size());
    }

    // Two sides, read from the outside inwards, stand for the same place by place (T18-T21).
    int mirrored() const {
        auto middle = std::find(row_.begin(), row_.end(), M);
        Places left = places(row_.begin(), middle), right = places(row_.rbegin(), std::make_reverse_iterator(middle + 1));
        if (left.size() != right.size() || left.size() < static_cast<size_t>(shape_.mirror_side)) return NO_SET;
        int size = static_cast<int>(left.size()), counts = shape_.mirror_counts;
        auto both_show = [&](auto& colors, int n) { return shows(left, colors, n) && shows(right, colors, n); };
        int number = best_group(left.size(), both_show);
        int best = number < 0 ? NO_SET : number * (2 * size + counts);
        Places both = merged(left, right);
        if (both.empty()) return best;
        for (int falling = 0; falling <= (size > 1); falling++, std::reverse(both.begin(), both.end())) {
            for (int low = 1; low <= shape_.numbers; low++) {
                int middle_number = falling ? low - 1 : low + size;
                if ((counts && !exists(middle_number)) || !some_color_climbs(both, low)) continue;
                best = std::max(best, size * (2 * low + size - 1) + counts * middle_number);
            }
        }
        return best;
    }

    // Both sides as one: what is fixed in either. Empty where a colour change is not faced by one, or two tiles differ.
    Places merged(const Places& left, const Places& right) const {
        Places both;
        for (size_t i = 0; i < left.size(); i++) {
            if (is(left[i], C) != is(right[i], C)) return {};
            if (left[i] < TILES && right[i] < TILES && left[i] != right[i]) return {};
            both.push_back(left[i] < TILES ? left[i] : right[i]);
        }
        return both;
    }

    bool some_color_climbs(const Places& places, int low) const {
        for (int color = 0; color < COLORS; color++) {
            if (climbs(places, 0, low, color)) return true;
        }
        return false;
    }

    const Shape& shape_;
    Row row_;
    int more_;
};

// A row with its kept sets written out, and the jokers in them that are not.
inline Reader reader(const Shape& shape, const Problem& problem, const Row& row) {
    Row written;
    int more = 0;
    for (auto item : row) {
        if (item >= KEPT_GROUP) {
            const KeptGroup& group = problem.groups[item - KEPT_GROUP];
            for (int color = 0; color < COLORS; color++) {
                if (!(group.open >> color & 1)) written.push_back(static_cast<uint8_t>(kind_of(color, group.number)));
            }
            if (group.open) written.insert(written.end(), group.jokers, J);
            if (!group.open) more += group.jokers;  // full: its jokers stand among the four colours
        } else if (item >= KEPT_RUN) {
            const KeptRun& run = problem.runs[item - KEPT_RUN];
            for (int number = run.low; number <= run.high; number++) {
                written.push_back(static_cast<uint8_t>(kind_of(run.color, number)));
            }
            more += run.jokers;
        } else {
            written.push_back(item);
        }
    }
    return Reader(shape, written, more);
}

// ---- notation ----

inline std::string text(uint8_t item, bool colored = false) {
    static const std::string COLOR = "krbo", JOKER = "JDCM";
    if (item < TILES) return COLOR[item / NUMBERS] + std::to_string(item % NUMBERS + 1);
    if (item < KINDS) return colored ? std::string("J") + COLOR[item - TILES] : std::string(1, JOKER[item - TILES]);
    if (item == EXCHANGED) return "X";
    return item >= KEPT_GROUP ? "group" + std::to_string(item - KEPT_GROUP) : "run" + std::to_string(item - KEPT_RUN);
}

inline std::string text(const Row& row, bool colored = false) {
    std::string all;
    for (auto item : row) all += (all.empty() ? "" : " ") + text(item, colored);
    return all;
}

inline Row items_of(const Counts& counts) {
    Row row;
    for (uint8_t kind = 0; kind < KINDS; kind++) row.insert(row.end(), counts[kind], kind);
    return row;
}

inline Row row_of(const std::string& words) {
    Row row;
    for (size_t at = 0; at < words.size();) {
        size_t end = std::min(words.find(' ', at), words.size());
        std::string word = words.substr(at, end - at);
        for (uint8_t item = 0; item <= EXCHANGED; item++) {
            if (word == text(item) || word == text(item, true)) {
                row.push_back(item);
                break;
            }
        }
        at = end + 1;
    }
    return row;
}

inline Counts counts_of(const std::string& words) {
    Counts counts{};
    for (auto item : row_of(words)) counts[item]++;
    return counts;
}

// The problem as C++ that makes it again.
inline std::string text(const Shape& s, const Problem& p) {
    auto list = [](std::initializer_list<int> numbers) {
        std::string inside;
        for (int number : numbers) inside += (inside.empty() ? "{" : ", ") + std::to_string(number);
        return inside + "}\n";
    };
    std::string all = "Shape" + list({s.numbers, s.colored, s.joker_limit, s.change_starts, s.mirror_counts, s.mirror_side});
    all += "  table = counts_of(\"" + text(items_of(p.table), s.colored) + "\")\n";
    all += "  rack = counts_of(\"" + text(items_of(p.rack), s.colored) + "\")\n  weights = {";
    for (auto weight : p.weights) all += std::to_string(weight) + ",";
    all += "}\n  threshold = " + std::to_string(p.threshold) + ", exchanged = " + std::to_string(p.exchanged) +
           ", floor = " + std::to_string(p.floor) + ", micros = " + std::to_string(p.micros) + "\n";
    for (auto& run : p.runs) all += "  KeptRun" + list({run.color, run.low, run.high, run.jokers});
    for (auto& group : p.groups) all += "  KeptGroup" + list({group.number, group.open, group.jokers});
    return all;
}

inline std::string text(const Answer& answer, bool colored = false) {
    std::string all = (answer.found ? "found " : "nothing ") + std::to_string(answer.value) + (answer.proven ? "" : " (unproven)");
    for (const Row& row : answer.rows) all += " | " + text(row, colored);
    return all;
}

// ---- what an answer owes ----

// Says what is wrong with an answer; nothing where all is well.
inline std::string wrong(const Shape& shape, const Problem& problem, const Answer& answer) {
    if (!answer.found) return answer.rows.empty() && items_of(answer.play).empty() ? "" : "nothing found, but something laid";
    if (answer.value <= problem.floor) return "a value no higher than the floor";
    std::array<int, 256> laid{};
    std::array<int, KINDS> owned{};
    int points = 0;
    for (const Row& row : answer.rows) {
        if (row.empty()) return "an empty row";
        for (auto item : row) {
            bool known = item <= EXCHANGED || (item >= KEPT_RUN && item < KEPT_RUN + problem.runs.size()) ||
                         (item >= KEPT_GROUP && item < KEPT_GROUP + problem.groups.size());
            if (!known) return "an item that is none";
            laid[item]++;
        }
        int worth = reader(shape, problem, row).points();
        if (worth == NO_SET) return "no set: " + text(row, shape.colored);
        points += worth;
        auto exchanged = std::count(row.begin(), row.end(), EXCHANGED);
        if (exchanged > 1) return "two exchanged jokers in one row";
        if (!exchanged) continue;
        for (auto item : row) {
            if (item > EXCHANGED) return "an exchanged joker in a kept set";
            if (item < EXCHANGED) owned[item]++;
        }
    }
    int64_t value = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        auto name = text(static_cast<uint8_t>(kind), shape.colored);
        if (laid[kind] != problem.table[kind] + answer.play[kind]) return "tiles lost or made: " + name;
        if (answer.play[kind] > problem.rack[kind]) return "not on the rack: " + name;
        if (owned[kind] > answer.play[kind]) return "an exchanged joker beside the table's tiles";
        value += static_cast<int64_t>(answer.play[kind]) * problem.weights[kind];
    }
    if (laid[EXCHANGED] != problem.exchanged) return "exchanged jokers lost or made";
    for (size_t i = 0; i < problem.runs.size(); i++) {
        if (laid[KEPT_RUN + i] != 1) return "a kept run is not there once";
    }
    for (size_t i = 0; i < problem.groups.size(); i++) {
        if (laid[KEPT_GROUP + i] != 1) return "a kept group is not there once";
    }
    if (value != answer.value) return "the play is worth " + std::to_string(value);
    if (points < problem.threshold) return "an opening worth only " + std::to_string(points);
    return "";
}

inline bool same(const Answer& a, const Answer& b) {
    return a.found == b.found && a.proven == b.proven && a.value == b.value && a.play == b.play && a.rows == b.rows;
}

// ---- the slow judge ----

// Makes every row the tiles can form, and adds rows up in every way: only for few tiles.
class SlowJudge {
public:
    static constexpr size_t MOST_STATES = 5000, MOST_WORK = 3'000'000;

    SlowJudge(const Shape& shape, const Problem& problem) : shape_(shape), p_(problem) {
        for (int kind = 0; kind < KINDS; kind++) stock_[kind] = problem.table[kind] + problem.rack[kind];
        stock_[EXCHANGED] = problem.exchanged;
        for (size_t i = 0; i < problem.runs.size(); i++) stock_[KEPT_RUN + i] = 1;
        for (size_t i = 0; i < problem.groups.size(); i++) stock_[KEPT_GROUP + i] = 1;
        for (int item = 0; item < 256; item++) {
            if (!stock_[item]) continue;
            scale_[item] = states_;
            kinds_.push_back(static_cast<uint8_t>(item));
            states_ *= static_cast<size_t>(stock_[item]) + 1;
            if (states_ > MOST_STATES) return;
        }
        full_ = stock_;
        make_groups();
        make_runs();
        if (!shape.colored && stock_[M]) make_mirrors();
    }

    bool feasible() const { return states_ <= MOST_STATES && states_ * rows_.size() <= MOST_WORK; }

    // The value of the best play; -1 where the table cannot be laid.
    int64_t value() {
        best_ = -1;
        own(p_.exchanged, rows_.begin(), {}, 0);
        return best_;
    }

private:
    using Stock = std::array<int, 256>;

    // ---- rows ----

    template <class Next>
    void take(uint8_t item, Row& row, Next next) {
        if (!stock_[item]) return;
        stock_[item]--;
        row.push_back(item);
        next();
        row.pop_back();
        stock_[item]++;
    }

    void offer(const Row& row) {
        int points = reader(shape_, p_, row).points();
        if (points == NO_SET) return;
        Row sorted = row;
        std::sort(sorted.begin(), sorted.end());
        auto [known, fresh] = rows_.emplace(sorted, points);
        if (!fresh) known->second = std::max(known->second, points);
    }

    void make_groups() {
        Row row;
        for (int number = 1; number <= shape_.numbers; number++) group(number, 0, row);
        for (size_t i = 0; i < p_.groups.size(); i++) {
            auto kept = static_cast<uint8_t>(KEPT_GROUP + i);
            offer({kept});
            for (uint8_t item = 0; item < KINDS; item++) {
                bool open = item >= TILES ? p_.groups[i].open != 0 : (p_.groups[i].open >> (item / NUMBERS) & 1) != 0;
                if (open && stock_[item]) offer({kept, item});
            }
        }
    }

    void group(int number, int color, Row& row) {
        if (color == COLORS) return group_jokers(TILES, row);
        group(number, color + 1, row);
        take(static_cast<uint8_t>(kind_of(color, number)), row, [&] { group(number, color + 1, row); });
    }

    void group_jokers(uint8_t from, Row& row) {
        if (row.size() >= 3) offer(row);
        if (row.size() == 4) return;
        for (uint8_t item = from; item <= EXCHANGED; item++) take(item, row, [&] { group_jokers(item, row); });
    }

    void make_runs() {
        Row row;
        for (int low = 1; low <= shape_.numbers; low++) {
            for (int color = 0; color < COLORS; color++) run(low, color, row);
        }
    }

    void run(int number, int color, Row& row) {
        if (!row.empty()) offer(row);
        if (number > shape_.numbers) return;
        auto one = [&] { run(number + 1, color, row); };
        take(static_cast<uint8_t>(kind_of(color, number)), row, one);
        for (size_t i = 0; i < p_.runs.size(); i++) {
            if (p_.runs[i].color != color || p_.runs[i].low != number) continue;
            take(static_cast<uint8_t>(KEPT_RUN + i), row, [&] { run(p_.runs[i].high + 1, color, row); });
        }
        take(static_cast<uint8_t>(TILES + (shape_.colored ? color : ORDINARY)), row, one);
        if (shape_.colored) return;
        take(EXCHANGED, row, one);
        take(D, row, [&] { run(number + 2, color, row); });
        if (row.empty() ? !shape_.change_starts : row.back() == C) return;
        for (int other = 0; other < COLORS; other++) {
            if (other != color) take(C, row, [&] { run(number + 1, other, row); });
        }
    }

    void make_mirrors() {
        stock_[M]--;
        for (int number = 1; number <= shape_.numbers; number++) {
            for (int color = 0; color < COLORS; color++) mirror_run(number, color);
            std::array<int, COLORS> colors{0, 1, 2, 3};
            do mirror_group(number, colors, 0);
            while (std::next_permutation(colors.begin(), colors.end()));
        }
        stock_[M]++;
    }

    void offer_mirror() {
        if (left_.empty() || owes_[0] || owes_[1]) return;
        Row climbing = left_, falling(left_.rbegin(), left_.rend());
        climbing.push_back(M);
        climbing.insert(climbing.end(), right_.rbegin(), right_.rend());
        falling.push_back(M);
        falling.insert(falling.end(), right_.begin(), right_.end());
        offer(climbing);
        offer(falling);
    }

    void mirror_run(int number, int color) {
        offer_mirror();
        if (number > shape_.numbers) return;
        place(kind_of(color, number), [&] { mirror_run(number + 1, color); });
        if (owes_[0] || owes_[1] || stock_[C] < 2) return;
        for (int other = 0; other < COLORS; other++) {
            if (other != color) take(C, left_, [&] { take(C, right_, [&] { mirror_run(number + 1, other); }); });
        }
    }

    void mirror_group(int number, const std::array<int, COLORS>& colors, int at) {
        offer_mirror();
        if (at < COLORS) place(kind_of(colors[at], number), [&] { mirror_group(number, colors, at + 1); });
    }

    // Fills one place on both sides.
    template <class Next>
    void place(int kind, Next next) {
        fill(kind, 0, left_, [&] { fill(kind, 1, right_, next); });
    }

    template <class Next>
    void fill(int kind, int side, Row& row, Next next) {
        bool owed = owes_[side];
        owes_[side] = false;
        if (owed) {
            next();
        } else {
            take(static_cast<uint8_t>(kind), row, next);
            take(J, row, next);
            owes_[side] = true;
            take(D, row, next);
        }
        owes_[side] = owed;
    }

    // ---- adding up ----

    using Rows = std::map<Row, int>;

    // Chooses the rows of the exchanged jokers, whose other tiles leave the rack (T32).
    void own(int more, Rows::const_iterator from, Stock laid, int points) {
        if (!more) return add_up(laid, points);
        for (auto at = from; at != rows_.end(); ++at) {
            if (std::count(at->first.begin(), at->first.end(), EXCHANGED) != 1) continue;
            Stock with = laid;
            bool fits = true;
            for (auto item : at->first) {
                with[item]++;
                fits = fits && (item == EXCHANGED || (item < KINDS && with[item] <= p_.rack[item]));
            }
            if (fits) own(more - 1, at, with, points + at->second);
        }
    }

    void add_up(const Stock& owned, int points) {
        if (p_.exchanged && !seen_.insert(owned).second) return;
        std::vector<int> most(states_, -1);  // points, by what is laid
        most[code(owned)] = points;
        for (const auto& [row, worth] : rows_) {
            Stock needed{};
            for (auto item : row) needed[item]++;
            if (needed[EXCHANGED]) continue;
            size_t step = code(needed);
            for (size_t state = 0; state + step < states_; state++) {
                if (most[state] < 0 || !fits(state, needed)) continue;
                most[state + step] = std::max(most[state + step], most[state] + worth);
            }
        }
        for (size_t state = 0; state < states_; state++) {
            if (most[state] >= p_.threshold) best_ = std::max(best_, worth(state, owned));
        }
    }

    size_t code(const Stock& laid) const {
        size_t sum = 0;
        for (auto item : kinds_) sum += scale_[item] * static_cast<size_t>(laid[item]);
        return sum;
    }
    int laid(size_t state, uint8_t item) const {
        return static_cast<int>(state / scale_[item] % static_cast<size_t>(full_[item] + 1));
    }

    bool fits(size_t state, const Stock& needed) const {
        auto enough = [&](uint8_t item) { return laid(state, item) + needed[item] <= full_[item]; };
        return std::all_of(kinds_.begin(), kinds_.end(), enough);
    }

    int64_t worth(size_t state, const Stock& owned) const {
        int64_t sum = 0;
        for (auto item : kinds_) {
            int there = laid(state, item);
            if (item >= KINDS && there != full_[item]) return -1;
            if (item >= KINDS) continue;
            if (there - owned[item] < p_.table[item]) return -1;
            sum += static_cast<int64_t>(there - p_.table[item]) * p_.weights[item];
        }
        return sum;
    }

    const Shape& shape_;
    const Problem& p_;
    Stock stock_{}, full_{};
    std::array<size_t, 256> scale_{};
    std::vector<uint8_t> kinds_;
    size_t states_ = 1;
    Rows rows_;
    Row left_, right_;
    bool owes_[2] = {false, false};
    std::set<Stock> seen_;
    int64_t best_ = -1;
};

// ---- problems made at random ----

class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed) {}
    uint64_t next() {  // splitmix64
        uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    int below(int end) { return static_cast<int>(next() % static_cast<uint64_t>(end)); }
    int from(int low, int high) { return low + below(high - low + 1); }
    bool chance(int percent) { return below(100) < percent; }

private:
    uint64_t state_;
};

struct Size {
    int sets, rack, jokers;  // sets on the table and tiles on the rack at most; of the rack, percent jokers
};

class Maker {
public:
    Maker(Dice& dice, const Shape& shape) : d_(dice), shape_(shape) {
        box_.fill(0);
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind >= TILES || kind % NUMBERS < shape.numbers) box_[kind] = COPIES;
        }
    }

    // `special` lets D, C and M in; the others are left in the box.
    Problem problem(Size size, bool special) {
        special_ = special && !shape_.colored;
        if (!special_ && !shape_.colored) box_[D] = box_[C] = box_[M] = 0;
        Problem p;
        low_ = d_.from(1, shape_.numbers);
        for (int i = d_.from(0, size.sets); i > 0; i--) {
            Row row = random_set();
            if (!row.empty()) sets.push_back(row);
            for (auto item : row) p.table[item]++;
        }
        for (int i = d_.from(0, size.rack); i > 0; i--) {
            if (int kind = random_kind(size.jokers); kind >= 0) box_[kind]--, p.rack[kind]++;
        }
        weigh(p);
        return p;
    }

    // An opening: no table, and points to reach.
    Problem opening(Size size, bool special) {
        Problem p = problem({0, size.rack, size.jokers}, special);
        p.threshold = d_.from(1, 60);
        return p;
    }

    // A frozen table (T32): ordinary jokers only, each in a kept set, exchanged, or on the rack.
    Problem frozen(Size size) {
        Problem p;
        int jokers = 0, most = shape_.joker_limit ? shape_.joker_limit : COPIES;
        for (int i = d_.below(3); i > 0; i--) {
            int n = std::min({d_.below(3), most, COPIES - jokers});
            jokers += n;
            if (d_.chance(50)) {
                p.runs.push_back(kept_run(n));
            } else {
                p.groups.push_back(kept_group(n));
            }
        }
        if (jokers < COPIES && d_.chance(40)) p.exchanged = d_.from(1, COPIES - jokers);
        box_[J] = static_cast<uint8_t>(COPIES - jokers - p.exchanged);
        table_jokers_ = false;
        Problem rest = problem(size, false);
        p.table = rest.table, p.rack = rest.rack, p.weights = rest.weights;
        return p;
    }

    void weigh(Problem& p) {
        int way = d_.below(5);
        for (int kind = 0; kind < KINDS; kind++) {
            int number = kind < TILES ? kind % NUMBERS + 1 : 30;
            const int weights[] = {1, number, d_.below(4), 1000 + number, d_.below(MOST_WEIGHT + 1)};
            p.weights[kind] = weights[way];
        }
    }

    std::vector<Row> sets;  // as they lie on the table

private:
    bool takes(const Row& row) {
        Counts left = box_;
        for (auto item : row) {
            if (!left[item]--) return false;
        }
        if (Reader(shape_, row).points() == NO_SET) return false;
        box_ = left;
        return true;
    }

    Row random_set() {
        for (int tries = 0; tries < 50; tries++) {
            Row row = d_.chance(60) ? random_run() : random_group();
            if (special_ && d_.chance(15)) row = random_mirror(row);
            for (auto& item : row) {
                if (item >= TILES || !table_jokers_ || !d_.chance(12)) continue;
                item = static_cast<uint8_t>(TILES + (shape_.colored ? item / NUMBERS : 0));
            }
            if (special_ && d_.chance(30)) row[d_.below(static_cast<int>(row.size()))] = d_.chance(50) ? D : C;
            if (takes(row)) return row;
        }
        return {};
    }

    // Numbers gather around one, so that sets get in each other's way.
    int near() { return std::clamp(low_ + d_.from(-3, 3), 1, shape_.numbers); }

    Row random_run() {
        int color = d_.below(COLORS), low = near(), high = std::min(low + d_.from(2, 5), shape_.numbers);
        int turn = special_ && d_.chance(20) ? d_.from(low, high) : 0;
        Row row;
        for (int number = low; number <= high; number++) {
            if (number == turn) color = (color + d_.from(1, 3)) % COLORS;
            row.push_back(number == turn ? C : static_cast<uint8_t>(kind_of(color, number)));
        }
        return row;
    }

    Row random_group() {
        Row row;
        int number = near(), missing = d_.below(6);
        for (int color = 0; color < COLORS; color++) {
            if (color != missing) row.push_back(static_cast<uint8_t>(kind_of(color, number)));
        }
        return row;
    }

    Row random_mirror(Row row) {
        row.resize(std::min(row.size(), static_cast<size_t>(d_.from(1, 3))));
        Row all = row;
        all.push_back(M);
        all.insert(all.end(), row.rbegin(), row.rend());
        return all;
    }

    int random_kind(int jokers) {
        for (int tries = 0; tries < 60; tries++) {
            int number = d_.chance(80) ? near() : d_.from(1, shape_.numbers);
            int kind = d_.chance(jokers) ? TILES + d_.below(CLASSES) : kind_of(d_.below(COLORS), number);
            if (box_[kind]) return kind;
        }
        return -1;
    }

    KeptRun kept_run(int jokers) {
        int color = d_.below(COLORS), low = d_.from(1, shape_.numbers - 2), high = std::min(low + d_.from(2, 4), shape_.numbers);
        auto byte = [](int value) { return static_cast<uint8_t>(value); };
        return {byte(color), byte(low), byte(high), byte(jokers)};
    }

    // Full, or of three places: then ordinary jokers leave open which colours they are.
    KeptGroup kept_group(int jokers) {
        int open = 0;
        for (int i = d_.chance(20) ? 0 : 1 + jokers; i > 0;) {
            int color = d_.below(COLORS);
            if (!(open >> color & 1)) open |= 1 << color, i--;
        }
        return {static_cast<uint8_t>(d_.from(1, shape_.numbers)), static_cast<uint8_t>(open), static_cast<uint8_t>(jokers)};
    }

    Dice& d_;
    const Shape& shape_;
    Counts box_;
    int low_ = 1;
    bool special_ = false, table_jokers_ = true;
};

inline Shape random_shape(Dice& d) {
    Shape shape;
    if (d.chance(40)) shape.numbers = d.from(3, 12);
    shape.colored = d.chance(20);
    if (d.chance(35)) shape.joker_limit = d.from(1, 3);
    shape.change_starts = d.chance(25);
    shape.mirror_counts = d.chance(60);
    if (d.chance(25)) shape.mirror_side = d.from(2, 3);
    return shape;
}

}  // namespace meldwise::trial
