// kernel_fuzz SECONDS [SEED]: problems made at random until the time is over, each answer checked and judged again.
//
// Problem number i is made from SEED + i alone, and at least one is tried: `kernel_fuzz 0 SEED` tries that one again.
#include <stdexcept>

#include "fuzz.hpp"
#include "row_check.hpp"

using namespace meldwise;
using namespace meldwise::trial;

namespace {

constexpr int64_t PATIENCE = 150'000;  // microseconds for a solve; what is not proven by then is not compared

struct Tally {
    long problems = 0, refused = 0, unproven = 0, strict = 0, plain = 0, judged = 0, late = 0, arranged = 0;
};

// What makes a trial fail: said once, with the problem.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Trial {
public:
    Trial(uint64_t seed, Tally& tally) : d_(seed), tally_(tally) {}

    void run() {
        tally_.problems++;
        make();
        p_.micros = PATIENCE;
        Solver solver = made();
        Answer answer;
        try {
            answer = solver.solve(p_);
        } catch (const std::invalid_argument&) {
            tally_.refused++;
            if (!wild_) throw Failure("a good problem was refused");
            return;
        }
        expect(answer, "default");
        if (wild_) return;
        compare(solver, answer);
        arrange(solver, answer);
        if (shape_ == Shape{}) remember(answer);
    }

    std::string problem() const { return text(shape_, p_); }

private:
    // ---- problems ----

    void make() {
        if (!d_.chance(25)) shape_ = random_shape(d_);
        Maker maker(d_, shape_);
        bool special = !shape_.colored && d_.chance(60);
        switch (d_.below(16)) {
            case 0: p_ = maker.problem({12, 20, 10}, special); break;
            case 1: p_ = maker.problem({25, 14, 6}, special); break;
            case 2: p_ = maker.problem({6, 9, 25}, special); break;
            case 3: p_ = heap(); break;
            case 4: p_ = garbage(); break;
            case 5: p_ = maker.opening({0, 16, special ? 30 : 15}, special); break;
            case 6:
            case 7:
            case 8: p_ = maker.opening({0, 9, special ? 40 : 15}, special); break;
            case 9:
            case 10: p_ = shape_.colored ? maker.problem({3, 9, 40}, false) : maker.frozen({2, 7, 10}); break;
            case 11:
            case 12: p_ = maker.problem({2, 9, special ? 45 : 20}, special); break;
            default: p_ = maker.problem({3, 5, special ? 30 : 15}, special); break;
        }
        sets_ = maker.sets;
        if (d_.chance(10)) extreme();
    }

    // Tiles without a plan: mostly a table that cannot be laid, sometimes the whole box.
    Problem heap() {
        Problem p;
        int lying = d_.chance(20) ? 100 : d_.below(101), held = d_.below(101), jokers = d_.below(101);
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind < TILES && kind % NUMBERS >= shape_.numbers) continue;
            for (int copy = 0; copy < COPIES; copy++) {
                if (kind >= TILES && !d_.chance(jokers)) continue;
                if (d_.chance(lying)) {
                    p.table[kind]++;
                } else if (d_.chance(held)) {
                    p.rack[kind]++;
                }
            }
        }
        Maker(d_, shape_).weigh(p);
        return p;
    }

    void extreme() {
        for (auto& weight : p_.weights) weight = d_.chance(70) ? MOST_WEIGHT : d_.chance(50) ? 0 : 1;
    }

    // Anything at all: it may be refused, but no more.
    Problem garbage() {
        wild_ = true;
        Problem p = d_.chance(50) ? heap() : Maker(d_, shape_).frozen({4, 9, 20});
        auto byte = [&](int usual) { return static_cast<uint8_t>(d_.chance(70) ? d_.below(usual) : d_.below(256)); };
        for (int i = d_.below(5); i > 0; i--) {
            switch (d_.below(10)) {
                case 0: p.table[d_.below(KINDS)] = byte(4); break;
                case 1: p.rack[d_.below(KINDS)] = byte(4); break;
                case 2: p.weights[d_.below(KINDS)] = static_cast<int32_t>(d_.next()); break;
                case 3: p.runs.push_back({byte(4), byte(14), byte(14), byte(3)}); break;
                case 4: p.groups.push_back({byte(14), byte(16), byte(3)}); break;
                case 5: p.exchanged = d_.from(-1, 3); break;
                case 6: p.threshold = d_.from(-5, 1200); break;
                case 7: p.floor = static_cast<int64_t>(d_.next() >> d_.below(60)); break;
                case 8: shape_.joker_limit = d_.from(-1, 9), shape_.mirror_side = d_.from(0, 4); break;
                default: shape_.numbers = d_.from(-1, 15); break;
            }
        }
        return p;
    }

    Solver made() {
        try {
            return Solver(shape_);
        } catch (const std::invalid_argument&) {
            if (!wild_) throw;
        }
        shape_ = {};
        return Solver(shape_);
    }

    // ---- checks ----

    void expect(const Answer& answer, const char* who) {
        if (!answer.proven) tally_.unproven++;
        // a wild kept set may be none that tiles could form
        if (wild_ && (!p_.runs.empty() || !p_.groups.empty())) return;
        auto why = wrong(shape_, p_, answer);
        if (!why.empty()) throw Failure(std::string(who) + ": " + why + "\n  " + said(answer));
    }

    std::string said(const Answer& answer) const { return text(answer, shape_.colored); }
    static int64_t value(const Answer& answer) { return answer.found ? answer.value : -1; }

    void agree(const Answer& one, const Answer& two, const char* who) {
        bool good = (!one.proven || value(two) <= value(one)) && (!two.proven || value(one) <= value(two));
        if (!good) throw Failure(std::string(who) + " disagrees\n  default: " + said(one) + "\n  " + who + ": " + said(two));
    }

    void compare(Solver& solver, const Answer& answer) {
        Problem other = p_;
        other.micros = d_.chance(30) ? 0 : d_.below(3000);
        Answer late = solver.solve(other);
        tally_.late += !late.proven;
        expect(late, "in a hurry");
        agree(answer, late, "in a hurry");
        other.micros = PATIENCE;
        other.guided = true;
        Answer guided = solver.solve(other);
        expect(guided, "guided");
        agree(answer, guided, "guided");
        other.guided = false;
        other.quick = false;
        Answer slow = solver.solve(other);
        expect(slow, "slow");
        agree(answer, slow, "slow");
        other.quick = d_.chance(50);
        other.strict = true;
        Answer strict = solver.solve(other);
        tally_.strict += strict.proven;
        expect(strict, "strict");
        agree(answer, strict, "strict");
        if (items_of(p_.table).size() + items_of(p_.rack).size() < 16) {
            other.plain = true;
            Answer plain = solver.solve(other);
            tally_.plain += plain.proven;
            expect(plain, "plain");
            agree(answer, plain, "plain");
        }
        if (items_of(p_.table).size() + items_of(p_.rack).size() < 16) judge(answer);
        if (answer.proven) floors(solver, answer);
    }

    // The table as people like it: the same tiles, and the sets that stay as they lay; there always is one.
    void arrange(Solver& solver, const Answer& answer) {
        if (sets_.empty() || !answer.found || p_.exchanged || !p_.runs.empty() || !p_.groups.empty()) return;
        bool patient = d_.chance(50);
        Arrangement made = solver.arrange(sets_, answer.play, patient ? -1 : PATIENCE / 4);
        if (!made.found && !patient) return;
        if (!made.found) throw Failure("arranged: nothing found for " + said(answer));
        tally_.arranged++;
        Answer whole = answer;
        whole.rows = made.rows;
        std::vector<bool> stays(sets_.size());
        for (auto index : made.kept) {
            if (index >= sets_.size() || stays[index]) throw Failure("arranged: a set kept twice, or none");
            stays[index] = true;
            whole.rows.push_back(sets_[index]);
        }
        std::string why = wrong(shape_, p_, whole);
        if (why.empty()) return;
        for (const Row& row : sets_) why += "\n  from " + text(row, shape_.colored);
        throw Failure("arranged: " + why + "\n  " + said(whole));
    }

    // A solver that has solved much before gives the same answer; alone, a failure here cannot be tried again.
    void remember(const Answer& answer) {
        static Solver old{Shape{}};
        Answer again = old.solve(p_);
        if (!answer.proven || !again.proven || same(answer, again)) return;
        throw Failure("an old solver answers " + said(again) + "\n  and a new one " + said(answer));
    }

    void judge(const Answer& answer) {
        SlowJudge judge(shape_, p_);
        if (!judge.feasible()) return;
        tally_.judged++;
        Answer truth;
        truth.value = judge.value();
        truth.found = truth.value >= 0;
        agree(answer, truth, "the slow judge");
    }

    void floors(Solver& solver, const Answer& answer) {
        Problem other = p_;
        other.floor = value(answer);
        Answer above = solver.solve(other);
        if (above.found) throw Failure("something above the best: " + said(above));
        other.floor = value(answer) - d_.from(1, 3);
        if (other.floor < -1 || !answer.found) return;
        Answer again = solver.solve(other);
        if (again.proven && value(again) != value(answer)) throw Failure("another best above a floor: " + said(again));
    }

    Dice d_;
    Tally& tally_;
    Shape shape_;
    Problem p_;
    std::vector<Row> sets_;  // the table's, where they are known
    bool wild_ = false;
};

}  // namespace

int main(int argc, char** argv) {
    Tally tally;
    const int status = run_trials("kernel_fuzz", argc, argv, [&](uint64_t from, std::string& about) {
        Trial trial(from, tally);
        try {
            trial.run();
        } catch (const std::exception&) {
            about = trial.problem();
            throw;
        }
    });
    if (status) return status;
    std::printf("%ld problems, %ld refused; ", tally.problems, tally.refused);
    std::printf("%ld answers unproven, %ld cut short; ", tally.unproven, tally.late);
    std::printf("agreed with strict %ld, plain %ld, the slow judge %ld; ", tally.strict, tally.plain, tally.judged);
    std::printf("arranged %ld\n", tally.arranged);
}
