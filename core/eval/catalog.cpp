#include "eval/catalog.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "eval/blocks.hpp"
#include "eval/chains.hpp"
#include "eval/dummy.hpp"
#include "eval/forks.hpp"
#include "eval/gaussian.hpp"
#include "eval/open_lines.hpp"
#include "eval/tokens.hpp"
#include "eval/ultimate.hpp"
#include "eval/windows.hpp"
#include "game/text.hpp"

namespace inarow {
namespace {

using Maker = std::unique_ptr<Evaluator> (*)(const Rules&, std::optional<Side>);

template <class Made>
std::unique_ptr<Evaluator> sided(const Rules& rules, std::optional<Side> view) {
    return std::make_unique<Made>(rules, view);
}

template <class Made>
std::unique_ptr<Evaluator> mirrored(const Rules& rules, std::optional<Side>) {
    return std::make_unique<Made>(rules);
}

constexpr std::array<NamedEvaluator, 9> NAMED{{
    {"blocks", "own stones that alone stop a threat of the opponent"},
    {"chains", "2**n for own stones with n following, 3**n against; long chains and the centre"},
    {"dummy", "10**(r - 1) for the own longest run r"},
    {"forks", "own stones that make threats in two or more directions"},
    {"gaussian", "groups that can win, heavier near the centre, by direction (gravity only)"},
    {"open-lines", "windows still winnable less those the opponent can still win"},
    {"tokens", "cubes of the numbers of runs of each length that can still become a line"},
    {"ultimate", "longest runs of both sides, forks and blocks"},
    {"windows", "windows that one side owns, by stones in them and need to move: it scales"},
}};

constexpr std::array<Maker, NAMED.size()> MAKERS{
    sided<Blocks>,    sided<Chains>,      sided<Dummy>,
    sided<Forks>,     mirrored<Gaussian>, mirrored<OpenLines>,
    mirrored<Tokens>, sided<Ultimate>,    mirrored<WindowWeights>};

/// How many letters must be put in, taken out or changed to make one word of the other.
int edits(std::string_view one, std::string_view two) {
    std::vector<int> row(two.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < one.size(); ++i) {
        int diagonal = std::exchange(row[0], static_cast<int>(i) + 1);
        for (std::size_t j = 0; j < two.size(); ++j) {
            const int changed = diagonal + (one[i] != two[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

[[noreturn]] void refuse(std::string_view name) {
    const auto nearest = std::ranges::min_element(
        NAMED, {}, [&](const NamedEvaluator& known) { return edits(name, known.name); });
    std::string message = "there is no evaluator " + quoted(name) + "; did you mean " +
                          std::string(nearest->name) + "? There are";
    for (const NamedEvaluator& known : NAMED) {
        message += ' ';
        message += known.name;
    }
    throw EvaluatorError(message);
}

}  // namespace

std::span<const NamedEvaluator> evaluators() {
    return NAMED;
}

std::unique_ptr<Evaluator> make_evaluator(std::string_view name, const Rules& rules,
                                          std::optional<Side> view) {
    const auto found = std::ranges::find(NAMED, name, &NamedEvaluator::name);
    if (found == NAMED.end()) refuse(name);
    return MAKERS[found - NAMED.begin()](checked(rules), view);
}

}  // namespace inarow
