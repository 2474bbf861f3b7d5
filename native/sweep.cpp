#include "expand.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace meldwise {

namespace {

uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t hash = (a + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    hash ^= (b + (hash >> 29)) * 0x94d049bb133111ebull;
    return hash ^ hash >> 32;
}

uint64_t subs_of(const State& state) { return std::bit_cast<uint64_t>(state.subs); }

uint64_t rest_of(const State& state) { return static_cast<uint64_t>(state.jokers) | static_cast<uint64_t>(state.points) << 16; }

constexpr size_t MOST_BYTES = size_t{24} << 20;  // of remembered lists

}  // namespace

void Index::clear() {
    if (slots_.empty()) slots_.resize(1 << 12);
    if (++stamp_ == 0) {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        stamp_ = 1;
    }
}

void Index::reserve(size_t entries) {
    slots_.assign(std::bit_ceil(entries * 2), Slot{});
    stamp_ = 1;
}

void Workspace::tidy() {
    size_t bytes = 0;
    for (auto& known : automata_) bytes += known->bytes();
    if (bytes > MOST_BYTES) automata_.clear();
}

Automaton& Workspace::automaton(const Shape& shape, const Mode& mode) {
    for (auto& known : automata_) {
        if (known->mode() == mode && known->shape() == shape) return *known;
    }
    automata_.push_back(std::make_unique<Automaton>(shape, mode));
    return *automata_.back();
}

Sweep::Sweep(Workspace& workspace, Automaton& automaton, const Problem& problem, const Clock& clock, Stats& stats)
    : w_(workspace), a_(automaton), p_(problem), clock_(clock), stats_(stats), numbers_(automaton.shape().numbers) {
    totals_ = a_.mode().totals;
    loose_ = a_.mode().loose();
    special_ = !a_.shape().colored && !a_.mode().exchanged;
    if (!a_.shape().colored) changers_ = a_.mode().exchanged ? 0 : count(totals_, DOUBLE) + count(totals_, CHANGE);
    for (int cls = 0; cls < CLASSES; cls++) {
        joker_worth_ += static_cast<int64_t>(p_.rack[TILES + cls]) * p_.weights[TILES + cls];
        if (a_.mode().strict >> cls & 1) required_ = static_cast<Pack>(required_ + must(TILES + cls) * one(cls));
    }
    if (a_.mode().exchanged) required_ = static_cast<Pack>(required_ + a_.mode().exchanged * one(EXCHANGE));
    for (int number = numbers_; number >= 1; number--) {
        suffix_[number] = suffix_[number + 1];
        for (int color = 0; color < COLORS; color++) {
            int kind = kind_of(color, number);
            all_[color][number] = static_cast<uint8_t>(must(kind) + p_.rack[kind]);
            int64_t weight = static_cast<int64_t>(p_.rack[kind]) * p_.weights[kind];
            suffix_[number] += weight;
            colors_[color][number] = colors_[color][number + 1] + weight;
        }
    }
    for (const KeptRun& run : p_.runs) absorbing_[run.color][run.low]++;
    for (const KeptGroup& group : p_.groups) kept_groups_[group.number].resize(81);
    w_.memo.clear();
    if (++w_.stamp == 0) w_.stamp = 1;
    w_.lists.clear();
    w_.lays.clear();
}

// ---- what may happen at a number ----

std::span<const Lay> Sweep::lays(int number, int color, int sub, int landing) {
    uint32_t list;
    if (!landing) {
        auto& known = w_.known[number][color];
        if (known.size() <= static_cast<size_t>(sub)) known.resize(static_cast<size_t>(sub) + 64);
        if (known[sub].stamp != w_.stamp) {
            known[sub] = {w_.stamp, static_cast<uint32_t>(w_.lists.size())};
            make_list(number, color, sub, landing);
        }
        list = w_.known[number][color][sub].list;
    } else {
        uint64_t key = static_cast<uint64_t>(number) | static_cast<uint64_t>(color) << 4 | static_cast<uint64_t>(sub) << 8 |
                       static_cast<uint64_t>(landing) << 24;
        if (w_.lists.size() >= w_.memo.capacity()) {
            w_.memo.reserve(w_.lists.size() * 4);
            for (uint32_t i = 0; i < w_.lists.size(); i++) {
                w_.memo.find(mixed(w_.lists[i].key, 0), [](uint32_t) { return false; }) = i;
            }
        }
        uint32_t& slot = w_.memo.find(mixed(key, 0), [&](uint32_t i) { return w_.lists[i].key == key; });
        list = slot;
        if (slot == Index::NONE) {
            list = slot = static_cast<uint32_t>(w_.lists.size());
            make_list(number, color, sub, landing);
        }
    }
    return {w_.lays.data() + w_.lists[list].first, w_.lists[list].size};
}

uint32_t Sweep::make_list(int number, int color, int sub, int landing) {
    uint64_t key = static_cast<uint64_t>(number) | static_cast<uint64_t>(color) << 4 | static_cast<uint64_t>(sub) << 8 |
                   static_cast<uint64_t>(landing) << 24;
    int kind = kind_of(color, number), table = must(kind), rack = p_.rack[kind];
    auto first = static_cast<uint32_t>(w_.lays.size());
    auto options = a_.options(color, sub, landing, table, rack, number, p_.forced[kind]);
    int jokers = total(totals_);
    for (uint32_t i = 0; i < options.size(); i++) {
        const Option option = options[i];
        int after = option.sub;
        for (const KeptRun& run : p_.runs) {
            if (run.color != color || run.high != number) continue;
            after = a_.with(after, Token{Kind::RUN, 3, true, a_.shape().joker_limit ? run.jokers : uint8_t{0}}.code());
        }
        const Sub& next = a_.sub(after);
        if (number == numbers_ && !next.closable) continue;
        int lack1 = 0, lack2 = 0;
        if (a_.mode().prune && number < numbers_) {
            int absorbed = absorbing_[color][number + 1];
            lack1 = std::max(0, next.need1 - all_[color][number + 1] - absorbed);
            lack2 = std::max(0, next.need2 - all_[color][number + 2] - absorbed - absorbing_[color][number + 2]);
            if (next.need2 > absorbed && number + 2 > numbers_) continue;
            int most = a_.shape().colored ? count(totals_, color) : jokers;
            if (std::max({lack1, lack2, lack1 + lack2 - changers_}) > most) continue;
        }
        w_.lays.push_back({static_cast<uint16_t>(after), option.jokers, option.group, option.own_group,
                           static_cast<uint8_t>(lack1), static_cast<uint8_t>(lack2), option.places, option.mirrors,
                           static_cast<uint8_t>(total(option.jokers & loose_)),                            (option.used - table) * p_.weights[kind], i, 0});
    }
    auto size = static_cast<uint32_t>(w_.lays.size() - first);
    w_.lists.push_back({key, first, size});
    for (uint32_t i = first; i < first + size; i++) {
        int64_t value = hope(number, color, w_.lays[i]);  // may make more lists
        w_.lays[i].hope = value;
    }
    return size;
}

int64_t Sweep::hope(int number, int color, Lay lay) {
    if (!guided_) return lay.gain + colors_[color][number + 1];
    int64_t value = lay.gain + w_.bound.chain(number + 1, color, lay.sub);
    const Sub& sub = a_.sub(lay.sub);
    for (int i = 0; sub.waits && i < sub.size; i++) {  // what is in the air pays when it lands
        auto kind = Token::of(sub.tokens[i]).kind;
        if (kind == Kind::WAIT || kind == Kind::START_WAIT) value += w_.bound.landing();
        if (kind == Kind::MWAIT || kind == Kind::START_MWAIT) value += 2 * w_.bound.landing();
    }
    return value;
}

int64_t Sweep::guide(int rounds, int64_t enough) {
    if (!guided_) w_.bound.reset(*this);
    int64_t most = w_.bound.tighten(rounds, enough - joker_worth_);
    guided_ = true;
    for (int number = 1; number <= numbers_ + 1; number++) cliques_[number] = w_.bound.cliques(number);
    for (int pack = 0; pack < 256; pack++) {
        auto jokers = static_cast<Pack>((pack & 3) | (pack & 12) << 2 | (pack & 48) << 4 | (pack & 192) << 6);
        if (fits(jokers, totals_)) budgets_[packed(jokers)] = w_.bound.budget(jokers);
    }
    for (size_t list = 0; list < w_.lists.size(); list++) {
        auto [key, first, size] = w_.lists[list];
        for (uint32_t i = first; i < first + size; i++) {
            int64_t value = hope(static_cast<int>(key & 15), static_cast<int>(key >> 4 & 3), w_.lays[i]);
            w_.lays[i].hope = value;
        }
    }
    return most + joker_worth_;
}

// Groups at a number where a group is kept: it may absorb one tile of a colour it lacks, or a joker.
std::span<const GroupChoice> Sweep::kept_choices(int number, int vector) {
    auto& list = kept_groups_[number][vector];
    if (!list.empty()) return list;
    std::array<uint8_t, COLORS> reals{};
    for (int color = 0, rest = vector; color < COLORS; color++, rest /= 3) reals[color] = static_cast<uint8_t>(rest % 3);
    std::vector<const KeptGroup*> kept;
    for (const KeptGroup& group : p_.groups) {
        if (group.number == number) kept.push_back(&group);
    }
    auto joker_fits = [&](const KeptGroup& group) {
        return group.open && (!a_.shape().joker_limit || group.jokers < a_.shape().joker_limit);
    };
    auto absorb = [&](auto& self, size_t at, std::array<int8_t, 2> absorbed, Pack jokers) -> void {
        if (at == kept.size()) {
            for (GroupChoice choice : a_.groups(Automaton::vector_of(reals))) {
                choice.jokers = static_cast<Pack>(choice.jokers + jokers);
                choice.absorbed = absorbed;
                list.push_back(choice);
            }
            return;
        }
        self(self, at + 1, absorbed, jokers);
        for (int color = 0; color < COLORS; color++) {
            if (!(kept[at]->open >> color & 1) || !reals[color]) continue;
            reals[color]--;
            auto more = absorbed;
            more[at] = static_cast<int8_t>(color);
            self(self, at + 1, more, jokers);
            reals[color]++;
        }
        if (joker_fits(*kept[at])) {
            auto more = absorbed;
            more[at] = COLORS;
            self(self, at + 1, more, static_cast<Pack>(jokers + one(ORDINARY)));
        }
    };
    absorb(absorb, 0, {-1, -1}, 0);
    return list;
}

// Every way the runs that wait may go: closed, or on in another colour.
void land(Automaton& a, const std::array<uint16_t, COLORS>& subs, std::vector<Variant>& made) {
    made.resize(1);
    Variant& base = made[0];
    base.subs = subs;
    base.landing_ids = {};
    base.moves.clear();
    base.mirrors = 0;
    base.absorbed.clear();
    for (auto& landing : base.landing) landing.clear();
    bool landed = false;
    for (int color = 0; color < COLORS; color++) {
        const Sub sub = a.sub(subs[color]);
        if (!sub.waits) continue;
        landed = true;
        for (auto& variant : made) variant.subs[color] = sub.stripped;
        for (int i = 0; i < sub.size; i++) {
            Token token = Token::of(sub.tokens[i]);
            bool plain = token.kind == Kind::WAIT || token.kind == Kind::START_WAIT;
            bool mirror = token.kind == Kind::MWAIT || token.kind == Kind::START_MWAIT;
            if (!plain && !mirror) continue;
            bool fresh = token.kind == Kind::START_WAIT || token.kind == Kind::START_MWAIT;
            bool long_enough = plain ? token.length == 3 : token.length >= a.shape().mirror_side;
            bool closes = !fresh && token.numbered && !token.marked && long_enough;
            Token arriving = token;
            arriving.kind = plain ? Kind::LAND : Kind::MLAND;
            std::vector<Variant> more;
            for (const auto& variant : made) {
                for (int to = closes ? -1 : 0; to < COLORS; to++) {
                    if (to == color && !fresh) continue;
                    Variant next = variant;
                    next.moves.push_back({static_cast<uint8_t>(color), static_cast<int8_t>(to), sub.tokens[i], arriving.code()});
                    if (to >= 0) next.landing[to].push_back(arriving.code());
                    if (to < 0 && mirror) next.mirrors++;
                    more.push_back(std::move(next));
                }
            }
            made = std::move(more);
        }
    }
    if (!landed) return;
    for (auto& variant : made) {
        for (int color = 0; color < COLORS; color++) {
            if (!variant.landing[color].empty()) variant.landing_ids[color] = static_cast<uint16_t>(a.intern(variant.landing[color]));
        }
    }
}

void Sweep::variants(const State& state, int number) {
    auto& made = w_.variants;
    land(a_, state.subs, made);
    for (uint8_t index = 0; index < p_.runs.size(); index++) {
        const KeptRun& run = p_.runs[index];
        if (run.low != number) continue;
        for (size_t at = 0, size = made.size(); at < size; at++) {
            const Sub sub = a_.sub(made[at].subs[run.color]);
            for (int i = 0; i < sub.size; i++) {
                Token token = Token::of(sub.tokens[i]);
                if ((token.kind != Kind::RUN && token.kind != Kind::HANG) || (i && sub.tokens[i] == sub.tokens[i - 1])) continue;
                if (a_.shape().joker_limit && token.jokers + run.jokers > a_.shape().joker_limit) continue;
                Variant next = made[at];
                next.subs[run.color] = static_cast<uint16_t>(a_.without(next.subs[run.color], sub.tokens[i]));
                next.absorbed.push_back({index, sub.tokens[i]});
                made.push_back(std::move(next));
            }
        }
    }
}

// ---- the passes ----

int64_t Sweep::ending(const State& state) const {
    int64_t value = state.score;
    int points = state.points;
    for (int color = 0; color < COLORS; color++) {
        const Sub& sub = a_.sub(state.subs[color]);
        if (!sub.closable) return -1;
        points += sub.end_points;
    }
    if (!fits(required_, state.jokers) || points < p_.threshold) return -1;
    for (int cls = 0; cls < CLASSES; cls++) {
        int laid = a_.mode().strict >> cls & 1 ? count(state.jokers, cls) - must(TILES + cls) : p_.rack[TILES + cls];
        if (a_.mode().exchanged && cls == EXCHANGE) continue;
        value += static_cast<int64_t>(laid) * p_.weights[TILES + cls];
    }
    return value;
}

// Keeps the best states; equal ones in the order they came, so that every run is the same. Returns the rank of the last.
int64_t Sweep::cut(std::vector<State>& layer, size_t width) {
    w_.order.resize(layer.size());
    for (uint32_t i = 0; i < layer.size(); i++) w_.order[i] = i;
    auto better = [&](uint32_t a, uint32_t b) {
        int64_t x = rank(layer[a]), y = rank(layer[b]);
        return x != y ? x > y : a < b;
    };
    auto last = w_.order.begin() + static_cast<std::ptrdiff_t>(width) - 1;
    std::nth_element(w_.order.begin(), last, w_.order.end(), better);
    int64_t bar = rank(layer[*last]);
    w_.order.resize(width);
    std::sort(w_.order.begin(), w_.order.end());
    for (size_t i = 0; i < width; i++) layer[i] = layer[w_.order[i]];
    layer.resize(width);
    return bar;
}

void Sweep::index_all(const std::vector<State>& layer) {
    if (layer.size() >= w_.index.capacity()) {
        w_.index.reserve(layer.size() * 4);
    } else {
        w_.index.clear();
    }
    for (uint32_t i = 0; i < layer.size(); i++) {
        w_.index.find(mixed(subs_of(layer[i]), rest_of(layer[i])), [](uint32_t) { return false; }) = i;
    }
}

void Sweep::insert(std::vector<State>& layer, const State& child, uint32_t parent) {
    uint64_t subs = subs_of(child), rest = rest_of(child);
    if (layer.size() >= w_.index.capacity()) index_all(layer);
    uint32_t& slot = w_.index.find(mixed(subs, rest), [&](uint32_t i) {
        return subs_of(layer[i]) == subs && rest_of(layer[i]) == rest;
    });
    if (slot == Index::NONE) {
        slot = static_cast<uint32_t>(layer.size());
        layer.push_back(child);
    } else if (child.score > layer[slot].score) {
        layer[slot] = child;
    } else {
        return;
    }
    layer[slot].parent = parent;
}

int64_t Sweep::run(Pass& pass) {
    stats_.passes++;
    for (auto& layer : w_.layers) layer.clear();
    w_.layers[1].push_back({});
    for (int number = 1; number <= numbers_; number++) {
        auto& from = w_.layers[number];
        auto& to = w_.layers[number + 1];
        stats_.states += from.size();
        stats_.widest = std::max(stats_.widest, static_cast<uint32_t>(from.size()));
        const size_t crowd = pass.width < SIZE_MAX / 8 ? pass.width * 4 : SIZE_MAX;
        bar_ = INT64_MIN;
        w_.index.clear();
        for (uint32_t at = 0; at < from.size(); at++) {
            if ((at & 15) == 15 && clock_.late()) {
                pass.late = true;
                return -1;
            }
            expand(State(from[at]), number, pass, [&](const State& child, const Choice&) {
                stats_.children++;
                if (bar_ != INT64_MIN && rank(child) <= bar_) return;
                insert(to, child, at);
                if (to.size() >= crowd) {
                    pass.cut = true;
                    bar_ = cut(to, pass.width);
                    index_all(to);
                }
            });
        }
        if (to.size() > pass.width) {
            pass.cut = true;
            cut(to, pass.width);
        }
    }
    int64_t best = pass.floor;
    uint32_t end = Index::NONE;
    const auto& last = w_.layers[numbers_ + 1];
    for (uint32_t i = 0; i < last.size(); i++) {
        if (int64_t value = ending(last[i]); value > best) best = value, end = i;
    }
    if (end == Index::NONE) return -1;
    path_.assign(static_cast<size_t>(numbers_) + 2, {});
    for (int number = numbers_ + 1; number >= 1; number--) {
        path_[number] = w_.layers[number][end];
        end = path_[number].parent;
    }
    return best;
}

}  // namespace meldwise
