#include "automaton.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace meldwise {

namespace {

constexpr size_t MOST_SUBS = 60'000;
constexpr int CLASS_COUNT = 5;  // of numbers, see class_of

uint8_t capped(int value, int most) { return static_cast<uint8_t>(value < most ? value : most); }

}  // namespace

size_t Automaton::TokensHash::operator()(const Tokens& tokens) const {
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (auto code : tokens) hash = (hash ^ code) * 0xff51afd7ed558ccdull, hash ^= hash >> 32;
    return hash;
}

Automaton::Automaton(const Shape& shape, const Mode& mode) : shape_(shape), mode_(mode), loose_(mode.loose()) {
    intern({});
    make_types();
    group_lists_.resize(81);
    own_lists_.resize(81);
    make_ways(false, group_lists_);
    make_ways(true, own_lists_);
    for (uint8_t index = 0; index < 81; index++) {
        if (group_lists_[index].empty()) continue;
        auto digit = [&](int power) { return static_cast<uint8_t>(index / power % 3); };
        vectors_.push_back({index, {digit(1), digit(3), digit(9), digit(27)}});
    }
}

// ---- substates ----

int Automaton::intern(std::vector<uint16_t> tokens) {
    if (tokens.size() > MOST_TOKENS) throw std::length_error("too many open runs in a colour");
    std::sort(tokens.begin(), tokens.end());
    Sub sub;
    std::copy(tokens.begin(), tokens.end(), sub.tokens.begin());
    sub.size = static_cast<uint8_t>(tokens.size());
    if (auto known = ids_.find(sub.tokens); known != ids_.end()) return known->second;
    if (subs_.size() >= MOST_SUBS) throw std::length_error("too many states of a colour");
    auto id = static_cast<uint16_t>(subs_.size());
    describe(sub);
    ids_.emplace(sub.tokens, id);
    sub.stripped = id;
    subs_.push_back(sub);
    if (sub.waits) {
        std::erase_if(tokens, [](uint16_t code) {
            auto kind = Token::of(code).kind;
            return kind == Kind::WAIT || kind == Kind::MWAIT || kind == Kind::START_WAIT || kind == Kind::START_MWAIT;
        });
        auto stripped = static_cast<uint16_t>(intern(tokens));
        subs_[id].stripped = stripped;
    }
    return id;
}

int Automaton::without(int sub, uint16_t token) {
    const Sub& old = subs_[sub];
    std::vector<uint16_t> tokens(old.tokens.begin(), old.tokens.begin() + old.size);
    tokens.erase(std::find(tokens.begin(), tokens.end(), token));
    return intern(std::move(tokens));
}

int Automaton::with(int sub, uint16_t token) {
    const Sub& old = subs_[sub];
    std::vector<uint16_t> tokens(old.tokens.begin(), old.tokens.begin() + old.size);
    tokens.push_back(token);
    return intern(std::move(tokens));
}

// Above the last number the sides of a mirror run fall, and the mirror is the number below them, which must exist; a
// side of one place is a group too.
bool Automaton::falls(const Token& token, Sub& sub) const {
    if (!shape_.mirror_counts) return true;
    if (mode_.points) sub.end_points = static_cast<uint16_t>(sub.end_points + token.bottom - (token.bottom != shape_.numbers));
    return token.bottom != 1;
}

void Automaton::describe(Sub& sub) {
    sub.closable = true;
    for (int i = 0; i < sub.size; i++) {
        Token token = Token::of(sub.tokens[i]);
        bool closes = false;
        switch (token.kind) {
            case Kind::RUN:
                closes = token.length == 3 && token.numbered;
                if (!closes) sub.need1++;
                if (token.length == 1) sub.need2++;
                break;
            case Kind::RACK:
                closes = token.length == 3 && token.numbered && token.marked;
                if (!closes) sub.need1++;
                if (token.length == 1) sub.need2++;
                break;
            case Kind::HANG:
                sub.need1++;
                break;
            case Kind::HALF:
                if (token.length < 3 || !token.numbered || token.marked) sub.need2++;
                break;
            case Kind::MIR:
                closes = token.numbered && token.length >= shape_.mirror_side;
                if (!closes) sub.need1 += 2;
                closes = closes && falls(token, sub);
                break;
            case Kind::MIR1:
                sub.need1++;
                break;
            case Kind::WAIT:
                closes = token.length == 3 && token.numbered && !token.marked;
                sub.waits++;
                break;
            case Kind::MWAIT:
                closes = token.numbered && token.length >= shape_.mirror_side;
                closes = closes && falls(token, sub);
                sub.waits++;
                break;
            case Kind::START_WAIT:
            case Kind::START_MWAIT:
                sub.waits++;
                break;
            default:
                break;
        }
        sub.closable = sub.closable && closes;
    }
}

// ---- options ----

// What an option depends on through the number: whether a double joker fits, and whether a joker may start a run.
int Automaton::class_of(int number) const {
    bool mirrors = shape_.mirror_counts && count(mode_.totals, MIRROR) > 0 && !shape_.colored;
    if (mirrors && mode_.points) return number;
    if (number == shape_.numbers) return 0;
    if (mirrors && number == 1) return 4;
    if (!mode_.canon) return 1;
    int below = shape_.numbers - number;
    return below == 2 ? 2 : below >= 3 && below <= 5 ? 3 : 1;
}

class Automaton::Builder {
public:
    Builder(Automaton& automaton, int color_class, const Sub& sub, const Sub& landing, int table, int rack, int number, int forced)
        : a_(automaton), shape_(automaton.shape_), mode_(automaton.mode_), table_(table), lying_(table - forced), all_(table + rack),
          number_(number) {
        joker_ = shape_.colored ? color_class : ORDINARY;
        for (int i = 0; i < sub.size; i++) open_.push_back(sub.tokens[i]);
        for (int i = 0; i < landing.size; i++) open_.push_back(landing.tokens[i]);
        int below = shape_.numbers - number;
        // jokers that must be placed may stand anywhere, and then the others are not free to move either
        canon_ = mode_.canon && !(mode_.strict & (shape_.colored ? 1 << joker_ : mode_.exchanged ? 1 : 7));
        joker_starts_ = !canon_ || below == 2;
        doubles_ = !shape_.colored && !mode_.exchanged && below > 0;
        double_starts_ = doubles_ && (!canon_ || (below >= 3 && below <= 5));
        specials_ = !shape_.colored && !mode_.exchanged;
    }

    std::vector<Option> build() {
        walk(0);
        tidy();
        std::stable_sort(made_.begin(), made_.end(),
                         [loose = mode_.loose()](const Option& a, const Option& b) {
                             return total(a.jokers & loose) < total(b.jokers & loose);
                         });
        return std::move(made_);
    }

    Recipe find(const Option& wanted) {
        wanted_ = &wanted;
        walk(0);
        if (!hit_) throw std::logic_error("an option that cannot be made again");
        return recipe_;
    }

private:
    void walk(size_t index) {
        if (hit_) return;
        if (index == open_.size()) return start(0);
        Token token = Token::of(open_[index]);
        auto next = [&] { walk(index + 1); };
        switch (token.kind) {
            case Kind::RUN:
                if (token.length == 3 && token.numbered) close_run(token, next);
                extend(token, true, next);
                break;
            case Kind::LAND:
                if (token.marked) {
                    act(Act::REAL, token, grown(token, Kind::RUN, true, 0), 1, 0, 1, next);
                } else {
                    extend(token, false, next);
                }
                break;
            case Kind::HANG:
                extend(token, false, next);
                break;
            case Kind::HALF: {
                Token after = token;
                after.kind = token.marked ? Kind::HANG : Kind::RUN;
                after.marked = false;
                act(Act::PASS, token, after, 0, 0, 1, next);
                break;
            }
            case Kind::MIR:
                if (token.numbered && token.length >= shape_.mirror_side) {
                    mirrors_++;
                    act(Act::CLOSE, token, {}, 0, 0, 0, next);
                    mirrors_--;
                }
                pairs(token, true, 0, next);
                break;
            case Kind::MLAND:
                pairs(token, false, 0, next);
                break;
            case Kind::MIR1: {
                side(token, Act::REAL, Kind::MIR, next);
                side(token, Act::JOKER, Kind::MIR, next);
                side(token, Act::DOUBLE, Kind::MIR1, next);
                break;
            }
            case Kind::MIR2: {
                Token after = token;
                after.kind = Kind::MIR;
                after.length = side_length(token);
                act(Act::PAIR, token, after, 0, 0, 2, next, {Act::PASS, Act::PASS});
                break;
            }
            case Kind::RACK:
                if (token.length == 3 && token.numbered && token.marked) act(Act::CLOSE, token, {}, 0, 0, 0, next);
                extend_rack(token, next);
                break;
            default:
                throw std::logic_error("a token that cannot stand here");
        }
    }

    // Starts come in a fixed order of kinds, so that no two orders of the same starts are tried.
    void start(int from) {
        if (hit_) return;
        groups();
        if (after_.size() >= MOST_TOKENS) return;
        bool joined = mode_.prune && closed_;  // a run that ends here and one that starts here are one run
        // but J C 13 and D C 13 begin in another colour, and no joker before a C joins a long run
        bool joker_joined = joined && !(canon_ && specials_ && count(mode_.totals, CHANGE));
        if (from <= 0 && !joined) {
            act(Act::REAL, {}, Token{Kind::RUN, 1, true}, 1, 0, 1, [&] { start(0); });
        }
        if (from <= 1 && !joker_joined && joker_starts_) {
            joker(Act::JOKER, {}, Token{Kind::RUN, 1, false, counted(1)}, [&] { start(1); });
        }
        if (from <= 2 && !joker_joined && double_starts_) {
            act(Act::DOUBLE, {}, Token{Kind::HALF, 1, false, counted(1)}, 0, one(DOUBLE), 1, [&] { start(2); });
        }
        if (from <= 3 && specials_ && count(mode_.totals, MIRROR)) {
            Token mirror{Kind::MIR, 0, false, counted(1), bottom()};
            if (spend(one(MIRROR))) {
                pairs(mirror, true, 1, [&] { start(3); });
                pack_ = static_cast<Pack>(pack_ - one(MIRROR));
            }
        }
        if (from <= 4 && mode_.exchanged) {
            int rows = 0;
            for (auto code : after_) rows += Token::of(code).kind == Kind::RACK;
            if (rows < mode_.exchanged) {
                Token row{Kind::RACK, 0, false};
                extend_rack(row, [&] { start(4); });
            }
        }
        if (from <= 5 && shape_.change_starts && specials_ && first_color_) {
            act(Act::CHANGE, {}, Token{Kind::START_WAIT, 1, false, counted(1)}, 0, one(CHANGE), 1, [&] { start(5); });
            if (spend(static_cast<Pack>(one(MIRROR) + 2 * one(CHANGE)))) {
                Token wait{Kind::START_MWAIT, capped(1, shape_.mirror_side), false, counted(3), bottom()};
                if (allowed(3)) act(Act::PAIR, {}, wait, 0, 0, 2, [&] { start(5); }, {Act::CHANGE, Act::CHANGE});
                pack_ = static_cast<Pack>(pack_ - one(MIRROR) - 2 * one(CHANGE));
            }
        }
    }

    void groups() {
        for (int own = 0; own <= (mode_.exchanged ? all_ - reals_ : 0); own++) {
            for (int group = 0; group + own + reals_ <= all_; group++) {
                int used = group + own + reals_;
                if (used < table_ || used - lying_ < rack_reals_ + own) continue;
                if (mode_.prune && used < all_ && ((mode_.spare && closed_) || (canon_ && run_jokers_))) continue;
                finish(static_cast<uint8_t>(used), static_cast<uint8_t>(group), static_cast<uint8_t>(own));
            }
        }
    }

    void finish(uint8_t used, uint8_t group, uint8_t own) {
        Option option;
        option.sub = static_cast<uint16_t>(a_.intern({after_.begin(), after_.end()}));
        option.jokers = pack_;
        option.used = used;
        option.group = group;
        option.own_group = own;
        if (mode_.points) option.places = places_, option.mirrors = mirrors_;
        if (!wanted_) {
            made_.push_back(option);
        } else if (option == *wanted_) {
            hit_ = true;
            recipe_ = acts_;
        }
    }

    // ---- single moves ----

    template <class Next>
    void act(Act::What what, Token before, Token after, int reals, Pack pack, int places, Next next,
             std::array<uint8_t, 2> pair = {}) {
        if (hit_ || reals_ + reals > all_ || !spend(pack)) return;
        if (after.kind != Kind::NONE && shape_.joker_limit && after.jokers > shape_.joker_limit) {
            pack_ = static_cast<Pack>(pack_ - pack);
            return;
        }
        reals_ += reals;
        places_ = static_cast<uint8_t>(places_ + places);
        if (after.kind != Kind::NONE) after_.push_back(after.code());
        acts_.push_back({what, before.code(), after.code(), pair});
        next();
        acts_.pop_back();
        if (after.kind != Kind::NONE) after_.pop_back();
        places_ = static_cast<uint8_t>(places_ - places);
        reals_ -= reals;
        pack_ = static_cast<Pack>(pack_ - pack);
    }

    template <class Next>
    void joker(Act::What what, Token before, Token after, Next next) {
        run_jokers_++;
        act(what, before, after, 0, one(joker_), 1, next);
        run_jokers_--;
    }

    template <class Next>
    void close_run(Token token, Next next) {
        bool joinable = !shape_.joker_limit || token.jokers == 0;
        closed_ += joinable;
        act(Act::CLOSE, token, {}, 0, 0, 0, next);
        closed_ -= joinable;
    }

    template <class Next>
    void extend(Token token, bool may_change, Next next) {
        act(Act::REAL, token, grown(token, Kind::RUN, true, 0), 1, 0, 1, next);
        bool hangs = canon_ && token.length == 3 && token.numbered;
        joker(Act::JOKER, token, grown(token, hangs ? Kind::HANG : Kind::RUN, token.numbered, 1), next);
        if (doubles_) act(Act::DOUBLE, token, grown(token, Kind::HALF, token.numbered, 1, hangs), 0, one(DOUBLE), 1, next);
        if (may_change && specials_) {
            act(Act::CHANGE, token, grown(token, Kind::WAIT, token.numbered, 1, hangs), 0, one(CHANGE), 1, next);
        }
    }

    template <class Next>
    void extend_rack(Token token, Next next) {
        Token real = grown(token, Kind::RACK, true, 0), before = token.length ? token : Token{};
        rack_reals_++;
        act(Act::RACK_REAL, before, real, 1, 0, 1, next);
        rack_reals_--;
        if (!token.marked) {
            Token taken = grown(token, Kind::RACK, token.numbered, 1);
            taken.marked = true;
            act(Act::RACK_EXCHANGED, before, taken, 0, one(EXCHANGE), 1, next);
        }
        if (shape_.joker_limit != 1) {
            act(Act::RACK_JOKER, before, grown(token, Kind::RACK, token.numbered, 1), 0, one(ORDINARY), 1, next);
        }
    }

    // Both sides of a mirror run move on together; a token of length 0 starts here.
    template <class Next>
    void pairs(Token token, bool may_change, int fresh, Next next) {
        struct Pair {
            Act::What left, right;
            int reals, ordinary, doubles, changes;
            Kind kind;
        };
        static constexpr Pair PAIRS[] = {
            {Act::REAL, Act::REAL, 2, 0, 0, 0, Kind::MIR},     {Act::REAL, Act::JOKER, 1, 1, 0, 0, Kind::MIR},
            {Act::JOKER, Act::JOKER, 0, 2, 0, 0, Kind::MIR},   {Act::DOUBLE, Act::DOUBLE, 0, 0, 2, 0, Kind::MIR2},
            {Act::DOUBLE, Act::REAL, 1, 0, 1, 0, Kind::MIR1},  {Act::DOUBLE, Act::JOKER, 0, 1, 1, 0, Kind::MIR1},
            {Act::CHANGE, Act::CHANGE, 0, 0, 0, 2, Kind::MWAIT},
        };
        for (const Pair& pair : PAIRS) {
            if (pair.doubles && !doubles_) continue;
            if (pair.changes && (!may_change || fresh)) continue;
            Token after = token;
            after.kind = pair.kind;
            after.length = side_length(token);
            after.numbered = token.numbered || pair.reals;
            int jokers = pair.ordinary + pair.doubles + pair.changes;
            after.jokers = counted(token.jokers + jokers);
            auto pack = static_cast<Pack>(pair.ordinary * one(ORDINARY) + pair.doubles * one(DOUBLE) + pair.changes * one(CHANGE));
            act(Act::PAIR, fresh ? Token{} : token, after, pair.reals, pack, 2, next,
                {static_cast<uint8_t>(pair.left), static_cast<uint8_t>(pair.right)});
        }
    }

    // One side of a mirror run gets its half by itself, the other is filled; sides have no names, so the pair tells.
    template <class Next>
    void side(Token token, Act::What what, Kind kind, Next next) {
        if (what == Act::DOUBLE && !doubles_) return;
        Token after = token;
        after.kind = kind;
        after.length = side_length(token);
        after.numbered = token.numbered || what == Act::REAL;
        after.jokers = counted(token.jokers + (what != Act::REAL));
        Pack pack = what == Act::REAL ? Pack{0} : one(what == Act::JOKER ? ORDINARY : DOUBLE);
        act(Act::PAIR, token, after, what == Act::REAL, pack, 2, next, {Act::PASS, static_cast<uint8_t>(what)});
    }

    Token grown(Token token, Kind kind, bool numbered, int jokers, bool hangs = false) const {
        Token after = token;
        if (kind != Kind::RACK) after.marked = hangs;
        after.kind = kind;
        after.length = capped(token.length + 1, 3);
        after.numbered = numbered;
        after.jokers = counted(token.jokers + jokers);
        return after;
    }

    bool spend(Pack pack) {
        if (!a_.affordable(static_cast<Pack>(pack_ + pack))) return false;
        pack_ = static_cast<Pack>(pack_ + pack);
        return true;
    }

    uint8_t counted(int jokers) const { return shape_.joker_limit ? static_cast<uint8_t>(jokers) : uint8_t{0}; }
    bool allowed(int jokers) const { return !shape_.joker_limit || jokers <= shape_.joker_limit; }
    uint8_t side_length(Token token) const { return capped(token.length + 1, shape_.mirror_side); }
    uint8_t bottom() const {
        return shape_.mirror_counts && (mode_.points || number_ == 1) ? static_cast<uint8_t>(number_) : uint8_t{0};
    }

    // Leaves each option once, and of options that differ only in jokers those that spend fewer of the classes that may
    // be left over; in the order they were made, so that nothing depends on what was solved before.
    void tidy() {
        const Pack loose = mode_.prune ? mode_.loose() : Pack{0};
        std::vector<uint32_t> order(made_.size());
        std::iota(order.begin(), order.end(), 0);
        auto alike = [&](const Option& option) {
            Option key = option;
            key.jokers = static_cast<Pack>(option.jokers & ~loose);
            return key;
        };
        std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            Option x = alike(made_[a]), y = alike(made_[b]);
            return x != y ? x < y : a < b;
        });
        std::vector<bool> kept(made_.size(), true);
        for (size_t first = 0; first < order.size();) {
            size_t last = first + 1;
            while (last < order.size() && alike(made_[order[last]]) == alike(made_[order[first]])) last++;
            for (size_t i = first; i < last; i++) {
                for (size_t j = first; j < last && kept[order[i]]; j++) {
                    Pack mine = made_[order[i]].jokers, other = made_[order[j]].jokers;
                    if (i != j && kept[order[j]] && fits(other, mine) && (mine != other || j < i)) kept[order[i]] = false;
                }
            }
            first = last;
        }
        size_t size = 0;
        for (size_t i = 0; i < made_.size(); i++) {
            if (kept[i]) made_[size++] = made_[i];
        }
        made_.resize(size);
    }

public:
    bool first_color_ = false;

private:
    Automaton& a_;
    const Shape& shape_;
    const Mode& mode_;
    int table_, lying_, all_, number_, joker_;
    bool canon_, joker_starts_, doubles_, double_starts_, specials_;
    std::vector<uint16_t> open_, after_;
    Recipe acts_, recipe_;
    std::vector<Option> made_;
    int reals_ = 0, rack_reals_ = 0, closed_ = 0, run_jokers_ = 0;
    uint8_t places_ = 0, mirrors_ = 0;
    Pack pack_ = 0;
    const Option* wanted_ = nullptr;
    bool hit_ = false;
};

namespace {

uint64_t key_of(int color, int sub, int landing, int table, int rack, int number_class, int forced) {
    return static_cast<uint64_t>(sub) | static_cast<uint64_t>(landing) << 16 | static_cast<uint64_t>(table) << 32 |
           static_cast<uint64_t>(rack) << 34 | static_cast<uint64_t>(number_class) << 36 | static_cast<uint64_t>(color) << 40 | static_cast<uint64_t>(forced) << 44;
}

}  // namespace

std::span<const Option> Automaton::options(int color, int sub, int landing, int table, int rack, int number, int forced) {
    if (!mode_.exchanged) forced = 0;  // where a tile comes from matters to nobody else
    int color_class = shape_.colored || (shape_.change_starts && color == 0) ? color : 1;
    int number_class = class_of(number);
    if (landing || forced || number_class >= CLASS_COUNT) {
        auto key = key_of(color_class, sub, landing, table, rack, number_class, forced);
        auto known = found_.find(key);
        if (known == found_.end()) known = found_.emplace(key, make(color, sub, landing, table, rack, number, forced)).first;
        return {options_.data() + known->second.first, known->second.size};
    }
    size_t at = ((static_cast<size_t>(sub) * COLORS + static_cast<size_t>(color_class)) * 9 + static_cast<size_t>(table * 3 + rack)) * CLASS_COUNT +
                static_cast<size_t>(number_class);
    if (direct_.size() <= at) direct_.resize(at + 16 * COLORS * 9 * CLASS_COUNT);
    if (direct_[at].size == UINT32_MAX) {
        Range made = make(color, sub, landing, table, rack, number, forced);
        direct_[at] = made;
    }
    return {options_.data() + direct_[at].first, direct_[at].size};
}

Automaton::Range Automaton::make(int color, int sub, int landing, int table, int rack, int number, int forced) {
    Sub from = subs_[sub], arriving = subs_[landing];
    Builder builder(*this, color, from, arriving, table, rack, number, forced);
    builder.first_color_ = color == 0;
    auto made = builder.build();
    Range range{static_cast<uint32_t>(options_.size()), static_cast<uint32_t>(made.size())};
    options_.insert(options_.end(), made.begin(), made.end());
    return range;
}

Recipe Automaton::recipe(int color, int sub, int landing, int table, int rack, int number, const Option& wanted, int forced) {
    Sub from = subs_[sub], arriving = subs_[landing];
    Builder builder(*this, color, from, arriving, table, rack, number, mode_.exchanged ? forced : 0);
    builder.first_color_ = color == 0;
    return builder.find(wanted);
}

// ---- groups of one number ----

namespace {

struct Side {
    std::array<uint8_t, COLORS> reals{};
    Pack jokers = 0;
    Row row;
};

// Every way to fill one side of a mirror group that stands for these colours in this order.
void fill_side(const std::vector<int>& colors, size_t from, Side side, std::vector<Side>& sides) {
    if (from == colors.size()) {
        sides.push_back(side);
        return;
    }
    Side real = side;
    real.reals[colors[from]]++;
    real.row.push_back(static_cast<uint8_t>(colors[from]));
    fill_side(colors, from + 1, real, sides);
    Side joker = side;
    joker.jokers = static_cast<Pack>(joker.jokers + one(ORDINARY));
    joker.row.push_back(COLORS + ORDINARY);
    fill_side(colors, from + 1, joker, sides);
    if (from + 1 < colors.size()) {
        Side twice = side;
        twice.jokers = static_cast<Pack>(twice.jokers + one(DOUBLE));
        twice.row.push_back(COLORS + DOUBLE);
        fill_side(colors, from + 2, twice, sides);
    }
}

}  // namespace

void Automaton::make_types() {
    auto add = [&](GroupType type, bool own) {
        int jokers = total(type.jokers), reals = type.reals[0] + type.reals[1] + type.reals[2] + type.reals[3];
        if (!reals || jokers + reals < 3 || !affordable(type.jokers)) return;
        if (shape_.joker_limit && jokers > shape_.joker_limit) return;
        for (size_t i = 0; i < types_.size(); i++) {
            if (types_[i].reals == type.reals && types_[i].jokers == type.jokers && own_type_[i] == own) return;
        }
        types_.push_back(std::move(type));
        own_type_.push_back(own);
    };
    for (int mask = 1; mask < 16; mask++) {
        GroupType reals;
        int colors = 0;
        for (int color = 0; color < COLORS; color++) {
            if (mask >> color & 1) reals.reals[color] = 1, reals.row.push_back(static_cast<uint8_t>(color)), colors++;
        }
        if (shape_.colored) {
            for (int jokers = 0; jokers < 16; jokers++) {
                if (jokers & mask) continue;
                GroupType type = reals;
                for (int color = 0; color < COLORS; color++) {
                    if (jokers >> color & 1) type.jokers = static_cast<Pack>(type.jokers + one(color)), type.row.push_back(static_cast<uint8_t>(COLORS + color));
                }
                add(type, false);
            }
            continue;
        }
        for (int own = 0; own <= (mode_.exchanged ? 1 : 0); own++) {
            for (int ordinary = 0; ordinary <= 2; ordinary++) {
                for (int doubles = 0; doubles <= (mode_.exchanged ? 0 : 1); doubles++) {
                    int places = colors + own + ordinary + 2 * doubles;
                    if (places < 3 || places > COLORS) continue;
                    GroupType type = reals;
                    for (int i = 0; i < ordinary; i++) type.row.push_back(COLORS + ORDINARY);
                    for (int i = 0; i < doubles; i++) type.row.push_back(COLORS + DOUBLE);
                    for (int i = 0; i < own; i++) type.row.push_back(COLORS + EXCHANGE);
                    type.jokers = static_cast<Pack>(ordinary * one(ORDINARY) + doubles * one(DOUBLE) + own * one(EXCHANGE));
                    add(type, own != 0);
                }
            }
        }
    }
    if (shape_.colored || mode_.exchanged || !count(mode_.totals, MIRROR)) return;
    std::vector<int> palette{0, 1, 2, 3};
    do {
        for (int places = shape_.mirror_side; places <= COLORS; places++) {
            std::vector<int> colors(palette.begin(), palette.begin() + places);
            std::vector<Side> sides;
            fill_side(colors, 0, {}, sides);
            for (const Side& left : sides) {
                for (const Side& right : sides) {
                    GroupType type;
                    for (int color = 0; color < COLORS; color++) {
                        type.reals[color] = static_cast<uint8_t>(left.reals[color] + right.reals[color]);
                    }
                    type.jokers = static_cast<Pack>(left.jokers + right.jokers + one(MIRROR));
                    type.row = left.row;
                    type.row.push_back(COLORS + MIRROR);
                    type.row.insert(type.row.end(), right.row.rbegin(), right.row.rend());
                    if (count(type.jokers, ORDINARY) <= 2 && count(type.jokers, DOUBLE) <= 2) add(type, false);
                }
            }
        }
    } while (std::next_permutation(palette.begin(), palette.end()));
}

void Automaton::make_ways(bool own, std::vector<std::vector<GroupChoice>>& lists) {
    struct Entry {
        std::array<uint8_t, COLORS> reals;
        int way;
    };
    std::vector<Entry> entries{{{}, static_cast<int>(ways_.size())}};
    ways_.push_back({0, -1, -1});
    lists[0].push_back({0, static_cast<int16_t>(entries[0].way)});
    for (size_t at = 0; at < entries.size(); at++) {
        for (size_t type = 0; type < types_.size(); type++) {
            if (own_type_[type] != own) continue;
            Entry entry = entries[at];
            GroupWay from = ways_[entry.way];
            auto jokers = static_cast<Pack>(from.jokers + types_[type].jokers);
            bool fitting = affordable(jokers);
            for (int color = 0; color < COLORS; color++) {
                entry.reals[color] = static_cast<uint8_t>(entry.reals[color] + types_[type].reals[color]);
                fitting = fitting && entry.reals[color] <= COPIES;
            }
            if (!fitting) continue;
            auto& list = lists[vector_of(entry.reals)];
            bool known = std::any_of(list.begin(), list.end(), [&](const GroupChoice& choice) { return choice.jokers == jokers; });
            if (known) continue;
            int before = entry.way;
            entry.way = static_cast<int>(ways_.size());
            ways_.push_back({jokers, static_cast<int16_t>(before), static_cast<int16_t>(type)});
            list.push_back({jokers, static_cast<int16_t>(entry.way)});
            entries.push_back(entry);
        }
    }
    if (!mode_.prune || own) return;
    Pack loose = mode_.loose();
    for (auto& list : lists) {
        std::vector<GroupChoice> kept;
        for (const GroupChoice& mine : list) {
            bool dearer = std::any_of(list.begin(), list.end(), [&](const GroupChoice& other) {
                return other.jokers != mine.jokers && (other.jokers & ~loose) == (mine.jokers & ~loose) &&
                       fits(other.jokers, mine.jokers);
            });
            if (!dearer) kept.push_back(mine);
        }
        list = kept;
    }
}

}  // namespace meldwise
