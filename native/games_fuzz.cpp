// games_fuzz SECONDS [SEED]: games and turns made at random until the time is over, played out and checked.
//
// Trial number i is made from SEED + i alone, and at least one is tried: `games_fuzz 0 SEED` tries that one again.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "cards.hpp"
#include "fuzz.hpp"
#include "game.hpp"
#include "menu.hpp"
#include "row_check.hpp"

using namespace meldwise;
using namespace meldwise::trial;

namespace {

struct Tally {
    long games = 0, refused = 0, menus = 0, picks = 0, card_games = 0, card_refused = 0;
};

void expect(bool good, const char* what) {
    if (!good) throw std::runtime_error(what);
}

Shape shape_by(Dice& dice) {
    Shape shape;
    shape.numbers = dice.chance(60) ? NUMBERS : dice.from(3, NUMBERS);
    shape.colored = dice.chance(20);
    shape.joker_limit = dice.chance(20) ? 1 : 0;
    shape.mirror_counts = dice.chance(70);
    return shape;
}

int size_of(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

// ---- whole games of tiles ----

Game dealt(Dice& dice, const Shape& shape) {
    std::vector<uint8_t> box;
    const bool special = dice.chance(50);
    for (int kind = 0; kind < KINDS; kind++) {
        if (kind < TILES ? kind % NUMBERS >= shape.numbers : kind > TILES && !special && !shape.colored) continue;
        box.insert(box.end(), COPIES, static_cast<uint8_t>(kind));
    }
    for (size_t i = box.size(); i > 1; i--) std::swap(box[i - 1], box[static_cast<size_t>(dice.below(static_cast<int>(i)))]);
    Game game;
    game.seats.resize(static_cast<size_t>(dice.from(1, 4)));
    const int tiles = dice.from(1, 14);
    for (Seat& seat : game.seats) {
        seat.manner = static_cast<Manner>(dice.below(5));
        seat.opened = dice.chance(30);  // at an empty table that is a way to begin too
        for (int i = 0; i < tiles && !box.empty(); i++) {
            seat.rack[box.back()]++;
            box.pop_back();
        }
    }
    if (dice.chance(70)) box.resize(std::min(box.size(), static_cast<size_t>(dice.below(30))));
    game.pool = box;
    game.turn = dice.below(static_cast<int>(game.seats.size()));
    game.opening = dice.from(0, 60);
    game.first_pass_ends = dice.chance(40);
    if (dice.chance(30)) game.effort = dice.from(0, 2000);
    for (int kind = 0; kind < KINDS; kind++) {
        const int number = kind < TILES ? kind % NUMBERS + 1 : 30;
        game.tiles[kind] = 1000 + number;
        game.points[kind] = 100 * number + 1;
    }
    return game;
}

// Something that is wrong with a game.
void spoil(Dice& dice, Game& game) {
    switch (dice.below(6)) {
        case 0: game.turn = dice.chance(50) ? -1 : static_cast<int>(game.seats.size()); break;
        case 1: game.passes = -1; break;
        case 2: game.seats.clear(); break;
        case 3: game.pool.push_back(static_cast<uint8_t>(dice.from(KINDS, 255))); break;
        case 4: game.pool.insert(game.pool.end(), COPIES + 1, static_cast<uint8_t>(dice.below(KINDS))); break;
        default: game.seats.front().rack = {}; break;
    }
}

void play_tiles(Dice& dice, Tally& tally) {
    const Shape shape = shape_by(dice);
    Solver solver(shape);
    Game game = dealt(dice, shape);
    const bool spoiled = dice.chance(10);
    if (spoiled) spoil(dice, game);
    Finish end;
    try {
        end = play_out(solver, game);
    } catch (const std::invalid_argument&) {
        expect(spoiled, "a good game was refused");
        tally.refused++;
        return;
    }
    expect(!spoiled, "a bad game was played");
    tally.games++;
    expect(end.seats.size() == game.seats.size() && end.pool <= game.pool.size(), "the seats and the pool");
    for (size_t i = 0; i < end.seats.size(); i++) {
        expect((static_cast<int>(i) == end.out) == !size_of(end.seats[i].rack), "who has no tile went out, and nobody else");
        expect(end.seats[i].opened || !game.seats[i].opened, "an opening is not taken back");
        if (!end.seats[i].opened) expect(size_of(end.seats[i].rack) >= size_of(game.seats[i].rack), "who has not opened laid nothing");
    }
    if (end.out < 0) expect(!end.pool, "nobody stops before the pool is empty");
    // What was laid lies in sets: a problem that must lay all of it has a solution.
    Problem laid;
    for (const Seat& seat : game.seats) {
        for (int kind = 0; kind < KINDS; kind++) laid.table[kind] = static_cast<uint8_t>(laid.table[kind] + seat.rack[kind]);
    }
    for (size_t i = 0; i < game.pool.size() - end.pool; i++) laid.table[game.pool[i]]++;
    for (const Seat& seat : end.seats) {
        for (int kind = 0; kind < KINDS; kind++) {
            expect(laid.table[kind] >= seat.rack[kind], "no tile comes from nowhere");
            laid.table[kind] = static_cast<uint8_t>(laid.table[kind] - seat.rack[kind]);
        }
    }
    expect(solver.solve(laid).found, "what was laid lies in sets");
}

// ---- turns picked tile by tile ----

void pick_tiles(Dice& dice, Tally& tally) {
    const Shape shape = shape_by(dice);
    Maker maker(dice, shape);
    const bool special = dice.chance(40);
    Problem problem = dice.chance(30) ? maker.opening({0, 14, 15}, special) : maker.problem({8, 14, 10}, special);
    problem.floor = 0;
    Solver solver(shape);
    Menu menu(solver, {{problem, {}}});
    tally.menus++;
    Counts picked{};
    for (;;) {
        const Menu::Open open = menu.open(picked);
        Problem exactly = problem;
        exactly.rack = {};
        exactly.forced = picked;
        exactly.floor = -1;
        if (size_of(picked)) expect(open[KINDS] == solver.solve(exactly).found, "what can be laid now");
        std::vector<int> next;
        for (int kind = 0; kind < KINDS; kind++) {
            const bool there = problem.rack[kind] > picked[kind];
            expect(there || !open[kind], "only tiles of the rack are open");
            if (!there) continue;
            Problem more = problem;
            more.forced = picked;
            more.forced[kind]++;
            for (int one = 0; one < KINDS; one++) more.rack[one] = static_cast<uint8_t>(problem.rack[one] - more.forced[one]);
            more.floor = -1;
            expect(solver.solve(more).found == open[kind], "a kind is open exactly where some play has it");
            if (open[kind]) next.push_back(kind);
        }
        if (next.empty()) return;
        picked[static_cast<size_t>(next[static_cast<size_t>(dice.below(static_cast<int>(next.size())))])]++;
        tally.picks++;
    }
}

// ---- Rummy 17 ----

cards::Position card_position(Dice& dice) {
    cards::Position p;
    cards::Table& t = p.table;
    t.seats = dice.from(2, cards::SEATS);
    t.turn = dice.below(t.seats);
    t.rules.bonus = static_cast<uint32_t>(dice.below(1 << cards::BONUSES));
    t.edge = (1 << cards::COLORS) - 1;
    std::vector<cards::Card> deck(cards::DECK);
    std::iota(deck.begin(), deck.end(), cards::Card{0});
    for (size_t i = deck.size(); i > 1; i--) std::swap(deck[i - 1], deck[static_cast<size_t>(dice.below(static_cast<int>(i)))]);
    auto pick = [&] {
        const cards::Card card = deck.back();
        deck.pop_back();
        return card;
    };
    if (dice.chance(80)) t.top = pick();
    for (int seat = 0; seat < t.seats; seat++) {
        t.counts[seat] = dice.from(1, 11);
        for (int known = dice.chance(50) ? 0 : dice.from(0, t.counts[seat]); known > 0; known--) t.hands[seat].add(pick());
        p.layers[seat] = dice.chance(30);
        p.answers[seat] = dice.from(-1, 1);
    }
    for (auto card : deck) p.unseen.add(card);
    int hidden = 0;
    for (int seat = 0; seat < t.seats; seat++) hidden += t.counts[seat] - t.hands[seat].size();
    t.stock_left = dice.from(1, std::max(1, static_cast<int>(deck.size()) - hidden));
    p.phase = t.top == cards::NONE ? (dice.chance(50) ? cards::Phase::TAKE : cards::Phase::LAYING) : static_cast<cards::Phase>(dice.below(5));
    if (p.phase == cards::Phase::LAYING && dice.chance(50)) t.stock_left = 0;
    cards::Manner manner{};
    for (int& weight : manner) weight = dice.chance(90) ? dice.from(-20, 320) : dice.from(-100'000, 100'000);
    p.manners.assign(static_cast<size_t>(t.seats), manner);
    return p;
}

void spoil(Dice& dice, cards::Position& p) {
    cards::Table& t = p.table;
    switch (dice.below(6)) {
        case 0: t.turn = dice.chance(50) ? -1 : t.seats; break;
        case 1: p.manners.pop_back(); break;
        case 2: t.stock_left = dice.chance(50) ? -1 : cards::DECK + 1; break;
        case 3: t.counts[0] = t.hands[0].size() - 1; break;
        case 4: t.seats = dice.chance(50) ? 1 : cards::SEATS + 1; break;
        default: t.hands[0] = p.unseen; break;
    }
}

void play_cards(Dice& dice, Tally& tally) {
    cards::Position p = card_position(dice);
    const bool spoiled = dice.chance(10);
    if (spoiled) spoil(dice, p);
    const int games = dice.from(1, 6);
    const uint64_t from = dice.next();
    cards::Aim aim{0, 10.0, dice.below(8), std::vector<double>(cards::VALUES, 0.5)};
    try {
        const cards::Tally first = cards::play_out(p, from, 0, games), again = cards::play_out(p, from, 0, games);
        expect(!spoiled, "a bad position was played");
        expect(std::accumulate(first.wins.begin(), first.wins.end(), int64_t{0}) == int64_t{60} * games, "every game has a win to share");
        expect(first.scores == again.scores && first.turns == again.turns, "the same seed, the same games");
        expect(cards::values(p, from, 0, games, aim).size() == static_cast<size_t>(games), "a value for every game");
        expect(cards::advice(p).size() == static_cast<size_t>(p.table.seats), "advice for every seat");
        expect(cards::keeping(p).size() == static_cast<size_t>(p.table.hands[p.table.turn].size()), "every card of the hand");
        tally.card_games += games;
    } catch (const std::invalid_argument&) {
        expect(spoiled, "a good position was refused");
        tally.card_refused++;
    }
}

void run(uint64_t from, Tally& tally) {
    Dice dice(from);
    switch (dice.below(3)) {
        case 0: return play_tiles(dice, tally);
        case 1: return pick_tiles(dice, tally);
        default: return play_cards(dice, tally);
    }
}

}  // namespace

int main(int argc, char** argv) {
    Tally tally;
    const int status = run_trials("games_fuzz", argc, argv, [&](uint64_t from, std::string&) { run(from, tally); });
    if (status) return status;
    std::printf("%ld games played out, %ld refused; %ld turns of %ld picks; ", tally.games, tally.refused, tally.menus, tally.picks);
    std::printf("%ld card games, %ld positions refused\n", tally.card_games, tally.card_refused);
}
