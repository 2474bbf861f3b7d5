// The table afterwards as people like it: most sets untouched, then fewest neighbours parted.
//
// The same sweep, with every tile forced. At the lowest number of a set it is decided whether the set stays as it lies;
// its tiles are then out of the sweep's reach. Sets that do not stay cost one each. The cost is allowed to grow step by
// step, so that the search is as small as the change is.
#pragma once

#include "layout.hpp"

namespace meldwise {

class Arranger {
public:
    Arranger(Workspace& workspace, const Shape& shape, const std::vector<Row>& sets, const Counts& play,
             const std::vector<bool>& fixed, const Clock& clock);
    Arrangement run(int most);

private:
    struct Place {
        std::array<uint16_t, COLORS> subs{};
        Pack jokers = 0;       // laid by the sweep or in sets that stay
        uint64_t staying = 0;  // sets that stay and reach further up
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
        bool group, fixed;
        uint8_t size;
        std::vector<Link> links;
    };
    using Ends = std::array<std::array<int8_t, 1 + CLASSES>, COLORS>;  // by colour and by what lies there

    bool sweep(int most);
    template <class Visit>
    void expand(const Place& place, int number, int most, Visit visit);
    template <class Visit>
    void product(const Place& place, int number, const std::array<uint8_t, COLORS>& tiles, uint64_t there, Visit& visit);
    void read_links(Old& old, const Row& row) const;
    int kept_links(const Ends& before, const RowMaker::Step& step) const;
    bool finished(const Place& place) const;
    static bool better(const Place& one, const Place& other) {
        return one.broken != other.broken ? one.broken < other.broken : one.links > other.links;
    }
    Arrangement laid(const std::vector<Place>& path, int most);
    static uint64_t hash(const Place& place);
    void thin(std::vector<Place>& layer);
    void add(std::vector<Place>& layer, const Place& place, uint32_t parent);

    Workspace& w_;
    const Shape& shape_;
    const Clock& clock_;
    std::vector<Old> sets_;
    std::array<std::vector<uint8_t>, NUMBERS + 1> starting_, across_;  // sets by lowest number, and by every number
    Counts all_{};
    Pack totals_ = 0, played_ = 0;
    Automaton* a_ = nullptr;
    Groups* groups_ = nullptr;
    Stock stock_;
    bool recording_ = false;  // the way back is being walked
    uint64_t kept_here_ = 0;  // the sets that stay, of the choice being visited
    std::array<std::vector<Place>, NUMBERS + 2> layers_;
};

}  // namespace meldwise
