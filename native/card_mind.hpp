// How a seat plays a game of Rummy 17 out: by weights, a few hundred nanoseconds a decision.
#pragma once

#include "card_table.hpp"

namespace meldwise::cards {

enum Weight : uint8_t {
    RUN_ONE,    // for each run of three a card alone may come to be part of
    RUN_PAIR,   // the same, with two of the three in hand
    EDGE_PAIR,  // a run with the joker from the edge lacks one card
    SET_ONE,    // for each card of the same number that may come
    SET_PAIR,   // the same, with another of the number in hand
    WHOLE,      // part of a meld in hand
    NEAR,       // a card away from a run on the table
    FIT,        // can be laid to a meld
    COST,       // for each penalty point
    FEED,       // others could lay it
    TAKE,       // what a discard must be worth to be taken though it lays nothing
    KNOCK,      // to be knocked for
    KNOCK_ONE,  // above 0: knock for a card that lays nothing but itself
    OUT,        // points ahead to go out with
    JOKER,      // for laying a joker from the edge
    BONUS,      // for meeting a bonus card a little
    HASTE,      // for each penalty point, when another hand is small
    HOLD,       // cards a first meld must lay, while the stock is deep
    WISHED,     // counts for a bonus card in play
    LAST,       // the number that doubles, with the lead and a small hand
    WEIGHTS,
};

using Manner = std::array<int, WEIGHTS>;

// A card of a meld the hand could lay, or NONE.
Card melding(const Table& table, int seat);

class Mind {
public:
    Mind(Table& table, int seat, const Manner& manner) : t_(table), seat_(seat), w_(manner) {}

    bool takes() const;   // the top discard, instead of a card from the stock
    bool knocks() const;  // for the top discard
    void lay();
    int lay(int keep);  // lays what it sees and keeps so many cards; returns how many were laid
    Card throws() const;
    int keeping(Card card) const;  // what it is worth to keep a card of the hand

private:
    int gain(Card card) const;  // how many cards more could be laid with this one
    bool lay_meld(int keep);
    bool add_card(int keep, bool doubling);
    bool exchange(Card card, int keep);
    bool lay_joker(int color, int keep);  // lays a new meld of a joker that is loose and two cards of the hand
    bool join_joker(int color);           // adds it to a meld
    void shed(const Cards& cards);
    bool leads() const;
    bool hurry() const;  // another may soon go out
    bool fits(Card card) const;
    bool completes(Card card) const;

    Table& t_;
    int seat_;
    const Manner& w_;
};

}  // namespace meldwise::cards
