// The kernel without Python: examples from the rules, and laws that hold for every problem.
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <thread>
#include <tuple>

#include "cards.hpp"
#include "menu.hpp"
#include "row_check.hpp"

using namespace meldwise;
using namespace meldwise::trial;

namespace {

// ---- a plain framework ----

int checks = 0, failures = 0;
std::string current;  // the test that runs

void expect(bool good, const std::string& what) {
    checks++;
    if (good) return;
    failures++;
    std::printf("FAILED %s: %s\n", current.c_str(), what.c_str());
}

template <class Value>
void expect_equal(Value found, Value wanted, const std::string& what) {
    expect(found == wanted, what + ": " + std::to_string(found) + ", not " + std::to_string(wanted));
}

const Shape PLAIN{}, COLORED{.colored = true}, FINNISH{.joker_limit = 1}, TWIST{}, SLOVAK{.mirror_counts = false};
constexpr int64_t PATIENCE = 1'000'000;  // microseconds; what is not proven by then is not compared

int64_t value(const Answer& answer) { return answer.found ? answer.value : -1; }

Problem given(const std::string& table, const std::string& rack) {
    Problem p;
    p.table = counts_of(table);
    p.rack = counts_of(rack);
    p.weights.fill(1);
    return p;
}

// Solves and checks what every answer owes.
Answer checked(Solver& solver, const Problem& p) {
    Answer answer = solver.solve(p);
    auto why = wrong(solver.shape(), p, answer);
    expect(why.empty(), why + "\n" + text(solver.shape(), p) + "  " + text(answer, solver.shape().colored));
    return answer;
}

// The value, by all ways to solve it; -1 where the table cannot be laid.
void expect_value(const Shape& shape, Problem p, int64_t wanted, const std::string& what) {
    Solver solver(shape);
    for (int way = 0; way < 5; way++) {
        p.strict = way == 1;
        p.plain = way == 2;
        p.guided = way == 3;
        p.quick = way != 4;
        Answer answer = checked(solver, p);
        std::string who[] = {" (default)", " (strict)", " (plain)", " (guided)", " (slow)"};
        expect(answer.proven, what + who[way] + ": not proven");
        expect_equal(value(answer), wanted, what + who[way]);
    }
    SlowJudge judge(shape, p);
    if (judge.feasible()) expect_equal(judge.value(), wanted, what + " (slow judge)");
}

void expect_play(const Shape& shape, const std::string& table, const std::string& rack, int64_t wanted) {
    expect_value(shape, given(table, rack), wanted, "[" + table + "] + [" + rack + "]");
}

// ---- the law, as the checker reads it ----

void expect_points(const Shape& shape, const std::string& row, int wanted) {
    expect_equal(Reader(shape, row_of(row)).points(), wanted, row);
}

void the_checker_knows_runs_and_groups() {
    expect_points(PLAIN, "k5 r5 b5", 15);
    expect_points(PLAIN, "k5 r5 k5", NO_SET);
    expect_points(PLAIN, "k5 r5", NO_SET);
    expect_points(PLAIN, "k5 r5 b5 o5 J", NO_SET);
    expect_points(PLAIN, "b3 b4 b5", 12);
    expect_points(PLAIN, "b5 b4 b3", NO_SET);
    expect_points(PLAIN, "b12 b13 b1", NO_SET);
    expect_points(PLAIN, "J b5 J", 15);
    expect_points(PLAIN, "J J J", NO_SET);
    expect_points(PLAIN, "J b12 b13", 36);
    expect_points(PLAIN, "b12 b13 J", NO_SET);
    expect_points(FINNISH, "J b5 J", NO_SET);
    expect_points(COLORED, "Jb b4 Jb", 12);
    expect_points(COLORED, "k4 r4 Jb", 12);
    expect_points(COLORED, "k4 r4 Jk", NO_SET);
    expect_points(COLORED, "b4 b5 Jr", NO_SET);
}

void the_checker_knows_special_jokers() {
    expect_points(TWIST, "b3 D J", 18);
    expect_points(TWIST, "b3 r3 D", 12);
    expect_points(TWIST, "b3 r3 o3 D", NO_SET);
    expect_points(TWIST, "b3 D", NO_SET);
    expect_points(TWIST, "D b2 b3", NO_SET);
    expect_points(TWIST, "b11 b12 D", NO_SET);
    expect_points(TWIST, "b3 b4 C", 12);
    expect_points(TWIST, "b3 b4 C b6", NO_SET);
    expect_points(TWIST, "b3 b4 C r6", 18);
    expect_points(TWIST, "C b4 b5", NO_SET);
    expect_points({.change_starts = true}, "C b4 b5", 12);
    expect_points(TWIST, "b3 C C", NO_SET);
    expect_points(TWIST, "b3 C J C b7", 25);
    expect_points(TWIST, "b3 C r5 C b7", 25);
    expect_points(TWIST, "b3 r3 C", NO_SET);
}

void the_checker_knows_mirrors() {
    expect_points(TWIST, "b3 M b3", 10);
    expect_points({.mirror_side = 2}, "b3 M b3", NO_SET);
    expect_points(TWIST, "b2 b3 M b3 b2", 14);
    expect_points(TWIST, "b3 b2 M b2 b3", 11);
    expect_points(TWIST, "b3 r3 M r3 b3", 15);
    expect_points(TWIST, "b3 r3 M b3 r3", NO_SET);
    expect_points(TWIST, "b12 b13 M b13 b12", NO_SET);
    expect_points(TWIST, "b13 b12 M b12 b13", 61);
    expect_points(SLOVAK, "b12 b13 M b13 b12", 50);
    expect_points(SLOVAK, "b3 M b3", 6);
    expect_points(TWIST, "b13 M b13", 39);
    expect_points(TWIST, "b3 J b5 M b5 b4 b3", 30);
    expect_points(TWIST, "r5 C M C r5", 29);
    expect_points(TWIST, "C r5 M r5 C", 26);
    expect_points(TWIST, "r5 C M r6 r5", NO_SET);
    expect_points(TWIST, "k5 D M k7 D", 44);
    expect_points(TWIST, "b3 M M b3", NO_SET);
    expect_points(TWIST, "D M k5 k4", 24);
}

// ---- examples ----

void a_joker_frees_itself_only_where_the_rest_is_a_set() {
    expect_play(PLAIN, "k5 r5 b5 J", "r1 r2 r3", 3);
    expect_play(PLAIN, "k5 r5 b5 J", "o5", 0);
    expect_play(PLAIN, "k5 r5 J", "o9", 0);
    expect_play(PLAIN, "k5 r5 b5 J", "o4 o5 o6", 3);
    expect_play(PLAIN, "b3 J b5", "b4", 1);
    expect_play(PLAIN, "", "", 0);
    expect_play(PLAIN, "k5 r5", "", -1);
    expect_play(PLAIN, "k5 r5", "o5", 1);
    expect_play(PLAIN, "J", "", -1);
    expect_play(PLAIN, "", "J J", 0);
}

void a_joker_stands_in_its_place_in_a_run() {
    expect_play(PLAIN, "", "r1 r2 r4 J", 4);
    expect_play(PLAIN, "", "k12 k13 J", 3);
    expect_play(PLAIN, "", "k1 k2 J", 3);
    expect_play(PLAIN, "", "k13 k1 J", 0);
    expect_play(PLAIN, "k1 k2 k3", "k5 J", 2);
    expect_play(PLAIN, "", "k1 k4 J J", 4);
    expect_play(FINNISH, "", "k1 k4 J J", 0);
    expect_play(FINNISH, "k4 k5 J", "k3 J", 1);
    expect_play({.numbers = 5}, "", "k4 k5 J", 3);
    expect_play({.numbers = 4}, "k1 k2 k3 k4", "J", 0);
    expect_play({.numbers = 5}, "k1 k2 k3 k4 k5", "J", 1);
}

void coloured_jokers_keep_to_their_colour() {
    expect_play(COLORED, "", "k4 k5 Jk", 3);
    expect_play(COLORED, "", "k4 k5 Jr", 0);
    expect_play(COLORED, "", "k4 r4 Jb", 3);
    expect_play(COLORED, "", "k4 r4 Jr", 0);
    expect_play(COLORED, "", "k4 Jk Jk", 3);
    expect_play(COLORED, "", "k4 Jr Jb Jo", 4);
    expect_play(COLORED, "k4 Jk k6", "k5", 1);
}

void double_jokers_take_two_places() {
    expect_play(TWIST, "", "b3 D", 0);
    expect_play(TWIST, "", "b3 D J", 3);
    expect_play(TWIST, "", "b3 r3 D", 3);
    expect_play(TWIST, "b3 r3 o3", "D", 0);
    expect_play(TWIST, "b3 r3 D", "o3", 0);
    expect_play(TWIST, "b3 r3 D k5 k6 k7", "o3 k3", 2);
    expect_play(TWIST, "b3 r3 D k5 k6 k7", "o3", 1);
    expect_play(TWIST, "", "k1 k4 D", 3);
    expect_play(TWIST, "", "b1 D D", 3);
    expect_play(TWIST, "k4 k5 k6", "D D", 2);
    expect_play({.numbers = 4}, "k1 k2 k3", "D", 0);
}

void colour_changes_end_runs_or_turn_them() {
    expect_play(TWIST, "", "b3 b4 C", 3);
    expect_play(TWIST, "", "b4 C r6", 3);
    expect_play(TWIST, "", "b4 C b6", 0);
    expect_play({.change_starts = true}, "", "b12 b13 C", 3);
    expect_play(TWIST, "", "b12 b13 C", 0);
    expect_play(TWIST, "", "b3 C r5 C", 4);
    expect_play(TWIST, "", "b3 C r5 C b7", 5);
    expect_play(TWIST, "", "b3 C C J", 4);
    expect_play(TWIST, "", "b3 C C", 0);
    expect_play(TWIST, "b3 b4 C", "b5", 1);
    expect_play({.mirror_side = 3}, "o2 o3 o4 C", "r1 C", 0);
    expect_play({.numbers = 10, .joker_limit = 1}, "k7 k8 k9 C", "k10 b10", 0);
    expect_play({.joker_limit = 3}, "k6 b6 o6 J", "J C C", 3);
}

void mirrors_face_equal_sides() {
    expect_play(TWIST, "", "k5 k7 D D M", 5);
    expect_play(TWIST, "", "b13 b13 M", 3);
    expect_play(TWIST, "", "b12 b13 b12 b13 M", 5);
    expect_play(SLOVAK, "", "b12 b13 b12 b13 M", 5);
    expect_play({.mirror_side = 2}, "", "b12 b13 b12 b13 M", 5);
    expect_play({.mirror_side = 3}, "", "b12 b13 b12 b13 M", 0);
    expect_play({.mirror_side = 2}, "", "b13 b13 M", 0);
    expect_play({.numbers = 3, .mirror_side = 3}, "", "b1 b2 b3 b1 b2 b3 M", 6);
    expect_play({.numbers = 3, .mirror_counts = false, .mirror_side = 3}, "", "b1 b2 b3 b1 b2 b3 M", 7);
    expect_play({.numbers = 4, .mirror_side = 3}, "", "b1 b2 b3 b1 b2 b3 M", 7);
    expect_play(TWIST, "", "b3 r3 b3 r3 M", 5);
    expect_play(TWIST, "", "r5 r5 C C M", 5);
    expect_play(TWIST, "", "r12 r12 C C M", 5);
    expect_play(TWIST, "", "r13 r13 C C M", 3);
    expect_play(TWIST, "", "b3 M M J", 3);
    expect_play(TWIST, "b3 M b3", "b4", 0);
    expect_play(TWIST, "b3 M b3", "b4 b4", 2);
    expect_play({.joker_limit = 1}, "", "b3 M J", 0);
}

void an_opening_is_worth_enough() {
    auto opening = [](const Shape& shape, const std::string& rack, int threshold, int64_t wanted) {
        Problem p = given("", rack);
        p.threshold = threshold;
        expect_value(shape, p, wanted, "opening of " + std::to_string(threshold) + " with " + rack);
    };
    opening(PLAIN, "k10 r10 b10", 30, 3);
    opening(PLAIN, "k10 r10 b10", 31, -1);
    opening(PLAIN, "k9 k10 J", 30, 3);
    opening(PLAIN, "k12 k13 J", 36, 3);
    opening(PLAIN, "k12 k13 J", 37, -1);
    opening(PLAIN, "J b5 J", 18, 3);
    opening(PLAIN, "J b5 J", 19, -1);
    opening(PLAIN, "k1 k2 k3 r4 r5 r6 b1", 21, 6);
    opening(TWIST, "b3 D J", 18, 3);
    opening(TWIST, "b3 D J", 19, -1);
    opening(TWIST, "b13 b13 M", 39, 3);
    opening(SLOVAK, "b13 b13 M", 26, 3);
    opening(SLOVAK, "b13 b13 M", 27, -1);
    opening(TWIST, "b12 b12 M", 37, 3);
    opening(TWIST, "b12 b13 b12 b13 M", 61, 5);
    opening(TWIST, "b12 b13 b12 b13 M", 62, -1);
    opening(TWIST, "k5 k7 D D M", 44, 5);
    opening(TWIST, "k5 k7 D D M", 45, 3);  // k7 D D
    opening(TWIST, "k5 k7 D D M", 46, -1);
    opening(TWIST, "r5 r5 C C M", 29, 5);
    opening(TWIST, "r5 r5 C C M", 30, -1);
    opening(TWIST, "r12 r12 C C M", 61, 5);  // falling: r13 is C's place, 11 the mirror's
    opening(SLOVAK, "r5 r5 C C M", 22, 5);
    opening(COLORED, "k11 Jk Jk", 36, 3);
}

void kept_sets_only_grow() {
    using Runs = std::vector<KeptRun>;
    using Groups = std::vector<KeptGroup>;
    auto kept = [](const std::string& table, const std::string& rack, const Runs& runs, const Groups& groups, int64_t wanted) {
        Problem p = given(table, rack);
        p.runs = runs;
        p.groups = groups;
        expect_value(FINNISH, p, wanted, "kept sets beside [" + table + "] + [" + rack + "]");
    };
    kept("", "k1 k5 k7", {{0, 2, 4, 1}}, {}, 2);
    kept("", "k1 k5 k6 k7", {{0, 2, 4, 1}}, {}, 4);
    kept("", "J", {{0, 2, 4, 1}}, {}, 0);
    kept("", "J", {{0, 2, 4, 0}}, {}, 1);
    kept("", "k13", {{0, 11, 13, 1}}, {}, 0);
    kept("", "b5 o5", {}, {{5, 12, 1}}, 1);
    kept("", "k5", {}, {{5, 12, 1}}, 0);
    kept("", "b5", {}, {{5, 0, 1}}, 0);
    kept("o5", "b6 b7", {}, {{5, 12, 1}}, 0);
    kept("o5", "", {}, {{5, 12, 1}}, 0);
    kept("r5", "", {}, {{5, 12, 1}}, -1);
}

void an_exchanged_joker_lies_in_a_new_set_from_the_rack() {
    auto exchanged = [](const Shape& shape, const std::string& table, const std::string& rack, int count, int64_t wanted) {
        Problem p = given(table, rack);
        p.exchanged = count;
        expect_value(shape, p, wanted, "exchanged beside [" + table + "] + [" + rack + "]");
    };
    exchanged(FINNISH, "", "k1 k2", 1, 2);
    exchanged(FINNISH, "", "k1", 1, -1);
    exchanged(FINNISH, "k1 k2 k3", "k4 k9", 1, -1);
    exchanged(FINNISH, "k1 k2 k3 k4", "k4 k5", 1, 2);
    exchanged(FINNISH, "k1 k2 k3", "k4 k2", 1, 2);
    exchanged(FINNISH, "k5 r5 b5", "k5 r5", 1, 2);
    exchanged(FINNISH, "k5 r5 b5", "o5 r4", 1, -1);
    exchanged(FINNISH, "", "k1 k2 r1 r2", 2, 4);
    exchanged(FINNISH, "", "k1 k2 J", 1, 2);
    exchanged(PLAIN, "", "k1 J", 1, 2);
}

// ---- a menu ----

std::string open_kinds(const Menu::Open& open) {
    std::string kinds;
    for (int kind = 0; kind < KINDS; kind++) {
        if (open[kind]) kinds += (kinds.empty() ? "" : " ") + text(static_cast<uint8_t>(kind));
    }
    return kinds + (open[KINDS] ? " !" : "");
}

void expect_menu(Menu& menu, const std::string& picked, const std::string& wanted) {
    const std::string found = open_kinds(menu.open(counts_of(picked)));
    expect(found == wanted, "picked [" + picked + "]: [" + found + "], not [" + wanted + "]");
}

void a_menu_knows_what_may_be_picked() {
    Solver solver(PLAIN);
    Menu menu(solver, {{given("k1 k2 k3", "k4 k5 r9 b9 o9 r1"), {}}});
    expect_menu(menu, "", "k4 k5 r9 b9 o9");
    expect_menu(menu, "k5", "k4 r9 b9 o9");
    expect_menu(menu, "k4", "k5 r9 b9 o9 !");
    expect_menu(menu, "k4 b9", "k5 r9 o9");
    expect_menu(menu, "r9 b9 o9", "k4 k5 !");
    expect_menu(menu, "k4 k5 r9 b9 o9", " !");
    expect_menu(menu, "", "k4 k5 r9 b9 o9");
    menu.draw(kind_of(1, 8));
    expect_menu(menu, "", "k4 k5 r9 b9 o9");
    menu.draw(kind_of(1, 10));
    expect_menu(menu, "r10", "k4 k5 r8 r9");
    expect_menu(menu, "r8 r9 r10", "k4 k5 !");
}

void a_menu_of_an_opening_asks_for_enough() {
    Solver solver(PLAIN);
    Problem opening = given("", "k10 r10 b10 o1 o2 o3");
    opening.threshold = 30;
    Menu menu(solver, {{opening, {}}});
    expect_menu(menu, "", "k10 r10 b10 o1 o2 o3");
    expect_menu(menu, "o1 o2 o3", "k10 r10 b10");
    expect_menu(menu, "k10 r10 b10", "o1 o2 o3 !");
}

// ---- laws ----

struct Sample {
    Shape shape;
    Problem problem;
};

std::vector<Shape> shapes() {
    std::vector<Shape> all{PLAIN, COLORED, FINNISH, TWIST, SLOVAK};
    all.push_back({.change_starts = true});
    all.push_back({.mirror_side = 2});
    all.push_back({.mirror_counts = false, .mirror_side = 3});
    for (int limit = 1; limit <= 3; limit++) {
        all.push_back({.joker_limit = limit, .change_starts = limit == 2, .mirror_counts = limit != 3});
    }
    for (int numbers = 5; numbers <= 12; numbers++) {
        all.push_back({.numbers = numbers,
                       .colored = numbers % 4 == 3,
                       .joker_limit = numbers % 3,
                       .change_starts = numbers == 8,
                       .mirror_counts = numbers % 2 == 0});
    }
    return all;
}

// Problems of every shape: moves, openings, frozen tables.
std::vector<Sample> samples(uint64_t seed, int rounds, Size size) {
    Dice dice(seed);
    std::vector<Sample> all;
    for (int round = 0; round < rounds; round++) {
        for (const Shape& shape : shapes()) {
            bool special = !shape.colored && round % 3 != 0;
            Problem p;
            switch (round % 4) {
                case 2: p = Maker(dice, shape).opening(size, special); break;
                case 3: p = shape.colored ? Maker(dice, shape).problem(size, false) : Maker(dice, shape).frozen(size); break;
                default: p = Maker(dice, shape).problem(size, special);
            }
            all.push_back({shape, p});
        }
    }
    return all;
}

constexpr Size SMALL{1, 6, 25}, MIDDLING{5, 9, 8};

std::string said(const Sample& sample) { return "\n" + text(sample.shape, sample.problem); }

// Every play that there is, and from them what may be picked after each part of some.
void a_menu_says_what_all_plays_say() {
    for (const Sample& sample : samples(3, 4, SMALL)) {
        if (sample.problem.exchanged || !sample.problem.runs.empty() || !sample.problem.groups.empty()) continue;
        Problem problem = sample.problem;
        problem.floor = 0;
        problem.weights.fill(1);
        Solver solver(sample.shape);
        const auto plays = solver.plays(problem, 300).plays;
        if (plays.size() == 300) continue;
        Menu menu(solver, {{problem, {}}});
        Counts picked{};
        for (int step = 0; step < 6; step++) {
            Menu::Open wanted{};
            int next = -1;
            for (const Play& play : plays) {
                bool holds = true;
                for (int kind = 0; kind < KINDS; kind++) holds = holds && play.play[kind] >= picked[kind];
                if (!holds) continue;
                if (play.play == picked) wanted[KINDS] = 1;
                for (int kind = 0; kind < KINDS; kind++) {
                    if (play.play[kind] > picked[kind]) wanted[kind] = 1;
                }
            }
            expect(menu.open(picked) == wanted, "a menu and the plays differ" + said(sample));
            for (int kind = 0; kind < KINDS; kind++) {
                if (wanted[kind] && (next < 0 || (kind + step) % 3 == 0)) next = kind;
            }
            if (next < 0) break;
            picked[next]++;
        }
    }
}

void every_way_to_solve_finds_the_same_value() {
    for (const Sample& sample : samples(1, 16, SMALL)) {
        Solver solver(sample.shape);
        Problem p = sample.problem;
        p.micros = PATIENCE;
        Answer answer = checked(solver, p);
        p.guided = true;
        Answer guided = checked(solver, p);
        if (answer.proven && guided.proven) expect_equal(value(answer), value(guided), "default against guided" + said(sample));
        p.guided = false;
        p.strict = true;
        Answer strict = checked(solver, p);
        p.plain = true;
        p.micros = PATIENCE / 10;
        Answer plain = checked(solver, p);
        if (!answer.proven) continue;
        if (strict.proven) expect_equal(value(answer), value(strict), "default against strict" + said(sample));
        if (plain.proven) expect_equal(value(answer), value(plain), "default against plain" + said(sample));
        SlowJudge judge(sample.shape, sample.problem);
        if (judge.feasible()) expect_equal(value(answer), judge.value(), "default against the slow judge" + said(sample));
    }
}

void strict_agrees_on_middling_tables() {
    for (const Sample& sample : samples(2, 4, MIDDLING)) {
        Solver solver(sample.shape);
        Problem p = sample.problem;
        p.micros = PATIENCE / 4;
        Answer answer = checked(solver, p);
        p.guided = true;
        Answer guided = checked(solver, p);
        if (answer.proven && guided.proven) expect_equal(value(answer), value(guided), "default against guided" + said(sample));
        p.guided = false;
        p.strict = true;
        Answer strict = checked(solver, p);
        if (answer.proven && strict.proven) expect_equal(value(answer), value(strict), "default against strict" + said(sample));
    }
}

void both_sweeps_walk_the_same_way() {
    auto walk = [](const Stats& stats) { return std::tuple(stats.passes, stats.rung, stats.states, stats.children, stats.widest); };
    Dice dice(4);
    int long_walks = 0;
    for (int round = 0; round < 8; round++) {
        for (const Shape& shape : shapes()) {
            Solver solver(shape);
            Problem p = Maker(dice, shape).problem({14, 20, 10}, false);
            p.effort = 20'000;
            p.strict = round % 4 == 3;
            Answer quick = checked(solver, p);
            p.quick = false;
            Answer slow = checked(solver, p);
            long_walks += quick.stats.states > 200;
            expect(walk(quick.stats) == walk(slow.stats), "not the same states\n" + text(shape, p));
            expect_equal(value(quick), value(slow), "quick against slow\n" + text(shape, p));
        }
    }
    expect(long_walks > 20, "too few walks worth comparing");
}

void the_same_problem_has_the_same_answer() {
    for (const Sample& sample : samples(3, 4, SMALL)) {
        Solver solver(sample.shape), other(sample.shape);
        Answer first = solver.solve(sample.problem);
        expect(same(first, solver.solve(sample.problem)), "again" + said(sample));
        expect(same(first, other.solve(sample.problem)), "another solver" + said(sample));
    }
}

void history_leaves_no_trace() {
    std::vector<Problem> problems;
    Dice dice(6);
    for (int i = 0; i < 60; i++) {
        problems.push_back(Maker(dice, TWIST).problem({6, 9, 20}, true));
        problems.back().micros = PATIENCE / 10;
    }
    Solver forth(TWIST), back(TWIST);
    std::vector<Answer> answers;
    for (const Problem& problem : problems) answers.push_back(forth.solve(problem));
    for (size_t i = problems.size(); i-- > 0;) {
        Answer again = back.solve(problems[i]);
        bool comparable = answers[i].proven && again.proven;
        expect(!comparable || same(answers[i], again),
               "after other problems\n" + text(TWIST, problems[i]) + text(answers[i]) + "\n" + text(again));
    }
}

void one_tile_more_never_lowers_the_value() {
    Dice dice(4);
    for (const Sample& sample : samples(4, 4, SMALL)) {
        Solver solver(sample.shape);
        Problem more = sample.problem;
        int number = dice.from(1, sample.shape.numbers), kind = kind_of(dice.below(COLORS), number);
        if (more.table[kind] + more.rack[kind] == COPIES) continue;
        more.rack[kind]++;
        int64_t before = value(checked(solver, sample.problem)), after = value(checked(solver, more));
        expect(after >= before, "with " + text(static_cast<uint8_t>(kind)) + said(sample));
    }
}

void colours_have_no_order() {
    const int turned[] = {2, 0, 3, 1};
    for (const Sample& sample : samples(5, 4, SMALL)) {
        const Problem& p = sample.problem;
        Problem q = p;
        for (int kind = 0; kind < KINDS; kind++) {
            int to = kind;
            if (kind < TILES) to = turned[kind / NUMBERS] * NUMBERS + kind % NUMBERS;
            if (kind >= TILES && sample.shape.colored) to = TILES + turned[kind - TILES];
            q.table[to] = p.table[kind], q.rack[to] = p.rack[kind], q.weights[to] = p.weights[kind];
        }
        for (auto& run : q.runs) run.color = static_cast<uint8_t>(turned[run.color]);
        for (auto& group : q.groups) {
            int open = 0;
            for (int color = 0; color < COLORS; color++) open |= (group.open >> color & 1) << turned[color];
            group.open = static_cast<uint8_t>(open);
        }
        Solver solver(sample.shape);
        expect_equal(value(checked(solver, q)), value(checked(solver, p)), "with colours changed" + said(sample));
    }
}

void the_floor_is_a_bar_to_pass() {
    for (const Sample& sample : samples(6, 4, SMALL)) {
        Solver solver(sample.shape);
        Answer best = solver.solve(sample.problem);
        Problem p = sample.problem;
        p.floor = value(best);
        Answer above = checked(solver, p);
        expect(!above.found && above.proven, "nothing is above the best" + said(sample));
        if (!best.found) continue;
        p.floor = best.value - 1;
        Answer again = checked(solver, p);
        expect(again.found && again.proven && again.value == best.value, "the best is above what is less" + said(sample));
    }
}

void a_deadline_never_lies() {
    for (const Sample& sample : samples(7, 4, MIDDLING)) {
        Solver solver(sample.shape);
        Problem p = sample.problem;
        p.micros = PATIENCE;
        Answer full = checked(solver, p);
        if (!full.proven) continue;
        for (int64_t micros : {0, 100, 1000}) {
            p.micros = micros;
            Answer late = checked(solver, p);
            expect(value(late) <= value(full), "more than the best" + said(sample));
            expect(!late.proven || value(late) == value(full), "proven, but not the best" + said(sample));
        }
    }
}

void threads_share_a_solver() {
    Solver solver(TWIST);
    std::vector<Problem> problems;
    Dice dice(8);
    for (int i = 0; i < 40; i++) problems.push_back(Maker(dice, TWIST).problem({4, 7, 15}, i % 2));
    std::vector<Answer> alone;
    for (const Problem& problem : problems) alone.push_back(solver.solve(problem));
    std::array<int, 4> wrongs{};
    std::vector<std::thread> threads;
    for (size_t t = 0; t < wrongs.size(); t++) {
        threads.emplace_back([&, t] {
            for (size_t i = 0; i < problems.size(); i++) {
                size_t at = (i + 10 * t) % problems.size();
                wrongs[t] += !same(solver.solve(problems[at]), alone[at]);
            }
        });
    }
    for (auto& thread : threads) thread.join();
    for (int count : wrongs) expect_equal(count, 0, "answers of a thread that differ");
}

// ---- what is no problem ----

void expect_refused(const Shape& shape, const std::string& what, const std::function<void(Problem&)>& change) {
    Problem p = given("k1 k2 k3", "k4");
    change(p);
    try {
        Solver(shape).solve(p);
        expect(false, "not refused: " + what);
    } catch (const std::invalid_argument&) {
        expect(true, what);
    }
}

void bad_problems_are_refused() {
    expect_refused(PLAIN, "three on a rack", [](Problem& p) { p.rack[7] = 3; });
    expect_refused(PLAIN, "three on rack and table", [](Problem& p) { p.rack[0] = 2; });
    expect_refused(PLAIN, "255 on the table", [](Problem& p) { p.table[55] = 255; });
    expect_refused(PLAIN, "a negative weight", [](Problem& p) { p.weights[9] = -1; });
    expect_refused(PLAIN, "a huge weight", [](Problem& p) { p.weights[55] = MOST_WEIGHT + 1; });
    expect_refused(PLAIN, "the hugest weight", [](Problem& p) { p.weights[0] = std::numeric_limits<int32_t>::max(); });
    expect_refused({.numbers = 3}, "a tile above the numbers", [](Problem&) {});
    expect_refused(PLAIN, "a negative threshold", [](Problem& p) { p.threshold = -1; });
    expect_refused(PLAIN, "an opening with a kept run", [](Problem& p) { p.threshold = 30, p.runs = {{0, 1, 3, 0}}; });
    expect_refused(PLAIN, "an opening with an exchanged joker", [](Problem& p) { p.threshold = 30, p.exchanged = 1; });
    expect_refused(PLAIN, "three exchanged", [](Problem& p) { p.exchanged = 3; });
    expect_refused(PLAIN, "negative exchanged", [](Problem& p) { p.exchanged = -1; });
    expect_refused(COLORED, "exchanged where jokers have a colour", [](Problem& p) { p.exchanged = 1; });
    expect_refused(TWIST, "exchanged beside a special joker", [](Problem& p) { p.exchanged = 1, p.rack[M] = 1; });
    expect_refused(PLAIN, "more jokers than there are", [](Problem& p) { p.exchanged = 1, p.rack[J] = 2; });
    expect_refused(PLAIN, "a kept run of two", [](Problem& p) { p.runs = {{0, 4, 5, 0}}; });
    expect_refused(PLAIN, "a kept run from 0", [](Problem& p) { p.runs = {{0, 0, 5, 0}}; });
    expect_refused(PLAIN, "a kept run to 14", [](Problem& p) { p.runs = {{0, 12, 14, 0}}; });
    expect_refused(PLAIN, "a kept run of a fifth colour", [](Problem& p) { p.runs = {{4, 1, 3, 0}}; });
    expect_refused(COLORED, "a kept run where jokers have a colour", [](Problem& p) { p.runs = {{0, 4, 6, 0}}; });
    expect_refused(PLAIN, "a kept run beside a loose joker", [](Problem& p) { p.runs = {{0, 4, 6, 0}}, p.table[J] = 1; });
    expect_refused(PLAIN, "three kept runs", [](Problem& p) { p.runs = {{0, 4, 6, 0}, {1, 4, 6, 0}, {2, 4, 6, 0}}; });
    expect_refused(PLAIN, "a kept group of number 0", [](Problem& p) { p.groups = {{0, 1, 0}}; });
    expect_refused(PLAIN, "a kept group of number 14", [](Problem& p) { p.groups = {{14, 1, 0}}; });
    expect_refused(PLAIN, "a kept group open to a fifth colour", [](Problem& p) { p.groups = {{4, 16, 0}}; });
    expect_refused({.numbers = 2}, "two numbers", [](Problem&) {});
    expect_refused({.numbers = 14}, "fourteen numbers", [](Problem&) {});
    expect_refused({.joker_limit = -1}, "a negative limit", [](Problem&) {});
    expect_refused({.mirror_side = 0}, "no mirror side", [](Problem&) {});
    expect_refused({.mirror_side = 4}, "a long mirror side", [](Problem&) {});
}

// ---- Rummy 17 ----

cards::Position card_game(int seats, uint32_t bonus) {
    cards::Position p;
    p.table.seats = seats;
    p.table.rules.bonus = bonus;
    p.table.edge = (1 << cards::COLORS) - 1;
    p.answers.fill(-1);
    for (int card = 0; card < cards::DECK; card++) p.unseen.add(static_cast<cards::Card>(card));
    for (int seat = 0; seat < seats; seat++) p.table.counts[seat] = 10;
    p.table.stock_left = cards::DECK - 10 * seats - 1;
    p.manners.assign(seats, {4, 20, 12, 3, 12, 60, 8, 15, 3, 10, 100, 100, 1, 0, 0, 40, 3, 4, 2, 10});
    return p;
}

void card_games_end_and_share_out_one_win() {
    for (int seats = 2; seats <= cards::SEATS; seats++) {
        for (uint32_t bonus = 0; bonus < 1u << cards::BONUSES; bonus += 273) {
            const cards::Position p = card_game(seats, bonus);
            const cards::Tally tally = cards::play_out(p, bonus, 0, 8);
            int64_t wins = 0;
            for (int64_t won : tally.wins) wins += won;
            expect_equal(wins, int64_t{8 * 60}, "wins of eight games");
            const cards::Sums sums = cards::sums(p, bonus, 0, 4, 10.0);
            expect(sums.products.size() == cards::VALUES, "a product for every weight");
            cards::Aim aim{seats - 1, 10.0, 2 * seats, std::vector<double>(cards::VALUES, 0.5)};
            expect(cards::values(p, bonus, 3, 4, aim).size() == 4, "a value for every game");
        }
    }
}

// What is laid lies as melds do, no card is there twice, and none is lost.
void expect_lawful(const cards::Table& t, int cards_before) {
    int laid = 0, jokers = 0;
    for (int i = 0; i < t.melds; i++) {
        const cards::Meld& meld = t.laid[i];
        expect(meld.size() >= 3, "a meld of three or more");
        expect(meld.run ? meld.low >= 1 && meld.high <= cards::NUMBERS : meld.size() <= cards::COLORS, "a meld within bounds");
        laid += meld.size() - (meld.joker != 0);
        jokers += meld.joker != 0;
    }
    int held = 0;
    for (int seat = 0; seat < t.seats; seat++) {
        held += t.hands[seat].size();
        expect_equal(t.counts[seat], t.hands[seat].size(), "cards counted in hand");
    }
    expect_equal(laid + held, cards_before, "cards laid and held");
    expect_equal(jokers + __builtin_popcount(t.edge), cards::COLORS, "jokers");
}

void laying_cards_keeps_them_all() {
    uint64_t state = 17;
    auto dice = [&](int bound) { return static_cast<int>((state = state * 6364136223846793005u + 1442695040888963407u) >> 33) % bound; };
    for (int round = 0; round < 3'000; round++) {
        cards::Position p = card_game(3, 0xfff);
        cards::Table& t = p.table;
        t.stock_left = dice(40);
        t.counts.fill(0);
        for (int i = 0; i < 36; i++) {
            const auto card = static_cast<cards::Card>(dice(cards::DECK));
            const int seat = dice(3);
            if (!t.hands[0].has(card) && !t.hands[1].has(card) && !t.hands[2].has(card)) t.give(seat, card);
        }
        const int before = t.counts[0] + t.counts[1] + t.counts[2];
        for (int seat : {0, 1, 2, 0, 1, 2}) {
            if (t.counts[seat] < 2) continue;
            cards::Mind mind(t, seat, p.manners[seat]);
            mind.lay();
            expect(t.counts[seat] >= 1, "a card to throw");
            expect(t.hands[seat].has(mind.throws()), "a card of the hand is thrown");
            expect_lawful(t, before);
        }
    }
}

void bad_card_positions_are_refused() {
    for (int wrong = 0; wrong < 6; wrong++) {
        cards::Position p = card_game(2, 31);
        if (wrong == 0) p.table.turn = 2;
        if (wrong == 1) p.manners.pop_back();
        if (wrong == 2) p.table.stock_left = 100;
        if (wrong == 3) p.table.counts[1] = 0;
        if (wrong == 4) p.phase = cards::Phase::PILE;
        if (wrong == 5) p.table.hands[0].add(5), p.table.hands[1].add(5);
        bool refused = false;
        try {
            cards::play_out(p, 1, 0, 1);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        expect(refused, "position " + std::to_string(wrong));
    }
}

void run(const char* name, void (*test)()) {
    current = name;
    auto start = std::chrono::steady_clock::now();
    test();
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > 5) std::printf("%s took %.1f s\n", name, seconds);
}

}  // namespace

#define RUN(test) run(#test, test)

int main() {
    RUN(the_checker_knows_runs_and_groups);
    RUN(the_checker_knows_special_jokers);
    RUN(the_checker_knows_mirrors);
    RUN(a_joker_frees_itself_only_where_the_rest_is_a_set);
    RUN(a_joker_stands_in_its_place_in_a_run);
    RUN(coloured_jokers_keep_to_their_colour);
    RUN(double_jokers_take_two_places);
    RUN(colour_changes_end_runs_or_turn_them);
    RUN(mirrors_face_equal_sides);
    RUN(an_opening_is_worth_enough);
    RUN(kept_sets_only_grow);
    RUN(an_exchanged_joker_lies_in_a_new_set_from_the_rack);
    RUN(a_menu_knows_what_may_be_picked);
    RUN(a_menu_of_an_opening_asks_for_enough);
    RUN(a_menu_says_what_all_plays_say);
    RUN(every_way_to_solve_finds_the_same_value);
    RUN(strict_agrees_on_middling_tables);
    RUN(both_sweeps_walk_the_same_way);
    RUN(the_same_problem_has_the_same_answer);
    RUN(history_leaves_no_trace);
    RUN(one_tile_more_never_lowers_the_value);
    RUN(colours_have_no_order);
    RUN(the_floor_is_a_bar_to_pass);
    RUN(a_deadline_never_lies);
    RUN(threads_share_a_solver);
    RUN(bad_problems_are_refused);
    RUN(card_games_end_and_share_out_one_win);
    RUN(laying_cards_keeps_them_all);
    RUN(bad_card_positions_are_refused);
    std::printf("%d checks, %d failed\n", checks, failures);
    return failures ? 1 : 0;
}
