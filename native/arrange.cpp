#include "arrange.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

namespace meldwise {

namespace {

constexpr size_t CROWD = 8'000;  // places in a layer; where there are more, only the best half is looked at further

uint64_t mixed(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t hash = (a + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    hash ^= (b + (hash >> 29)) * 0x94d049bb133111ebull;
    hash ^= (c + (hash >> 31)) * 0xff51afd7ed558ccdull;
    return hash ^ hash >> 32;
}

}  // namespace

Arranger::Arranger(Workspace& workspace, const Shape& shape, const std::vector<Row>& sets, const Counts& play,
                   const std::vector<bool>& fixed, const Clock& clock)
    : w_(workspace), shape_(shape), clock_(clock) {
    if (sets.size() > 64 || fixed.size() != sets.size()) throw std::invalid_argument("sets: at most 64, each fixed or not");
    all_ = play;
    for (int cls = 0; cls < CLASSES; cls++) played_ = static_cast<Pack>(played_ + play[TILES + cls] * one(cls));
    totals_ = played_;
    for (size_t i = 0; i < sets.size(); i++) {
        Old old{NUMBERS, 1, 0, {}, true, fixed[i], static_cast<uint8_t>(sets[i].size()), {}};
        int reals = 0;
        for (auto item : sets[i]) {
            if (item >= KINDS) throw std::invalid_argument("sets: a tile that is none");
            old.counts[item]++;
            all_[item]++;
            if (item >= TILES) {
                old.jokers = static_cast<Pack>(old.jokers + one(item - TILES));
                continue;
            }
            auto number = static_cast<uint8_t>(item % NUMBERS + 1);
            old.low = std::min(old.low, number);
            old.high = std::max(old.high, number);
            reals++;
        }
        if (!reals || old.high > shape.numbers) throw std::invalid_argument("sets: a set that is none");
        old.group = old.low == old.high && reals > 1;
        if (!old.group) read_links(old, sets[i]);
        totals_ = static_cast<Pack>(totals_ + old.jokers);
        starting_[old.low].push_back(static_cast<uint8_t>(i));
        sets_.push_back(old);
    }
    for (auto count : all_) {
        if (count > COPIES) throw std::invalid_argument("counts: at most two of a kind");
    }
}

// Reads a run place by place; a stretch of jokers alone has no colour, and a mirror no links.
void Arranger::read_links(Old& old, const Row& row) const {
    auto is_change = [&](uint8_t item) { return !shape_.colored && item == TILES + CHANGE; };
    if (!shape_.colored && std::find(row.begin(), row.end(), TILES + MIRROR) != row.end()) return;
    std::vector<int> colors(row.size(), -1);
    for (size_t first = 0, last; first < row.size(); first = last) {
        int color = -1;
        for (last = first; last < row.size() && (last == first || !is_change(row[last - 1])); last++) {
            if (row[last] < TILES) color = row[last] / NUMBERS;
            if (shape_.colored && row[last] >= TILES) color = row[last] - TILES;
        }
        std::fill(colors.begin() + static_cast<std::ptrdiff_t>(first), colors.begin() + static_cast<std::ptrdiff_t>(last), color);
    }
    auto width = [&](uint8_t item) { return !shape_.colored && item == TILES + DOUBLE ? 2 : 1; };
    int number = old.low;
    for (size_t i = 0; row[i] >= TILES; i++) number -= width(row[i]);
    old.low = static_cast<uint8_t>(std::max(number, 1));
    for (size_t i = 0; i < row.size(); number += width(row[i]), i++) {
        if (i && colors[i] >= 0 && number >= 1 && number <= shape_.numbers) {
            int what = row[i] < TILES ? 0 : 1 + row[i] - TILES;
            old.links.push_back({static_cast<uint8_t>(colors[i]), static_cast<uint8_t>(number), static_cast<uint8_t>(what)});
        }
    }
    old.high = static_cast<uint8_t>(std::clamp(number - 1, static_cast<int>(old.high), shape_.numbers));
}

// How many places that followed another still follow one.
int Arranger::kept_links(const Ends& before, const RowMaker::Step& step) const {
    int links = 0;
    for (int color = 0; color < COLORS; color++) {
        const Option& option = step.options[color];
        std::array<int, 1 + CLASSES> joined{option.used - option.group};
        for (int cls = 0; cls < CLASSES; cls++) joined[1 + cls] = count(option.jokers, cls);
        const Sub& sub = a_->sub(option.sub);
        for (int i = 0; i < sub.size; i++) {  // what starts a run follows nothing
            Token token = Token::of(sub.tokens[i]);
            if (token.length != 1) continue;
            if (token.kind == Kind::RUN) joined[token.numbered ? 0 : 1 + (shape_.colored ? color : ORDINARY)]--;
            if (token.kind == Kind::HALF) joined[1 + DOUBLE]--;
        }
        for (int what = 0; what <= CLASSES; what++) links += std::max(0, std::min<int>(joined[what], before[color][what]));
    }
    return links;
}

Arrangement Arranger::run(int most) {
    for (size_t i = 0; i < sets_.size(); i++) {
        for (int number = sets_[i].low; number <= sets_[i].high; number++) across_[number].push_back(static_cast<uint8_t>(i));
    }
    Mode mode;
    mode.special = !shape_.colored && (totals_ & 0xfff0);
    mode.strict = 15;
    mode.capped = true;
    a_ = &w_.automaton(shape_, mode);
    groups_ = &a_->groups(totals_);
    std::vector<int> jokers;
    for (const Old& old : sets_) jokers.push_back(old.fixed ? 0 : total(old.jokers));
    std::sort(jokers.rbegin(), jokers.rend());
    most = std::min(most, static_cast<int>(sets_.size()));
    for (int broken = 0;; broken = std::min(most, broken + 1 + broken / 3)) {
        int loose = std::accumulate(jokers.begin(), jokers.begin() + broken, total(played_));
        stock_ = {totals_, static_cast<uint8_t>(loose)};
        const Place* best = nullptr;
        bool swept = false;
        try {
            swept = sweep(broken);
        } catch (const std::length_error&) {  // too many ways to lie
            return {};
        }
        for (const Place& place : layers_[shape_.numbers + 1]) {
            if (!swept) break;
            if (finished(place) && (!best || better(place, *best))) best = &place;
        }
        if (!best && (broken == most || clock_.late())) return {};
        if (!best) continue;
        std::vector<Place> path(static_cast<size_t>(shape_.numbers) + 2);
        path[shape_.numbers + 1] = *best;
        for (int number = shape_.numbers; number >= 1; number--) path[number] = layers_[number][path[number + 1].parent];
        return laid(path, broken);
    }
}

bool Arranger::finished(const Place& place) const {
    if (place.jokers != totals_) return false;
    return std::all_of(place.subs.begin(), place.subs.end(), [&](uint16_t sub) { return a_->sub(sub).closable; });
}

uint64_t Arranger::hash(const Place& place) { return mixed(std::bit_cast<uint64_t>(place.subs), place.staying, place.jokers); }

void Arranger::add(std::vector<Place>& layer, const Place& place, uint32_t parent) {
    auto subs = std::bit_cast<uint64_t>(place.subs);
    auto same = [&](const Place& other) {
        return std::bit_cast<uint64_t>(other.subs) == subs && other.jokers == place.jokers && other.staying == place.staying;
    };
    if (layer.size() >= w_.index.capacity()) {
        w_.index.reserve(layer.size() * 4);
        for (uint32_t i = 0; i < layer.size(); i++) w_.index.find(hash(layer[i]), [](uint32_t) { return false; }) = i;
    }
    uint32_t& slot = w_.index.find(hash(place), [&](uint32_t i) { return same(layer[i]); });
    if (slot == Index::NONE) {
        slot = static_cast<uint32_t>(layer.size());
        layer.push_back(place);
    } else if (better(place, layer[slot])) {
        layer[slot] = place;
    } else {
        return;
    }
    layer[slot].parent = parent;
}

// Keeps the better half of a layer, in its order.
void Arranger::thin(std::vector<Place>& layer) {
    auto& order = w_.order;
    order.resize(layer.size());
    std::iota(order.begin(), order.end(), 0);
    auto middle = order.begin() + static_cast<std::ptrdiff_t>(layer.size() / 2);
    std::nth_element(order.begin(), middle, order.end(), [&](uint32_t a, uint32_t b) {
        return better(layer[a], layer[b]) || (!better(layer[b], layer[a]) && a < b);
    });
    order.erase(middle, order.end());
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < order.size(); i++) layer[i] = layer[order[i]];
    layer.resize(order.size());
    w_.index.clear();
    for (uint32_t i = 0; i < layer.size(); i++) w_.index.find(hash(layer[i]), [](uint32_t) { return false; }) = i;
}

// Fills the layers; false where there is no way, or no time.
bool Arranger::sweep(int most) {
    for (auto& layer : layers_) layer.clear();
    layers_[1].push_back({});
    for (int number = 1; number <= shape_.numbers; number++) {
        auto& to = layers_[number + 1];
        w_.index.clear();
        for (uint32_t at = 0; at < layers_[number].size(); at++) {
            if ((at & 15) == 15 && clock_.late()) return false;
            expand(Place(layers_[number][at]), number, most, [&](const Place& next, const RowMaker::Step*) { add(to, next, at); });
            if (to.size() > CROWD) thin(to);
        }
        if (to.empty()) return false;
    }
    return true;
}

template <class Visit>
void Arranger::expand(const Place& place, int number, int most, Visit visit) {
    const auto& starting = starting_[number];
    for (uint32_t broken = 0; broken < 1u << starting.size(); broken++) {
        if (place.broken + std::popcount(broken) > most) continue;
        Place next = place;
        next.broken = static_cast<uint8_t>(place.broken + std::popcount(broken));
        bool lawful = true;
        for (size_t i = 0; i < starting.size(); i++) {
            const Old& old = sets_[starting[i]];
            if (broken >> i & 1) {
                lawful = lawful && !old.fixed;
                next.links -= old.size - 1;
            } else {
                next.staying |= uint64_t{1} << starting[i];
                next.jokers = static_cast<Pack>(next.jokers + old.jokers);
            }
        }
        if (!lawful || !fits(next.jokers, totals_)) continue;
        std::array<uint8_t, COLORS> tiles{};
        for (int color = 0; color < COLORS; color++) tiles[color] = all_[kind_of(color, number)];
        uint64_t there = kept_here_ = next.staying;  // the sets that stay and have tiles here
        for (uint64_t rest = there; rest; rest &= rest - 1) {
            int set = std::countr_zero(rest);
            for (int color = 0; color < COLORS; color++) {
                tiles[color] = static_cast<uint8_t>(tiles[color] - sets_[set].counts[kind_of(color, number)]);
            }
            if (sets_[set].high == number) next.staying &= ~(uint64_t{1} << set);
        }
        product(next, number, tiles, there, visit);
    }
}

template <class Visit>
void Arranger::product(const Place& place, int number, const std::array<uint8_t, COLORS>& tiles, uint64_t there, Visit& visit) {
    land(*a_, place.subs, w_.variants);
    Ends before{};                         // what followed a place of a set that does not stay
    std::array<uint8_t, COLORS> ahead{};  // tiles at the number above
    int grouped = 0, groups = 0;
    for (uint64_t rest = place.staying; rest; rest &= rest - 1) {
        const Old& old = sets_[std::countr_zero(rest)];
        for (int color = 0; color < COLORS; color++) {
            ahead[color] = static_cast<uint8_t>(ahead[color] + old.counts[kind_of(color, number + 1)]);
        }
    }
    for (auto i : across_[number]) {
        const Old& old = sets_[i];
        if (there >> i & 1) continue;
        if (old.group) grouped += old.size, groups++;
        for (Link link : old.links) {
            if (link.number == number) before[link.color][link.what]++;
        }
    }
    for (int color = 0; color < COLORS; color++) {
        int above = number < shape_.numbers ? all_[kind_of(color, number + 1)] : 0;
        ahead[color] = static_cast<uint8_t>(above - ahead[color]);
    }
    for (size_t v = 0; v < w_.variants.size(); v++) {
        std::array<std::span<const Option>, COLORS> lists;
        for (int again = 0; again < 2; again++) {  // the second time nothing is made, so nothing moves
            for (int color = 0; color < COLORS; color++) {
                const Variant& variant = w_.variants[v];
                lists[color] = a_->options(stock_, {color, number, variant.subs[color], variant.landing_ids[color], tiles[color]});
            }
        }
        RowMaker::Step step;
        step.table = tiles;
        auto choose = [&](auto& self, int color, Pack jokers, int lack) -> void {
            if (color == COLORS) {
                int vector = 0, power = 1, in_groups = 0, links = kept_links(before, step);
                for (int c = 0; c < COLORS; c++, power *= 3) {
                    vector += power * step.options[c].group;
                    in_groups += step.options[c].group;
                }
                for (const GroupChoice& group : groups_->ways[vector]) {
                    if (total(group.jokers) > stock_.allowance) continue;
                    auto spent = static_cast<Pack>(jokers + group.jokers);
                    if (!fits(spent, totals_) || lack > total(totals_ - spent)) continue;
                    Place next = place;
                    for (int c = 0; c < COLORS; c++) next.subs[c] = step.options[c].sub;
                    next.jokers = spent;
                    next.links += links;
                    if (groups) next.links += std::max(0, std::min(grouped, in_groups + total(group.jokers)) - groups);
                    step.group = group;
                    if (recording_) step.variant = w_.variants[v];
                    visit(next, &step);
                }
                return;
            }
            for (const Option& option : lists[color]) {
                auto spent = static_cast<Pack>(jokers + option.jokers);
                if (!fits(spent, totals_) || total(option.jokers) > stock_.allowance) continue;
                const Sub& sub = a_->sub(option.sub);
                if (number == shape_.numbers ? !sub.closable : number == shape_.numbers - 1 && sub.need2) continue;
                step.options[color] = option;
                self(self, color + 1, spent, lack + std::max(0, sub.need1 - ahead[color]));
            }
        };
        choose(choose, 0, place.jokers, 0);
    }
}

Arrangement Arranger::laid(const std::vector<Place>& path, int most) {
    RowMaker maker(*a_, stock_);
    Arrangement arrangement;
    arrangement.found = true;
    uint64_t kept = 0;
    for (int number = 1; number <= shape_.numbers; number++) {
        const Place& wanted = path[number + 1];
        bool done = false;
        recording_ = true;
        RowMaker::Step chosen;
        uint64_t staying = 0;
        expand(path[number], number, most, [&](const Place& next, const RowMaker::Step* step) {
            if (done || next.subs != wanted.subs || next.jokers != wanted.jokers || next.staying != wanted.staying ||
                next.broken != wanted.broken || next.links != wanted.links) {
                return;
            }
            done = true;
            chosen = *step;
            staying = kept_here_;
        });
        if (!done) throw std::logic_error("a way that cannot be walked again");
        kept |= staying;
        maker.step(number, chosen);
    }
    for (size_t i = 0; i < sets_.size(); i++) {
        if (kept >> i & 1) arrangement.kept.push_back(static_cast<uint8_t>(i));
    }
    for (const Placed& placed : maker.finish()) arrangement.rows.push_back(placed.row);
    return arrangement;
}

}  // namespace meldwise
