#include "kernel.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>

#include "arrange.hpp"
#include "quick.hpp"

namespace meldwise {

// ---- what is a problem ----

void check(const Shape& shape, const Problem& problem) {
    auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw std::invalid_argument(why);
    };
    refuse(shape.numbers < 3 || shape.numbers > NUMBERS, "numbers: from 3 to 13");
    refuse(shape.joker_limit < 0 || shape.joker_limit > 8, "joker_limit: from 0 to 8");
    refuse(shape.mirror_side < 1 || shape.mirror_side > 3, "mirror_side: from 1 to 3");
    refuse(problem.threshold < 0 || problem.threshold > 1000, "threshold: from 0 to 1000");
    refuse(problem.exchanged < 0 || problem.exchanged > COPIES, "exchanged: from 0 to 2");
    bool special = false, lying = false;
    for (int kind = 0; kind < KINDS; kind++) {
        int all = problem.table[kind] + problem.rack[kind] + problem.forced[kind];
        refuse(all > COPIES, "counts: at most two of a kind");
        refuse(kind < TILES && all && kind % NUMBERS >= shape.numbers, "counts: a tile that is not in the box");
        refuse(problem.weights[kind] < 0 || problem.weights[kind] > MOST_WEIGHT, "weights: from 0 to 12,000,000");
        special = special || (kind > TILES && all);
        lying = lying || problem.table[kind];
    }
    bool frozen = problem.exchanged || !problem.runs.empty() || !problem.groups.empty();
    refuse(frozen && (special || shape.colored), "kept: only where all jokers are ordinary");
    refuse(frozen && problem.table[TILES], "kept: a joker of the table is kept or exchanged");
    refuse(problem.exchanged + problem.rack[TILES] + problem.forced[TILES] > COPIES, "exchanged: at most two jokers in all");
    refuse(problem.runs.size() > 2 || problem.groups.size() > 2, "kept: at most two runs and two groups");
    int most_jokers = shape.joker_limit ? std::min(shape.joker_limit, COPIES) : COPIES;
    for (const KeptRun& run : problem.runs) {
        refuse(run.color >= COLORS || run.low < 1 || run.high > shape.numbers || run.high < run.low + 2 || run.jokers > most_jokers,
               "kept: a run that is none");
    }
    for (const KeptGroup& group : problem.groups) {
        refuse(group.number < 1 || group.number > shape.numbers || group.open > 15 || group.jokers > most_jokers, "kept: a group that is none");
    }
    refuse(problem.threshold && (lying || !problem.runs.empty() || !problem.groups.empty() || problem.exchanged),
           "threshold: an opening leaves the table alone");
}

namespace {

constexpr uint8_t ALL_CLASSES = 15;
constexpr int64_t MOST_VALUE = int64_t{MOST_WEIGHT} * COPIES * KINDS;  // of any play
constexpr std::array<size_t, 6> WIDTHS{3, 16, 128, 2048, 65536, SIZE_MAX};
constexpr size_t GUIDED = 128;       // after this width the bound is worth its price
constexpr int ROUNDS = 8;            // of tightening the bound
constexpr int COARSE_ROUNDS = 3;     // where special jokers are in play
constexpr size_t FEW_JOKERS = 10;    // the width of passes with fewer jokers than there are

// One position on its way through the rungs.
class Search {
public:
    Search(Workspace& workspace, const Shape& shape, const Problem& problem)
        : w_(workspace), shape_(shape), p_(problem), clock_(problem.micros, problem.effort) {
        for (int cls = 0; cls < CLASSES; cls++) {
            totals_ = static_cast<Pack>(totals_ + (p_.table[TILES + cls] + p_.forced[TILES + cls] + p_.rack[TILES + cls]) * one(cls));
        }
        if (p_.exchanged) totals_ = static_cast<Pack>(totals_ + p_.exchanged * one(EXCHANGE));
    }

    // The classes whose jokers are left over and find no place must be placed by the sweep itself, and so rung by rung.
    Answer solve() {
        most_ = INT64_MAX;
        if (!tiles()) {
            Answer nothing;
            nothing.found = p_.floor < 0 && !required() && !p_.threshold;
            return nothing;
        }
        if (p_.threshold && !p_.strict && !p_.plain) {
            if (Answer answer; opens_anyway(answer)) return answer;
        }
        for (Mode mode = first_mode();; stats_.rung++) {
            Answer answer = climb(mode);
            if (missing_ < 0) {
                answer.stats = stats_;
                answer.micros = clock_.micros();
                return answer;
            }
            mode.strict = static_cast<uint8_t>(mode.strict | 1 << missing_);
        }
    }

private:
    // Jokers alone are no set.
    bool tiles() const {
        auto some = [](const Counts& counts) { return std::any_of(counts.begin(), counts.begin() + TILES, std::identity()); };
        return some(p_.table) || some(p_.forced) || some(p_.rack) || !p_.runs.empty() || !p_.groups.empty();
    }

    // Jokers that must be laid.
    bool required() const {
        int jokers = p_.exchanged;
        for (int kind = TILES; kind < KINDS; kind++) jokers += p_.table[kind] + p_.forced[kind];
        return jokers > 0;
    }

    // Most racks that open lay their best play: it is looked for without a thought to points, and then counted.
    bool opens_anyway(Answer& answer) {
        Problem free = p_;
        free.threshold = 0;
        Search search(w_, shape_, free);
        search.counting_ = true;
        answer = search.solve();
        stats_ = answer.stats;
        if (answer.found && search.points_ < p_.threshold) {
            if (answer.proven) most_ = answer.value;
            return false;
        }
        return answer.found || answer.proven;
    }

    Mode first_mode() const {
        Mode mode;
        mode.special = !shape_.colored && !p_.exchanged && (totals_ & 0xfff0);
        mode.exchanged = static_cast<uint8_t>(p_.exchanged);
        mode.points = p_.threshold > 0;
        mode.prune = !p_.plain;
        bool strict = p_.strict || p_.plain || mode.points || !total(totals_);
        mode.canon = !strict;
        mode.strict = strict ? ALL_CLASSES : p_.exchanged ? 1 << EXCHANGE : 0;
        return mode;
    }

    Answer climb(const Mode& mode) {
        best_ = std::clamp<int64_t>(p_.floor, -1, MOST_VALUE);
        path_.clear();
        quick_path_.clear();
        missing_ = -1;
        Answer answer;
        answer.proven = search(mode);
        if (path_.empty() && quick_path_.empty()) return answer;
        auto rows = laid(mode);
        auto left = static_cast<Pack>((totals_ - spent_) & mode.loose());
        missing_ = park(rows, left, shape_);
        if (missing_ >= 0) {
            if (answer.proven) most_ = best_;
            if (clock_.late(stats_.states)) missing_ = -1;
            answer.proven = false;
            return answer;
        }
        answer.found = true;
        answer.value = best_;
        if (counting_) points_ = points(rows, shape_);
        fill(answer, std::move(rows));
        return answer;
    }

    // Narrow passes first, each with the best so far as its bound; the one that drops nothing proves. Jokers that need
    // not be placed are allowed one by one: few do as well as many, and many make many states.
    bool search(const Mode& mode) {
        int jokers = total(totals_ & mode.loose());
        for (int allowance = mode.special ? 0 : jokers; allowance < jokers; allowance++) {
            start(mode, allowance);
            Pass pass{FEW_JOKERS, best_};
            take(mode, pass);
            if (pass.late) return false;
            if (best_ >= most_) return true;
        }
        start(mode, jokers);
        for (size_t width : WIDTHS) {
            if ((mode.special && width < FEW_JOKERS) || width < p_.narrowest) continue;
            Pass pass{mode.prune ? width : SIZE_MAX, best_};
            take(mode, pass);
            if (pass.late) return false;
            if (best_ >= most_ || !pass.cut) return true;
            if (width == GUIDED && guided(mode)) return true;
        }
        return true;
    }

    // Looks for a bound; tells whether it leaves nothing to find. With strict special jokers it leads astray, for it
    // would rather not spend them.
    bool guided(const Mode& mode) {
        if (mode.points || !mode.prune || (mode.special && mode.strict)) return false;
        quick_.reset();
        return sweep(mode).guide(mode.special ? COARSE_ROUNDS : ROUNDS, best_) <= best_;
    }

    void start(const Mode& mode, int allowance) {
        Automaton& automaton = w_.automaton(shape_, mode);
        sweep_.reset();
        quick_.reset();
        stock_ = {totals_, static_cast<uint8_t>(allowance)};
        if (p_.quick && QuickSweep::suits(automaton, p_)) {
            quick_.emplace(w_, automaton, stock_, p_, clock_, stats_);
            most_ = std::min(most_, quick_->most());
        } else {
            most_ = std::min(most_, sweep(mode).most());
        }
        if (p_.guided) guided(mode);
    }

    Sweep& sweep(const Mode& mode) {
        if (!sweep_) sweep_.emplace(w_, w_.automaton(shape_, mode), stock_, p_, clock_, stats_);
        return *sweep_;
    }

    void take(const Mode& mode, Pass& pass) {
        const Pass asked = pass;
        const Stats before = stats_;
        if (quick_) {
            int64_t value = quick_->run(pass);
            if (!quick_->crowded()) {
                if (value <= best_) return;
                best_ = value;
                quick_path_ = quick_->path();
                spent_ = quick_path_.back().spent();
                return;
            }
            quick_.reset();
            pass = asked;
            stats_ = before;
        }
        if (int64_t value = sweep(mode).run(pass); value > best_) {
            best_ = value;
            quick_path_.clear();
            path_ = sweep_->path();
            path_stock_ = stock_;
            spent_ = path_.back().jokers;
        }
    }

    // The rows of the best way found.
    std::vector<Placed> laid(const Mode& mode) {
        if (!quick_path_.empty()) {
            if (!quick_) quick_.emplace(w_, w_.automaton(shape_, mode), stock_, p_, clock_, stats_);
            return quick_->lay_out(quick_path_);
        }
        if (!(stock_ == path_stock_)) {
            stock_ = path_stock_;
            sweep_.reset();
        }
        return lay_out(sweep(mode), path_);
    }

    void fill(Answer& answer, std::vector<Placed> rows) const {
        Counts laid{};
        answer.rows.reserve(rows.size());
        for (Placed& placed : rows) {
            for (auto item : placed.row) {
                if (item < KINDS) laid[item]++;
            }
            answer.rows.push_back(std::move(placed.row));
        }
        for (int kind = 0; kind < KINDS; kind++) answer.play[kind] = static_cast<uint8_t>(laid[kind] - p_.table[kind]);
    }

    Workspace& w_;
    const Shape& shape_;
    const Problem& p_;
    Clock clock_;
    Stats stats_;
    Pack totals_ = 0;
    int64_t best_ = -1;
    int64_t most_ = INT64_MAX;  // no play is worth more
    std::optional<Sweep> sweep_;
    std::optional<QuickSweep> quick_;
    Stock stock_;                         // of these
    std::vector<State> path_;             // of the best way,
    Stock path_stock_;                    // with the stock it was found with,
    std::vector<QuickState> quick_path_;  // where the quick sweep did not find it
    Pack spent_ = 0;                      // jokers on that way
    bool counting_ = false;
    int points_ = 0;    // of the rows found, where they are counted
    int missing_ = -1;  // a class with a joker that found no place
};

}  // namespace

// ---- the solver ----

class Borrowed {
public:
    explicit Borrowed(Solver& solver) : solver_(solver) {
        std::lock_guard guard(solver_.lock_);
        if (solver_.idle_.empty()) {
            workspace_ = std::make_unique<Workspace>();
        } else {
            workspace_ = std::move(solver_.idle_.back());
            solver_.idle_.pop_back();
        }
    }
    ~Borrowed() {
        std::lock_guard guard(solver_.lock_);
        solver_.idle_.push_back(std::move(workspace_));
    }
    Workspace& operator*() { return *workspace_; }

private:
    Solver& solver_;
    std::unique_ptr<Workspace> workspace_;
};

Solver::Solver(const Shape& shape) : shape_(shape) { check(shape, {}); }
Solver::~Solver() = default;

Answer solve(Workspace& workspace, const Shape& shape, const Problem& problem) {
    workspace.tidy();
    return Search(workspace, shape, problem).solve();
}

Answer Solver::solve(const Problem& problem) {
    check(shape_, problem);
    Borrowed workspace(*this);
    return meldwise::solve(*workspace, shape_, problem);
}

Arrangement Solver::arrange(const std::vector<Row>& sets, const Counts& play, int64_t micros) {
    Borrowed workspace(*this);
    Clock clock(micros);
    Arrangement arrangement = Arranger(*workspace, shape_, sets, play, clock).run();
    arrangement.micros = clock.micros();
    return arrangement;
}

}  // namespace meldwise
