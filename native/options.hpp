// The ways one colour may move on at one number.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "automaton.hpp"

namespace meldwise {

inline uint8_t capped(int value, int most) { return static_cast<uint8_t>(value < most ? value : most); }

class Automaton::Builder {
public:
    Builder(Automaton& automaton, const Stock& stock, const Spot& spot)
        : a_(automaton), shape_(automaton.shape_), mode_(automaton.mode_), stock_(stock), table_(spot.table),
          lying_(spot.table - (mode_.exchanged ? spot.forced : 0)), all_(spot.table + spot.rack), number_(spot.number),
          first_color_(spot.color == 0) {
        joker_ = shape_.colored ? spot.color : ORDINARY;
        for (int id : {spot.sub, spot.landing}) {
            const Sub& sub = a_.sub(id);
            open_.insert(open_.end(), sub.tokens.begin(), sub.tokens.begin() + sub.size);
        }
        int below = shape_.numbers - number_;
        // jokers that must be placed may stand anywhere, and then the others are not free to move either
        canon_ = mode_.canon && !(mode_.strict & (shape_.colored ? 1 << joker_ : mode_.exchanged ? 1 : 7));
        joker_starts_ = !canon_ || below == 2;
        specials_ = !shape_.colored && !mode_.exchanged;
        doubles_ = specials_ && below > 0;
        double_starts_ = doubles_ && (!canon_ || (below >= 3 && below <= 5));
    }

    void build(std::vector<Option>& made) {
        made_ = &made;
        made.clear();
        walk(0);
        tidy();
        std::stable_sort(made.begin(), made.end(), [&](const Option& a, const Option& b) {
            return a.group != b.group ? a.group < b.group : a_.spent(a.jokers) < a_.spent(b.jokers);
        });
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
        bool joker_joined = joined && !(canon_ && specials_ && count(stock_.totals, CHANGE));
        if (from <= 0 && !joined) {
            act(Act::REAL, {}, Token{Kind::RUN, 1, true}, 1, 0, 1, [&] { start(0); });
        }
        if (from <= 1 && !joker_joined && joker_starts_) {
            joker(Act::JOKER, {}, Token{Kind::RUN, 1, false, counted(1)}, [&] { start(1); });
        }
        if (from <= 2 && !joker_joined && double_starts_) {
            act(Act::DOUBLE, {}, Token{Kind::HALF, 1, false, counted(1)}, 0, one(DOUBLE), 1, [&] { start(2); });
        }
        if (from <= 3 && specials_ && count(stock_.totals, MIRROR)) {
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
                if (mode_.prune && used < all_ && (closed_ || (canon_ && run_jokers_))) continue;
                finish(static_cast<uint8_t>(used), static_cast<uint8_t>(group), static_cast<uint8_t>(own));
            }
        }
    }

    void finish(uint8_t used, uint8_t group, uint8_t own) {
        Option option;
        option.sub = static_cast<Id>(a_.intern(after_));
        option.jokers = pack_;
        option.used = used;
        option.group = group;
        option.own_group = own;
        if (mode_.points) option.places = places_, option.mirrors = mirrors_;
        if (!wanted_) {
            made_->push_back(option);
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
        if (wanted_) acts_.push_back({what, before.code(), after.code(), pair});
        next();
        if (wanted_) acts_.pop_back();
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
        if (!a_.affordable(stock_, static_cast<Pack>(pack_ + pack))) return false;
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
        struct Entry {
            uint64_t alike;
            Pack jokers;
            uint32_t order;
        };
        const Pack loose = mode_.prune ? a_.loose_ : Pack{0};
        std::vector<Option>& made = *made_;
        std::vector<Entry> entries(made.size());
        for (uint32_t i = 0; i < made.size(); i++) {
            const Option& option = made[i];
            auto part = [](int value, int at) { return static_cast<uint64_t>(value) << at; };
            entries[i] = {part(option.sub, 0) | part(option.used, 22) | part(option.group, 24) | part(option.own_group, 26) |
                              part(option.places, 28) | part(option.mirrors, 36) | part(option.jokers & ~loose, 44),
                          option.jokers, i};
        }
        std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return a.alike != b.alike ? a.alike < b.alike : a.order < b.order;
        });
        std::vector<bool> kept(made.size(), true);
        for (size_t first = 0, last; first < entries.size(); first = last) {
            for (last = first + 1; last < entries.size() && entries[last].alike == entries[first].alike;) last++;
            for (size_t i = first; i < last; i++) {
                for (size_t j = first; j < last && kept[entries[i].order]; j++) {
                    Pack mine = entries[i].jokers, other = entries[j].jokers;
                    if (i != j && kept[entries[j].order] && fits(other, mine) && (mine != other || j < i)) kept[entries[i].order] = false;
                }
            }
        }
        size_t size = 0;
        for (size_t i = 0; i < made.size(); i++) {
            if (kept[i]) made[size++] = made[i];
        }
        made.resize(size);
    }

    Automaton& a_;
    const Shape& shape_;
    const Mode& mode_;
    const Stock stock_;
    int table_, lying_, all_, number_, joker_;
    bool first_color_, canon_, joker_starts_, doubles_, double_starts_, specials_;
    std::vector<uint16_t> open_, after_;
    Recipe acts_, recipe_;
    std::vector<Option>* made_ = nullptr;
    int reals_ = 0, rack_reals_ = 0, closed_ = 0, run_jokers_ = 0;
    uint8_t places_ = 0, mirrors_ = 0;
    Pack pack_ = 0;
    const Option* wanted_ = nullptr;
    bool hit_ = false;
};

}  // namespace meldwise
