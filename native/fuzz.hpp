// What fuzz programs share: trials made from SEED, SEED + 1 and so on until the time is over; a failure names its seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>

extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());  // where a sanitizer watches

namespace meldwise::trial {

inline const char* program;
inline uint64_t seed;  // of the trial under way

inline void say_seed() { std::fprintf(stderr, "FAILED, try again with: %s 0 %llu\n", program, static_cast<unsigned long long>(seed)); }

// Runs `attempt(seed, about)`, which throws where something is wrong; what it writes to `about` is told then. At least one
// trial is run: `PROGRAM 0 SEED` tries that one again. Returns the exit status.
template <class Attempt>
int run_trials(const char* name, int argc, char** argv, Attempt attempt) {
    program = name;
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s SECONDS [SEED]\n", program);
        return 2;
    }
    const double seconds = std::atof(argv[1]);
    seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
    const auto start = std::chrono::steady_clock::now();
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(say_seed);
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (;; seed++) {
        std::string about;
        try {
            attempt(seed, about);
        } catch (const std::exception& failure) {
            say_seed();
            std::fprintf(stderr, "  %s\n%s", failure.what(), about.c_str());
            return 1;
        }
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >= seconds) return 0;
    }
}

}  // namespace meldwise::trial
