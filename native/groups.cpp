#include <algorithm>
#include <functional>

#include "automaton.hpp"

namespace meldwise {

Groups::Vector::Vector(int number, std::span<const GroupChoice> ways) : index(static_cast<uint8_t>(number)) {
    for (int color = 0; color < COLORS; color++, number /= 3) {
        reals[color] = static_cast<uint8_t>(number % 3);
        mask = static_cast<uint16_t>(mask | 1 << (3 * color + number % 3));
    }
    for (const GroupChoice& way : ways) least = static_cast<uint8_t>(std::min<int>(least, total(way.jokers)));
}

void Groups::sort(std::vector<Vector>& vectors) {
    std::stable_sort(vectors.begin(), vectors.end(), [](const Vector& one, const Vector& other) { return one.least < other.least; });
}

std::span<const Groups::Vector> Groups::vectors(const std::array<uint8_t, COLORS>& tiles) {
    auto& list = within[vector_of(tiles)];
    if (list.empty()) {
        std::copy_if(all.begin(), all.end(), std::back_inserter(list), [&](const Vector& vector) {
            return std::equal(tiles.begin(), tiles.end(), vector.reals.begin(), std::greater_equal());
        });
    }
    return list;
}

Groups& Automaton::groups(Pack totals) {
    auto& known = groups_[packed(totals)];
    if (known) return *known;
    known = std::make_unique<Groups>();
    auto take = [&](const auto& from, auto& to) {
        for (size_t index = 0; index < from.size(); index++) {
            std::copy_if(from[index].begin(), from[index].end(), std::back_inserter(to[index]),
                         [&](const GroupChoice& choice) { return fits(choice.jokers, totals); });
        }
    };
    take(all_ways_, known->ways);
    take(all_own_ways_, known->own_ways);
    for (int index = 0; index < 81; index++) {
        if (!known->ways[index].empty()) known->all.emplace_back(index, known->ways[index]);
    }
    Groups::sort(known->all);
    return *known;
}

namespace {

struct Side {
    std::array<uint8_t, COLORS> reals{};
    Pack jokers = 0;
    Row row;
};

// Every way to fill one side of a mirror group that stands for these colours in this order.
void fill_side(const std::vector<int>& colors, size_t from, Side side, std::vector<Side>& sides) {
    if (from == colors.size()) {
        sides.push_back(side);
        return;
    }
    Side real = side;
    real.reals[colors[from]]++;
    real.row.push_back(static_cast<uint8_t>(colors[from]));
    fill_side(colors, from + 1, real, sides);
    Side joker = side;
    joker.jokers = static_cast<Pack>(joker.jokers + one(ORDINARY));
    joker.row.push_back(COLORS + ORDINARY);
    fill_side(colors, from + 1, joker, sides);
    if (from + 1 < colors.size()) {
        Side twice = side;
        twice.jokers = static_cast<Pack>(twice.jokers + one(DOUBLE));
        twice.row.push_back(COLORS + DOUBLE);
        fill_side(colors, from + 2, twice, sides);
    }
}

}  // namespace

void Automaton::make_types(const Stock& stock) {
    auto add = [&](GroupType type, bool own) {
        int jokers = total(type.jokers), reals = type.reals[0] + type.reals[1] + type.reals[2] + type.reals[3];
        if (!reals || jokers + reals < 3 || !affordable(stock, type.jokers)) return;
        if (shape_.joker_limit && jokers > shape_.joker_limit) return;
        for (size_t i = 0; i < types_.size(); i++) {
            if (types_[i].reals == type.reals && types_[i].jokers == type.jokers && own_type_[i] == own) return;
        }
        types_.push_back(std::move(type));
        own_type_.push_back(own);
    };
    for (int mask = 1; mask < 16; mask++) {
        GroupType reals;
        int colors = 0;
        for (int color = 0; color < COLORS; color++) {
            if (mask >> color & 1) reals.reals[color] = 1, reals.row.push_back(static_cast<uint8_t>(color)), colors++;
        }
        if (shape_.colored) {
            for (int jokers = 0; jokers < 16; jokers++) {
                if (jokers & mask) continue;
                GroupType type = reals;
                for (int color = 0; color < COLORS; color++) {
                    if (jokers >> color & 1) type.jokers = static_cast<Pack>(type.jokers + one(color)), type.row.push_back(static_cast<uint8_t>(COLORS + color));
                }
                add(type, false);
            }
            continue;
        }
        for (int own = 0; own <= (mode_.exchanged ? 1 : 0); own++) {
            for (int ordinary = 0; ordinary <= 2; ordinary++) {
                for (int doubles = 0; doubles <= (mode_.exchanged ? 0 : 1); doubles++) {
                    int places = colors + own + ordinary + 2 * doubles;
                    if (places < 3 || places > COLORS) continue;
                    GroupType type = reals;
                    for (int i = 0; i < ordinary; i++) type.row.push_back(COLORS + ORDINARY);
                    for (int i = 0; i < doubles; i++) type.row.push_back(COLORS + DOUBLE);
                    for (int i = 0; i < own; i++) type.row.push_back(COLORS + EXCHANGE);
                    type.jokers = static_cast<Pack>(ordinary * one(ORDINARY) + doubles * one(DOUBLE) + own * one(EXCHANGE));
                    add(type, own != 0);
                }
            }
        }
    }
    if (shape_.colored || mode_.exchanged || !mode_.special) return;
    std::vector<int> palette{0, 1, 2, 3};
    do {
        for (int places = shape_.mirror_side; places <= COLORS; places++) {
            std::vector<int> colors(palette.begin(), palette.begin() + places);
            std::vector<Side> sides;
            fill_side(colors, 0, {}, sides);
            for (const Side& left : sides) {
                for (const Side& right : sides) {
                    GroupType type;
                    for (int color = 0; color < COLORS; color++) {
                        type.reals[color] = static_cast<uint8_t>(left.reals[color] + right.reals[color]);
                    }
                    type.jokers = static_cast<Pack>(left.jokers + right.jokers + one(MIRROR));
                    type.row = left.row;
                    type.row.push_back(COLORS + MIRROR);
                    type.row.insert(type.row.end(), right.row.rbegin(), right.row.rend());
                    if (count(type.jokers, ORDINARY) <= 2 && count(type.jokers, DOUBLE) <= 2) add(type, false);
                }
            }
        }
    } while (std::next_permutation(palette.begin(), palette.end()));
}

void Automaton::make_ways(const Stock& stock, bool own, std::array<std::vector<GroupChoice>, 81>& lists) {
    struct Entry {
        std::array<uint8_t, COLORS> reals;
        int way;
    };
    std::vector<std::array<bool, 256>> known(81);
    std::vector<Entry> entries{{{}, static_cast<int>(ways_.size())}};
    ways_.push_back({0, -1, -1});
    lists[0].push_back({0, static_cast<int16_t>(entries[0].way)});
    known[0][0] = true;
    for (size_t at = 0; at < entries.size(); at++) {
        for (size_t type = 0; type < types_.size(); type++) {
            if (own_type_[type] != own) continue;
            Entry entry = entries[at];
            auto jokers = static_cast<Pack>(ways_[entry.way].jokers + types_[type].jokers);
            bool fitting = affordable(stock, jokers);
            for (int color = 0; color < COLORS; color++) {
                entry.reals[color] = static_cast<uint8_t>(entry.reals[color] + types_[type].reals[color]);
                fitting = fitting && entry.reals[color] <= COPIES;
            }
            if (!fitting || known[vector_of(entry.reals)][packed(jokers)]) continue;
            known[vector_of(entry.reals)][packed(jokers)] = true;
            int before = entry.way;
            entry.way = static_cast<int>(ways_.size());
            ways_.push_back({jokers, static_cast<int16_t>(before), static_cast<int16_t>(type)});
            lists[vector_of(entry.reals)].push_back({jokers, static_cast<int16_t>(entry.way)});
            entries.push_back(entry);
        }
    }
    if (!mode_.prune || own) return;
    for (auto& list : lists) {
        std::vector<GroupChoice> kept;
        for (const GroupChoice& mine : list) {
            bool dearer = std::any_of(list.begin(), list.end(), [&](const GroupChoice& other) {
                return other.jokers != mine.jokers && (other.jokers & ~loose_) == (mine.jokers & ~loose_) &&
                       fits(other.jokers, mine.jokers);
            });
            if (!dearer) kept.push_back(mine);
        }
        list = kept;
    }
}

}  // namespace meldwise
