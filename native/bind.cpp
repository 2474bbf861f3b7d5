// The only file that knows Python: names, types, and the interpreter's lock let go around a solve.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "cards.hpp"
#include "game.hpp"
#include "kernel.hpp"
#include "menu.hpp"

namespace nb = nanobind;
using namespace meldwise;

namespace {

template <class Array>
void copy(const std::vector<int64_t>& from, Array& to, int64_t most, const char* what) {
    if (from.size() != to.size()) throw std::invalid_argument(std::string(what) + ": 56 numbers, one a kind of tile");
    for (size_t i = 0; i < from.size(); i++) {
        if (from[i] < 0 || from[i] > most) throw std::invalid_argument(std::string(what) + ": a number out of range");
        to[i] = static_cast<typename Array::value_type>(from[i]);
    }
}

nb::bytes as_bytes(const uint8_t* data, size_t size) { return nb::bytes(reinterpret_cast<const char*>(data), size); }

Counts as_counts(const nb::bytes& bytes) {
    Counts counts{};
    if (bytes.size() != counts.size()) throw std::invalid_argument("counts: 56 bytes, one a kind of tile");
    std::copy_n(reinterpret_cast<const uint8_t*>(bytes.c_str()), counts.size(), counts.begin());
    return counts;
}

nb::list as_rows(const std::vector<Row>& rows) {
    nb::list list;
    for (const Row& row : rows) list.append(as_bytes(row.data(), row.size()));
    return list;
}

// ---- Rummy 17 ----

cards::Cards cards_of(const std::vector<int>& list) {
    cards::Cards found;
    for (int card : list) {
        if (card < 0 || card >= cards::DECK) throw std::invalid_argument("cards: no such card");
        if (found.has(static_cast<cards::Card>(card))) throw std::invalid_argument("cards: one is there twice");
        found.add(static_cast<cards::Card>(card));
    }
    return found;
}

// A meld: owner, whether a run, colour (of a run), lowest and highest number, colours (of a set), joker.
using PlainMeld = std::tuple<uint8_t, bool, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t>;

void add_meld(cards::Table& table, const PlainMeld& plain) {
    auto [owner, run, color, low, high, colors, joker] = plain;
    const bool good = owner < table.seats && color < cards::COLORS && low >= 1 && low <= high && high <= cards::NUMBERS &&
                      colors < 1 << cards::COLORS && (run ? !joker || (joker >= low && joker <= high) : joker <= cards::COLORS);
    if (!good || table.melds == cards::MELDS) throw std::invalid_argument("melds: one is none");
    table.laid[table.melds++] = {owner, run, color, low, high, colors, joker};
}

void bind_cards(nb::module_& m) {
    nb::class_<cards::Position>(m, "CardPosition")
        .def(
            "__init__",
            [](cards::Position* self, const std::vector<int>& rules, const std::vector<std::vector<int>>& hands, const std::vector<int>& counts,
               const std::vector<bool>& melded, const std::vector<PlainMeld>& melds, uint8_t edge, const std::vector<int>& gone, int top, int stock,
               const std::vector<int>& unseen, const std::vector<int>& unlikely, const std::vector<bool>& layers, int turn, int phase, const std::vector<int>& answers, int out,
               const std::vector<std::vector<int>>& manners) {
                if (rules.size() != 7) throw std::invalid_argument("rules: seven numbers");
                if (hands.size() > cards::SEATS || counts.size() != hands.size() || melded.size() != hands.size() || answers.size() != hands.size() ||
                    layers.size() != hands.size()) {
                    throw std::invalid_argument("seats: a hand, a count, whether it has melded, an answer");
                }
                if (phase < 0 || phase > static_cast<int>(cards::Phase::OVER)) throw std::invalid_argument("phase: from 0 to 5");
                cards::Position p;
                cards::Table& t = p.table;
                t.rules = {rules[0], rules[1], rules[2], rules[3], rules[4], rules[5], static_cast<uint32_t>(rules[6])};
                t.seats = static_cast<int>(hands.size());
                for (int seat = 0; seat < t.seats; seat++) {
                    t.hands[seat] = cards_of(hands[seat]);
                    t.counts[seat] = counts[seat];
                    t.melded[seat] = melded[seat];
                    p.answers[seat] = answers[seat];
                    p.layers[seat] = layers[seat];
                }
                for (const PlainMeld& meld : melds) add_meld(t, meld);
                t.edge = edge;
                t.gone = cards_of(gone);
                t.top = top < 0 ? cards::NONE : static_cast<cards::Card>(top);
                t.stock_left = stock;
                t.turn = turn;
                p.unseen = cards_of(unseen);
                p.unlikely = cards_of(unlikely);
                p.phase = static_cast<cards::Phase>(phase);
                p.out = out;
                for (const auto& manner : manners) {
                    if (manner.size() != cards::WEIGHTS) throw std::invalid_argument("manners: a number for each weight");
                    std::copy(manner.begin(), manner.end(), p.manners.emplace_back().begin());
                }
                new (self) cards::Position(std::move(p));
            },
            nb::arg("rules"), nb::kw_only(), nb::arg("hands"), nb::arg("counts"), nb::arg("melded"), nb::arg("melds"), nb::arg("edge"), nb::arg("gone"),
            nb::arg("top"), nb::arg("stock"), nb::arg("unseen"), nb::arg("unlikely"), nb::arg("layers"), nb::arg("turn"), nb::arg("phase"), nb::arg("answers"), nb::arg("out"),
            nb::arg("manners"))
        .def(
            "play_out",
            [](const cards::Position& position, uint64_t seed, int first, int count) {
                nb::gil_scoped_release released;
                const cards::Tally tally = cards::play_out(position, seed, first, count);
                return std::tuple(tally.wins, tally.scores, tally.turns);
            },
            nb::arg("seed"), nb::arg("first"), nb::arg("count"))
        .def(
            "values",
            [](const cards::Position& position, uint64_t seed, int first, int count, int seat, double win, int turns, const std::vector<double>& weights) {
                nb::gil_scoped_release released;
                return cards::values(position, seed, first, count, {seat, win, turns, weights});
            },
            nb::arg("seed"), nb::arg("first"), nb::arg("count"), nb::arg("seat"), nb::arg("win"), nb::arg("turns"), nb::arg("weights"))
        .def(
            "sums",
            [](const cards::Position& position, uint64_t seed, int first, int count, double win) {
                nb::gil_scoped_release released;
                const cards::Sums sums = cards::sums(position, seed, first, count, win);
                return std::pair(sums.squares, sums.products);
            },
            nb::arg("seed"), nb::arg("first"), nb::arg("count"), nb::arg("win"))
        .def("advice", &cards::advice)
        .def("bonuses", &cards::standing)
        .def("keeping", &cards::keeping);
}

}  // namespace

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false);  // solvers are remembered until the very end
    nb::class_<Problem>(m, "Problem")
        .def(
            "__init__",
            [](Problem* self, const std::vector<int64_t>& table, const std::vector<int64_t>& rack,
               const std::vector<int64_t>& weights, int threshold, int exchanged,
               const std::vector<std::tuple<uint8_t, uint8_t, uint8_t, uint8_t>>& runs,
               const std::vector<std::tuple<uint8_t, uint8_t, uint8_t>>& groups, int64_t floor, int64_t micros, bool strict,
               bool plain, const std::vector<int64_t>& forced) {
                Problem problem;
                copy(table, problem.table, COPIES, "table");
                copy(rack, problem.rack, COPIES, "rack");
                copy(weights, problem.weights, MOST_WEIGHT, "weights");
                if (!forced.empty()) copy(forced, problem.forced, COPIES, "forced");
                for (auto [color, low, high, jokers] : runs) problem.runs.push_back({color, low, high, jokers});
                for (auto [number, open, jokers] : groups) problem.groups.push_back({number, open, jokers});
                problem.threshold = threshold;
                problem.exchanged = exchanged;
                problem.floor = floor;
                problem.micros = micros;
                problem.strict = strict;
                problem.plain = plain;
                new (self) Problem(std::move(problem));
            },
            nb::arg("table"), nb::arg("rack"), nb::arg("weights"), nb::kw_only(), nb::arg("threshold") = 0,
            nb::arg("exchanged") = 0, nb::arg("runs") = nb::list(), nb::arg("groups") = nb::list(), nb::arg("floor") = -1,
            nb::arg("micros") = -1, nb::arg("strict") = false, nb::arg("plain") = false, nb::arg("forced") = nb::list());

    nb::class_<Answer>(m, "Answer")
        .def_ro("found", &Answer::found)
        .def_ro("proven", &Answer::proven)
        .def_ro("value", &Answer::value)
        .def_ro("micros", &Answer::micros)
        .def_prop_ro("play", [](const Answer& a) { return as_bytes(a.play.data(), a.play.size()); })
        .def_prop_ro("rows", [](const Answer& a) { return as_rows(a.rows); })
        .def_prop_ro("stats", [](const Answer& a) {
            return std::tuple(a.stats.states, a.stats.children, a.stats.passes, a.stats.rung, a.stats.widest);
        });

    nb::class_<Game>(m, "Game")
        .def(
            "__init__",
            [](Game* self, const std::vector<int64_t>& table, const std::vector<std::vector<int64_t>>& racks,
               const std::vector<bool>& opened, const std::vector<int>& manners, const std::vector<uint8_t>& pool,
               const std::vector<int64_t>& tiles, const std::vector<int64_t>& points, int turn, int passes, int opening,
               bool first_pass_ends, int64_t effort) {
                Game game;
                copy(table, game.table, COPIES, "table");
                copy(tiles, game.tiles, MOST_WEIGHT, "tiles");
                copy(points, game.points, MOST_WEIGHT, "points");
                if (opened.size() != racks.size() || manners.size() != racks.size()) {
                    throw std::invalid_argument("seats: a rack, a manner, and whether it has opened");
                }
                for (size_t i = 0; i < racks.size(); i++) {
                    if (manners[i] < 0 || manners[i] > static_cast<int>(Manner::WAITER)) throw std::invalid_argument("manners: from 0 to 4");
                    Seat seat{{}, opened[i], static_cast<Manner>(manners[i])};
                    copy(racks[i], seat.rack, COPIES, "racks");
                    game.seats.push_back(seat);
                }
                game.pool = pool;
                game.turn = turn;
                game.passes = passes;
                game.opening = opening;
                game.first_pass_ends = first_pass_ends;
                game.effort = effort;
                new (self) Game(std::move(game));
            },
            nb::arg("table"), nb::arg("racks"), nb::arg("opened"), nb::arg("manners"), nb::arg("pool"), nb::kw_only(),
            nb::arg("tiles"), nb::arg("points"), nb::arg("turn") = 0, nb::arg("passes") = 0, nb::arg("opening") = 30,
            nb::arg("first_pass_ends") = false, nb::arg("effort") = -1);

    nb::class_<Finish>(m, "Finish")
        .def_ro("out", &Finish::out)
        .def_ro("pool", &Finish::pool)
        .def_ro("turn", &Finish::turn)
        .def_ro("turns", &Finish::turns)
        .def_ro("states", &Finish::states)
        .def_prop_ro("racks", [](const Finish& finish) {
            nb::list racks;
            for (const Seat& seat : finish.seats) racks.append(as_bytes(seat.rack.data(), seat.rack.size()));
            return racks;
        })
        .def_prop_ro("opened", [](const Finish& finish) {
            std::vector<bool> opened;
            for (const Seat& seat : finish.seats) opened.push_back(seat.opened);
            return opened;
        });

    nb::class_<Solver>(m, "Solver")
        .def(
            "__init__",
            [](Solver* self, int numbers, bool colored, int joker_limit, bool change_starts, bool mirror_counts, int mirror_side) {
                new (self) Solver(Shape{numbers, colored, joker_limit, change_starts, mirror_counts, mirror_side});
            },
            nb::kw_only(), nb::arg("numbers") = NUMBERS, nb::arg("colored") = false, nb::arg("joker_limit") = 0,
            nb::arg("change_starts") = false, nb::arg("mirror_counts") = true, nb::arg("mirror_side") = 1)
        .def("solve", &Solver::solve, nb::arg("problem"), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "solve_all",
            [](Solver& solver, const std::vector<Problem*>& problems) {
                for (const Problem* problem : problems) {
                    if (!problem) throw nb::type_error("problems: one is None");
                }
                std::vector<Answer> answers;
                answers.reserve(problems.size());
                nb::gil_scoped_release released;
                for (const Problem* problem : problems) answers.push_back(solver.solve(*problem));
                return answers;
            },
            nb::arg("problems"))
        .def(
            "play_out",
            [](Solver& solver, const std::vector<Game*>& games) {
                for (const Game* game : games) {
                    if (!game) throw nb::type_error("games: one is None");
                }
                std::vector<Finish> ends;
                ends.reserve(games.size());
                nb::gil_scoped_release released;
                for (const Game* game : games) ends.push_back(play_out(solver, *game));
                return ends;
            },
            nb::arg("games"))
        .def(
            "plays",
            [](Solver& solver, const Problem& problem, size_t most) {
                Plays found;
                {
                    nb::gil_scoped_release released;
                    found = solver.plays(problem, most);
                }
                nb::list plays;
                for (const Play& play : found.plays) plays.append(nb::make_tuple(play.value, as_bytes(play.play.data(), KINDS)));
                return nb::make_tuple(plays, found.proven, found.micros);
            },
            nb::arg("problem"), nb::arg("most"))
        .def(
            "arrange",
            [](Solver& solver, const std::vector<nb::bytes>& sets, const std::vector<int64_t>& play, int64_t micros) {
                std::vector<Row> rows;
                for (const auto& set : sets) {
                    auto* data = reinterpret_cast<const uint8_t*>(set.c_str());
                    rows.emplace_back(data, data + set.size());
                }
                Counts counts{};
                copy(play, counts, COPIES, "play");
                nb::gil_scoped_release released;
                return solver.arrange(rows, counts, micros);
            },
            nb::arg("sets"), nb::arg("play"), nb::arg("micros") = -1);

    nb::class_<Arrangement>(m, "Arrangement")
        .def_ro("found", &Arrangement::found)
        .def_ro("proven", &Arrangement::proven)
        .def_ro("micros", &Arrangement::micros)
        .def_prop_ro("kept", [](const Arrangement& a) { return as_bytes(a.kept.data(), a.kept.size()); })
        .def_prop_ro("rows", [](const Arrangement& a) { return as_rows(a.rows); });

    nb::class_<Menu>(m, "Menu")
        .def(
            "__init__",
            [](Menu* self, Solver& solver, const Problem& like, const nb::bytes& table, const nb::bytes& rack, int threshold) {
                Scene scene{like, {}};
                scene.problem.table = as_counts(table);
                scene.problem.rack = as_counts(rack);
                scene.problem.threshold = threshold;
                new (self) Menu(solver, {scene});
            },
            nb::arg("solver"), nb::arg("like"), nb::arg("table"), nb::arg("rack"), nb::arg("threshold") = 0, nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](Menu* self, Solver& solver, const std::vector<Problem*>& problems, const std::vector<nb::bytes>& puts) {
                std::vector<Scene> scenes;
                if (problems.size() != puts.size()) throw std::invalid_argument("scenes: a problem, and what it puts");
                for (size_t i = 0; i < problems.size(); i++) {
                    if (!problems[i]) throw nb::type_error("problems: one is None");
                    scenes.push_back({*problems[i], as_counts(puts[i])});
                }
                new (self) Menu(solver, std::move(scenes));
            },
            nb::arg("solver"), nb::arg("problems"), nb::arg("puts"), nb::keep_alive<1, 2>())
        .def("draw", &Menu::draw, nb::arg("kind"))
        .def(
            "open",
            [](Menu& menu, const nb::bytes& picked) {
                const auto open = menu.open(as_counts(picked));
                return as_bytes(open.data(), open.size());
            },
            nb::arg("picked"))
        .def(
            "plays",
            [](Menu& menu, size_t most) {
                nb::list plays;
                for (const Play& play : menu.plays(most)) plays.append(as_bytes(play.play.data(), KINDS));
                return plays;
            },
            nb::arg("most"));

    bind_cards(m);
}
