#include "bound.hpp"

#include <algorithm>

#include "sweep.hpp"

namespace meldwise {

namespace {

// No play is worth as little as a single payment that no play can have; all of them together are more than NEVER.
constexpr int64_t NEVER = -(int64_t{1} << 52), DEAD = -(int64_t{1} << 46);

bool possible(int64_t value) { return value > DEAD / 2; }

}  // namespace

void Bound::reset(Sweep& sweep) {
    s_ = &sweep;
    a_ = &sweep.a_;
    numbers_ = sweep.numbers_;
    special_ = sweep.a_.mode().special;
    edges_.clear();
    if (++stamp_ == 0) stamp_ = 1;
    for (auto& layer : nodes_) {
        for (auto& nodes : layer) nodes.clear();
    }
    pay_ = {};
    dead_ = {};
    cliques_ = {};
    set_prices();
    for (int color = 0; color < COLORS; color++) node(1, color, 0);
    for (int number = 1; number <= numbers_; number++) {
        for (int color = 0; color < COLORS; color++) {
            for (uint32_t i = 0; i < nodes_[number][color].size(); i++) connect(number, color, i);
        }
    }
}

// Every joker, or every good it brings, is worth a tile at first.
void Bound::set_prices() {
    int64_t weight = 0, tiles = 0;
    for (int kind = 0; kind < TILES; kind++) {
        weight += static_cast<int64_t>(s_->p_.rack[kind]) * s_->p_.weights[kind];
        tiles += s_->p_.rack[kind];
    }
    auto typical = static_cast<int32_t>(tiles ? weight / tiles : 0);
    for (int cls = 0; cls < CLASSES; cls++) {
        prices_.each[cls] = count(s_->stock_.totals, cls) ? typical : 0;
        step_[cls] = typical / 2.0;
    }
    if (!special_) return;
    goods_ = 0;
    rates_.each.fill(typical);
    for (int cls = 0; cls < CLASSES; cls++) {
        goods_ = static_cast<Pack>(goods_ + count(s_->stock_.totals, cls) * BRINGS[cls]);
        prices_.each[cls] = rates_.of(BRINGS[cls]);
    }
}

uint32_t Bound::node(int number, int color, int sub) {
    auto& ids = ids_[number][color];
    if (ids.size() <= static_cast<size_t>(sub)) ids.resize(static_cast<size_t>(sub) + 64);
    Slot& id = ids[sub];
    if (id.stamp == stamp_) return id.index;
    auto& nodes = nodes_[number][color];
    id = {stamp_, static_cast<uint32_t>(nodes.size())};
    nodes.push_back({static_cast<Id>(sub), 0, UINT32_MAX, NEVER, number > numbers_ ? 0 : NEVER});
    return id.index;
}

// Makes a node's edges: its colour's ways to move on.
void Bound::connect(int number, int color, uint32_t index) {
    int sub = nodes_[number][color][index].sub;
    auto first = static_cast<uint32_t>(edges_.size());
    special_ ? add_moves(number, color, sub) : add_lays(number, color, sub);
    Node& made = nodes_[number][color][index];
    made.first = first;
    made.size = static_cast<uint32_t>(edges_.size()) - first;
}

void Bound::add_edge(int number, int color, int sub, int32_t gain, Pack spent, int group) {
    edges_.push_back({node(number + 1, color, sub), gain, spent, static_cast<uint8_t>(group), 0});
    edges_.back().worth = worth(edges_.back());
}

void Bound::add_lays(int number, int color, int sub) {
    auto add = [&](int from) {
        for (const Lay& lay : s_->lays(number, color, from)) add_edge(number, color, lay.sub, lay.gain, lay.jokers, lay.group);
    };
    add(sub);
    if (int kept = s_->absorbing_[color][number]) {  // each may absorb one of the runs
        const Sub first_tokens = a_->sub(sub);
        for (int i = 0; i < first_tokens.size; i++) {
            int rest = a_->without(sub, first_tokens.tokens[i]);
            add(rest);
            const Sub second_tokens = a_->sub(rest);
            for (int j = 0; kept > 1 && j < second_tokens.size; j++) add(a_->without(rest, second_tokens.tokens[j]));
        }
    }
}

void Bound::add_moves(int number, int color, int runs) {
    int kind = kind_of(color, number), table = s_->must(kind), all = s_->all_[color][number];
    for (const RunsMove& move : moves(runs, number == numbers_)) {
        if (!fits(move.goods, goods_)) continue;
        for (int group = std::max(0, table - move.reals); group + move.reals <= all; group++) {
            add_edge(number, color, move.after, (move.reals + group - table) * s_->p_.weights[kind], move.goods, group);
        }
    }
}

// An edge with what its tiles in groups are paid.
int64_t Bound::paid(int number, int color, const Edge& edge) const {
    return edge.worth + pay_[number][color][edge.group];
}

void Bound::budget(Pack spent, int64_t& value, int64_t& ceiling) const {
    value = ceiling = 0;
    for (int cls = 0; cls < CLASSES; cls++) {
        int used = count(spent, cls), most = count(s_->stock_.totals, cls) - used, least = std::max(0, count(s_->required_, cls) - used);
        int64_t price = prices_.each[cls];
        value += price * (price >= 0 ? most : least);
        ceiling += std::max<int64_t>(price, 0) * most;
    }
}

// Calls visit(labels, cheapest, jokers) for every way to make groups at a number, each vector with its cheapest jokers.
template <class Visit>
void Bound::each_group(int number, Visit visit) const {
    for (const auto& vector : s_->vectors(number)) {
        const auto& labels = vector.reals;
        bool dead = false;
        for (int color = 0; color < COLORS; color++) dead = dead || dead_[number][color][labels[color]];
        if (dead) continue;
        int64_t cheapest = INT64_MAX;
        Pack jokers = 0;
        for (const GroupChoice& choice : s_->group_choices(number, vector.index)) {
            if (int64_t price = prices_.of(choice.jokers); price < cheapest) cheapest = price, jokers = choice.jokers;
        }
        visit(labels, cheapest, jokers);
    }
}

// The best groups at a number, alone.
int64_t Bound::best_groups(int number, Pack* best_jokers) const {
    int64_t best = NEVER;
    const Labels& pay = pay_[number];
    each_group(number, [&](const std::array<uint8_t, COLORS>& labels, int64_t price, Pack jokers) {
        int64_t value = -price;
        for (int color = 0; color < COLORS; color++) value -= pay[color][labels[color]];
        if (value > best) {
            best = value;
            if (best_jokers) *best_jokers = jokers;
        }
    });
    return best;
}

// From the end: what every node at a number can still bring.
void Bound::look_back(int number) {
    for (int color = 0; color < COLORS; color++) {
        for (Node& node : nodes_[number][color]) {
            node.backward = NEVER;
            for (uint32_t i = node.first; i < node.first + node.size; i++) {
                const Edge& edge = edges_[i];
                int64_t rest = nodes_[number + 1][color][edge.target].backward;
                node.backward = std::max(node.backward, paid(number, color, edge) + rest);
            }
        }
    }
}

// From the start: what every node at the next number has brought.
void Bound::look_ahead(int number) {
    for (int color = 0; color < COLORS; color++) {
        for (Node& node : nodes_[number + 1][color]) node.forward = NEVER;
        for (const Node& node : nodes_[number][color]) {
            if (!possible(node.forward)) continue;
            for (uint32_t i = node.first; i < node.first + node.size; i++) {
                const Edge& edge = edges_[i];
                Node& target = nodes_[number + 1][color][edge.target];
                target.forward = std::max(target.forward, node.forward + paid(number, color, edge));
            }
        }
    }
}

// Settles the payments at a number: what its tiles bring in groups and in chains together is shared by the four chains.
void Bound::share(int number) {
    Labels chains, shares;
    for (int color = 0; color < COLORS; color++) {
        chains[color] = {NEVER, NEVER, NEVER};
        shares[color] = {NEVER, NEVER, NEVER};
        for (const Node& node : nodes_[number][color]) {
            if (!possible(node.forward)) continue;
            for (uint32_t i = node.first; i < node.first + node.size; i++) {
                const Edge& edge = edges_[i];
                int64_t value = node.forward + paid(number, color, edge) +
                                nodes_[number + 1][color][edge.target].backward;
                chains[color][edge.group] = std::max(chains[color][edge.group], value);
            }
        }
    }
    Labels& pay = pay_[number];
    each_group(number, [&](const std::array<uint8_t, COLORS>& labels, int64_t price, Pack) {
        int64_t value = -price;
        for (int color = 0; color < COLORS; color++) {
            if (!possible(chains[color][labels[color]])) return;
            value += chains[color][labels[color]] - pay[color][labels[color]];
        }
        for (int color = 0; color < COLORS; color++) {
            shares[color][labels[color]] = std::max(shares[color][labels[color]], value);
        }
    });
    for (int color = 0; color < COLORS; color++) {
        for (int label = 0; label < 3; label++) {
            if (possible(chains[color][label]) && possible(shares[color][label])) {
                pay[color][label] += shares[color][label] / COLORS - chains[color][label];
            } else {
                dead_[number][color][label] = true;
                pay[color][label] = DEAD;
            }
        }
    }
}

int64_t Bound::whole() {
    cliques_[numbers_ + 1] = 0;
    for (int number = numbers_; number >= 1; number--) cliques_[number] = cliques_[number + 1] + best_groups(number, nullptr);
    int64_t value, ceiling;
    budget(0, value, ceiling);
    value += cliques_[1];
    for (int color = 0; color < COLORS; color++) value += nodes_[1][color][0].backward;
    return value;
}

// The jokers that the chains and cliques would spend now, each alone.
Pack Bound::spent() const {
    std::array<int, CLASSES> used{};
    auto add = [&](Pack jokers) {
        for (int cls = 0; cls < CLASSES; cls++) used[cls] += count(jokers, cls);
    };
    for (int color = 0; color < COLORS; color++) {
        uint32_t at = 0;
        for (int number = 1; number <= numbers_; number++) {
            const Node& node = nodes_[number][color][at];
            for (uint32_t i = node.first; i < node.first + node.size; i++) {
                const Edge& edge = edges_[i];
                if (paid(number, color, edge) + nodes_[number + 1][color][edge.target].backward == node.backward) {
                    add(edge.spent);
                    at = edge.target;
                    break;
                }
            }
        }
    }
    for (int number = 1; number <= numbers_; number++) {
        Pack jokers = 0;
        best_groups(number, &jokers);
        add(jokers);
    }
    Pack pack = 0;
    for (int cls = 0; cls < CLASSES; cls++) pack = static_cast<Pack>(pack + std::min(used[cls], 7) * one(cls));
    return pack;
}

// Jokers that are wanted too often become dearer, the others cheaper.
void Bound::adjust(Pack spent) {
    for (int cls = 0; cls < CLASSES; cls++) {
        int most = count(s_->stock_.totals, cls), least = count(s_->required_, cls), used = count(spent, cls);
        if (!most) continue;
        if (used > most) {
            prices_.each[cls] += static_cast<int32_t>(step_[cls]);
        } else if (used < (prices_.each[cls] > 0 ? most : least)) {
            prices_.each[cls] -= static_cast<int32_t>(step_[cls]);
        }
        if (least == 0 || a_->mode().exchanged) prices_.each[cls] = std::max(prices_.each[cls], 0);  // their own groups pay nothing
        step_[cls] *= 0.6;
    }
}

// Prices of goods stay: those that are best for the whole are too low once some jokers are spent.
int64_t Bound::tighten(int rounds, int64_t enough) {
    int64_t best = INT64_MAX;
    for (int round = 0; round < rounds; round++) {
        if (round && !special_) {
            adjust(spent());
            for (Edge& edge : edges_) edge.worth = worth(edge);
        }
        for (int number = numbers_; number >= 1; number--) look_back(number);
        for (int color = 0; color < COLORS; color++) nodes_[1][color][0].forward = 0;
        for (int number = 1; number <= numbers_; number++) share(number), look_ahead(number);
        for (int number = numbers_; number >= 1; number--) share(number), look_back(number);
        if (int64_t value = whole(); value < best) best = value, kept_pay_ = pay_, kept_prices_ = prices_;
        if (best <= enough) return best;
    }
    pay_ = kept_pay_;
    prices_ = kept_prices_;
    for (Edge& edge : edges_) edge.worth = worth(edge);
    for (int number = numbers_; number >= 1; number--) look_back(number);
    whole();
    return best;
}

int64_t Bound::chain(int number, int color, int sub) {
    if (number > numbers_) return 0;
    if (!special_) return best_way(number, color, sub);
    return best_way(number, color, a_->sub(sub).coarse) + rates_.of(a_->sub(sub).owed);
}

// What a node can still bring; it may be one that no chain of the graph has come to yet.
int64_t Bound::best_way(int number, int color, int sub) {
    uint32_t index = node(number, color, sub);
    if (nodes_[number][color][index].size == UINT32_MAX) {
        connect(number, color, index);
        Node made = nodes_[number][color][index];
        int64_t value = NEVER;
        for (uint32_t i = made.first; i < made.first + made.size; i++) {
            const Edge edge = edges_[i];
            int64_t rest = number < numbers_ ? best_way(number + 1, color, nodes_[number + 1][color][edge.target].sub) : 0;
            value = std::max(value, paid(number, color, edge) + rest);
        }
        nodes_[number][color][index].backward = value;
    }
    return nodes_[number][color][index].backward;
}

}  // namespace meldwise
