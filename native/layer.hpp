// What the sweeps do with a layer of states, whatever their states are: a state has a hash, a twin, a score and a parent.
#pragma once

#include <algorithm>
#include <functional>

#include "sweep.hpp"

namespace meldwise {

// Keeps the best states; equal ones in the order they came, so that every run is the same. Returns the rank of the last.
template <class S, class Rank>
int64_t cut(std::vector<S>& layer, size_t width, std::vector<int64_t>& ranks, Rank rank) {
    constexpr int64_t PLACES = 1 << 20;  // a layer that is cut is smaller
    ranks.resize(layer.size());
    for (size_t i = 0; i < layer.size(); i++) ranks[i] = rank(layer[i]) * PLACES - static_cast<int64_t>(i);
    auto last = ranks.begin() + static_cast<std::ptrdiff_t>(width) - 1;
    std::nth_element(ranks.begin(), last, ranks.end(), std::greater());
    const int64_t bar = *last;
    size_t kept = 0;
    for (size_t i = 0; i < layer.size(); i++) {
        if (rank(layer[i]) * PLACES - static_cast<int64_t>(i) >= bar) layer[kept++] = layer[i];
    }
    layer.resize(width);
    return (bar + PLACES - 1) >> 20;
}

template <class S>
void index_all(Index& index, const std::vector<S>& layer) {
    if (layer.size() >= index.capacity()) {
        index.reserve(layer.size() * 4);
    } else {
        index.clear();
    }
    for (uint32_t i = 0; i < layer.size(); i++) {
        index.find(layer[i].hash(), [](uint32_t) { return false; }) = i;
    }
}

// Of twins the better one stays.
template <class S>
void insert(Index& index, std::vector<S>& layer, const S& child) {
    if (layer.size() >= index.capacity()) index_all(index, layer);
    uint32_t& slot = index.find(child.hash(), [&](uint32_t i) { return layer[i].twin(child); });
    if (slot == Index::NONE) {
        slot = static_cast<uint32_t>(layer.size());
        layer.push_back(child);
    } else if (child.score > layer[slot].score) {
        layer[slot] = child;
    }
}

// Drops states from which no more can be done than from another that has brought as much: one that has spent a joker
// less, or whose runs in one colour are better.
template <class S>
void thin(const Index& index, std::vector<S>& layer, std::vector<uint32_t>& order, Automaton& a, Pack loose) {
    auto beaten = [&](const S& other) {
        uint32_t found = index.look(other.hash(), [&](uint32_t i) { return layer[i].twin(other); });
        return found != Index::NONE && layer[found].score >= other.score;
    };
    auto drop = [&](const S& state) {
        S other = state;
        for (int cls = 0; cls < CLASSES; cls++) {
            if (!count(state.spent() & loose, cls)) continue;
            other.give_back(one(cls));
            if (beaten(other)) return true;
            other = state;
        }
        for (int color = 0; color < COLORS; color++) {
            for (auto sub : a.better(state.sub(color))) {
                if (sub != state.sub(color) && other.put(color, sub) && beaten(other)) return true;
            }
            other = state;
        }
        return false;
    };
    order.clear();
    for (uint32_t i = 0; i < layer.size(); i++) {
        if (!drop(layer[i])) order.push_back(i);
    }
    for (size_t i = 0; i < order.size(); i++) layer[i] = layer[order[i]];
    layer.resize(order.size());
}

// The states on the way to the last layer's state number `end`, one a layer.
template <class S>
std::vector<S> way_to(uint32_t end, const std::array<std::vector<S>, NUMBERS + 2>& layers, int numbers) {
    std::vector<S> path(static_cast<size_t>(numbers) + 2);
    for (int number = numbers + 1; number >= 1; number--) {
        path[number] = layers[number][end];
        end = path[number].parent;
    }
    return path;
}

}  // namespace meldwise
