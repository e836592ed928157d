#include "game/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <mutex>
#include <string>

#include "bindings/bindings.hpp"
#include "game/notation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using NewActions = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A batch that threads of Python may share: they wait for each other.
class BatchObject {
  public:
    BatchObject(const Rules& rules, const BatchSettings& settings) : batch_(rules, settings) {}

    const Batch& batch() const { return batch_; }

    void step(const Actions& actions) {
        check_length(actions.shape(0));
        int illegal = -1;
        {
            nb::gil_scoped_release release;
            const std::scoped_lock lock(mutex_);
            illegal = batch_.first_illegal(actions.data());
            if (illegal == -1) batch_.step(actions.data());
        }
        if (illegal >= 0) throw IllegalMove(why_not(illegal, actions.data()[illegal]));
    }

    void sample(NewActions actions) {
        check_length(actions.shape(0));
        nb::gil_scoped_release release;
        const std::scoped_lock lock(mutex_);
        batch_.sample(actions.data());
    }

    void restart() {
        nb::gil_scoped_release release;
        const std::scoped_lock lock(mutex_);
        batch_.restart();
    }

    void restart_marked(const Marks& marks) {
        check_length(marks.shape(0));
        nb::gil_scoped_release release;
        const std::scoped_lock lock(mutex_);
        batch_.restart(marks.data());
    }

  private:
    void check_length(std::size_t length) const {
        if (length == static_cast<std::size_t>(batch_.games())) return;
        throw nb::value_error(("expected one value a game, which is " +
                               std::to_string(batch_.games()) + ", not " + std::to_string(length))
                                  .c_str());
    }

    std::string why_not(int game, std::int64_t action) const {
        std::string what = "game " + std::to_string(game) + ": action " + std::to_string(action) +
                           " cannot be played; ";
        if (action < 0 || action >= batch_.actions())
            return what + "actions are 0 to " + std::to_string(batch_.actions() - 1);
        return what + (batch_.rules().gravity ? "the column is full" : "the cell is occupied");
    }

    Batch batch_;
    std::mutex mutex_;
};

/// A read-only array over the memory of the batch, which it keeps alive.
template <class T, class... Sizes>
nb::object view(nb::handle self, const T* data, Sizes... sizes) {
    const std::size_t shape[] = {static_cast<std::size_t>(sizes)...};
    return nb::cast(nb::ndarray<nb::numpy, const T>(data, sizeof...(sizes), shape, self),
                    nb::rv_policy::reference);
}

const Batch& batch_of(nb::handle self) {
    return nb::inst_ptr<BatchObject>(self)->batch();
}

void check_settings(const BatchSettings& settings) {
    if (settings.games < 1) throw nb::value_error("a batch needs 1 game or more");
    if (settings.threads < 1) throw nb::value_error("a batch needs 1 thread or more");
    if (settings.opening < 0) throw nb::value_error("opening must be 0 stones or more");
}

nb::object position_at(nb::handle self, nb::handle type, int game) {
    const Batch& batch = batch_of(self);
    if (game < 0 || game >= batch.games()) throw nb::index_error("the batch has no such game");
    return position_of_class(type, batch.position(game));
}

void bind_arrays(nb::class_<BatchObject>& bound) {
    bound
        .def_prop_ro(
            "observations",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                const Rules& rules = batch.rules();
                return view(self, batch.observations(), batch.games(), 2, rules.rows,
                            rules.columns);
            },
            "int8 [game, 2, row from the top, column]: stones of the side to move, then of the "
            "other side.")
        .def_prop_ro(
            "masks",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                return view(self, reinterpret_cast<const bool*>(batch.masks()), batch.games(),
                            batch.actions());
            },
            "bool [game, action]: where a stone can be placed.")
        .def_prop_ro(
            "rewards",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                return view(self, batch.rewards(), batch.games());
            },
            "float32 [game]: for the side that placed the last stone, 1 if it won with it.")
        .def_prop_ro(
            "outcomes",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                return view(self, batch.outcomes(), batch.games());
            },
            "uint8 [game]: of the game that the last step ended, as Outcome numbers them; else 0.")
        .def_prop_ro(
            "sides",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                return view(self, batch.sides(), batch.games());
            },
            "uint8 [game]: 1 if FIRST is to move, 2 if SECOND.")
        .def_prop_ro(
            "stones",
            [](nb::handle self) {
                const Batch& batch = batch_of(self);
                return view(self, batch.stones(), batch.games());
            },
            "int32 [game]: the stones on the board.");
}

}  // namespace

void bind_batch(nb::module_& module) {
    nb::class_<BatchObject> bound(module, "Batch", "Many games of one kind, stepped together.");
    bound
        .def(
            "__init__",
            [](BatchObject* self, const Rules& rules, int games, std::uint64_t seed, int threads,
               bool restarts, int opening) {
                const BatchSettings settings{games, seed, threads, restarts, opening};
                check_settings(settings);
                new (self) BatchObject(rules, settings);
            },
            "rules"_a, "games"_a, nb::kw_only(), "seed"_a = 0, "threads"_a = 1, "restarts"_a = true,
            "opening"_a = 0)
        .def_prop_ro("rules", [](const BatchObject& self) { return self.batch().rules(); })
        .def_prop_ro("games", [](const BatchObject& self) { return self.batch().games(); })
        .def_prop_ro(
            "actions", [](const BatchObject& self) { return self.batch().actions(); },
            "The number of actions: columns where stones fall, else cells.")
        .def("play", &BatchObject::step, "actions"_a.noconvert(),
             "Place a stone in every game; IllegalMove, and nothing played, if one cannot be.")
        .def("sample_into", &BatchObject::sample, "actions"_a.noconvert(),
             "Write a random legal action for every game; -1 for games that are over.")
        .def("restart", &BatchObject::restart, "Begin every game anew.")
        .def("restart_marked", &BatchObject::restart_marked, "marks"_a.noconvert(),
             "Begin anew the games that are marked.")
        .def("position_at", &position_at, "type"_a, "game"_a,
             "The position of a game as an object of the type, which is a kind of Position.");
    bind_arrays(bound);
}

}  // namespace inarow::bindings
