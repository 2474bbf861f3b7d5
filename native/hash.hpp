// One way to scatter bits for all hash tables.
#pragma once

#include <bit>

#include "automaton.hpp"

namespace meldwise {

inline uint64_t scattered(uint64_t key) {
    key = (key + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    key = (key ^ key >> 29) * 0x94d049bb133111ebull;
    return key ^ key >> 32;
}

// Four substates and what else tells states apart.
inline uint64_t scattered(const Ids& subs, uint64_t rest) {
    auto halves = std::bit_cast<std::array<uint64_t, 2>>(subs);
    return (halves[0] * 0x9e3779b97f4a7c15ull + halves[1] * 0xbf58476d1ce4e5b9ull + rest * 0x94d049bb133111ebull) >> 32;
}

}  // namespace meldwise
