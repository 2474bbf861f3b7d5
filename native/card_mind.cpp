#include "card_mind.hpp"

#include <algorithm>

namespace meldwise::cards {

namespace {

constexpr uint32_t ALL = ((1u << NUMBERS) - 1) << 1;
constexpr int SMALLEST = 3, MOST_OPTIONS = 64;
constexpr int CARD_COST = 3;   // of two cards nobody has seen, in points
constexpr int SMALL_HAND = 4;  // another may soon go out
constexpr int DEEP = 4;        // rounds the stock lasts

// A new meld from the hand.
struct Option {
    Meld meld;
    Cards cards;
    int size = 0, value = 0;
};

struct Options {
    std::array<Option, MOST_OPTIONS> list{};
    int count = 0;

    void add(const Option& option) {
        if (count < MOST_OPTIONS) list[count++] = option;
    }
};

uint32_t stretch(int low, int high) { return ((2u << high) - 1) & ~((1u << low) - 1); }

bool overlap(const Cards& one, const Cards& other) {
    for (int color = 0; color < COLORS; color++) {
        if (one.rows[color] & other.rows[color]) return true;
    }
    return false;
}

void add_run(Options& options, const Table& t, int seat, int color, int low, int high, int joker) {
    Option option;
    option.meld = {static_cast<uint8_t>(seat), true, static_cast<uint8_t>(color), static_cast<uint8_t>(low), static_cast<uint8_t>(high), 0,
                   static_cast<uint8_t>(joker)};
    option.cards.rows[color] = stretch(low, high) & t.hands[seat].rows[color];
    if (joker) option.cards.rows[color] &= ~(1u << joker);
    option.size = __builtin_popcount(option.cards.rows[color]);
    options.add(option);
}

void add_set(Options& options, int seat, int number, int colors) {
    Option option;
    option.meld = {static_cast<uint8_t>(seat), false, 0, static_cast<uint8_t>(number), static_cast<uint8_t>(number), static_cast<uint8_t>(colors), 0};
    for (int color = 0; color < COLORS; color++) {
        if (colors >> color & 1) option.cards.add(card_of(color, number));
    }
    option.size = __builtin_popcount(static_cast<unsigned>(colors));
    options.add(option);
}

void add_runs(Options& options, const Table& t, int seat, int color) {
    const uint32_t row = t.hands[seat].rows[color];
    const bool joker = t.edge >> color & 1;
    for (int low = 1, high; low <= NUMBERS; low = high + 1) {
        high = low;
        if (!(row >> low & 1)) continue;
        while (high < NUMBERS && row >> (high + 1) & 1) high++;
        const int length = high - low + 1;
        if (length >= SMALLEST) add_run(options, t, seat, color, low, high, 0);
        if (length > SMALLEST) {
            add_run(options, t, seat, color, low + 1, high, 0);
            add_run(options, t, seat, color, low, high - 1, 0);
        }
        if (!joker) continue;
        if (length + 1 >= t.rules.edge_run && length + 1 >= SMALLEST) {
            if (high < NUMBERS) add_run(options, t, seat, color, low, high + 1, high + 1);
            else if (low > 1) add_run(options, t, seat, color, low - 1, high, low - 1);
        }
        if (high + 2 <= NUMBERS && row >> (high + 2) & 1) {  // the joker joins two stretches
            int end = high + 2;
            while (end < NUMBERS && row >> (end + 1) & 1) end++;
            if (end - low + 1 >= std::max(SMALLEST, t.rules.edge_run)) add_run(options, t, seat, color, low, end, high + 1);
        }
    }
}

void add_sets(Options& options, const Table& t, int seat, int number) {
    const int colors = t.hands[seat].colors_of(number);
    const int size = __builtin_popcount(static_cast<unsigned>(colors));
    if (size < SMALLEST) return;
    add_set(options, seat, number, colors);
    for (int color = 0; size > SMALLEST && color < COLORS; color++) {
        if (colors >> color & 1) add_set(options, seat, number, colors ^ 1 << color);
    }
}

// Whether a look for melds is worth while: most hands hold none.
bool may_hold_meld(const Table& t, int seat) {
    uint32_t one = 0, two = 0, three = 0;  // numbers the colours so far have that often
    for (int color = 0; color < COLORS; color++) {
        const uint32_t row = t.hands[seat].rows[color];
        if (row & row >> 1 & row >> 2) return true;
        if (t.edge >> color & 1 && __builtin_popcount(row) >= std::max(t.rules.edge_run, SMALLEST) - 1) return true;
        three |= two & row;
        two |= one & row;
        one |= row;
    }
    return three;
}

// How many bonus cards in play a laid card counts for.
int wishes(const Rules& rules, Card card) {
    const int number = number_of(card), color = color_of(card);
    return (rules.in_play(MOST_123) && number <= 3) + (rules.in_play(MOST_8_16) && (number == 8 || number == 16)) +
           (rules.in_play(MOST_RED) && color == RED) - (rules.in_play(FEWEST_BLUE) && color == BLUE);
}

// What a new meld does for the bonus cards in play, roughly.
int bonus_of(const Table& t, const Meld& meld) {
    Table alone;
    alone.seats = 1;
    alone.laid[alone.melds++] = meld;
    alone.laid[0].owner = 0;
    int sum = 0;
    for (Bonus card : {MOST_SETS, MOST_RUNS, LONGEST_SET, LONGEST_RUN, MOST_123, MOST_8_16, MOST_RED, FEWEST_BLUE, FEWEST_JOKERS}) {
        if (t.rules.in_play(card)) sum += figures(alone, card, -1)[0];
    }
    return sum;
}

}  // namespace

Card melding(const Table& t, int seat) {
    uint32_t one = 0, two = 0, three = 0;
    for (int color = 0; color < COLORS; color++) {
        const uint32_t row = t.hands[seat].rows[color];
        if (const uint32_t middle = row << 1 & row & row >> 1) return card_of(color, __builtin_ctz(middle));
        const int size = std::max(t.rules.edge_run, SMALLEST);
        for (int low = 1; t.edge >> color & 1 && low <= NUMBERS - size + 1; low++) {
            const uint32_t held = row & stretch(low, low + size - 1);
            if (__builtin_popcount(held) >= size - 1) return card_of(color, __builtin_ctz(held & (held - 1)));
        }
        if ((three |= two & row)) return card_of(color, __builtin_ctz(three));
        two |= one & row;
        one |= row;
    }
    return NONE;
}

bool Mind::fits(Card card) const {
    return std::any_of(t_.laid.begin(), t_.laid.begin() + t_.melds, [&](const Meld& meld) { return meld.takes(card) || meld.stands_for(card); });
}

bool Mind::hurry() const {
    for (int other = 0; other < t_.seats; other++) {
        if (other != seat_ && t_.counts[other] <= SMALL_HAND) return true;
    }
    return false;
}

bool Mind::leads() const {
    const Points points = bonuses(t_, seat_);
    return points[seat_] == *std::max_element(points.begin(), points.begin() + t_.seats);
}

// Whether a card that is not in the hand makes a meld with it.
bool Mind::completes(Card card) const {
    const int color = color_of(card), number = number_of(card);
    const Cards& hand = t_.hands[seat_];
    if (__builtin_popcount(static_cast<unsigned>(hand.colors_of(number))) >= SMALLEST - 1) return true;
    const uint32_t row = hand.rows[color] | 1u << number;
    auto found = [&](int size, int lack) {
        for (int low = std::max(1, number - size + 1); low <= std::min(number, NUMBERS - size + 1); low++) {
            if (__builtin_popcount(row & stretch(low, low + size - 1)) >= size - lack) return true;
        }
        return false;
    };
    return found(SMALLEST, 0) || (t_.edge >> color & 1 && found(t_.rules.edge_run, 1));
}

int Mind::keeping(Card card) const {
    const int color = color_of(card), number = number_of(card);
    const uint32_t row = t_.hands[seat_].rows[color], open = ALL & ~t_.gone.rows[color];
    int worth = -(w_[COST] + (hurry() ? w_[HASTE] : 0)) * t_.rules.penalty(card);
    for (int low = std::max(1, number - 2); low <= std::min(number, NUMBERS - 2); low++) {
        const uint32_t window = stretch(low, low + 2);
        if ((window & (open | row)) != window) continue;
        const int held = __builtin_popcount(window & row);
        worth += held == 1 ? w_[RUN_ONE] : held == 2 ? w_[RUN_PAIR] : w_[WHOLE];
    }
    worth += w_[WISHED] * wishes(t_.rules, card);
    if (number == t_.rules.doubling && t_.melded[seat_] && t_.counts[seat_] <= SMALL_HAND && leads()) worth += w_[LAST];
    const int size = t_.rules.edge_run;
    for (int low = std::max(1, number - size + 1); t_.edge >> color & 1 && low <= std::min(number, NUMBERS - size + 1); low++) {
        const uint32_t window = stretch(low, low + size - 1);
        const int held = __builtin_popcount(window & row);
        if (held >= size - 1) worth += w_[WHOLE];
        else if (held == size - 2 && __builtin_popcount(window & (open | row)) >= size - 1) worth += w_[EDGE_PAIR];
    }
    const int colors = t_.hands[seat_].colors_of(number), held = __builtin_popcount(static_cast<unsigned>(colors));
    int coming = 0;
    for (int other = 0; other < COLORS; other++) coming += !(colors >> other & 1) && !(t_.gone.rows[other] >> number & 1);
    worth += held >= SMALLEST ? w_[WHOLE] : held == 2 ? w_[SET_PAIR] * coming : coming >= 2 ? w_[SET_ONE] * coming : 0;
    for (int i = 0; i < t_.melds; i++) {
        const Meld& meld = t_.laid[i];
        if (meld.takes(card) || meld.stands_for(card)) worth += w_[FIT];
        else if (meld.run && meld.color == color && (number == meld.low - 2 || number == meld.high + 2)) worth += w_[NEAR];
    }
    return worth;
}

Card Mind::throws() const {
    Card best = NONE;
    int least = 0;
    t_.hands[seat_].each([&](Card card) {
        bool feeds = false;
        for (int other = 0; other < t_.seats; other++) feeds |= other != seat_ && t_.melded[other];
        const int worth = keeping(card) + (feeds && fits(card) ? w_[FEED] : 0);
        if (best == NONE || worth < least) best = card, least = worth;
    });
    return best;
}

int Mind::gain(Card card) const {
    const bool fitting = t_.melded[seat_] && fits(card);
    if (!fitting && !completes(card)) return 0;
    Table without = t_, with = t_;
    with.give(seat_, card);
    return Mind(with, seat_, w_).lay(1) - Mind(without, seat_, w_).lay(1);
}

bool Mind::takes() const {
    if (gain(t_.top) > 0) return true;
    Table with = t_;
    with.give(seat_, t_.top);
    return Mind(with, seat_, w_).keeping(t_.top) >= w_[TAKE];
}

bool Mind::knocks() const {
    if (gain(t_.top) >= (w_[KNOCK_ONE] > 0 ? 1 : 2)) return true;
    Table with = t_;
    with.give(seat_, t_.top);
    return Mind(with, seat_, w_).keeping(t_.top) >= w_[KNOCK];
}

void Mind::lay() {
    Table tried = t_;
    Mind(tried, seat_, w_).lay(1);
    if (tried.counts[seat_] == 1 && t_.stock_left) {
        const Points points = bonuses(tried, seat_);
        int best = -1000;
        for (int other = 0; other < t_.seats; other++) {
            if (other != seat_) best = std::max(best, points[other] - tried.counts[other] * CARD_COST / 2);
        }
        if (points[seat_] - best < w_[OUT]) {
            lay(2);
            return;
        }
    } else if (!t_.melded[seat_] && t_.counts[seat_] - tried.counts[seat_] < w_[HOLD] && t_.stock_left > DEEP * t_.seats && !hurry()) {
        return;
    }
    t_ = tried;
}

int Mind::lay(int keep) {
    const int before = t_.counts[seat_];
    while (t_.counts[seat_] > SMALLEST && may_hold_meld(t_, seat_) && lay_meld(keep)) {}
    if (t_.melded[seat_] && t_.melds) {
        while (add_card(keep, false)) {}
        while (add_card(keep, true)) {}
    }
    return before - t_.counts[seat_];
}

bool Mind::lay_meld(int keep) {
    if (t_.melds == MELDS) return false;
    Options options;
    for (int color = 0; color < COLORS; color++) {
        if (t_.hands[seat_].rows[color]) add_runs(options, t_, seat_, color);
    }
    for (int number = 1; number <= NUMBERS; number++) add_sets(options, t_, seat_, number);
    const int most = t_.counts[seat_] - keep;
    const Option* best = nullptr;
    for (int i = 0; i < options.count; i++) {
        Option& option = options.list[i];
        if (option.size > most) continue;
        int next = 0;
        for (int j = 0; j < options.count; j++) {
            const Option& other = options.list[j];
            if (option.size + other.size <= most && !overlap(option.cards, other.cards)) next = std::max(next, other.size);
        }
        option.value = 100 * (option.size + next) + w_[BONUS] * bonus_of(t_, option.meld) + (option.meld.joker ? w_[JOKER] : 0);
        if (!best || option.value > best->value) best = &option;
    }
    if (!best) return false;
    t_.laid[t_.melds++] = best->meld;
    t_.melded[seat_] = true;
    shed(best->cards);
    const int color = best->meld.color;
    const bool frees = best->meld.run && !best->meld.joker && best->size >= t_.rules.edge_run && t_.edge >> color & 1;
    if (best->meld.joker || (frees && lay_joker(color, keep))) t_.edge = static_cast<uint8_t>(t_.edge & ~(1 << color));
    return true;
}

// Lays one card to a meld, one's own before others'; those that double come last, for they may end the game.
bool Mind::add_card(int keep, bool doubling) {
    if (t_.counts[seat_] <= keep) return false;
    Card found = NONE;
    int place = -1;
    t_.hands[seat_].each([&](Card card) {
        if ((number_of(card) == t_.rules.doubling) != doubling) return;
        for (int i = 0; i < t_.melds; i++) {
            if (!t_.laid[i].takes(card)) continue;
            if (place < 0 || (t_.laid[i].owner == seat_ && t_.laid[place].owner != seat_)) found = card, place = i;
        }
    });
    if (place >= 0) {
        t_.laid[place].add(found);
        t_.lose(seat_, found);
        t_.gone.add(found);
        return true;
    }
    bool done = false;
    const Cards hand = t_.hands[seat_];
    hand.each([&](Card card) {
        if (!done && (number_of(card) == t_.rules.doubling) == doubling) done = exchange(card, keep);
    });
    return done;
}

// Puts a card for the joker that stands for it, and the joker where it helps most.
bool Mind::exchange(Card card, int keep) {
    auto* end = t_.laid.begin() + t_.melds;
    auto* from = std::find_if(t_.laid.begin(), end, [&](const Meld& meld) { return meld.stands_for(card); });
    if (from == end) return false;
    const uint8_t joker = from->joker;
    from->joker = 0;
    t_.lose(seat_, card);
    if (lay_joker(color_of(card), keep) || join_joker(color_of(card))) {
        t_.gone.add(card);
        return true;
    }
    t_.give(seat_, card);
    from->joker = joker;
    return false;
}

bool Mind::lay_joker(int color, int keep) {
    if (t_.counts[seat_] - 2 < keep || t_.melds == MELDS) return false;
    const Cards& hand = t_.hands[seat_];
    Meld meld;
    Cards used;
    for (int number = NUMBERS; number >= 1 && !meld.joker; number--) {
        const int others = hand.colors_of(number) & ~(1 << color);
        if (__builtin_popcount(static_cast<unsigned>(others)) != 2) continue;
        meld = {static_cast<uint8_t>(seat_), false, 0, static_cast<uint8_t>(number), static_cast<uint8_t>(number), static_cast<uint8_t>(others | 1 << color),
                static_cast<uint8_t>(color + 1)};
        for (int other = 0; other < COLORS; other++) {
            if (others >> other & 1) used.add(card_of(other, number));
        }
    }
    for (int low = 1; low <= NUMBERS - 2 && !meld.joker; low++) {
        const uint32_t window = stretch(low, low + 2), held = hand.rows[color] & window;
        if (__builtin_popcount(held) != 2) continue;
        meld = {static_cast<uint8_t>(seat_), true, static_cast<uint8_t>(color), static_cast<uint8_t>(low), static_cast<uint8_t>(low + 2), 0,
                static_cast<uint8_t>(__builtin_ctz(window & ~held))};
        used.rows[color] = held;
    }
    if (!meld.joker) return false;
    t_.laid[t_.melds++] = meld;
    t_.melded[seat_] = true;
    shed(used);
    return true;
}

bool Mind::join_joker(int color) {
    Meld* best = nullptr;
    Card place = NONE;
    const bool wanted = !t_.rules.in_play(FEWEST_JOKERS);
    for (auto* meld = t_.laid.begin(); meld != t_.laid.begin() + t_.melds; meld++) {
        Card here = NONE;
        if (meld->joker) continue;
        if (meld->run && meld->color == color) here = meld->high < NUMBERS ? card_of(color, meld->high + 1) : meld->low > 1 ? card_of(color, meld->low - 1) : NONE;
        if (!meld->run && !(meld->colors >> color & 1)) here = card_of(color, meld->low);
        if (here == NONE) continue;
        if (!best || ((meld->owner == seat_) == wanted && (best->owner == seat_) != wanted)) best = meld, place = here;
    }
    if (!best) return false;
    best->add(place);
    best->joker = static_cast<uint8_t>(best->run ? number_of(place) : color + 1);
    return true;
}

void Mind::shed(const Cards& cards) {
    cards.each([&](Card card) {
        t_.lose(seat_, card);
        t_.gone.add(card);
    });
}

}  // namespace meldwise::cards
