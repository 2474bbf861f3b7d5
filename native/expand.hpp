// Every way a state may move on at a number: the product of what its colours may do and the groups that fit.
#pragma once

#include <algorithm>

#include "sweep.hpp"

namespace meldwise {

template <class Visit>
void Sweep::product(const State& state, int number, const Pass& pass, const Variant& variant, Visit& visit) {
    std::array<std::vector<Lay>::size_type, COLORS> first{};
    std::array<std::span<const Lay>, COLORS> lists;
    for (int color = 0; color < COLORS; color++) {
        lists[color] = lays(number, color, variant.subs[color], variant.landing_ids[color]);
        if (lists[color].empty()) return;
        first[color] = static_cast<size_t>(lists[color].data() - w_.lays.data());
    }
    for (int color = 0; color < COLORS; color++) lists[color] = {w_.lays.data() + first[color], lists[color].size()};

    const Pack left = static_cast<Pack>(totals_ - state.jokers);
    const int room = a_.mode().allowance - total(state.jokers & loose_);
    const int64_t floor = std::max(pass.floor, bar_ == INT64_MIN ? bar_ : bar_ / 32 - 1);
    const int64_t base = state.score + joker_worth_ + cliques_[number + 1];
    const int64_t ceiling = base + budgets_[packed(state.jokers)];
    const bool colored = a_.shape().colored, prune = a_.mode().prune, points = a_.mode().points;
    const bool own = a_.mode().exchanged != 0;
    // What the colours not yet chosen can bring at most.
    auto most_of = [](std::span<const Lay> list) {
        int64_t most = INT64_MIN;
        for (const Lay& lay : list) most = std::max(most, lay.hope);
        return most;
    };
    const int64_t last = most_of(lists[3]) + ceiling, last_two = most_of(lists[2]) + last, last_three = most_of(lists[1]) + last_two;
    Choice choice;
    choice.variant = &variant;
    State child;

    for (const Lay& k : lists[0]) {
        if (k.spent > room) break;
        if (!fits(k.jokers, left) || k.hope + last_three <= floor) continue;
        for (const Lay& r : lists[1]) {
            auto two = static_cast<Pack>(k.jokers + r.jokers);
            if (k.spent + r.spent > room) break;
            if (!fits(two, left) || k.hope + r.hope + last_two <= floor) continue;
            for (const Lay& b : lists[2]) {
                auto three = static_cast<Pack>(two + b.jokers);
                if (k.spent + r.spent + b.spent > room) break;
                if (!fits(three, left) || k.hope + r.hope + b.hope + last <= floor) continue;
                for (const Lay& o : lists[3]) {
                    auto four = static_cast<Pack>(three + o.jokers);
                    if (k.spent + r.spent + b.spent + o.spent > room) break;
                    int vector = k.group + 3 * (r.group + 3 * (b.group + 3 * o.group));
                    auto choices = group_choices(number, vector);
                    if (choices.empty() || !fits(four, left)) continue;
                    int64_t hope = k.hope + r.hope + b.hope + o.hope;
                    if (hope + ceiling <= floor) continue;
                    std::span<const GroupChoice> owns;
                    if (own) {
                        owns = a_.own_groups(k.own_group + 3 * (r.own_group + 3 * (b.own_group + 3 * o.own_group)));
                        if (owns.empty()) continue;
                    }
                    int lack1 = k.lack1 + r.lack1 + b.lack1 + o.lack1, lack2 = k.lack2 + r.lack2 + b.lack2 + o.lack2;
                    int lack = std::max({lack1, lack2, lack1 + lack2 - changers_});
                    Pack lacking = 0;
                    if (colored) {
                        lacking = static_cast<Pack>((k.lack1 + k.lack2) | (r.lack1 + r.lack2) << 4 | (b.lack1 + b.lack2) << 8 |
                                                    (o.lack1 + o.lack2) << 12);
                    }
                    choice.lays = {&k, &r, &b, &o};
                    child.subs = {k.sub, r.sub, b.sub, o.sub};
                    child.score = state.score + k.gain + r.gain + b.gain + o.gain;
                    for (size_t other = 0; other < (own ? owns.size() : 1); other++) {
                        auto five = own ? static_cast<Pack>(four + owns[other].jokers) : four;
                        choice.own_group = own ? &owns[other] : nullptr;
                        for (const GroupChoice& group : choices) {
                            auto spent = static_cast<Pack>(five + group.jokers);
                            int after = room - total(spent & loose_);
                            if (after < 0 || !fits(spent, left)) continue;
                            int strict = total((left - spent) & ~loose_), loose = total((left - spent) & loose_);
                            if (prune && (colored ? !fits(lacking, static_cast<Pack>(left - spent))
                                                  : lack > strict + std::min(loose, after))) {
                                continue;
                            }
                            child.jokers = static_cast<Pack>(state.jokers + spent);
                            int64_t most = base + hope + budgets_[packed(child.jokers)];
                            if (most <= floor) continue;
                            child.hope = static_cast<int32_t>(std::min<int64_t>(most, INT32_MAX));
                            if (points) {
                                int places = k.places + r.places + b.places + o.places + k.group + r.group + b.group + o.group +
                                             total(group.jokers);
                                if (!colored) {
                                    places += count(group.jokers, DOUBLE);
                                    if (!a_.shape().mirror_counts) places -= count(group.jokers, MIRROR);
                                }
                                if (a_.shape().mirror_counts) places += k.mirrors + r.mirrors + b.mirrors + o.mirrors + variant.mirrors;
                                child.points = static_cast<uint16_t>(std::min(p_.threshold, state.points + places * number));
                            }
                            choice.group = &group;
                            visit(child, choice);
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
