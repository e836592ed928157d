#include "eval/network.hpp"

#include <algorithm>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace inarow {
namespace {

constexpr int LANES = 16;
constexpr int LARGEST_INPUT = (1 << 14) - 1;

void check_size(std::size_t size, std::size_t wanted, const char* name) {
    if (size != wanted) {
        throw WeightsError(std::string("the network's ") + name + " has " + std::to_string(size) +
                           " numbers, but needs " + std::to_string(wanted));
    }
}

template <class T>
void check_range(const std::vector<T>& list, int most, const char* name) {
    for (const T number : list) {
        if (number > most || number < -most)
            throw WeightsError(std::string("the network's ") + name + " goes beyond " +
                               std::to_string(most));
    }
}

int checked_length(int line_length) {
    if (line_length < 1 || line_length > NetworkShape::LONGEST_LINE)
        throw WeightsError("a network is for lines of 1 to 16 stones");
    return line_length;
}

#ifdef __AVX2__
__m256i load(const std::int16_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
/// Adds sixteen numbers to sixteen wider ones.
void add_to(std::int32_t* sum, __m256i numbers) {
    for (int half = 0; half < 2; ++half) {
        const __m128i part =
            half ? _mm256_extracti128_si256(numbers, 1) : _mm256_castsi256_si128(numbers);
        auto* place = reinterpret_cast<__m256i*>(sum + 8 * half);
        _mm256_storeu_si256(
            place, _mm256_add_epi32(_mm256_loadu_si256(place), _mm256_cvtepi16_epi32(part)));
    }
}
int sum_of(__m256i lanes) {
    alignas(32) std::array<std::int32_t, 8> parts;
    _mm256_store_si256(reinterpret_cast<__m256i*>(parts.data()), lanes);
    int sum = 0;
    for (const std::int32_t part : parts) sum += part;
    return sum;
}
#endif

}  // namespace

Network::Network(const NetworkShape& shape, Parts parts, bool simd)
    : shape_(shape),
      parts_(std::move(parts)),
      simd_(simd),
      classes_(checked_length(shape.line_length)) {
    if (shape.width < LANES || shape.width % LANES != 0 || shape.width > 256 ||
        shape.hidden < LANES || shape.hidden % LANES != 0 || shape.hidden > 256)
        throw WeightsError("a network's width and hidden layer must be 16, 32, ... 256");
    check_size(parts_.rows.size(), static_cast<std::size_t>(shape.codes()) * shape.width, "rows");
    check_size(parts_.bias.size(), shape.width, "bias");
    check_size(parts_.promise.size(), shape.width, "promise");
    check_size(parts_.hidden.size(), static_cast<std::size_t>(shape.hidden) * shape.inputs(),
               "hidden layer");
    check_size(parts_.hidden_bias.size(), shape.hidden, "hidden bias");
    check_size(parts_.output.size(), shape.hidden, "output");
    check_range(parts_.rows, LARGEST_WEIGHT, "rows");
    check_range(parts_.bias, LARGEST_WEIGHT, "bias");
    check_range(parts_.promise, LARGEST_WEIGHT, "promise");
    check_range(parts_.hidden, LARGEST_WEIGHT, "hidden layer");
    check_range(parts_.output, LARGEST_WEIGHT, "output");
    check_range(parts_.hidden_bias, 1 << 24, "hidden bias");
}

void Network::replace(std::int16_t* numbers, int from, int to) const {
    const std::int16_t* less = row(from);
    const std::int16_t* more = row(to);
#ifdef __AVX2__
    if (simd_) {
        for (int i = 0; i < shape_.width; i += LANES) {
            const __m256i sum = _mm256_add_epi16(load(numbers + i),
                                                 _mm256_sub_epi16(load(more + i), load(less + i)));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + i), sum);
        }
        return;
    }
#endif
    for (int i = 0; i < shape_.width; ++i)
        numbers[i] = static_cast<std::int16_t>(numbers[i] + more[i] - less[i]);
}

void Network::replace(std::int16_t* numbers, int from, int to, std::int32_t* sum) const {
    const std::int16_t* less = row(from);
    const std::int16_t* more = row(to);
#ifdef __AVX2__
    if (simd_) {
        const __m256i nothing = _mm256_setzero_si256();
        for (int i = 0; i < shape_.width; i += LANES) {
            const __m256i before = load(numbers + i);
            const __m256i after =
                _mm256_add_epi16(before, _mm256_sub_epi16(load(more + i), load(less + i)));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + i), after);
            add_to(sum + i, _mm256_sub_epi16(_mm256_max_epi16(after, nothing),
                                             _mm256_max_epi16(before, nothing)));
        }
        return;
    }
#endif
    for (int i = 0; i < shape_.width; ++i) {
        const int before = numbers[i];
        const int after = before + more[i] - less[i];
        numbers[i] = static_cast<std::int16_t>(after);
        sum[i] += std::max(after, 0) - std::max(before, 0);
    }
}

void Network::add_positive(std::int32_t* sum, const std::int16_t* numbers, int sign) const {
    for (int i = 0; i < shape_.width; ++i) sum[i] += sign * std::max<int>(numbers[i], 0);
}

int Network::dot(const std::int16_t* one, const std::int16_t* two, int count) const {
#ifdef __AVX2__
    if (simd_) {
        __m256i sum = _mm256_setzero_si256();
        for (int i = 0; i < count; i += LANES)
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(load(one + i), load(two + i)));
        return sum_of(sum);
    }
#endif
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += one[i] * two[i];
    return sum;
}

int Network::dot_positive(const std::int16_t* numbers, const std::int16_t* weights,
                          int count) const {
#ifdef __AVX2__
    if (simd_) {
        const __m256i nothing = _mm256_setzero_si256();
        __m256i sum = nothing;
        for (int i = 0; i < count; i += LANES) {
            const __m256i positive = _mm256_max_epi16(load(numbers + i), nothing);
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(positive, load(weights + i)));
        }
        return sum_of(sum);
    }
#endif
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += std::max<int>(numbers[i], 0) * weights[i];
    return sum;
}

int Network::promise(const std::int16_t* numbers) const {
    return dot_positive(numbers, parts_.promise.data(), shape_.width);
}

int Network::value(const std::int32_t* sum, int side, int stones_left) const {
    alignas(32) std::array<std::int16_t, 256 + LANES> inputs{};
    for (int i = 0; i < shape_.width; ++i)
        inputs[i] = static_cast<std::int16_t>(std::min(sum[i] >> SUM_SHIFT, LARGEST_INPUT));
    inputs[shape_.width] = static_cast<std::int16_t>(UNIT * (stones_left - 1));
    inputs[shape_.width + 1] = static_cast<std::int16_t>(UNIT * side);
    alignas(32) std::array<std::int16_t, 256> hidden{};
    for (int i = 0; i < shape_.hidden; ++i) {
        const int sum_of_inputs =
            dot(inputs.data(), parts_.hidden.data() + i * shape_.inputs(), shape_.inputs());
        const int out = (sum_of_inputs + parts_.hidden_bias[i]) >> 8;  // WEIGHT_UNIT
        hidden[i] = static_cast<std::int16_t>(std::clamp(out, 0, LARGEST_INPUT));
    }
    return dot(hidden.data(), parts_.output.data(), shape_.hidden) + parts_.output_bias;
}

NetworkBoard::NetworkBoard(const Rules& rules, std::shared_ptr<const Network> network)
    : rules_(rules),
      network_(std::move(network)),
      near_(4 * rules.cells()),
      is_empty_(rules.cells(), true),
      heights_(rules.columns, 0) {
    const NetworkShape& shape = network_->shape();
    if (shape.line_length != rules.line_length || shape.has_gravity != rules.gravity)
        throw WeightsError("the network is for another line length or for the other gravity");
    for (int side = 0; side < 2; ++side) {
        codes_[side].resize(4 * rules.cells());
        numbers_[side].resize(static_cast<std::size_t>(shape.width) * rules.cells());
        sums_[side].assign(shape.width, 0);
    }
    const int reach = rules.line_length - 1;
    for (int direction = 0; direction < 4; ++direction) {
        const Direction step = DIRECTIONS[direction];
        steps_[direction] = step.rows * rules.columns + step.columns;
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            Near& near = near_[4 * cell + direction];
            near.before = static_cast<std::uint8_t>(steps_within(cell, -step));
            near.after = static_cast<std::uint8_t>(steps_within(cell, step));
            for (int i = 0; i < 2 * reach; ++i) {
                const bool is_beyond =
                    i < reach ? i < reach - near.before : i >= reach + near.after;
                if (is_beyond)
                    for (std::uint32_t& word : near.stones) word |= std::uint32_t{1} << i;
            }
        }
    }
    for (Cell cell = 0; cell < rules.cells(); ++cell) enter(cell);
}

/// Steps from the cell that stay on the board, as far as a window reaches.
int NetworkBoard::steps_within(Cell cell, Direction direction) const {
    int steps = 0;
    while (steps < rules_.line_length - 1 &&
           rules_.has_place(rules_.column_of(cell) + (steps + 1) * direction.columns,
                            rules_.row_of(cell) + (steps + 1) * direction.rows))
        ++steps;
    return steps;
}

/// What the codes of an empty cell must be.
NetworkBoard::Codes NetworkBoard::codes_now(Cell cell, int direction) const {
    const auto& [first, second] = near_[4 * cell + direction].stones;
    const LineClasses& classes = network_->classes();
    const int one = classes.of(first, second), two = classes.of(second, first);
    Codes codes{static_cast<std::uint16_t>(one * classes.count() + two),
                static_cast<std::uint16_t>(two * classes.count() + one)};
    if (!rules_.gravity) return codes;
    const int row = rules_.row_of(cell);
    const int wait = std::clamp(row - heights_[rules_.column_of(cell)], 0, 2);
    for (int side = 0; side < 2; ++side) {
        // Where both only wait, the sides fill the rows by turns: parity means something only
        // together with whose it is.
        const int parity = (row + side) % 2;
        codes[side] =
            static_cast<std::uint16_t>(codes[side] * NetworkShape::HEIGHTS + 2 * wait + parity);
    }
    return codes;
}

/// Takes an empty cell into the sums.
void NetworkBoard::enter(Cell cell) {
    const NetworkShape& shape = network_->shape();
    for (int side = 0; side < 2; ++side) {
        std::int16_t* numbers = this->numbers(side, cell);
        std::copy_n(network_->parts().bias.data(), shape.width, numbers);
        for (int direction = 0; direction < 4; ++direction) {
            const int now = codes_now(cell, direction)[side];
            codes_[side][4 * cell + direction] = static_cast<std::uint16_t>(now);
            const std::int16_t* row = network_->row(now);
            for (int i = 0; i < shape.width; ++i)
                numbers[i] = static_cast<std::int16_t>(numbers[i] + row[i]);
        }
        network_->add_positive(sums_[side].data(), numbers, 1);
    }
}

/// Brings an empty cell up to date along one direction.
void NetworkBoard::refresh(Cell cell, int direction) {
    const std::uint32_t place = 4 * cell + direction;
    const Codes now = codes_now(cell, direction);
    const Codes before{codes_[0][place], codes_[1][place]};
    if (now == before) return;
    changes_.push_back({place, before});
    for (int side = 0; side < 2; ++side) {
        network_->replace(numbers(side, cell), before[side], now[side], sums_[side].data());
        codes_[side][place] = now[side];
    }
}

/// Tells the cells that share a window with the cell that a stone came or went.
void NetworkBoard::mark(int side, Cell cell, int direction) {
    const Near& near = near_[4 * cell + direction];
    const int reach = rules_.line_length - 1;
    const int step = steps_[direction];
    // Seen from the cell i steps on, this one is i steps back.
    for (int i = 1; i <= near.after; ++i)
        near_[4 * (cell + i * step) + direction].stones[side] ^= std::uint32_t{1} << (reach - i);
    for (int i = 1; i <= near.before; ++i)
        near_[4 * (cell - i * step) + direction].stones[side] ^= std::uint32_t{1}
                                                                 << (reach + i - 1);
}

/// Brings the empty cells that share a window with the cell up to date.
void NetworkBoard::look_along(Cell cell, int direction) {
    const Near& near = near_[4 * cell + direction];
    for (int i = -near.before; i <= near.after; ++i) {
        const Cell that = cell + i * steps_[direction];
        if (is_empty(that)) refresh(that, direction);
    }
}

/// Where stones fall, a stone makes the two cells above it playable sooner.
void NetworkBoard::refresh_column(Cell cell) {
    for (int up = 1; up <= 2; ++up) {
        const Cell above = cell + up * rules_.columns;
        if (above >= rules_.cells()) return;
        for (int direction = 0; direction < 4; ++direction) refresh(above, direction);
    }
}

void NetworkBoard::play(int side, Cell cell) {
    played_.push_back({side, cell, changes_.size()});
    for (int eyes = 0; eyes < 2; ++eyes) {
        old_sums_.insert(old_sums_.end(), sums_[eyes].begin(), sums_[eyes].end());
        network_->add_positive(sums_[eyes].data(), numbers(eyes, cell), -1);
    }
    is_empty_[cell] = false;
    ++heights_[rules_.column_of(cell)];
    for (int direction = 0; direction < 4; ++direction) {
        mark(side, cell, direction);
        look_along(cell, direction);
    }
    if (rules_.gravity) refresh_column(cell);
}

void NetworkBoard::undo() {
    const Played last = played_.back();
    played_.pop_back();
    const int width = network_->shape().width;
    for (; changes_.size() > last.changes; changes_.pop_back()) {
        const auto& [place, before] = changes_.back();
        for (int side = 0; side < 2; ++side) {
            std::uint16_t& code = codes_[side][place];
            network_->replace(numbers(side, place / 4), code, before[side]);
            code = before[side];
        }
    }
    for (int side = 1; side >= 0; --side) {
        std::copy_n(old_sums_.end() - width, width, sums_[side].begin());
        old_sums_.resize(old_sums_.size() - width);
    }
    for (int direction = 0; direction < 4; ++direction) mark(last.side, last.cell, direction);
    --heights_[rules_.column_of(last.cell)];
    is_empty_[last.cell] = true;
}

}  // namespace inarow
