// Every way a state may move on at a number: the product of what its colours may do and the groups that fit.
#pragma once

#include <algorithm>

#include "sweep.hpp"

namespace meldwise {

template <class Visit>
void Sweep::product(const State& state, int number, const Pass& pass, const Variant& variant, Visit& visit) {
    std::array<uint32_t, COLORS> indices{};
    uint16_t have = 0;
    for (int color = 0; color < COLORS; color++) {
        indices[color] = list(number, color, variant.subs[color], variant.landing_ids[color]);
        const auto mask = w_.lists[indices[color]].mask;
        if (!mask) return;
        have = static_cast<uint16_t>(have | mask << 3 * color);
    }
    std::array<const Workspace::List*, COLORS> lists;
    for (int color = 0; color < COLORS; color++) lists[color] = &w_.lists[indices[color]];

    const Pack left = static_cast<Pack>(stock_.totals - state.jokers);
    const int jokers = total(left);
    const int used = total(state.jokers & loose_), room = stock_.allowance - used;
    const int64_t base = state.score + joker_worth_ + cliques_[number + 1];
    const int64_t ahead = joker_worth_ + suffix_[number + 1];
    const int64_t ceiling = (base + ceilings_[packed(state.jokers)]) * RANKS - used;
    auto cost = [&](Pack jokers) { return ceilings_[packed(state.jokers)] - ceilings_[packed(static_cast<Pack>(state.jokers + jokers))]; };
    const bool colored = a_.shape().colored, points = a_.mode().points;
    const bool own = a_.mode().exchanged != 0;
    const int64_t floor = pass.floor * RANKS;
    // Jokers that this number and those above may spend.
    const int spendable = total(left & ~loose_) + std::min(total(left & loose_), room);
    const uint32_t purse = Cost::of(spendable, 0, 0) + (static_cast<uint32_t>(changers_) << 16);
    auto limit = [&] { return std::max(bar_, floor); };  // a rank not above it is of no interest
    State child;

    for (const Groups::Vector& vector : vectors(number)) {
        if (vector.least > jokers) break;
        if (vector.mask & ~have) continue;
        const auto& reals = vector.reals;
        std::array<std::span<const Lay>, COLORS> ways;
        int64_t most = ceiling;
        for (int color = 0; color < COLORS; color++) {
            const auto& group = lists[color]->group;
            ways[color] = {w_.lays.data() + group[reals[color]], group[reals[color] + 1] - group[reals[color]]};
            most += lists[color]->best[reals[color]];
        }
        if (most <= limit()) continue;
        auto choices = group_choices(number, vector.index);
        int cheapest = INT32_MAX;
        int64_t price = INT64_MAX;
        for (const GroupChoice& group : choices) {
            if (!fits(group.jokers, left)) continue;
            cheapest = std::min(cheapest, total(group.jokers & loose_));
            price = std::min(price, cost(group.jokers));
        }
        if (cheapest > room) continue;
        const int space = room - cheapest;
        // What the colours not yet chosen can bring at most.
        const int64_t end = ceiling - price * RANKS - cheapest;
        const int64_t last = lists[3]->best[reals[3]] + end, last_two = lists[2]->best[reals[2]] + last;
        const int64_t last_three = lists[1]->best[reals[1]] + last_two;
        // And what they cost at least.
        const uint32_t cost_one = lists[3]->cost[reals[3]] + vector.least * Cost::ONE, cost_two = lists[2]->cost[reals[2]] + cost_one;
        const uint32_t cost_three = lists[1]->cost[reals[1]] + cost_two;
        if (!Cost::met(lists[0]->cost[reals[0]] + cost_three, purse)) continue;

        for (const Lay& k : ways[0]) {
            if (k.spent > space) break;
            if (!fits(k.jokers, left) || !Cost::met(k.cost + cost_three, purse) || k.rank + last_three <= limit()) continue;
            for (const Lay& r : ways[1]) {
                auto two = static_cast<Pack>(k.jokers + r.jokers);
                if (k.spent + r.spent > space) break;
                const uint32_t cost_kr = k.cost + r.cost;
                if (!fits(two, left) || !Cost::met(cost_kr + cost_two, purse) || k.rank + r.rank + last_two <= limit()) continue;
                for (const Lay& b : ways[2]) {
                    auto three = static_cast<Pack>(two + b.jokers);
                    if (k.spent + r.spent + b.spent > space) break;
                    const int64_t rank = k.rank + r.rank + b.rank;
                    const uint32_t cost_krb = cost_kr + b.cost;
                    if (!fits(three, left) || !Cost::met(cost_krb + cost_one, purse) || rank + last <= limit()) continue;
                    for (const Lay& o : ways[3]) {
                        auto four = static_cast<Pack>(three + o.jokers);
                        const int spent_in_runs = k.spent + r.spent + b.spent + o.spent;
                        if (spent_in_runs > space) break;
                        const uint32_t cost_runs = cost_krb + o.cost;
                        if (!fits(four, left) || !Cost::met(cost_runs + vector.least * Cost::ONE, purse) || rank + o.rank + end <= limit()) continue;
                        std::span<const GroupChoice> owns;
                        if (own) {
                            owns = groups_.own_ways[k.own_group + 3 * (r.own_group + 3 * (b.own_group + 3 * o.own_group))];
                            if (owns.empty()) continue;
                        }
                        const int64_t hope = (rank + o.rank + spent_in_runs) / RANKS + cost(four);
                        const auto lacking = static_cast<Pack>(colored ? k.lack | r.lack << 4 | b.lack << 8 | o.lack << 12 : 0);
                        child.subs = {k.sub, r.sub, b.sub, o.sub};
                        child.score = state.score + k.gain + r.gain + b.gain + o.gain;
                        for (size_t other = 0; other < (own ? owns.size() : 1); other++) {
                            auto five = own ? static_cast<Pack>(four + owns[other].jokers) : four;
                            for (const GroupChoice& group : choices) {
                                auto spent = static_cast<Pack>(five + group.jokers);
                                if (total(spent & loose_) > room || !fits(spent, left)) continue;
                                if (colored && !fits(lacking, static_cast<Pack>(left - spent))) continue;
                                if (!Cost::met(cost_runs + static_cast<uint32_t>(total(spent - four)) * Cost::ONE, purse)) continue;
                                child.jokers = static_cast<Pack>(state.jokers + spent);
                                int64_t worth = std::min(base + hope + budgets_[packed(child.jokers)], child.score + ahead);
                                if (worth <= pass.floor) continue;
                                child.hope = static_cast<int32_t>(std::min<int64_t>(worth, INT32_MAX));
                                if (points) child.points = points_after(state, number, variant, {&k, &r, &b, &o}, group);
                                visit(child);
                            }
                        }
                    }
                }
            }
        }
    }
}

template <class Visit>
void Sweep::expand(const State& state, int number, const Pass& pass, Visit visit) {
    variants(state, number);
    for (size_t i = 0; i < w_.variants.size(); i++) product(state, number, pass, w_.variants[i], visit);
}

}  // namespace meldwise
