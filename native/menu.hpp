// What one turn may lay, asked tile by tile: which kinds some legal play has besides those picked so far.
#pragma once

#include "kernel.hpp"

namespace meldwise {

// A problem among which the plays of a turn are to be found; `put` are rack tiles that every play of it lays (T32).
struct Scene {
    Problem problem;
    Counts put{};
};

// One turn of one seat. Plays found on the way are remembered, and so is what no play has: both hold for the rest of
// the turn, where picks only grow, and mostly after a draw at the same table too.
class Menu {
public:
    using Open = std::array<uint8_t, KINDS + 1>;

    Menu(Solver& solver, std::vector<Scene> scenes) : solver_(solver), scenes_(std::move(scenes)) { begin(); }

    // The same table, and one tile more on the rack. Only for a menu of one scene.
    void draw(int kind);

    // For every kind whether a legal play lays `picked` and one more of it; the last says whether `picked` is a play.
    Open open(const Counts& picked);

    // The distinct plays as `Solver::plays` finds them, by the problem's weights, at most `most`. Only for one scene.
    std::vector<Play> plays(size_t most);

private:
    void begin();
    void forget_picks();
    bool follows(const Counts& picked) const;
    bool ask(const Counts& picked, const Counts& wanted);
    bool ask(const Scene& scene, const Counts& picked, const Counts& wanted);
    bool laid(const Counts& picked);

    Solver& solver_;
    std::vector<Scene> scenes_;
    std::vector<Counts> found_;  // plays
    Counts rack_{};              // with what the scenes put
    Counts dead_{};              // kinds that no play has, which lays what was picked last
    Counts never_{};             // kinds that no play has at all, once that was asked
    Counts last_{};              // picked when it was last asked,
    Open shown_{};               // what it answered,
    bool sound_ = false;         // and whether all picks had been open
    bool asked_ = false;
    int fresh_ = -1;  // a kind just drawn: what no play had before, only a play with it has now
};

}  // namespace meldwise
