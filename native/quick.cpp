#include "quick.hpp"

#include <algorithm>
#include <stdexcept>

#include "layer.hpp"

namespace meldwise {

// ---- lists ----

uint32_t QuickLists::site(const Spot& spot, std::array<uint8_t, 2> ahead, Pack totals) {
    const bool colored = a_.shape().colored;
    const int below = a_.shape().numbers - spot.number;
    const int height = below <= 3 ? below : below <= 5 ? 3 : 4;  // see Automaton::class_of
    const int jokers = colored ? count(totals, spot.color) : count(totals, ORDINARY);
    const auto index = static_cast<size_t>(
        ((((((colored ? spot.color : 0) * 3 + jokers) * 5 + height) * 3 + spot.table) * 3 + spot.rack) * 3 + ahead[0]) * 3 + ahead[1]);
    if (places_.size() <= index) places_.resize(index + 1);
    if (!places_[index]) {
        places_[index] = static_cast<uint32_t>(sites_.size());
        sites_.push_back({spot, ahead, static_cast<Pack>(colored ? jokers * one(spot.color) : totals)});
        known_.resize(sites_.size() * SUBS);
    }
    return places_[index];
}

uint32_t QuickLists::make(const QuickSite& site, int sub) {
    Spot spot = site.spot;
    spot.sub = sub;
    const int below = a_.shape().numbers - spot.number;
    const auto options = a_.options({site.totals}, spot);
    QuickList made;
    made.first = static_cast<uint32_t>(lays_.size());
    for (size_t i = 0; i < options.size(); i++) {
        const Option& option = options[i];
        const Sub& next = a_.sub(option.sub);
        int lack = 0;
        if (below == 0 && !next.closable) continue;
        if (below == 1 && next.need2) continue;
        if (below) lack = std::max(0, next.need1 - site.ahead[0]) + std::max(0, next.need2 - site.ahead[1]);
        const auto cost = static_cast<Pack>(option.jokers + lack * one(a_.shape().colored ? spot.color : ORDINARY));
        if (!fits(cost, site.totals)) continue;
        crowded_ = crowded_ || option.sub >= static_cast<int>(SUBS);
        const auto extra = static_cast<uint8_t>(option.used - spot.table), spent = static_cast<uint8_t>(a_.spent(option.jokers));
        const int group = option.group;
        const bool first = !(made.mask >> group & 1);
        if (first || extra > made.extra[group]) made.extra[group] = extra, made.spent[group] = spent;
        if (first || cost < made.cost[group]) made.cost[group] = cost;
        made.mask = static_cast<uint16_t>(made.mask | 1 << group);
        for (int more = group; more <= COPIES; more++) made.group[more + 1]++;
        lays_.push_back({static_cast<uint8_t>(option.sub), extra, spent, option.jokers, cost});
        options_.push_back(static_cast<uint16_t>(i));
        recipes_.push_back(nullptr);
    }
    lists_.push_back(made);
    return static_cast<uint32_t>(lists_.size() - 1);
}

const Recipe& QuickLists::recipe(uint32_t index, int sub, const QuickLay& lay) {
    const QuickSite& site = sites_[index];
    const auto at = static_cast<size_t>(&lay - lays_.data());
    if (!recipes_[at]) {
        Spot spot = site.spot;
        spot.sub = sub;
        const Option option = a_.options({site.totals}, spot)[options_[at]];
        recipes_[at] = &a_.recipe({site.totals}, spot, option);
    }
    return *recipes_[at];
}

size_t QuickLists::bytes() const {
    return lists_.capacity() * sizeof(QuickList) + lays_.capacity() * (sizeof(QuickLay) + sizeof(void*) + sizeof(uint16_t)) +
           sites_.capacity() * sizeof(QuickSite) + (places_.capacity() + known_.capacity()) * sizeof(uint32_t);
}

// ---- one problem ----

bool QuickSweep::suits(Automaton& automaton, const Problem& problem) {
    const Mode& mode = automaton.mode();
    return !automaton.quick().crowded() && mode.prune && !mode.special && !mode.points && !mode.exchanged && problem.runs.empty() && problem.groups.empty();
}

QuickSweep::QuickSweep(Workspace& workspace, Automaton& automaton, const Stock& stock, const Problem& problem, const Clock& clock,
                       Stats& stats)
    : w_(workspace), a_(automaton), lists_(automaton.quick()), stock_(stock), groups_(automaton.groups(stock.totals)), p_(problem),
      clock_(clock), stats_(stats), numbers_(automaton.shape().numbers), loose_(automaton.mode().loose()) {
    for (int cls = 0; cls < CLASSES; cls++) {
        const int kind = TILES + cls;
        joker_worth_ += int64_t{p_.rack[kind]} * p_.weights[kind];
        if (a_.mode().strict >> cls & 1) required_ = static_cast<Pack>(required_ + (p_.table[kind] + p_.forced[kind]) * one(cls));
    }
    std::array<std::array<uint8_t, 3>, COLORS> tiles{};  // of a colour at this number and the next two
    for (int number = numbers_; number >= 1; number--) {
        suffix_[number] = suffix_[number + 1];
        for (int color = 0; color < COLORS; color++) {
            const int kind = kind_of(color, number), table = p_.table[kind] + p_.forced[kind], rack = p_.rack[kind];
            auto& there = tiles[color];
            there = {static_cast<uint8_t>(table + rack), there[0], there[1]};
            suffix_[number] += int64_t{p_.rack[kind]} * p_.weights[kind];
            weights_[number][color] = p_.weights[kind] * RANKS;
            sites_[number][color] = lists_.site({color, number, 0, 0, table, rack}, {there[1], there[2]}, stock.totals);
        }
        vectors_[number] = groups_.vectors({tiles[0][0], tiles[1][0], tiles[2][0], tiles[3][0]});
    }
}

template <bool COLORED, class Visit>
void QuickSweep::expand(const QuickState& state, int number, Visit visit) {
    // One class of jokers is a number; four are a pack.
    auto fit = [](int part, int whole) { return COLORED ? fits(static_cast<Pack>(part), static_cast<Pack>(whole)) : part <= whole; };
    const int left = stock_.totals - state.spent(), jokers = COLORED ? total(left) : left;
    const auto& weights = weights_[number];
    std::array<uint32_t, COLORS> found;
    for (int color = 0; color < COLORS; color++) found[color] = lists_.list(sites_[number][color], state.sub(color));
    std::array<const QuickLay*, COLORS> first;
    std::array<const QuickList*, COLORS> lists;
    std::array<std::array<int64_t, COPIES + 1>, COLORS> best;
    int have = 0;
    for (int color = 0; color < COLORS; color++) {
        const QuickList& list = lists_[found[color]];
        int mask = list.mask;
        for (int tiles = 0; tiles <= COPIES; tiles++) {
            best[color][tiles] = list.extra[tiles] * weights[color] - (weights[color] ? list.spent[tiles] : 0);
            if (!fit(list.cost[tiles], left)) mask &= ~(1 << tiles);
        }
        if (!mask) return;
        have |= mask << 3 * color;
        lists[color] = &list;
        first[color] = lists_.lays(list);
    }
    const int64_t ceiling = rank(state);
    QuickState child;
    for (const Groups::Vector& vector : vectors_[number]) {
        if (vector.least > jokers) break;
        if (vector.mask & ~have) continue;
        const auto& reals = vector.reals;
        const auto& choices = groups_.ways[vector.index];
        int room = left;   // for jokers in runs
        int cheapest = 0;  // jokers in groups that need not be placed
        if (!COLORED) {
            room -= vector.least;
            if (count(loose_, ORDINARY)) cheapest = vector.least;
        } else {
            cheapest = INT32_MAX;
            for (const GroupChoice& group : choices) {
                if (fits(group.jokers, static_cast<Pack>(left))) cheapest = std::min(cheapest, total(group.jokers & loose_));
            }
            if (cheapest == INT32_MAX) continue;
        }
        // What the colours not yet chosen can bring at most, and will cost at least.
        const int64_t last = best[3][reals[3]] + ceiling - cheapest, last_two = best[2][reals[2]] + last;
        const int64_t last_three = best[1][reals[1]] + last_two;
        if (best[0][reals[0]] + last_three <= limit_) continue;
        const int cost = lists[3]->cost[reals[3]], cost_two = lists[2]->cost[reals[2]] + cost, cost_three = lists[1]->cost[reals[1]] + cost_two;
        if (!fit(lists[0]->cost[reals[0]] + cost_three, room)) continue;
        std::array<const QuickLay*, COLORS> begin, end;
        for (int color = 0; color < COLORS; color++) {
            const auto& group = lists[color]->group;
            begin[color] = first[color] + group[reals[color]];
            end[color] = first[color] + group[reals[color] + 1];
        }
        for (const QuickLay* k = begin[0]; k != end[0]; k++) {
            const int64_t k_rank = k->extra * weights[0] - k->spent;
            if (!fit(k->cost + cost_three, room) || k_rank + last_three <= limit_) continue;
            for (const QuickLay* r = begin[1]; r != end[1]; r++) {
                const int two = k->cost + r->cost;
                const int64_t r_rank = k_rank + r->extra * weights[1] - r->spent;
                if (!fit(two + cost_two, room) || r_rank + last_two <= limit_) continue;
                for (const QuickLay* b = begin[2]; b != end[2]; b++) {
                    const int three = two + b->cost;
                    const int64_t b_rank = r_rank + b->extra * weights[2] - b->spent;
                    if (!fit(three + cost, room) || b_rank + last <= limit_) continue;
                    for (const QuickLay* o = begin[3]; o != end[3]; o++) {
                        const int four = three + o->cost;
                        const int64_t o_rank = b_rank + o->extra * weights[3] - o->spent;
                        if (!fit(four, room) || o_rank + ceiling - cheapest <= limit_) continue;
                        const int spent = state.spent() + k->jokers + r->jokers + b->jokers + o->jokers;
                        const uint64_t subs = k->sub | r->sub << 8 | b->sub << 16 | static_cast<uint64_t>(o->sub) << 24;
                        child.score = static_cast<int32_t>(state.score + (o_rank + k->spent + r->spent + b->spent + o->spent) / RANKS);
                        for (const GroupChoice& group : choices) {
                            if (!fit(four + group.jokers, left)) continue;
                            child.vector = vector.index;
                            child.key = subs | static_cast<uint64_t>(spent + group.jokers) << 32;
                            visit(child);
                        }
                    }
                }
            }
        }
    }
}

int64_t QuickSweep::run(Pass& pass) {
    stats_.passes++;
    auto& layers = w_.quick_layers;
    for (auto& layer : layers) layer.clear();
    layers[1].push_back({});
    const size_t crowd = pass.crowd();
    auto ranked = [&](const QuickState& state) { return rank(state); };
    for (int number = 1; number <= numbers_; number++) {
        auto& from = layers[number];
        auto& to = layers[number + 1];
        stats_.states += from.size();
        stats_.widest = std::max(stats_.widest, static_cast<uint32_t>(from.size()));
        const int64_t floor = limit_ = (pass.floor - joker_worth_ - suffix_[number + 1]) * RANKS;
        w_.index.clear();
        for (uint32_t at = 0; at < from.size(); at++) {
            if ((at & 15) == 15 && clock_.late(stats_.states)) {
                pass.late = true;
                return -1;
            }
            auto visit = [&](QuickState& child) {
                stats_.children++;
                if (limit_ != floor && rank(child) <= limit_) return;
                child.parent = at;
                insert(w_.index, to, child);
                if (to.size() >= crowd) {
                    pass.cut = true;
                    limit_ = std::max(floor, cut(to, pass.width, w_.ranks, ranked));
                    index_all(w_.index, to);
                }
            };
            if (a_.shape().colored) {
                expand<true>(from[at], number, visit);
            } else {
                expand<false>(from[at], number, visit);
            }
        }
        if (to.size() > SMALL && number < numbers_) thin(w_.index, to, w_.order, a_, loose_);
        if (to.size() > pass.width) {
            pass.cut = true;
            cut(to, pass.width, w_.ranks, ranked);
        }
    }
    int64_t best = pass.floor;
    uint32_t end = Index::NONE;
    const auto& last = layers[numbers_ + 1];
    for (uint32_t i = 0; i < last.size(); i++) {
        const Pack jokers = last[i].spent();
        if (!fits(required_, jokers)) continue;
        if (int64_t value = last[i].score + jokers_worth(p_, a_.mode(), jokers); value > best) best = value, end = i;
    }
    if (end == Index::NONE) return -1;
    path_ = way_to(end, layers, numbers_);
    return best;
}

std::vector<Placed> QuickSweep::lay_out(const std::vector<QuickState>& path) {
    RowMaker maker(a_);
    for (int number = 1; number <= numbers_; number++) {
        const QuickState &from = path[number], &to = path[number + 1];
        std::array<const QuickLay*, COLORS> chosen{};
        auto groups = [&](Pack jokers) {
            const auto& ways = groups_.ways[to.vector];
            return std::find_if(ways.begin(), ways.end(), [&](const GroupChoice& way) { return way.jokers == jokers; });
        };
        auto walk = [&](auto& self, int color, int vector, Pack left, int64_t gain) -> bool {
            if (color == COLORS) return gain == 0 && groups(left) != groups_.ways[to.vector].end();
            const QuickList& list = lists_[lists_.list(sites_[number][color], from.sub(color))];
            const QuickLay* lays = lists_.lays(list);
            for (const QuickLay* lay = lays + list.group[vector % 3]; lay != lays + list.group[vector % 3 + 1]; lay++) {
                if (lay->sub != to.sub(color) || !fits(lay->jokers, left)) continue;
                chosen[color] = lay;
                const int64_t rest = gain - lay->extra * weights_[number][color];
                if (self(self, color + 1, vector / 3, static_cast<Pack>(left - lay->jokers), rest)) return true;
            }
            return false;
        };
        auto left = static_cast<Pack>(to.spent() - from.spent());
        if (!walk(walk, 0, to.vector, left, (to.score - from.score) * RANKS)) throw std::logic_error("a way that cannot be walked again");
        for (int color = 0; color < COLORS; color++) {
            left = static_cast<Pack>(left - chosen[color]->jokers);
            if (!from.sub(color) && !to.sub(color)) continue;
            maker.runs(number, color, lists_.recipe(sites_[number][color], from.sub(color), *chosen[color]));
        }
        if (to.vector) maker.lay_groups(number, *groups(left));
    }
    return maker.finish();
}

}  // namespace meldwise
