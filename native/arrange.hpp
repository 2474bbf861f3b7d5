// The table afterwards as people like it: most sets untouched, then fewest neighbours parted.
//
// A sweep with every tile forced, in which each set is either left as it lies, out of reach, or taken apart. It looks
// for a table with no set taken apart, then one, then two. Where that is not enough, sets are left alone by halves as
// long as the rest can still be laid; that tells how few must be taken apart at most, and the sweep looks whether fewer
// will do, within an effort that does not depend on the machine.
#pragma once

#include "layout.hpp"

namespace meldwise {

class Arranger {
public:
    Arranger(Workspace& workspace, const Shape& shape, const std::vector<Row>& sets, const Counts& play, const Clock& clock);
    Arrangement run();

private:
    using Sets = uint64_t;  // a bit for each
    struct Place {
        Ids subs{};
        Pack jokers = 0;   // laid by the sweep
        Sets staying = 0;  // sets that stay and reach further up
        uint8_t broken = 0;
        int32_t links = 0;  // neighbours that stay neighbours, less those of all sets that do not stay
        uint32_t parent = 0;
    };
    // A place of a run that follows another: its colour, its number, and what lies there (0 a tile, 1 + class a joker).
    struct Link {
        uint8_t color, number, what;
    };
    struct Old {
        uint8_t low, high;
        Pack jokers;
        Counts counts;
        bool group;
        uint8_t size;
        std::vector<Link> links;
    };
    using Ends = std::array<std::array<int8_t, 1 + CLASSES>, COLORS>;  // by colour and by what lies there
    // One colour's way at a number.
    struct Way {
        Option option;
        int lack, links;
    };

    void look(int broken, Sets fixed);
    void prepare();
    bool swept(int most);
    bool sweep(int most);
    template <class Visit>
    void expand(const Place& place, int number, int most, Visit visit);
    template <class Visit>
    void product(const Place& place, int number, const std::array<uint8_t, COLORS>& tiles, Sets there, Visit& visit);
    void ways(const Variant& variant, int number, const std::array<uint8_t, COLORS>& tiles, const Ends& before,
              const std::array<uint8_t, COLORS>& ahead);
    void read_links(Old& old, const Row& row) const;
    int kept_links(const std::array<int8_t, 1 + CLASSES>& before, int color, const Option& option) const;
    bool finished(const Place& place) const;
    static bool better(const Place& one, const Place& other) {
        return one.broken != other.broken ? one.broken < other.broken : one.links > other.links;
    }
    Arrangement laid(int most, bool proven);
    void leave(std::span<const uint8_t> sets, Sets& kept, Answer& answer);
    int distance(const Old& old) const;
    Sets leave_alone(Answer& answer);
    bool choose(int broken, Sets& kept, Answer& answer);
    bool lies(Sets kept, Answer& answer);
    static uint64_t hash(const Place& place);
    void thin(std::vector<Place>& layer);
    void add(std::vector<Place>& layer, const Place& place, uint32_t parent);

    Workspace& w_;
    const Shape& shape_;
    const Clock& clock_;
    std::vector<Old> sets_;
    std::array<std::vector<uint8_t>, NUMBERS + 1> starting_, across_;  // sets by lowest number, and by every number
    Counts all_{}, play_{};
    Pack played_ = 0;
    Sets with_jokers_ = 0;
    Automaton* a_ = nullptr;
    int64_t effort_ = 0;   // ways that may still be tried
    int64_t states_ = 0;   // of questions whether tiles can lie
    bool whole_ = true;    // nothing was passed over so far

    // of the sweep that runs
    Sets fixed_ = 0, forced_ = 0;  // sets that stay, and that do not
    Counts free_{};                // the tiles of the others, and those played
    Stock stock_;
    Groups* groups_ = nullptr;
    std::array<std::vector<Place>, NUMBERS + 2> layers_;
    std::array<std::vector<Way>, COLORS> ways_;
    std::array<std::array<uint32_t, COPIES + 2>, COLORS> first_{};  // where those with 0, 1 and 2 tiles in groups begin
    bool recording_ = false;  // the way back is being walked
    Sets kept_here_ = 0;      // the sets that stay, of the choice being visited

    // the best end so far
    bool found_ = false;
    std::vector<Place> path_;
    Sets path_fixed_ = 0, path_forced_ = 0;
};

}  // namespace meldwise
