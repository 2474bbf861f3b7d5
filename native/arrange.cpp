#include "arrange.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "hash.hpp"

namespace meldwise {

namespace {

constexpr size_t CROWD = 4'000;         // places in a layer; where there are more, only the best half is looked at further
constexpr int FEW = 2;                  // sets that may be taken apart without more ado
constexpr double CHOICES = 300;         // of sets to take apart that are all tried
constexpr int64_t EFFORT = 100'000;     // ways that may be tried with few sets taken apart, or with given ones
constexpr int64_t STATES = 6'000;       // states that may be looked at to find out whether tiles can lie
constexpr int64_t ALL_STATES = 30'000;  // and in all, once by halves and once by choice

}  // namespace

Arranger::Arranger(Workspace& workspace, const Shape& shape, const std::vector<Row>& sets, const Counts& play, const Clock& clock)
    : w_(workspace), shape_(shape), clock_(clock), all_(play), play_(play) {
    if (sets.size() > 64) throw std::invalid_argument("sets: at most 64");
    for (int cls = 0; cls < CLASSES; cls++) played_ = static_cast<Pack>(played_ + play[TILES + cls] * one(cls));
    for (size_t i = 0; i < sets.size(); i++) {
        Old old{NUMBERS, 1, 0, {}, true, static_cast<uint8_t>(sets[i].size()), {}};
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
        if (old.jokers) with_jokers_ |= Sets{1} << i;
        old.group = old.low == old.high && reals > 1;
        if (!old.group) read_links(old, sets[i]);
        starting_[old.low].push_back(static_cast<uint8_t>(i));
        for (int number = old.low; number <= old.high; number++) across_[number].push_back(static_cast<uint8_t>(i));
        sets_.push_back(old);
    }
    for (auto count : all_) {
        if (count > COPIES) throw std::invalid_argument("counts: at most two of a kind");
    }
    Pack totals = 0;
    for (int cls = 0; cls < CLASSES; cls++) totals = static_cast<Pack>(totals + all_[TILES + cls] * one(cls));
    Mode mode;
    mode.special = !shape_.colored && (totals & 0xfff0);
    mode.strict = 15;
    w_.tidy();
    a_ = &w_.automaton(shape_, mode);
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

// How many places of one colour that followed another still follow one.
int Arranger::kept_links(const std::array<int8_t, 1 + CLASSES>& before, int color, const Option& option) const {
    std::array<int, 1 + CLASSES> joined{option.used - option.group};
    for (int cls = 0; cls < CLASSES; cls++) joined[1 + cls] = count(option.jokers, cls);
    const Sub& sub = a_->sub(option.sub);
    for (int i = 0; i < sub.size; i++) {  // what starts a run follows nothing
        Token token = Token::of(sub.tokens[i]);
        if (token.length != 1) continue;
        if (token.kind == Kind::RUN) joined[token.numbered ? 0 : 1 + (shape_.colored ? color : ORDINARY)]--;
        if (token.kind == Kind::HALF) joined[1 + DOUBLE]--;
    }
    int links = 0;
    for (int what = 0; what <= CLASSES; what++) links += std::max(0, std::min<int>(joined[what], before[what]));
    return links;
}

Arrangement Arranger::run() {
    const auto all = sets_.size() < 64 ? (Sets{1} << sets_.size()) - 1 : ~Sets{0};
    const Mode mode = a_->mode();
    const int few = std::min<int>(FEW, static_cast<int>(sets_.size()));
    effort_ = EFFORT;
    for (int broken = 0; broken <= few; broken++) {
        const bool proven = whole_;
        look(broken, 0);
        if (found_) return laid(broken, proven);
    }
    Answer answer;
    Sets kept = leave_alone(answer);
    if (!answer.found) return {};
    a_ = &w_.automaton(shape_, mode);
    int least = std::popcount(all & ~kept);
    effort_ = EFFORT;
    states_ = ALL_STATES;
    bool proven = true;
    for (int broken = whole_ ? few + 1 : 0; broken < least; broken++) {
        if (whole_) look(broken, 0);
        if (found_) return laid(broken, true);
        if (whole_) continue;
        proven = choose(broken, kept, answer) && proven;
        least = std::popcount(all & ~kept);
    }
    a_ = &w_.automaton(shape_, mode);
    effort_ = EFFORT;
    look(least, kept);
    Arrangement arrangement;
    if (found_) {
        arrangement = laid(least, proven);
    } else {
        arrangement.found = true;
        arrangement.proven = proven;
        arrangement.rows = answer.rows;
        for (size_t i = 0; i < sets_.size(); i++) {
            if (kept >> i & 1) arrangement.kept.push_back(static_cast<uint8_t>(i));
        }
    }
    return arrangement;
}

// ---- which sets can be left alone ----

// Tells whether all tiles can lie while these sets stay.
bool Arranger::lies(Sets kept, Answer& answer) {
    Problem problem;
    for (int kind = 0; kind < KINDS; kind++) problem.table[kind] = static_cast<uint8_t>(all_[kind] - play_[kind]);
    for (Sets rest = kept; rest; rest &= rest - 1) {
        const Old& old = sets_[std::countr_zero(rest)];
        for (int kind = 0; kind < KINDS; kind++) problem.table[kind] = static_cast<uint8_t>(problem.table[kind] - old.counts[kind]);
    }
    problem.forced = play_;
    problem.micros = clock_.left();
    problem.effort = kept ? std::min(STATES, states_) : -1;
    Answer made = solve(w_, shape_, problem);
    if (kept) states_ -= static_cast<int64_t>(made.stats.states) + 1;
    if (made.found || !answer.found) answer = made;
    return made.found;
}

// Adds to the sets that are left alone as many of these as it can, by halves.
void Arranger::leave(std::span<const uint8_t> sets, Sets& kept, Answer& answer) {
    if (sets.empty() || states_ <= 0 || clock_.late()) return;
    Sets more = 0;
    for (auto i : sets) more |= Sets{1} << i;
    if (lies(kept | more, answer)) {
        kept |= more;
    } else if (sets.size() > 1) {
        leave(sets.first(sets.size() / 2), kept, answer);
        leave(sets.subspan(sets.size() / 2), kept, answer);
    }
}

// Tries every choice of so many sets to take apart, where there are few; false where it cannot tell for all of them.
bool Arranger::choose(int broken, Sets& kept, Answer& answer) {
    const int count = static_cast<int>(sets_.size());
    double choices = 1;
    for (int i = 0; i < broken; i++) choices = choices * (count - i) / (i + 1);
    if (choices > CHOICES || count >= 64) return false;
    const Sets all = (Sets{1} << count) - 1;
    bool sure = true;
    for (Sets chosen = (Sets{1} << broken) - 1; chosen <= all;) {
        if (states_ <= 0 || clock_.late()) return false;
        Answer made;
        if (lies(all & ~chosen, made)) {
            kept = all & ~chosen;
            answer = made;
            return sure;
        }
        sure = sure && made.proven;
        if (!chosen) break;
        const Sets low = chosen & (~chosen + 1), next = chosen + low;  // the next number with as many bits
        chosen = next | (((next ^ chosen) >> 2) / low);
    }
    return sure;
}

// How many steps a set is away from what is played.
int Arranger::distance(const Old& old) const {
    int least = 2 * NUMBERS;
    for (int tile = 0; tile < TILES; tile++) {
        for (int other = 0; play_[tile] && other < TILES; other++) {
            if (!old.counts[other]) continue;
            int steps = std::abs(tile % NUMBERS - other % NUMBERS);
            least = std::min(least, tile / NUMBERS == other / NUMBERS || !steps ? steps : steps + NUMBERS);
        }
    }
    return least;
}

// Leaves alone as many sets as it can: in three orders, and then by giving up one for two.
Arranger::Sets Arranger::leave_alone(Answer& answer) {
    std::vector<uint8_t> order(sets_.size());
    std::iota(order.begin(), order.end(), uint8_t{0});
    Sets kept = 0;
    auto keep = [&](std::span<const uint8_t> sets, Sets from) {
        Answer other;
        leave(sets, from, other);
        if (std::popcount(from) <= std::popcount(kept)) return false;
        kept = from;
        answer = other;
        return true;
    };
    if (!lies(0, answer)) return 0;
    states_ = ALL_STATES;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return distance(sets_[a]) > distance(sets_[b]); });
    keep(order, 0);
    std::reverse(order.begin(), order.end());
    keep(order, 0);
    std::sort(order.begin(), order.end());
    keep(order, 0);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; !again && i < sets_.size(); i++) {
            if (!(kept >> i & 1)) continue;
            std::vector<uint8_t> others;
            for (uint8_t other : order) {
                if (!(kept >> other & 1)) others.push_back(other);
            }
            again = keep(others, kept & ~(Sets{1} << i));
        }
    }
    return kept;
}

// ---- the sweep ----

// Looks for the best table in which at most so many sets are taken apart, none of them a fixed one. Which sets with
// jokers they are is tried one by one, so that no joker is laid before it is free.
void Arranger::look(int broken, Sets fixed) {
    std::vector<uint8_t> jokers;
    for (Sets rest = with_jokers_ & ~fixed; rest; rest &= rest - 1) jokers.push_back(static_cast<uint8_t>(std::countr_zero(rest)));
    for (uint32_t chosen = 0; chosen < 1u << jokers.size(); chosen++) {
        if (std::popcount(chosen) > broken) continue;
        forced_ = 0;
        stock_ = {played_, 99};
        for (size_t i = 0; i < jokers.size(); i++) {
            if (!(chosen >> i & 1)) continue;
            forced_ |= Sets{1} << jokers[i];
            stock_.totals = static_cast<Pack>(stock_.totals + sets_[jokers[i]].jokers);
        }
        fixed_ = fixed | (with_jokers_ & ~forced_);
        if (!swept(broken)) continue;
        const Place* best = nullptr;
        for (const Place& place : layers_[shape_.numbers + 1]) {
            if (finished(place) && (!best || better(place, *best))) best = &place;
        }
        if (!best || (found_ && !better(*best, path_[shape_.numbers + 1]))) continue;
        found_ = true;
        path_.assign(static_cast<size_t>(shape_.numbers) + 2, {});
        path_[shape_.numbers + 1] = *best;
        for (int number = shape_.numbers; number >= 1; number--) path_[number] = layers_[number][path_[number + 1].parent];
        path_fixed_ = fixed_;
        path_forced_ = forced_;
    }
}

bool Arranger::finished(const Place& place) const {
    if (place.jokers != stock_.totals) return false;
    return std::all_of(place.subs.begin(), place.subs.end(), [&](Id sub) { return a_->sub(sub).closable; });
}

uint64_t Arranger::hash(const Place& place) { return scattered(place.subs, place.staying ^ scattered(place.jokers)); }

void Arranger::add(std::vector<Place>& layer, const Place& place, uint32_t parent) {
    auto same = [&](const Place& other) {
        return other.subs == place.subs && other.jokers == place.jokers && other.staying == place.staying;
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
    whole_ = false;
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

void Arranger::prepare() {
    groups_ = &a_->groups(stock_.totals);
    free_ = all_;
    for (Sets rest = fixed_; rest; rest &= rest - 1) {
        const Old& old = sets_[std::countr_zero(rest)];
        for (int kind = 0; kind < KINDS; kind++) free_[kind] = static_cast<uint8_t>(free_[kind] - old.counts[kind]);
    }
}

// Fills the layers; false where there is no way, or the effort is too great.
bool Arranger::swept(int most) {
    try {
        return sweep(most);
    } catch (const std::length_error&) {  // too many ways for a colour to lie
        return whole_ = false;
    }
}

bool Arranger::sweep(int most) {
    prepare();
    for (auto& layer : layers_) layer.clear();
    layers_[1].push_back({});
    for (int number = 1; number <= shape_.numbers; number++) {
        auto& to = layers_[number + 1];
        w_.index.clear();
        for (uint32_t at = 0; at < layers_[number].size(); at++) {
            if (effort_ < 0 || ((at & 15) == 15 && clock_.late())) return whole_ = false;
            expand(Place(layers_[number][at]), number, most, [&](const Place& next, const RowMaker::Step*) { add(to, next, at); });
            if (to.size() > CROWD) thin(to);
        }
        if (to.empty()) return false;
    }
    return true;
}

template <class Visit>
void Arranger::expand(const Place& place, int number, int most, Visit visit) {
    Place first = place;
    std::array<uint8_t, NUMBERS * COLORS> open{};  // sets that start here and may stay or not
    int sets = 0;
    for (auto i : starting_[number]) {
        if (forced_ >> i & 1) {
            first.broken++;
            first.links -= sets_[i].size - 1;
        } else if (!(fixed_ >> i & 1)) {
            open[sets++] = i;
        }
    }
    for (uint32_t broken = 0; broken < 1u << sets; broken++) {
        Place next = first;
        next.broken = static_cast<uint8_t>(first.broken + std::popcount(broken));
        if (next.broken > most) continue;
        for (int i = 0; i < sets; i++) {
            if (broken >> i & 1) {
                next.links -= sets_[open[i]].size - 1;
            } else {
                next.staying |= Sets{1} << open[i];
            }
        }
        std::array<uint8_t, COLORS> tiles{};
        for (int color = 0; color < COLORS; color++) tiles[color] = free_[kind_of(color, number)];
        Sets there = kept_here_ = next.staying;  // the sets that stay and have tiles here
        for (Sets rest = there; rest; rest &= rest - 1) {
            int set = std::countr_zero(rest);
            for (int color = 0; color < COLORS; color++) {
                tiles[color] = static_cast<uint8_t>(tiles[color] - sets_[set].counts[kind_of(color, number)]);
            }
            if (sets_[set].high == number) next.staying &= ~(Sets{1} << set);
        }
        product(next, number, tiles, there | fixed_, visit);
    }
}

// Lists each colour's ways by their tiles in groups.
void Arranger::ways(const Variant& variant, int number, const std::array<uint8_t, COLORS>& tiles, const Ends& before,
                    const std::array<uint8_t, COLORS>& ahead) {
    for (int color = 0; color < COLORS; color++) {
        auto& list = ways_[color];
        list.clear();
        first_[color] = {};
        for (const Option& option : a_->options(stock_, {color, number, variant.subs[color], variant.landing_ids[color], tiles[color]})) {
            const Sub& sub = a_->sub(option.sub);
            if (number == shape_.numbers ? !sub.closable : number == shape_.numbers - 1 && sub.need2) continue;
            list.push_back({option, std::max(0, sub.need1 - ahead[color]), kept_links(before[color], color, option)});
            for (int group = option.group; group <= COPIES; group++) first_[color][group + 1]++;
        }
    }
}

template <class Visit>
void Arranger::product(const Place& place, int number, const std::array<uint8_t, COLORS>& tiles, Sets there, Visit& visit) {
    land(*a_, place.subs, w_.variants);
    Ends before{};                         // what followed a place of a set that does not stay
    std::array<uint8_t, COLORS> ahead{};  // tiles at the number above
    int grouped = 0, groups = 0;
    for (int color = 0; number < shape_.numbers && color < COLORS; color++) {
        ahead[color] = free_[kind_of(color, number + 1)];
        for (Sets rest = place.staying; rest; rest &= rest - 1) {
            ahead[color] = static_cast<uint8_t>(ahead[color] - sets_[std::countr_zero(rest)].counts[kind_of(color, number + 1)]);
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
    for (size_t v = 0; v < w_.variants.size(); v++) {
        ways(w_.variants[v], number, tiles, before, ahead);
        RowMaker::Step step;
        step.table = tiles;
        for (const Groups::Vector& vector : groups_->vectors(tiles)) {
            auto choose = [&](auto& self, int color, Pack jokers, int lack, int links) -> void {
                if (color < COLORS) {
                    for (uint32_t i = first_[color][vector.reals[color]]; i < first_[color][vector.reals[color] + 1]; i++) {
                        const Way& way = ways_[color][i];
                        auto spent = static_cast<Pack>(jokers + way.option.jokers);
                        if (!fits(spent, stock_.totals)) continue;
                        step.options[color] = way.option;
                        self(self, color + 1, spent, lack + way.lack, links + way.links);
                    }
                    return;
                }
                const int in_groups = vector.reals[0] + vector.reals[1] + vector.reals[2] + vector.reals[3];
                for (const GroupChoice& group : groups_->ways[vector.index]) {
                    effort_--;
                    auto spent = static_cast<Pack>(jokers + group.jokers);
                    if (!fits(spent, stock_.totals) || lack > total(stock_.totals - spent)) continue;
                    Place next = place;
                    for (int c = 0; c < COLORS; c++) next.subs[c] = step.options[c].sub;
                    next.jokers = spent;
                    next.links += links;
                    if (groups) next.links += std::max(0, std::min(grouped, in_groups + total(group.jokers)) - groups);
                    step.group = group;
                    if (recording_) step.variant = w_.variants[v];
                    visit(next, &step);
                }
            };
            choose(choose, 0, place.jokers, 0, 0);
        }
    }
}

// Walks the way again and lays the tiles.
Arrangement Arranger::laid(int most, bool proven) {
    fixed_ = path_fixed_;
    forced_ = path_forced_;
    stock_ = {path_[shape_.numbers + 1].jokers, 99};
    prepare();
    RowMaker maker(*a_, stock_);
    Arrangement arrangement;
    arrangement.found = true;
    arrangement.proven = proven;
    Sets kept = fixed_;
    recording_ = true;
    for (int number = 1; number <= shape_.numbers; number++) {
        const Place& wanted = path_[number + 1];
        bool done = false;
        RowMaker::Step chosen;
        Sets staying = 0;
        expand(path_[number], number, most, [&](const Place& next, const RowMaker::Step* step) {
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
