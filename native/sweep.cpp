#include "expand.hpp"

#include <algorithm>
#include <stdexcept>

#include "layer.hpp"

namespace meldwise {

namespace {

uint64_t key_of(int number, int color, int sub, int landing) {
    return static_cast<uint64_t>(number) | static_cast<uint64_t>(color) << 4 | static_cast<uint64_t>(sub) << 8 |
           static_cast<uint64_t>(landing) << (8 + ID_BITS);
}

constexpr int64_t IMPOSSIBLE = -(int64_t{1} << 58);  // four of them make a sum
constexpr int DIRECT = 16'384;  // substates whose lists are found without a hash
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
    std::erase_if(automata_, [](const auto& known) { return known->crowded(); });
    size_t bytes = 0;
    for (auto& known : automata_) bytes += known->bytes();
    if (bytes > MOST_BYTES) automata_.clear();
    for (auto& layer : layers) {
        if (layer.capacity() > 4 * BIG) layer = {};
    }
    if (index.capacity() > 4 * BIG) index = {};
}

Automaton& Workspace::automaton(const Shape& shape, const Mode& mode) {
    for (auto& known : automata_) {
        if (known->mode() == mode && known->shape() == shape) return *known;
    }
    automata_.push_back(std::make_unique<Automaton>(shape, mode));
    return *automata_.back();
}

Sweep::Sweep(Workspace& workspace, Automaton& automaton, const Stock& stock, const Problem& problem, const Clock& clock, Stats& stats)
    : w_(workspace), a_(automaton), stock_(stock), groups_(automaton.groups(stock.totals)), p_(problem), clock_(clock), stats_(stats),
      numbers_(automaton.shape().numbers) {
    loose_ = a_.mode().loose();
    if (!a_.shape().colored) changers_ = a_.mode().exchanged ? 0 : count(stock_.totals, DOUBLE) + count(stock_.totals, CHANGE);
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

uint32_t Sweep::list(int number, int color, int sub, int landing) {
    if (!landing && sub < DIRECT) {
        auto& known = w_.known[number][color];
        if (known.size() <= static_cast<size_t>(sub)) known.resize(static_cast<size_t>(sub) + 64);
        if (known[sub].stamp != w_.stamp) {
            known[sub] = {w_.stamp, static_cast<uint32_t>(w_.lists.size())};
            make_list(number, color, sub, landing);
        }
        return w_.known[number][color][sub].list;
    }
    uint64_t key = key_of(number, color, sub, landing);
    if (w_.lists.size() >= w_.memo.capacity()) {
        w_.memo.reserve(w_.lists.size() * 4);
        for (uint32_t i = 0; i < w_.lists.size(); i++) {
            w_.memo.find(scattered(w_.lists[i].key), [](uint32_t) { return false; }) = i;
        }
    }
    uint32_t& slot = w_.memo.find(scattered(key), [&](uint32_t i) { return w_.lists[i].key == key; });
    uint32_t index = slot;
    if (slot == Index::NONE) {
        index = slot = static_cast<uint32_t>(w_.lists.size());
        make_list(number, color, sub, landing);
    }
    return index;
}

std::span<const Lay> Sweep::lays(int number, int color, int sub) {
    const auto& group = w_.lists[list(number, color, sub, 0)].group;
    return {w_.lays.data() + group.front(), group.back() - group.front()};
}

void Sweep::make_list(int number, int color, int sub, int landing) {
    int kind = kind_of(color, number), table = must(kind), rack = p_.rack[kind];
    auto options = a_.options(stock_, {color, number, sub, landing, table, rack, p_.forced[kind]});
    int jokers = total(stock_.totals);
    Workspace::List made{key_of(number, color, sub, landing), {}, {}, {}, 0};
    made.cost.fill(Cost::TOP - Cost::ONE);
    made.group.fill(static_cast<uint32_t>(w_.lays.size()));
    for (uint32_t i = 0; i < options.size(); i++) {
        const Option option = options[i];
        int spent = total(option.jokers & loose_), after = option.sub;
        if (spent > stock_.allowance) continue;
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
            int most = a_.shape().colored ? count(stock_.totals, color) : jokers;
            if (std::max({lack1, lack2, lack1 + lack2 - changers_}) > most) continue;
        }
        const uint32_t cost = Cost::of(total(option.jokers), lack1, lack2);
        w_.lays.push_back({static_cast<Id>(after), option.jokers, option.group, option.own_group, static_cast<uint8_t>(lack1 + lack2),
                           option.places, option.mirrors, static_cast<uint8_t>(spent), cost,
                           (option.used - table) * p_.weights[kind], i, 0});
        made.cost[option.group] = Cost::least(made.cost[option.group], cost);
        made.mask = static_cast<uint8_t>(made.mask | 1 << option.group);
        for (int group = option.group; group <= COPIES; group++) made.group[group + 1]++;
    }
    w_.lists.push_back(made);
    rank_list(w_.lists.size() - 1);
}

void Sweep::rank_list(size_t index) {
    auto [key, group, best, cost, mask] = w_.lists[index];
    for (int tiles = 0; tiles <= COPIES; tiles++) {
        best[tiles] = IMPOSSIBLE;
        for (uint32_t i = group[tiles]; i < group[tiles + 1]; i++) {
            int64_t value = hope(static_cast<int>(key & 15), static_cast<int>(key >> 4 & 3), w_.lays[i]);  // may make more lists
            w_.lays[i].rank = std::max(value, IMPOSSIBLE / RANKS) * RANKS - w_.lays[i].spent;
            best[tiles] = std::max(best[tiles], w_.lays[i].rank);
        }
    }
    w_.lists[index].best = best;
}

int64_t Sweep::hope(int number, int color, Lay lay) {
    if (!guided_) return lay.gain + colors_[color][number + 1];
    const int64_t cost = ceilings_[0] - ceilings_[packed(lay.jokers)];
    return lay.gain - cost + w_.bound.chain(number + 1, color, lay.sub);
}

int64_t Sweep::guide(int rounds, int64_t enough) {
    if (!guided_) w_.bound.reset(*this);
    int64_t most = w_.bound.tighten(rounds, enough - joker_worth_);
    guided_ = true;
    for (int number = 1; number <= numbers_ + 1; number++) cliques_[number] = w_.bound.cliques(number);
    for (int pack = 0; pack < 256; pack++) {
        auto jokers = static_cast<Pack>((pack & 3) | (pack & 12) << 2 | (pack & 48) << 4 | (pack & 192) << 6);
        if (fits(jokers, stock_.totals)) w_.bound.budget(jokers, budgets_[pack], ceilings_[pack]);
    }
    for (size_t list = 0; list < w_.lists.size(); list++) rank_list(list);
    return most + joker_worth_;
}

std::span<const Groups::Vector> Sweep::vectors(int number) {
    if (kept_groups_[number].empty()) return groups_.vectors({all_[0][number], all_[1][number], all_[2][number], all_[3][number]});
    auto& list = kept_vectors_[number];
    if (!list.empty()) return list;
    for (int index = 0; index < 81; index++) {
        if (auto choices = kept_choices(number, index); !choices.empty()) list.emplace_back(index, choices);
    }
    Groups::sort(list);
    return list;
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
            for (GroupChoice choice : groups_.ways[vector_of(reals)]) {
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
void land(Automaton& a, const Ids& subs, std::vector<Variant>& made) {
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
            if (!variant.landing[color].empty()) variant.landing_ids[color] = static_cast<Id>(a.intern(variant.landing[color]));
        }
    }
}

void Sweep::variants(const State& state, int number) {
    auto& made = w_.variants;
    auto waits = [&](Id sub) { return a_.sub(sub).waits > 0; };
    if (made.size() == 1 && made[0].moves.empty() && made[0].absorbed.empty() && std::none_of(state.subs.begin(), state.subs.end(), waits)) {
        made[0].subs = state.subs;  // nothing lands, and nothing did
    } else {
        land(a_, state.subs, made);
    }
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
                next.subs[run.color] = static_cast<Id>(a_.without(next.subs[run.color], sub.tokens[i]));
                next.absorbed.push_back({index, sub.tokens[i]});
                made.push_back(std::move(next));
            }
        }
    }
}

uint16_t Sweep::points_after(const State& state, int number, const Variant& variant, const std::array<const Lay*, COLORS>& lays,
                             const GroupChoice& group) const {
    const Shape& shape = a_.shape();
    int places = total(group.jokers);
    for (const Lay* lay : lays) places += lay->places + lay->group + (shape.mirror_counts ? lay->mirrors : 0);
    if (!shape.colored) {
        places += count(group.jokers, DOUBLE);
        if (!shape.mirror_counts) places -= count(group.jokers, MIRROR);
    }
    if (shape.mirror_counts) places += variant.mirrors;
    return static_cast<uint16_t>(std::min(p_.threshold, state.points + places * number));
}

Choice Sweep::choice(const State& from, const State& to, int number) {
    const auto jokers = static_cast<Pack>(to.jokers - from.jokers);
    const bool own = a_.mode().exchanged != 0;
    variants(from, number);
    for (const Variant& variant : w_.variants) {
        std::array<uint32_t, COLORS> lists{};
        for (int color = 0; color < COLORS; color++) lists[color] = list(number, color, variant.subs[color], variant.landing_ids[color]);
        Choice choice{&variant};
        auto groups = [&](Pack left, int32_t score) {
            int vector = 0, own_vector = 0;
            for (int color = COLORS - 1; color >= 0; color--) {
                vector = vector * 3 + choice.lays[color]->group;
                own_vector = own_vector * 3 + choice.lays[color]->own_group;
            }
            if (score != to.score) return false;
            static const std::vector<GroupChoice> NO_OWN(1);
            for (const GroupChoice& owns : own ? groups_.own_ways[own_vector] : NO_OWN) {
                for (const GroupChoice& group : group_choices(number, vector)) {
                    if (owns.jokers + group.jokers != left) continue;
                    if (a_.mode().points && points_after(from, number, variant, choice.lays, group) != to.points) continue;
                    choice.group = &group;
                    choice.own_group = own ? &owns : nullptr;
                    return true;
                }
            }
            return false;
        };
        auto walk = [&](auto& self, int color, Pack left, int32_t score) -> bool {
            if (color == COLORS) return groups(left, score);
            const auto& group = w_.lists[lists[color]].group;
            for (uint32_t i = group.front(); i < group.back(); i++) {
                const Lay& lay = w_.lays[i];
                if (lay.sub != to.subs[color] || !fits(lay.jokers, left)) continue;
                choice.lays[color] = &lay;
                if (self(self, color + 1, static_cast<Pack>(left - lay.jokers), score + lay.gain)) return true;
            }
            return false;
        };
        if (walk(walk, 0, jokers, from.score)) return choice;
    }
    throw std::logic_error("a way that cannot be walked again");
}

// ---- the passes ----

int64_t jokers_worth(const Problem& problem, const Mode& mode, Pack spent) {
    int64_t worth = 0;
    for (int cls = 0; cls < CLASSES; cls++) {
        if (mode.exchanged && cls == EXCHANGE) continue;
        const int kind = TILES + cls;
        int laid = mode.strict >> cls & 1 ? count(spent, cls) - problem.table[kind] - problem.forced[kind] : problem.rack[kind];
        worth += int64_t{laid} * problem.weights[kind];
    }
    return worth;
}

int64_t Sweep::ending(const State& state) const {
    int64_t value = state.score;
    int points = state.points;
    for (int color = 0; color < COLORS; color++) {
        const Sub& sub = a_.sub(state.subs[color]);
        if (!sub.closable) return -1;
        points += sub.end_points;
    }
    if (!fits(required_, state.jokers) || points < p_.threshold) return -1;
    return value + jokers_worth(p_, a_.mode(), state.jokers);
}

int64_t Sweep::run(Pass& pass) {
    stats_.passes++;
    const size_t crowd = pass.crowd();
    auto ranked = [&](const State& state) { return rank(state); };
    for (auto& layer : w_.layers) layer.clear();
    w_.layers[1].push_back({});
    for (int number = 1; number <= numbers_; number++) {
        auto& from = w_.layers[number];
        auto& to = w_.layers[number + 1];
        stats_.states += from.size();
        stats_.widest = std::max(stats_.widest, static_cast<uint32_t>(from.size()));
        bar_ = INT64_MIN;
        w_.index.clear();
        for (uint32_t at = 0; at < from.size(); at++) {
            if ((at & 15) == 15 && clock_.late(stats_.states)) {
                pass.late = true;
                return -1;
            }
            expand(State(from[at]), number, pass, [&](State& child) {
                stats_.children++;
                if (bar_ != INT64_MIN && rank(child) <= bar_) return;
                child.parent = at;
                insert(w_.index, to, child);
                if (to.size() >= crowd) {
                    pass.cut = true;
                    bar_ = cut(to, pass.width, w_.ranks, ranked);
                    index_all(w_.index, to);
                }
            });
        }
        if (a_.mode().prune && to.size() > SMALL && number < numbers_) thin(w_.index, to, w_.order, a_, loose_);
        if (to.size() > pass.width) {
            pass.cut = true;
            cut(to, pass.width, w_.ranks, ranked);
        }
    }
    int64_t best = pass.floor;
    uint32_t end = Index::NONE;
    const auto& last = w_.layers[numbers_ + 1];
    for (uint32_t i = 0; i < last.size(); i++) {
        if (int64_t value = ending(last[i]); value > best) best = value, end = i;
    }
    if (end == Index::NONE) return -1;
    path_ = way_to(end, w_.layers, numbers_);
    return best;
}

}  // namespace meldwise
