#include "rows.hpp"

#include <algorithm>

namespace meldwise {

namespace {

constexpr uint8_t J = TILES + ORDINARY, D = TILES + DOUBLE, C = TILES + CHANGE, M = TILES + MIRROR;

bool is_tile(uint8_t item) { return item < TILES; }
bool is_joker(uint8_t item) { return item >= TILES && item <= EXCHANGED; }

class Parking {
public:
    Parking(std::vector<Placed>& rows, const Shape& shape) : rows_(rows), shape_(shape) {}

    int all(Pack left) {
        if (shape_.colored) {
            for (int color = 0; color < COLORS; color++) {
                for (int i = 0; i < count(left, color); i++) {
                    if (!colored(color)) return color;
                }
            }
            return -1;
        }
        int ordinary = count(left, ORDINARY);
        for (int i = 0; i < count(left, MIRROR); i++) {
            if (!mirror() && !mirror_with_joker(ordinary)) return MIRROR;
        }
        for (int i = 0; i < count(left, CHANGE); i++) {
            if (!change() && !(split() && change())) return CHANGE;
        }
        for (int i = 0; i < count(left, DOUBLE); i++) {
            if (!twice() && !(split() && twice())) return DOUBLE;
        }
        for (int i = 0; i < ordinary; i++) {
            if (!joker() && !(split() && joker())) return ORDINARY;
        }
        return -1;
    }

private:
    bool welcome(const Placed& placed) const {
        if (placed.what == Placed::MIRRORED) return false;
        if (!shape_.joker_limit) return true;
        if (placed.kept) return false;  // it holds a joker; how many it may hold besides is not looked at
        return std::count_if(placed.row.begin(), placed.row.end(), is_joker) < shape_.joker_limit;
    }

    int color_of(const Placed& placed) const {
        for (auto item : placed.row) {
            if (is_tile(item)) return item / NUMBERS;
        }
        return -1;
    }

    bool top(Placed& placed, uint8_t item, int width) {
        if (placed.what != Placed::RUN || !welcome(placed) || placed.high + width > shape_.numbers) return false;
        placed.row.push_back(item);
        placed.high = static_cast<uint8_t>(placed.high + width);
        return true;
    }

    bool foot(Placed& placed, uint8_t item, int width) {
        if (placed.what != Placed::RUN || !welcome(placed) || placed.low <= width || placed.row.front() == C) return false;
        placed.row.insert(placed.row.begin(), item);
        placed.low = static_cast<uint8_t>(placed.low - width);
        return true;
    }

    // A group of three colours takes a fourth.
    bool fourth(Placed& placed, uint8_t item, int color) {
        if (placed.what != Placed::GROUP || !welcome(placed)) return false;
        if (placed.kept) {
            if (!placed.open) return false;
            placed.open = 0;
        } else {
            int places = 0;
            for (auto member : placed.row) {
                places += member == D && !shape_.colored ? 2 : 1;
                if (color >= 0 && (member == item || (is_tile(member) && member / NUMBERS == color))) return false;
            }
            if (places != 3) return false;
        }
        placed.row.push_back(item);
        return true;
    }

    bool joker() {
        for (auto& placed : rows_) {
            if (top(placed, J, 1) || foot(placed, J, 1) || fourth(placed, J, -1)) return true;
        }
        return false;
    }

    bool colored(int color) {
        auto item = static_cast<uint8_t>(TILES + color);
        for (int again = 0; again < 2; again++) {
            for (auto& placed : rows_) {
                if (placed.what == Placed::RUN && color_of(placed) == color && (top(placed, item, 1) || foot(placed, item, 1))) return true;
                if (fourth(placed, item, color)) return true;
            }
            if (!split()) return false;
        }
        return false;
    }

    bool twice() {
        for (auto& placed : rows_) {
            if (top(placed, D, 2) || foot(placed, D, 2)) return true;
        }
        return false;
    }

    bool change() {
        for (auto& placed : rows_) {
            if (placed.row.back() != C && top(placed, C, 1)) return true;
        }
        return false;
    }

    // ---- taking rows apart ----

    bool whole(const Row& row) const {
        return row.size() >= 3 && std::any_of(row.begin(), row.end(), is_tile) && (row.front() != C || shape_.change_starts);
    }

    static int width(uint8_t item) { return item == D ? 2 : 1; }

    // Cuts a run before `from`, takes out `length` items, and leaves what stands on either side as sets.
    bool cuts(const Placed& placed, size_t from, size_t length, std::vector<Placed>& parts) const {
        Row left(placed.row.begin(), placed.row.begin() + static_cast<std::ptrdiff_t>(from));
        Row right(placed.row.begin() + static_cast<std::ptrdiff_t>(from + length), placed.row.end());
        if ((!left.empty() && !whole(left)) || (!right.empty() && !whole(right))) return false;
        int high = placed.low - 1;
        for (auto item : left) high += shape_.colored ? 1 : width(item);
        int low = placed.high + 1;
        for (auto item : right) low -= shape_.colored ? 1 : width(item);
        if (!left.empty()) parts.push_back({Placed::RUN, left, placed.low, static_cast<uint8_t>(high)});
        if (!right.empty()) parts.push_back({Placed::RUN, right, static_cast<uint8_t>(low), placed.high});
        return true;
    }

    bool split() {
        for (size_t i = 0; i < rows_.size(); i++) {
            if (rows_[i].what != Placed::RUN || rows_[i].kept) continue;
            for (size_t at = 3; at + 3 <= rows_[i].row.size(); at++) {
                std::vector<Placed> parts;
                if (!cuts(rows_[i], at, 0, parts)) continue;
                rows_[i] = parts[0];
                rows_.push_back(parts[1]);
                return true;
            }
        }
        return false;
    }

    // Takes a tile out of a row that is a set without it.
    bool gives(const Placed& placed, size_t at, std::vector<Placed>& parts) const {
        if (placed.kept || placed.what == Placed::MIRRORED || !is_tile(placed.row[at])) return false;
        if (placed.what == Placed::RUN) return cuts(placed, at, 1, parts);
        Placed rest = placed;
        rest.row.erase(rest.row.begin() + static_cast<std::ptrdiff_t>(at));
        if (rest.row.size() < 3 || !std::any_of(rest.row.begin(), rest.row.end(), is_tile)) return false;
        parts.push_back(rest);
        return true;
    }

    void replace(std::vector<size_t> gone, const std::vector<Placed>& parts) {
        std::sort(gone.rbegin(), gone.rend());
        for (auto i : gone) rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(i));
        rows_.insert(rows_.end(), parts.begin(), parts.end());
    }

    bool mirror() {
        if (shape_.joker_limit == 1 && shape_.mirror_side > 1) return false;
        for (size_t i = 0; i < rows_.size(); i++) {
            for (size_t j = i + 1; j < rows_.size(); j++) {
                if (shape_.mirror_side == 1 && spare_pair(i, j)) return true;
                if (merged(i, j)) return true;
            }
        }
        return false;
    }

    // x M x: two equal tiles that their rows can do without.
    bool spare_pair(size_t i, size_t j) {
        for (size_t a = 0; a < rows_[i].row.size(); a++) {
            std::vector<Placed> parts;
            if (!gives(rows_[i], a, parts)) continue;
            for (size_t b = 0; b < rows_[j].row.size(); b++) {
                auto tile = rows_[i].row[a];
                if (rows_[j].row[b] != tile || !gives(rows_[j], b, parts)) continue;
                auto number = static_cast<uint8_t>(tile % NUMBERS + 1);
                parts.push_back({Placed::MIRRORED, {tile, M, tile}, number, number});
                replace({i, j}, parts);
                return true;
            }
        }
        return false;
    }

    // x M J: a tile its row can do without, and a joker left over.
    bool mirror_with_joker(int& ordinary) {
        if (!ordinary || shape_.mirror_side > 1 || shape_.joker_limit == 1) return false;
        for (size_t i = 0; i < rows_.size(); i++) {
            for (size_t a = 0; a < rows_[i].row.size(); a++) {
                std::vector<Placed> parts;
                auto tile = rows_[i].row[a];
                if (!gives(rows_[i], a, parts)) continue;
                auto number = static_cast<uint8_t>(tile % NUMBERS + 1);
                parts.push_back({Placed::MIRRORED, {tile, M, J}, number, number});
                replace({i}, parts);
                ordinary--;
                return true;
            }
        }
        return false;
    }

    // The same tiles in two runs, or in two groups, on both sides of a mirror.
    bool merged(size_t i, size_t j) {
        const Placed &one = rows_[i], &two = rows_[j];
        if (one.what != two.what || one.what == Placed::MIRRORED || one.kept || two.kept) return false;
        if (!std::all_of(one.row.begin(), one.row.end(), is_tile) && one.what == Placed::GROUP) return false;
        if (one.what == Placed::GROUP) {
            Row a = one.row, b = two.row;
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            return a == b && meet(i, j, a, one.low, {});
        }
        for (size_t length = std::min(one.row.size(), two.row.size()); length >= static_cast<size_t>(shape_.mirror_side); length--) {
            for (size_t a = 0; a + length <= one.row.size(); a++) {
                for (size_t b = 0; b + length <= two.row.size(); b++) {
                    Row part(one.row.begin() + static_cast<std::ptrdiff_t>(a), one.row.begin() + static_cast<std::ptrdiff_t>(a + length));
                    if (!std::equal(part.begin(), part.end(), two.row.begin() + static_cast<std::ptrdiff_t>(b))) continue;
                    if (!std::all_of(part.begin(), part.end(), is_tile)) continue;
                    std::vector<Placed> parts;
                    if (cuts(one, a, length, parts) && cuts(two, b, length, parts)) {
                        return meet(i, j, part, static_cast<uint8_t>(part[0] % NUMBERS + 1), parts);
                    }
                }
            }
        }
        return false;
    }

    bool meet(size_t i, size_t j, Row side, uint8_t low, std::vector<Placed> parts) {
        bool run = rows_[i].what == Placed::RUN;
        int high = run ? low + static_cast<int>(side.size()) - 1 : low;
        bool falls = run && shape_.mirror_counts && high == shape_.numbers && side.size() > 1;
        if (falls && low == 1) return false;
        if (falls) std::reverse(side.begin(), side.end());
        Row row = side;
        row.push_back(M);
        row.insert(row.end(), side.rbegin(), side.rend());
        parts.push_back({Placed::MIRRORED, row, low, static_cast<uint8_t>(high)});
        replace({i, j}, parts);
        return true;
    }

    std::vector<Placed>& rows_;
    const Shape& shape_;
};

}  // namespace

int park(std::vector<Placed>& rows, Pack left, const Shape& shape) { return Parking(rows, shape).all(left); }

int points(const std::vector<Placed>& rows, const Shape& shape) {
    int sum = 0;
    for (const Placed& placed : rows) {
        int places = 0;
        for (auto item : placed.row) places += item == D && !shape.colored ? 2 : 1;
        int low = placed.low, high = placed.high, climb = (low + high) * (high - low + 1) / 2;
        if (placed.what == Placed::RUN) {
            sum += climb;
        } else if (placed.what == Placed::GROUP) {
            sum += places * low;
        } else {
            bool run = low < high || places == 3;
            int middle = !run || (low == high && high == shape.numbers) ? low : high < shape.numbers ? high + 1 : low - 1;
            sum += (run ? 2 * climb : (places - 1) * low) + (shape.mirror_counts ? middle : 0);
        }
    }
    return sum;
}

}  // namespace meldwise
