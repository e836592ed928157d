#include "search/search.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "search/ladder/alphabeta.hpp"
#include "search/ladder/deepening.hpp"
#include "search/ladder/killers.hpp"
#include "search/ladder/memory.hpp"
#include "search/ladder/minimax.hpp"
#include "search/ladder/mtdf.hpp"
#include "search/ladder/negamax.hpp"
#include "search/ladder/ordered.hpp"
#include "search/ladder/pvs.hpp"
#include "search/root.hpp"

namespace inarow {

namespace {

template <class Kind>
std::unique_ptr<Rung> make(Tree& tree, Table& table) {
    return std::make_unique<Kind>(tree, table);
}

/// Searches the root to one depth.
using SearchTo = Score (*)(Root& root, int depth);

Score with_full_window(Root& root, int depth) {
    return root.search(depth, -UNBOUNDED, UNBOUNDED);
}
Score with_mtdf(Root& root, int depth) {
    return mtdf(root, root.score(), depth);
}
Score with_aspiration(Root& root, int depth) {
    return aspire(root, root.score(), depth);
}

struct RungParts {
    MakeRung make_rung;
    SearchTo search_to;
    bool deepens;
};

constexpr std::array<RungInfo, 9> RUNGS{{
    {"minimax", "tries every turn to the depth; one side maximises, the other minimises", false},
    {"negamax", "minimax in one function: a score is the opposite for the other side", false},
    {"alphabeta", "negamax that leaves a node once it is too good to be allowed", false},
    {"ordered", "alphabeta that tries the turns with the longest rows first", false},
    {"memory", "ordered, with a transposition table", true},
    {"killers", "memory, with killer and history moves", true},
    {"pvs", "killers, with a null window for all turns but the first", true},
    {"mtdf", "killers, asked again and again with a null window: MTD(f)", true},
    {"deepening", "pvs, one turn deeper at a time, with aspiration windows", true},
}};

constexpr std::array<RungParts, RUNGS.size()> PARTS{{
    {make<Minimax>, with_full_window, false},
    {make<Negamax>, with_full_window, false},
    {make<AlphaBeta>, with_full_window, false},
    {make<Ordered>, with_full_window, false},
    {make<Memory>, with_full_window, false},
    {make<Killers>, with_full_window, false},
    {make<Pvs>, with_full_window, false},
    {make<Killers>, with_mtdf, false},
    {make<Pvs>, with_aspiration, true},
}};

const RungInfo& rung_named(std::string_view name) {
    const auto rung = std::ranges::find(RUNGS, name, &RungInfo::name);
    if (rung != RUNGS.end()) return *rung;
    std::string names;
    for (const RungInfo& info : RUNGS)
        names += (names.empty() ? "" : ", ") + std::string(info.name);
    throw SearchError("no rung is called '" + std::string(name) + "'; there are " + names);
}

}  // namespace

std::span<const RungInfo> rungs() {
    return RUNGS;
}

Searcher::Searcher(const Rules& rules, std::string_view rung, std::unique_ptr<Evaluator> evaluator,
                   const SearchOptions& options)
    : rules_(checked(rules)),
      rung_(rung_named(rung)),
      evaluator_(std::move(evaluator)),
      options_(options) {
    checked(options.turns);
}

Result Searcher::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    Budget budget(limits, &longest_pause_, hooks.stop, hooks.poll);
    if (position.rules() != rules_)
        throw SearchError("the position is of other rules than the searcher");
    if (position.is_over()) throw SearchError("the game is over: there is no turn to search for");

    const std::size_t memory = rung_.has_table ? limits.memory : 0;
    if (Table::bytes_within(memory) != table_.bytes()) table_ = Table(memory);
    table_.start_generation();

    const RungParts& parts = PARTS[&rung_ - RUNGS.data()];
    Root root(position, *evaluator_, options_, parts.make_rung, table_, budget, limits.threads);
    root.exclude(hooks.excluded);
    const auto result = [&] {
        Result found = root.result();
        found.is_complete = !root.is_stopped();
        found.table_bytes = table_.bytes();
        found.seconds = budget.seconds();
        return found;
    };
    const int most_depth = std::min(limits.depth, turns_left(position));
    const bool deepens = parts.deepens || options_.deepening || !limits.has_depth();
    deepen(root, deepens ? 1 : most_depth, most_depth, parts.search_to, [&] {
        if (hooks.progress) hooks.progress(result());
    });
    return result();
}

}  // namespace inarow
