#include "menu.hpp"

#include <algorithm>
#include <stdexcept>

namespace meldwise {

namespace {

constexpr size_t WIDE = 2048;  // turns are many, and mostly small where all jokers are ordinary

bool special(const Problem& problem) {
    for (int kind = TILES + 1; kind < KINDS; kind++) {
        if (problem.table[kind] || problem.rack[kind]) return true;
    }
    return false;
}

bool holds(const Counts& all, const Counts& some) {
    for (int kind = 0; kind < KINDS; kind++) {
        if (all[kind] < some[kind]) return false;
    }
    return true;
}

// Tells for each kind whether a set with it could be made of tiles that are there: a look at its neighbours, which
// spares many a solve. What is possible here may still be impossible.
class Nearby {
public:
    // Of a scene's table and some tiles of the rack.
    Nearby(const Scene& scene, const Counts& some, bool colored) {
        const Problem& problem = scene.problem;
        if (problem.exchanged || !problem.runs.empty() || !problem.groups.empty()) jokers_ = ENOUGH;
        for (int kind = 0; kind < KINDS; kind++) {
            const int there = problem.table[kind] + some[kind];
            if (!there) continue;
            if (kind >= TILES) {
                jokers_ += kind == TILES || colored ? there : ENOUGH;  // special jokers do what neighbours do not show
            } else {
                rows_[kind / NUMBERS] |= 4u << kind % NUMBERS;
                colors_[kind % NUMBERS]++;
            }
        }
    }

    bool possible(int kind) const {
        if (kind >= TILES || jokers_ >= ENOUGH) return true;
        const int number = kind % NUMBERS;
        if (colors_[number] + jokers_ >= 3) return true;
        const uint32_t near = rows_[kind / NUMBERS] >> number;  // two below, the kind itself, two above
        const int below = near >> 1 & 1, above = near >> 3 & 1;
        return std::max({static_cast<int>(near & 1) + below, below + above, above + static_cast<int>(near >> 4 & 1)}) + jokers_ >= 2;
    }

private:
    static constexpr int ENOUGH = 2;
    std::array<uint32_t, COLORS> rows_{};  // bit number + 1: the number is there
    std::array<int, NUMBERS> colors_{};    // that have the number
    int jokers_ = 0;
};

bool any(const Counts& counts) { return std::any_of(counts.begin(), counts.end(), [](uint8_t count) { return count; }); }

}  // namespace

void Menu::begin() {
    if (scenes_.empty()) throw std::invalid_argument("scenes: at least one");
    for (Scene& scene : scenes_) {
        if (!special(scene.problem) && !solver_.shape().colored) scene.problem.narrowest = WIDE;
    }
    const Scene& first = scenes_.front();
    for (int kind = 0; kind < KINDS; kind++) rack_[kind] = static_cast<uint8_t>(first.problem.rack[kind] + first.put[kind]);
}

void Menu::draw(int kind) {
    if (scenes_.size() != 1 || kind < 0 || kind >= KINDS || rack_[kind] >= COPIES) throw std::invalid_argument("draw: a tile for one scene");
    forget_picks();
    // Asked only half or drawn twice: then what no play has is not known.
    fresh_ = asked_ && fresh_ < 0 ? kind : -1;
    asked_ = false;
    if (fresh_ < 0) dead_ = never_ = {};
    scenes_.front().problem.rack[kind]++;
    rack_[kind]++;
}

void Menu::forget_picks() {
    last_ = {};
    dead_ = never_;
}

Menu::Open Menu::open(const Counts& picked) {
    if (!holds(rack_, picked)) throw std::invalid_argument("picked: tiles that are not on the rack");
    if (!holds(picked, last_)) forget_picks();
    const bool first = !any(picked);
    if (!first && !asked_) open({});
    sound_ = first || (sound_ && follows(picked));
    last_ = picked;
    Open open{};
    Counts wanted{};
    Counts forced = picked;
    if (first && fresh_ >= 0) {  // what was dead comes alive only by the new tile
        dead_ = {};
        forced[fresh_] = rack_[fresh_];
    }
    for (const Counts& play : found_) {
        if (!holds(play, picked)) continue;
        for (int kind = 0; kind < KINDS; kind++) open[kind] = open[kind] || play[kind] > picked[kind];
    }
    const Nearby near(scenes_.front(), rack_, solver_.shape().colored);
    const bool single = scenes_.size() == 1;
    for (int kind = 0; kind < KINDS; kind++) {
        wanted[kind] = rack_[kind] > picked[kind] && !dead_[kind] && !open[kind];
        if (wanted[kind] && single && !near.possible(kind)) wanted[kind] = 0, dead_[kind] = 1;
    }
    if (first && single && fresh_ >= 0 && !near.possible(fresh_)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (wanted[kind]) wanted[kind] = 0, dead_[kind] = 1;
        }
    }
    while (any(wanted) && ask(forced, wanted)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (wanted[kind] && found_.back()[kind] > picked[kind]) {
                open[kind] = 1;
                wanted[kind] = 0;
            }
        }
    }
    for (int kind = 0; kind < KINDS; kind++) dead_[kind] = static_cast<uint8_t>(dead_[kind] || wanted[kind]);
    if (first) {
        never_ = dead_;
        fresh_ = -1;
        asked_ = true;
    } else {
        // Picks that were open are part of some play; where none has more, they are that play.
        const bool all = std::none_of(open.begin(), open.end(), [](uint8_t is_open) { return is_open; });
        open[KINDS] = (all && sound_) || laid(picked);
    }
    shown_ = open;
    return open;
}

// Tells whether the picks are the last ones and one more that was open.
bool Menu::follows(const Counts& picked) const {
    int more = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const int news = picked[kind] - last_[kind];
        if (news && !(news == 1 && shown_[kind])) return false;
        more += news;
    }
    return more <= 1;
}

// Looks for a play with all that is picked and as many of the wanted kinds as can be; it is kept, being the last found.
bool Menu::ask(const Counts& picked, const Counts& wanted) {
    return std::any_of(scenes_.begin(), scenes_.end(), [&](const Scene& scene) { return ask(scene, picked, wanted); });
}

bool Menu::ask(const Scene& scene, const Counts& picked, const Counts& wanted) {
    Problem problem = scene.problem;
    bool put = false;
    for (int kind = 0; kind < KINDS; kind++) {
        const int rest = rack_[kind] - scene.put[kind];
        const int forced = std::max(0, picked[kind] - scene.put[kind]);
        if (forced > rest) return false;
        put = put || (wanted[kind] && scene.put[kind] > picked[kind]);
        problem.forced[kind] = static_cast<uint8_t>(forced);
        problem.rack[kind] = static_cast<uint8_t>(dead_[kind] && !scene.put[kind] ? 0 : rest - forced);
        problem.weights[kind] = wanted[kind];
    }
    int64_t sure = 0;  // a wanted kind may be forced besides: the tile just drawn
    for (int kind = 0; kind < KINDS; kind++) sure += problem.weights[kind] * problem.forced[kind];
    problem.floor = put || sure ? -1 : 0;
    const Answer answer = solver_.solve(problem);
    if (!answer.found) return false;
    Counts play = answer.play;
    bool news = false;
    for (int kind = 0; kind < KINDS; kind++) {
        play[kind] = static_cast<uint8_t>(play[kind] + scene.put[kind]);
        news = news || (wanted[kind] && play[kind] > last_[kind]);
    }
    if (!news) return false;
    found_.push_back(play);
    return true;
}

bool Menu::laid(const Counts& picked) {
    if (std::find(found_.begin(), found_.end(), picked) != found_.end()) return true;
    for (const Scene& scene : scenes_) {
        if (!holds(picked, scene.put)) continue;
        const Nearby near(scene, picked, solver_.shape().colored);
        bool possible = true;
        for (int kind = 0; kind < KINDS; kind++) possible = possible && (!picked[kind] || near.possible(kind));
        if (!possible) continue;
        Problem problem = scene.problem;
        problem.rack = {};
        problem.weights = {};
        problem.floor = -1;
        for (int kind = 0; kind < KINDS; kind++) problem.forced[kind] = static_cast<uint8_t>(picked[kind] - scene.put[kind]);
        if (solver_.solve(problem).found) {
            found_.push_back(picked);
            return true;
        }
    }
    return false;
}

std::vector<Play> Menu::plays(size_t most) {
    if (scenes_.size() != 1) throw std::invalid_argument("plays: of one scene");
    const Open first = open({});
    Problem problem = scenes_.front().problem;
    problem.floor = 0;
    problem.narrowest = 0;  // equals come in the order they are found in
    for (int kind = 0; kind < KINDS; kind++) {
        if (!first[kind]) problem.rack[kind] = 0;
    }
    if (!any(problem.rack)) return {};
    return solver_.plays(problem, most).plays;
}

}  // namespace meldwise
