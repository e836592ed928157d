#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"

namespace inarow::bindings {

inline Limits limits_of(std::optional<int> depth, std::optional<double> seconds,
                        std::optional<std::int64_t> nodes, std::optional<std::int64_t> memory,
                        int threads) {
    Limits limits;
    if (depth) limits.depth = *depth;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes < 0 ? 0 : *nodes;  // 0 is refused below
    if (memory && *memory < 0) throw SearchError("memory must be 0 bytes or more");
    if (memory) limits.memory = *memory;
    limits.threads = threads;
    return checked(limits);
}

inline Turn turn_of(const Rules& rules, const std::vector<Cell>& cells) {
    if (cells.empty() || cells.size() > Rules::MOST_STONES) {
        throw SearchError("an excluded turn must have from 1 to 8 cells");
    }
    Turn turn;
    for (Cell cell : cells) {
        if (!rules.contains(cell))
            throw SearchError("the board has no cell " + std::to_string(cell));
        turn = turn.with(cell);
    }
    return turn;
}

template <class Range>
nanobind::tuple tuple_of(const Range& cells) {
    nanobind::list list;
    for (Cell cell : cells) list.append(cell);
    return nanobind::tuple(list);
}

/// A searcher (or whatever searches as one does) that knows whether it is at work, and can be told
/// to stop.
template <class Core>
class SearchObject {
  public:
    template <class... Arguments>
    explicit SearchObject(const Rules& rules, Arguments&&... arguments)
        : searcher_(rules, std::forward<Arguments>(arguments)...) {}

    const Core& searcher() const { return searcher_; }
    void stop() { *is_stopped_ = true; }

    void forget() {
        const Turnstile turnstile(is_busy_);
        searcher_.forget();
    }

    Result search(const Position& position, const Limits& limits,
                  const std::vector<std::vector<Cell>>& excluded,
                  const nanobind::object& progress) {
        const Turnstile turnstile(is_busy_);
        std::vector<Turn> excluded_turns;
        for (const auto& cells : excluded)
            excluded_turns.push_back(turn_of(searcher_.rules(), cells));
        bool is_interrupted = false;
        *is_stopped_ = false;
        Hooks hooks;
        hooks.excluded = excluded_turns;
        hooks.stop = is_stopped_;
        hooks.poll = [&] { return is_interrupted = has_signal(); };
        if (!progress.is_none()) {
            hooks.progress = [&](const Result& result) {
                nanobind::gil_scoped_acquire gil;
                progress(result);
            };
        }
        Result result;
        {
            nanobind::gil_scoped_release release;
            result = searcher_.search(position, limits, hooks);
        }
        if (is_interrupted) nanobind::raise_python_error();
        return result;
    }

  private:
    /// Lets one search in at a time.
    class Turnstile {
      public:
        explicit Turnstile(std::atomic<bool>& is_busy) : is_busy_(is_busy) {
            if (is_busy_.exchange(true)) {
                throw SearchError(
                    "this searcher is searching; make another one for another thread");
            }
        }
        ~Turnstile() { is_busy_ = false; }
        Turnstile(const Turnstile&) = delete;

      private:
        std::atomic<bool>& is_busy_;
    };

    Core searcher_;
    const std::shared_ptr<std::atomic<bool>> is_stopped_ =
        std::make_shared<std::atomic<bool>>(false);
    std::atomic<bool> is_busy_ = false;
};

/// Adds `rules`, `search`, `stop` and `forget` to the class.
template <class Object>
void bind_searching(nanobind::class_<Object>& bound) {
    using namespace nanobind::literals;
    bound.def_prop_ro("rules", [](const Object& self) { return self.searcher().rules(); })
        .def(
            "search",
            [](Object& self, const Position& position, std::optional<int> depth,
               std::optional<double> seconds, std::optional<std::int64_t> nodes,
               std::optional<std::int64_t> memory, int threads,
               const std::vector<std::vector<Cell>>& excluded, const nanobind::object& progress) {
                const Limits limits = limits_of(depth, seconds, nodes, memory, threads);
                return self.search(position, limits, excluded, progress);
            },
            "position"_a, nanobind::kw_only(), "depth"_a = nanobind::none(),
            "seconds"_a = nanobind::none(), "nodes"_a = nanobind::none(),
            "memory"_a = nanobind::none(), "threads"_a = 1, "excluded"_a = nanobind::make_tuple(),
            "progress"_a = nanobind::none(),
            nanobind::sig("def search(self, position: Position, *, depth: int | None = None, "
                          "seconds: float | None = None, nodes: int | None = None, "
                          "memory: int | None = None, threads: int = 1, "
                          "excluded: collections.abc.Sequence[collections.abc.Sequence[int]] = (), "
                          "progress: typing.Callable[[SearchResult], object] | None = None) "
                          "-> SearchResult"),
            "The best turn within the limits: depth in turns, memory in bytes of the table (64 MiB "
            "unless told). Without a depth it goes one turn deeper at a time. `excluded` turns of "
            "the root are left out; `progress` is called with the result of every depth. Other "
            "Python threads run meanwhile, and Ctrl-C works.")
        .def("stop", &Object::stop,
             "Ends the search that is running, from any thread; it returns the best found so far. "
             "A search that begins later is not affected.")
        .def("forget", &Object::forget, "Empties the table.");
}

}  // namespace inarow::bindings
