#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "solve/placement_solver.hpp"
#include "solve/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

/// A solver that answers as many questions at a time as it was made for, and can be told to stop.
class SolverObject {
  public:
    SolverObject(const Rules& rules, std::size_t memory, int threads, const Ideas& ideas,
                 int askers)
        : askers_(std::clamp(askers, 1, Limits::MOST_THREADS)),
          solver_(rules, memory, threads, ideas, askers) {}

    const Solver& solver() const { return solver_; }
    void stop() {
        for (Asker& asker : askers_) asker.is_stopped = true;
    }
    void forget() {
        std::vector<Seat> seats;
        for (std::size_t i = 0; i < askers_.size(); ++i) seats.emplace_back(askers_);
        solver_.forget();
    }

    void learn(const nb::bytes& key, int lower, int upper) {
        const Seat seat(askers_);
        solver_.learn({std::string(key.c_str(), key.size()), {lower, upper}});
    }

    SolveResult solve(const Position& position, bool weak, std::optional<double> seconds,
                      std::optional<std::int64_t> nodes, const nb::object& progress,
                      std::optional<int> lower, std::optional<int> guess, const nb::object& finding,
                      std::uint64_t finding_nodes) {
        const Seat seat(askers_);
        Limits limits;
        if (seconds) limits.seconds = *seconds;
        if (nodes) limits.nodes = *nodes < 0 ? 0 : *nodes;  // 0 is refused by the solver
        bool is_interrupted = false;
        askers_[seat.number()].is_stopped = false;
        SolveHooks hooks;
        hooks.stop = [&stop = askers_[seat.number()].is_stopped] {
            return stop.load(std::memory_order_relaxed);
        };
        hooks.poll = [&] { return is_interrupted = has_signal(); };
        if (!progress.is_none()) {
            hooks.progress = [&](const SolveResult& so_far) {
                nb::gil_scoped_acquire gil;
                progress(so_far);
            };
        }
        if (!finding.is_none()) {
            hooks.finding = [&](const Finding& found) {
                nb::gil_scoped_acquire gil;
                finding(nb::bytes(found.key.data(), found.key.size()), found.bounds.lower,
                        found.bounds.upper);
            };
            hooks.finding_nodes = finding_nodes;
        }
        Prior prior;
        if (lower) prior.bounds.lower = *lower;
        prior.guess = guess;
        SolveResult result;
        {
            nb::gil_scoped_release release;
            const auto question = weak ? Question::SIGN : Question::SCORE;
            result = solver_.solve(position, question, limits, hooks, prior, seat.number());
        }
        if (is_interrupted) nb::raise_python_error();
        return result;
    }

  private:
    struct Asker {
        std::atomic<bool> is_busy = false;
        std::atomic<bool> is_stopped = false;
    };

    /// The place of a question among those that are answered at the same time.
    class Seat {
      public:
        explicit Seat(std::vector<Asker>& askers) : askers_(&askers) {
            while (askers[number_].is_busy.exchange(true)) {
                if (++number_ < askers.size()) continue;
                throw SolveError("this solver is solving; make another one for another thread");
            }
        }
        ~Seat() {
            if (askers_ != nullptr) (*askers_)[number_].is_busy = false;
        }
        Seat(Seat&& other) noexcept
            : askers_(std::exchange(other.askers_, nullptr)), number_(other.number_) {}

        int number() const { return static_cast<int>(number_); }

      private:
        std::vector<Asker>* askers_;
        std::size_t number_ = 0;
    };

    std::vector<Asker> askers_;
    Solver solver_;  // what is left of a question looks whether it was stopped
};

void bind_result(nb::module_& module) {
    nb::class_<SolveResult>(module, "SolveResult", "What a solver proved of a position.")
        .def_prop_ro(
            "lower", [](const SolveResult& result) { return result.bounds.lower; },
            "The score is at least this.")
        .def_prop_ro(
            "upper", [](const SolveResult& result) { return result.bounds.upper; },
            "The score is at most this.")
        .def_ro("is_complete", &SolveResult::is_complete,
                "Whether the question is answered: no limit and no stop came before.")
        .def_ro("nodes", &SolveResult::nodes)
        .def_ro("seconds", &SolveResult::seconds);
}

/// A solver of small placement games that several Python threads may ask, one after the other.
class PlacementObject {
  public:
    PlacementObject(const Rules& rules, std::size_t memory) : solver_(rules, memory) {}

    /// Other Python threads run meanwhile, and Ctrl-C ends it.
    std::optional<int> solve(const Position& position, std::optional<std::uint64_t> nodes) {
        bool is_interrupted = false;
        std::optional<int> value;
        {
            const nb::gil_scoped_release released;
            const std::lock_guard lock(mutex_);
            value = solver_.solve(position, nodes.value_or(Limits::UNLIMITED),
                                  [&] { return is_interrupted = has_signal(); });
        }
        if (is_interrupted) nb::raise_python_error();
        return value;
    }
    std::uint64_t nodes() const { return solver_.nodes(); }

  private:
    PlacementSolver solver_;
    std::mutex mutex_;
};

void bind_placement(nb::module_& module) {
    nb::class_<PlacementObject>(
        module, "PlacementSolver",
        "Exact values of one small game without gravity, of at most 64 cells; what it proves is "
        "kept.")
        .def(nb::init<const Rules&, std::size_t>(), "rules"_a, nb::kw_only(),
             "memory"_a = std::size_t{64} << 20, "memory is in bytes.")
        .def("solve", &PlacementObject::solve, "position"_a, nb::kw_only(), "nodes"_a = nb::none(),
             "1 if the side to move wins, -1 if it loses, 0 for a draw; None if the nodes ran out.")
        .def_prop_ro("nodes", &PlacementObject::nodes, "Of the last question.");
}

}  // namespace

void bind_solve(nb::module_& module) {
    nb::exception<SolveError>(module, "SolveError", PyExc_ValueError);
    bind_result(module);
    nb::class_<SolverObject>(module, "DropSolver",
                             "Exact scores of one gravity game; what it proves is kept.")
        .def(
            "__init__",
            [](SolverObject* self, const Rules& rules, std::uint64_t memory, int threads,
               bool following, bool zugzwang, bool transposition_cuts, bool threat_order,
               bool mirror, bool near_table, bool short_ends, int askers) {
                const Ideas ideas{following, zugzwang,   transposition_cuts, threat_order,
                                  mirror,    near_table, short_ends};
                new (self) SolverObject(rules, memory, threads, ideas, askers);
            },
            "rules"_a, nb::kw_only(), "memory"_a, "threads"_a = 1, "following"_a = true,
            "zugzwang"_a = true, "transposition_cuts"_a = true, "threat_order"_a = true,
            "mirror"_a = true, "near_table"_a = true, "short_ends"_a = true, "askers"_a = 1,
            "memory is in bytes. So many Python threads as there are askers may ask at the same "
            "time; all share one table. The other options switch single ideas off, to be measured.")
        .def_prop_ro("rules", [](const SolverObject& self) { return self.solver().rules(); })
        .def_prop_ro("threads", [](const SolverObject& self) { return self.solver().threads(); })
        .def_prop_ro("table_bytes",
                     [](const SolverObject& self) { return self.solver().table_bytes(); })
        .def("solve", &SolverObject::solve, "position"_a, nb::kw_only(), "weak"_a = false,
             "seconds"_a = nb::none(), "nodes"_a = nb::none(), "progress"_a = nb::none(),
             "lower"_a = nb::none(), "guess"_a = nb::none(), "finding"_a = nb::none(),
             "finding_nodes"_a = SolveHooks().finding_nodes,
             nb::sig("def solve(self, position: Position, *, weak: bool = False, "
                     "seconds: float | None = None, nodes: int | None = None, "
                     "progress: collections.abc.Callable[[SolveResult], object] | None = None, "
                     "lower: int | None = None, guess: int | None = None, "
                     "finding: collections.abc.Callable[[bytes, int, int], object] | None = None, "
                     "finding_nodes: int = 1048576) -> SolveResult"),
             "weak: only whether it is won, drawn or lost. progress is called now and then with "
             "what is proved so far. lower: the score is known to be at least this. guess: the "
             "score that is likely, to be tried first. finding is told the key and the bounds of "
             "every position that it took so many nodes to prove them of.")
        .def("learn", &SolverObject::learn, "key"_a, "lower"_a, "upper"_a,
             "Take over what a question's `finding` was told.")
        .def(
            "key",
            [](const SolverObject& self, const Position& position) {
                const std::string key = self.solver().key(position);
                return nb::bytes(key.data(), key.size());
            },
            "position"_a, "A name that the position shares with its mirror image only.")
        .def(
            "parents",
            [](const SolverObject& self, const Position& position) {
                nb::list keys;
                for (const std::string& key : self.solver().parents(position)) {
                    keys.append(nb::bytes(key.data(), key.size()));
                }
                return keys;
            },
            "position"_a, nb::sig("def parents(self, position: Position) -> list[bytes]"),
            "The names of the positions from which one move leads here.")
        .def("forget", &SolverObject::forget, "Forget all that was proved.")
        .def("stop", &SolverObject::stop, "End the solving that goes on in another thread.");
    bind_placement(module);
    module.def("final_stones", &final_stones, "rules"_a, "stones"_a, "score"_a,
               "The stones on the board when the game of a solved score ends.");
}

}  // namespace inarow::bindings
