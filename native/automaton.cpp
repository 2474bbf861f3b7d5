#include "automaton.hpp"

#include <algorithm>
#include <stdexcept>

#include "hash.hpp"
#include "options.hpp"
#include "quick.hpp"

namespace meldwise {

namespace {

constexpr size_t MOST_SUBS = size_t{1} << ID_BITS;
constexpr size_t CROWDED = 15'000;  // substates that are not kept for the next solve
constexpr Id NO_SUB = -1;

uint64_t hash_of(const Tokens& tokens) {
    auto halves = std::bit_cast<std::array<uint64_t, 2>>(tokens);
    return scattered(halves[0] ^ scattered(halves[1]));
}

}  // namespace

Automaton::Automaton(const Shape& shape, const Mode& mode) : shape_(shape), mode_(mode), loose_(mode.loose()) {
    ids_.assign(1 << 10, NO_SUB);
    known_.resize(1 << 10);
    intern({});
    Stock all;
    for (int cls = 0; cls < CLASSES; cls++) {
        if (cls == ORDINARY || shape.colored || mode.special || (mode.exchanged && cls == EXCHANGE)) {
            all.totals = static_cast<Pack>(all.totals + COPIES * one(cls));
        }
    }
    make_types(all);
    make_ways(all, false, all_ways_);
    if (mode.exchanged) make_ways(all, true, all_own_ways_);
}

Automaton::~Automaton() = default;

QuickLists& Automaton::quick() {
    if (!quick_) quick_ = std::make_unique<QuickLists>(*this);
    return *quick_;
}

bool Automaton::crowded() const { return subs_.size() > CROWDED; }

size_t Automaton::bytes() const {
    return options_.capacity() * sizeof(Option) + subs_.capacity() * sizeof(Sub) + known_.size() * sizeof(Known) + ids_.size() * 2 +
           better_.size() * 48 + recipes_.size() * 128 + (quick_ ? quick_->bytes() : 0);
}

// ---- substates ----

int Automaton::intern(std::span<const uint16_t> tokens) {
    if (tokens.size() > MOST_TOKENS) throw std::length_error("too many open runs in a colour");
    Sub sub;
    std::copy(tokens.begin(), tokens.end(), sub.tokens.begin());
    std::sort(sub.tokens.begin(), sub.tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size()));
    sub.size = static_cast<uint8_t>(tokens.size());
    const size_t mask = ids_.size() - 1;
    size_t at = hash_of(sub.tokens) & mask;
    for (; ids_[at] != NO_SUB; at = (at + 1) & mask) {
        if (subs_[ids_[at]].tokens == sub.tokens) return ids_[at];
    }
    if (subs_.size() >= MOST_SUBS) throw std::length_error("too many states of a colour");
    auto id = static_cast<Id>(subs_.size());
    describe(sub);
    sub.stripped = id;
    subs_.push_back(sub);
    ids_[at] = id;
    if (subs_.size() * 2 > ids_.size()) {
        ids_.assign(ids_.size() * 4, NO_SUB);
        for (size_t i = 0; i < subs_.size(); i++) {
            at = hash_of(subs_[i].tokens) & (ids_.size() - 1);
            while (ids_[at] != NO_SUB) at = (at + 1) & (ids_.size() - 1);
            ids_[at] = static_cast<Id>(i);
        }
    }
    if (sub.waits) {
        std::vector<uint16_t> rest(tokens.begin(), tokens.end());
        std::erase_if(rest, [](uint16_t code) {
            auto kind = Token::of(code).kind;
            return kind == Kind::WAIT || kind == Kind::MWAIT || kind == Kind::START_WAIT || kind == Kind::START_MWAIT;
        });
        auto stripped = static_cast<Id>(intern(rest));
        subs_[id].stripped = stripped;
    }
    return id;
}

int Automaton::without(int sub, uint16_t token) {
    const Sub& old = subs_[sub];
    std::vector<uint16_t> tokens(old.tokens.begin(), old.tokens.begin() + old.size);
    tokens.erase(std::find(tokens.begin(), tokens.end(), token));
    return intern(tokens);
}

int Automaton::with(int sub, uint16_t token) {
    const Sub& old = subs_[sub];
    std::vector<uint16_t> tokens(old.tokens.begin(), old.tokens.begin() + old.size);
    tokens.push_back(token);
    return intern(tokens);
}

std::span<const Id> Automaton::better(int sub) {
    if (better_.size() <= static_cast<size_t>(sub)) better_.resize(static_cast<size_t>(sub) + 64);
    auto& list = better_[sub];
    if (!list.empty()) return list;
    const Sub from = subs_[sub];
    const uint16_t run = Token{Kind::RUN, 3, true}.code();
    std::vector<Id> found;
    auto add = [&](int other) {
        if (other != sub) found.push_back(static_cast<Id>(other));
    };
    if (std::count(from.tokens.begin(), from.tokens.begin() + from.size, run) < COPIES && from.size < MOST_TOKENS) add(with(sub, run));
    for (int i = 0; i < from.size; i++) {
        if (i && from.tokens[i] == from.tokens[i - 1]) continue;
        Token token = Token::of(from.tokens[i]);
        auto put = [&](Token other) { add(with(without(sub, from.tokens[i]), other.code())); };
        if (token.kind == Kind::HANG) {
            Token other = token;
            other.kind = Kind::RUN;
            put(other);
        }
        if (token.kind != Kind::RUN) continue;
        if (token.length < 3) {
            Token other = token;
            other.length++;
            put(other);
        }
        if (!token.numbered) {
            Token other = token;
            other.numbered = true;
            put(other);
        }
    }
    if (found.empty()) found.push_back(static_cast<Id>(sub));
    return better_[sub] = found;
}

// Above the last number the sides of a mirror run fall, and the mirror is the number below them, which must exist; a
// side of one place is a group too.
bool Automaton::falls(const Token& token, Sub& sub) const {
    if (!shape_.mirror_counts) return true;
    if (mode_.points) sub.end_points = static_cast<uint16_t>(sub.end_points + token.bottom - (token.bottom != shape_.numbers));
    return token.bottom != 1;
}

// The sides of a mirror may end at any length, so they are long. What waits is in no colour, and will land in one.
void Automaton::describe_coarsely(Sub& sub) const {
    Runs runs;
    int places = 0, landings = 0;
    for (int i = 0; i < sub.size; i++) {
        Token token = Token::of(sub.tokens[i]);
        switch (token.kind) {
            case Kind::RUN:
            case Kind::HANG:
            case Kind::HALF:
                (token.length == 1 ? runs.ones : token.length == 2 ? runs.twos : runs.longs)++;
                places += token.kind == Kind::HALF;
                break;
            case Kind::MIR:
            case Kind::MIR1:
            case Kind::MIR2:
                runs.longs += 2;
                places += token.kind == Kind::MIR2 ? 2 : token.kind == Kind::MIR1;
                break;
            case Kind::WAIT:
            case Kind::START_WAIT:
                landings++;
                break;
            case Kind::MWAIT:
            case Kind::START_MWAIT:
                landings += 2;
                break;
            default:
                break;
        }
    }
    sub.coarse = static_cast<uint8_t>(runs.fewer().index());
    sub.owed = static_cast<Pack>(places * one(PLACE) + landings * one(LANDING));
}

void Automaton::describe(Sub& sub) {
    if (mode_.special) describe_coarsely(sub);
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
int Automaton::class_of(int number, Pack totals) const {
    if (mirrors(totals) && mode_.points) return number;
    if (number == shape_.numbers) return 0;
    if (mirrors(totals) && number == 1) return 4;
    if (!mode_.canon) return 1;
    int below = shape_.numbers - number;
    return below == 2 ? 2 : below >= 3 && below <= 5 ? 3 : 1;
}

Automaton::Known& Automaton::find(uint64_t key) {
    if (lists_ * 2 >= known_.size()) {
        std::vector<Known> old(known_.size() * 4);
        std::swap(old, known_);
        for (const Known& known : old) {
            if (known.cap < 0) continue;
            size_t at = scattered(known.key) & (known_.size() - 1);
            while (known_[at].cap >= 0) at = (at + 1) & (known_.size() - 1);
            known_[at] = known;
        }
    }
    size_t at = scattered(key) & (known_.size() - 1);
    while (known_[at].cap >= 0 && known_[at].key != key) at = (at + 1) & (known_.size() - 1);
    return known_[at];
}

std::span<const Option> Automaton::options(const Stock& stock, const Spot& spot) {
    auto part = [](int value, int at) { return static_cast<uint64_t>(value) << at; };
    int color_class = shape_.colored || (shape_.change_starts && spot.color == 0) ? spot.color : 1;
    int forced = mode_.exchanged ? spot.forced : 0;  // where a tile comes from matters to nobody else
    static_assert(2 * ID_BITS + 20 <= 64);
    const Pack totals = shape_.colored ? static_cast<Pack>(stock.totals & 15 << 4 * spot.color) : stock.totals;  // of use to it
    uint64_t key = part(spot.sub, 20) | part(spot.landing, 20 + ID_BITS) | part(packed(totals), 12) |
                   part(class_of(spot.number, totals), 8) | part(color_class, 6) | part(forced, 4) | part(spot.rack, 2) |
                   part(spot.table, 0);
    Known& known = find(key);
    known.key = key;
    int cap = std::min<int>(stock.allowance, spent(totals));
    if (known.cap < cap) make({totals, static_cast<uint8_t>(cap)}, spot, known);
    return {options_.data() + known.first, known.size};
}

void Automaton::make(const Stock& stock, const Spot& spot, Known& known) {
    Builder(*this, stock, spot).build(scratch_);
    lists_ += known.cap < 0;
    known.first = static_cast<uint32_t>(options_.size());
    known.size = static_cast<uint32_t>(scratch_.size());
    known.cap = stock.allowance;
    options_.insert(options_.end(), scratch_.begin(), scratch_.end());
}

const Recipe& Automaton::recipe(const Stock& stock, const Spot& spot, const Option& wanted) {
    auto list = options(stock, spot);
    auto at = std::find(list.begin(), list.end(), wanted);
    if (at == list.end()) throw std::logic_error("an option that is not there");
    auto [known, fresh] = recipes_.try_emplace(static_cast<uint32_t>(&*at - options_.data()));
    if (fresh) known->second = Builder(*this, stock, spot).find(wanted);
    return known->second;
}

}  // namespace meldwise
