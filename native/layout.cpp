#include "layout.hpp"

#include <algorithm>
#include <stdexcept>

namespace meldwise {

std::vector<Placed> lay_out(Sweep& sweep, const std::vector<State>& path) {
    const Problem& problem = sweep.p_;
    Automaton& a = sweep.a_;
    RowMaker maker(a, sweep.stock_);
    std::vector<Row> prefixes(problem.runs.size());
    std::vector<uint8_t> lows(problem.runs.size());
    for (size_t i = 0; i < problem.runs.size(); i++) lows[i] = problem.runs[i].low;
    for (int number = 1; number <= sweep.numbers_; number++) {
        Choice choice = sweep.choice(path[number], path[number + 1], number);
        RowMaker::Step step;
        step.variant = *choice.variant;
        step.group = *choice.group;
        if (choice.own_group) step.own_group = *choice.own_group;
        for (int color = 0; color < COLORS; color++) {
            int kind = kind_of(color, number);
            step.table[color] = static_cast<uint8_t>(problem.table[kind] + problem.forced[kind]);
            step.forced[color] = problem.forced[kind];
            step.rack[color] = problem.rack[kind];
            step.options[color] = a.options(sweep.stock_, step.spot(number, color))[choice.lays[color]->option];
        }
        for (auto [kept, token] : step.variant.absorbed) {
            auto [row, low] = maker.give(problem.runs[kept].color, token);
            prefixes[kept] = row;
            lows[kept] = low;
        }
        maker.step(number, step);
        for (size_t i = 0; i < problem.runs.size(); i++) {
            const KeptRun& run = problem.runs[i];
            if (run.high != number) continue;
            Row row = prefixes[i];
            row.push_back(static_cast<uint8_t>(KEPT_RUN + i));
            maker.keep(run.color, Token{Kind::RUN, 3, true, a.shape().joker_limit ? run.jokers : uint8_t{0}}.code(), row, lows[i]);
        }
        int at = 0;
        for (size_t i = 0; i < problem.groups.size(); i++) {
            if (problem.groups[i].number != number) continue;
            Placed placed{Placed::GROUP, {static_cast<uint8_t>(KEPT_GROUP + i)}, static_cast<uint8_t>(number),
                          static_cast<uint8_t>(number), problem.groups[i].open, true};
            int absorbed = step.group.absorbed[at++];
            if (absorbed >= 0) {
                placed.row.push_back(static_cast<uint8_t>(absorbed == COLORS ? TILES + ORDINARY : kind_of(absorbed, number)));
                placed.open = 0;
            }
            maker.place(placed);
        }
    }
    return maker.finish();
}

RowMaker::Open RowMaker::take(std::vector<Open>& opens, uint16_t token) {
    auto at = std::find_if(opens.begin(), opens.end(), [&](const Open& open) { return open.token == token; });
    if (at == opens.end()) throw std::logic_error("a token that is not there");
    Open open = std::move(*at);
    opens.erase(at);
    return open;
}

void RowMaker::step(int number, const Step& step) {
    std::array<std::vector<Open>, COLORS> landing;
    for (const auto& move : step.variant.moves) {
        Open open = take(opens_[move.from], move.token);
        if (move.to < 0) {
            close(std::move(open), number - 1);
        } else {
            open.token = move.landed;
            landing[move.to].push_back(std::move(open));
        }
    }
    for (int color = 0; color < COLORS; color++) {
        if (opens_[color].empty() && landing[color].empty() && !step.options[color].sub) continue;  // no runs
        runs(number, color, a_.recipe(stock_, step.spot(number, color), step.options[color]), std::move(landing[color]));
    }
    lay_groups(number, step.group);
    if (a_.mode().exchanged) lay_groups(number, step.own_group);
}

void RowMaker::runs(int number, int color, const Recipe& recipe, std::vector<Open> landing) {
    from_.clear();
    std::swap(from_, opens_[color]);
    for (auto& open : landing) from_.push_back(std::move(open));
    for (const Act& act : recipe) apply(number, color, act, from_, opens_[color]);
}

std::pair<Row, uint8_t> RowMaker::give(int color, uint16_t token) {
    Open open = take(opens_[color], token);
    return {open.left, open.low};
}

void RowMaker::keep(int color, uint16_t token, Row row, uint8_t low) {
    Open open;
    open.token = token;
    open.left = std::move(row);
    open.low = low;
    opens_[color].push_back(std::move(open));
}

std::vector<Placed> RowMaker::finish() {
    for (auto& opens : opens_) {
        for (Open& open : opens) close(std::move(open), a_.shape().numbers);
    }
    return std::move(rows_);
}

void RowMaker::apply(int number, int color, const Act& act, std::vector<Open>& from, std::vector<Open>& to) {
    Open open;
    if (act.before) {
        open = take(from, act.before);
    } else {
        open.low = static_cast<uint8_t>(number);
        open.left.reserve(NUMBERS);
    }
    switch (act.what) {
        case Act::CLOSE:
            close(std::move(open), number - 1);
            return;
        case Act::PASS:
            break;
        case Act::PAIR:
            if (act.pair[0] == Act::PASS && act.pair[1] != Act::PASS) {  // the side that owes is filled by itself
                bool right = open.owes_left;
                open.owes_left = open.owes_right = false;
                fill(open, act.pair[1], right, number, color);
            } else {
                open.owes_left = open.owes_right = false;
                fill(open, act.pair[0], false, number, color);
                fill(open, act.pair[1], true, number, color);
            }
            break;
        case Act::RACK_REAL:
            fill(open, Act::REAL, false, number, color);
            break;
        case Act::RACK_EXCHANGED:
            open.left.push_back(EXCHANGED);
            break;
        case Act::RACK_JOKER:
            fill(open, Act::JOKER, false, number, color);
            break;
        default:
            fill(open, act.what, false, number, color);
    }
    open.token = act.after;
    to.push_back(std::move(open));
}

void RowMaker::fill(Open& open, uint8_t what, bool right, int number, int color) {
    Row& row = right ? open.right : open.left;
    switch (what) {
        case Act::REAL:
            row.push_back(static_cast<uint8_t>(kind_of(color, number)));
            break;
        case Act::JOKER:
            row.push_back(static_cast<uint8_t>(TILES + (a_.shape().colored ? color : ORDINARY)));
            break;
        case Act::DOUBLE:
            row.push_back(TILES + DOUBLE);
            (right ? open.owes_right : open.owes_left) = true;
            break;
        case Act::CHANGE:
            row.push_back(TILES + CHANGE);
            break;
        default:
            break;
    }
}

void RowMaker::close(Open open, int top) {
    if (!open.right.empty()) return close_mirror(open, top);
    bool kept = std::any_of(open.left.begin(), open.left.end(), [](uint8_t item) { return item >= KEPT_RUN; });
    rows_.push_back({Placed::RUN, std::move(open.left), open.low, static_cast<uint8_t>(top), 0, kept});
}

// A mirror run climbs; where nothing is above it, it falls.
void RowMaker::close_mirror(const Open& open, int top) {
    bool falls = a_.shape().mirror_counts && top == a_.shape().numbers;
    Row row = open.left, right = open.right;
    if (falls) {
        std::reverse(row.begin(), row.end());
    } else {
        std::reverse(right.begin(), right.end());
    }
    row.push_back(TILES + MIRROR);
    row.insert(row.end(), right.begin(), right.end());
    rows_.push_back({Placed::MIRRORED, row, open.low, static_cast<uint8_t>(top)});
}

void RowMaker::lay_groups(int number, const GroupChoice& choice) {
    for (int way = choice.way; a_.way(way).type >= 0; way = a_.way(way).before) {
        Row row;
        bool mirrored = false;
        for (auto item : a_.type(a_.way(way).type).row) {
            if (item < COLORS) {
                row.push_back(static_cast<uint8_t>(kind_of(item, number)));
            } else if (a_.mode().exchanged && item == COLORS + EXCHANGE) {
                row.push_back(EXCHANGED);
            } else {
                row.push_back(static_cast<uint8_t>(TILES + item - COLORS));
                mirrored = mirrored || (!a_.shape().colored && item == COLORS + MIRROR);
            }
        }
        auto at = static_cast<uint8_t>(number);
        rows_.push_back({mirrored ? Placed::MIRRORED : Placed::GROUP, std::move(row), at, at});
    }
}

}  // namespace meldwise
