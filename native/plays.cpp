// Distinct plays in order of value: the best play divides all others into parts, each with its own best play, and so on
// (after Lawler). A part is a range for the count of every kind of rack tile.
#include <algorithm>
#include <functional>
#include <queue>

#include "sweep.hpp"

namespace meldwise {

namespace {

struct Part {
    int64_t value = 0;  // of its best play; until that is found, of the play it was divided from
    uint64_t order = 0;
    bool solved = false;
    Counts least{}, most{}, play{};

    // Better ones first; equal ones in the order they were made, found ones before parts not yet looked into.
    bool operator<(const Part& other) const {
        if (value != other.value) return value < other.value;
        return order > other.order;
    }
};

}  // namespace

Plays Solver::plays(const Problem& problem, size_t most) {
    Clock clock(problem.micros);
    Plays answer;
    std::priority_queue<Part> parts;
    std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> values;  // the best `most` that are known
    uint64_t order = 0;
    parts.push({INT64_MAX, order++, false, {}, problem.rack, {}});
    while (!parts.empty() && answer.plays.size() < most) {
        Part part = parts.top();
        parts.pop();
        if (!part.solved) {
            Problem inner = problem;
            int64_t forced = 0;
            for (int kind = 0; kind < KINDS; kind++) {
                inner.forced[kind] = static_cast<uint8_t>(problem.forced[kind] + part.least[kind]);
                inner.rack[kind] = static_cast<uint8_t>(part.most[kind] - part.least[kind]);
                forced += static_cast<int64_t>(part.least[kind]) * problem.weights[kind];
            }
            // Once so many plays are known, what is worth less than the last of them is of no interest.
            const int64_t floor = values.size() < most ? problem.floor : std::max(problem.floor, values.top() - 1);
            inner.floor = std::max<int64_t>(floor - forced, -1);
            if (problem.micros >= 0) inner.micros = std::max<int64_t>(0, problem.micros - clock.micros());
            Answer best = solve(inner);
            if (!best.proven) {
                answer.proven = false;
                break;
            }
            if (!best.found) continue;
            part.solved = true;
            part.value = best.value + forced;
            values.push(part.value);
            if (values.size() > most) values.pop();
            for (int kind = 0; kind < KINDS; kind++) part.play[kind] = static_cast<uint8_t>(best.play[kind] - problem.forced[kind]);
            parts.push(part);
            continue;
        }
        answer.plays.push_back({part.value, part.play});
        Part rest = part;
        rest.solved = false;
        for (int kind = 0; kind < KINDS; kind++) {
            if (part.play[kind] > part.least[kind]) {
                Part fewer = rest;
                fewer.most[kind] = static_cast<uint8_t>(part.play[kind] - 1);
                fewer.order = order++;
                parts.push(fewer);
            }
            if (part.play[kind] < part.most[kind]) {
                Part more = rest;
                more.least[kind] = static_cast<uint8_t>(part.play[kind] + 1);
                more.order = order++;
                parts.push(more);
            }
            rest.least[kind] = rest.most[kind] = part.play[kind];
        }
    }
    answer.micros = clock.micros();
    return answer;
}

}  // namespace meldwise
