#include "cards.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace meldwise::cards {

namespace {

constexpr int WIN = 60;   // every number of seats divides it
constexpr int LIKELY = 8;  // cards changed to make a hand more likely
constexpr int PILED = 3;  // rounds in which everyone takes the discard, before the stock is drawn on: games must end

// SplitMix64: the same numbers on every machine.
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    int below(int bound) { return static_cast<int>((next() >> 32) * static_cast<uint64_t>(bound) >> 32); }

private:
    uint64_t state_;
};

// Changes hidden cards of a seat that would have been laid for others from the stock, if they are soon found.
void make_likely(const Position& position, Table& table, int seat, Dice& dice) {
    for (int tries = 0; table.stock_left && tries < LIKELY; tries++) {
        Card odd = melding(table, seat);
        if (table.melded[seat]) {
            table.hands[seat].each([&](Card card) {
                if (position.unlikely.has(card) && !position.table.hands[seat].has(card)) odd = card;
            });
        }
        if (odd == NONE || position.table.hands[seat].has(odd)) return;
        Card& other = table.stock[dice.below(table.stock_left)];
        table.hands[seat].remove(odd);
        table.hands[seat].add(other);
        other = odd;
    }
}

// Deals the unseen cards to the hands and the stock.
Table dealt(const Position& position, Dice& dice) {
    Table table = position.table;
    std::array<Card, DECK> cards{};
    int left = 0;
    position.unseen.each([&](Card card) { cards[left++] = card; });
    auto pick = [&] {
        std::swap(cards[dice.below(left)], cards[left - 1]);
        return cards[--left];
    };
    for (int i = 0; i < table.stock_left; i++) table.stock[i] = pick();
    for (int seat = 0; seat < table.seats; seat++) {
        for (int missing = table.counts[seat] - table.hands[seat].size(); missing > 0; missing--) table.hands[seat].add(pick());
    }
    if (table.top == NONE && left) table.top = pick();
    for (int seat = 0; seat < table.seats; seat++) {
        if (position.layers[seat]) make_likely(position, table, seat, dice);
    }
    return table;
}

struct Finish {
    Points points{}, wins{};
};

class Playout {
public:
    Playout(const Position& position, Table table) : p_(position), t_(table), phase_(position.phase), out_(position.out) {}

    // Plays so many turns more, or (0) all; tells whether the game is over.
    bool play(int turns) {
        for (int i = 0; phase_ != Phase::OVER && (!turns || i < turns); i++) turn();
        return phase_ == Phase::OVER;
    }

    Finish finish() const {
        Finish finish;
        finish.points = score(t_, out_);
        const auto begin = finish.points.begin(), end = begin + t_.seats;
        const int best = *std::max_element(begin, end), winners = static_cast<int>(std::count(begin, end, best));
        for (int seat = 0; seat < t_.seats; seat++) finish.wins[seat] = finish.points[seat] == best ? WIN / winners : 0;
        return finish;
    }

    uint64_t turns() const { return turns_; }

    const Table& table() const { return t_; }

private:
    void turn() {
        turns_++;
        take(phase_);
        mind(t_.turn).lay();
        discard(mind(t_.turn).throws());
        if (!t_.counts[t_.turn]) out_ = t_.turn;
        phase_ = out_ >= 0 || !t_.stock_left ? Phase::OVER : Phase::TAKE;
        t_.turn = (t_.turn + 1) % t_.seats;
    }

    Mind mind(int seat) { return Mind(t_, seat, p_.manners[seat]); }

    void take(Phase phase) {
        if (phase == Phase::TAKE) phase = t_.top != NONE && piled_ < PILED * t_.seats && mind(t_.turn).takes() ? Phase::PILE : Phase::STOCK;
        piled_ = phase == Phase::PILE ? piled_ + 1 : 0;
        if (phase == Phase::PILE) take_top(t_.turn);
        if (phase == Phase::STOCK) t_.give(t_.turn, t_.stock[--t_.stock_left]);
        if (phase == Phase::STOCK || phase == Phase::KNOCKING) knock(phase == Phase::KNOCKING);
    }

    void take_top(int seat) {
        t_.give(seat, t_.top);
        t_.top = NONE;
    }

    void knock(bool asked) {
        for (int i = 1; i < t_.seats && t_.top != NONE; i++) {
            const int seat = (t_.turn + i) % t_.seats;
            const int answer = asked ? p_.answers[seat] : -1;
            if (answer > 0 || (answer < 0 && mind(seat).knocks())) take_top(seat);
        }
    }

    void discard(Card card) {
        if (t_.top != NONE) t_.gone.add(t_.top);
        t_.lose(t_.turn, card);
        t_.top = card;
    }

    const Position& p_;
    Table t_;
    Phase phase_;
    int out_;
    uint64_t turns_ = 0;
    int piled_ = 0;  // turns in a row that took a discard
};

void check(const Position& p) {
    auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw std::invalid_argument(why);
    };
    const Table& t = p.table;
    refuse(t.seats < 2 || t.seats > SEATS, "seats: from 2 to 6");
    refuse(t.turn < 0 || t.turn >= t.seats, "turn: no such seat");
    refuse(p.manners.size() != static_cast<size_t>(t.seats), "manners: one a seat");
    refuse(p.out >= t.seats, "out: no such seat");
    refuse(t.stock_left < 0, "stock: below 0");
    refuse((p.phase == Phase::STOCK || p.phase == Phase::TAKE) && !t.stock_left, "stock: empty");
    refuse((p.phase == Phase::PILE || p.phase == Phase::KNOCKING) && t.top == NONE, "top: no discard");
    int missing = t.stock_left;
    Cards all = p.unseen;
    auto add = [&](Card card) {
        refuse(all.has(card), "cards: one is in two places");
        all.add(card);
    };
    if (t.top != NONE) add(t.top);
    for (int seat = 0; seat < t.seats; seat++) {
        t.hands[seat].each(add);
        const int hidden = t.counts[seat] - t.hands[seat].size();
        refuse(hidden < 0, "counts: fewer than the cards that are known");
        refuse(!t.counts[seat] && p.phase != Phase::OVER, "counts: a hand is empty");
        missing += hidden;
    }
    refuse(missing > p.unseen.size(), "unseen: too few cards");
}

Playout begun(const Position& position, uint64_t seed, int game) {
    Dice dice(seed + 0x632be59bd9b4e019 * static_cast<uint64_t>(game + 1));
    return Playout(position, dealt(position, dice));
}

// What a finished game is worth to a seat.
double worth(const Finish& finish, int seats, int seat, double win) {
    const Points& points = finish.points;
    const int all = std::accumulate(points.begin(), points.begin() + seats, 0);
    return points[seat] - static_cast<double>(all - points[seat]) / (seats - 1) + win * finish.wins[seat] / WIN;
}

}  // namespace

Tally play_out(const Position& position, uint64_t seed, int first, int count) {
    check(position);
    const int seats = position.table.seats;
    Tally tally{std::vector<int64_t>(seats), std::vector<int64_t>(seats), 0};
    for (int i = first; i < first + count; i++) {
        Playout playout = begun(position, seed, i);
        playout.play(0);
        const Finish finish = playout.finish();
        for (int seat = 0; seat < seats; seat++) {
            tally.scores[seat] += finish.points[seat];
            tally.wins[seat] += finish.wins[seat];
        }
        tally.turns += playout.turns();
    }
    return tally;
}

std::vector<double> values(const Position& position, uint64_t seed, int first, int count, const Aim& aim) {
    check(position);
    const int seats = position.table.seats;
    if (aim.seat < 0 || aim.seat >= seats) throw std::invalid_argument("seat: no such seat");
    if (aim.turns && aim.weights.size() != VALUES) throw std::invalid_argument("weights: one for each place and feature");
    std::vector<double> values;
    for (int i = first; i < first + count; i++) {
        Playout playout = begun(position, seed, i);
        if (playout.play(aim.turns) || (is_last_stage(playout.table()) && playout.play(0))) {
            values.push_back(worth(playout.finish(), seats, aim.seat, aim.win));
        } else {
            values.push_back(value(playout.table(), aim.seat, aim.weights, aim.win / seats));
        }
    }
    return values;
}

Sums sums(const Position& position, uint64_t seed, int first, int count, double win) {
    check(position);
    const int seats = position.table.seats;
    Sums sums{std::vector<double>(VALUES * FEATURES), std::vector<double>(VALUES)};
    std::vector<std::pair<int, std::array<Features, SEATS>>> seen;
    for (int i = first; i < first + count; i++) {
        Playout playout = begun(position, seed, i);
        seen.clear();
        while (!playout.play(1)) seen.emplace_back(place(playout.table()), features(playout.table()));
        for (const auto& [at, all] : seen) {
            for (int seat = 0; seat < seats; seat++) {
                const Features mine = lead(all, seats, seat);
                const double came = worth(playout.finish(), seats, seat, win) - win / seats;
                for (int one = 0; one < FEATURES; one++) {
                    sums.products[at + one] += mine[one] * came;
                    for (int other = 0; other < FEATURES; other++) sums.squares[(at + one) * FEATURES + other] += mine[one] * mine[other];
                }
            }
        }
    }
    return sums;
}

std::vector<bool> advice(const Position& position) {
    check(position);
    Table table = position.table;
    std::vector<bool> wanted;
    for (int seat = 0; seat < table.seats; seat++) {
        const Mind mind(table, seat, position.manners[seat]);
        wanted.push_back(table.top != NONE && (seat == table.turn ? mind.takes() : mind.knocks()));
    }
    return wanted;
}

std::vector<int> standing(const Position& position) {
    const Table& table = position.table;
    const Points points = bonuses(table, table.counts.at(table.turn) == 1 ? table.turn : -1);
    return {points.begin(), points.begin() + table.seats};
}

std::vector<std::pair<Card, int>> keeping(const Position& position) {
    Table table = position.table;
    const int seat = table.turn;
    const Mind mind(table, seat, position.manners.at(seat));
    std::vector<std::pair<Card, int>> worths;
    table.hands[seat].each([&](Card card) { worths.emplace_back(card, mind.keeping(card)); });
    std::stable_sort(worths.begin(), worths.end(), [](const auto& one, const auto& other) { return one.second < other.second; });
    return worths;
}

}  // namespace meldwise::cards
