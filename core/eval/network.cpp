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

#ifdef __AVX2__
__m256i load(const std::int16_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
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
    : shape_(shape), parts_(std::move(parts)), simd_(simd) {
    if (shape.line_length < 1 || shape.line_length > NetworkShape::LONGEST_LINE)
        throw WeightsError("a network is for lines of 1 to 16 stones");
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

void Network::add_positive(std::int32_t* sum, const std::int16_t* numbers, int sign) const {
#ifdef __AVX2__
    if (simd_) {
        const __m256i nothing = _mm256_setzero_si256();
        for (int i = 0; i < shape_.width; i += LANES) {
            const __m256i positive = _mm256_max_epi16(load(numbers + i), nothing);
            for (int half = 0; half < 2; ++half) {
                const __m128i part =
                    half ? _mm256_extracti128_si256(positive, 1) : _mm256_castsi256_si128(positive);
                auto* place = reinterpret_cast<__m256i*>(sum + i + 8 * half);
                const __m256i old = _mm256_loadu_si256(place);
                const __m256i wide = _mm256_cvtepi16_epi32(part);
                _mm256_storeu_si256(
                    place, sign > 0 ? _mm256_add_epi32(old, wide) : _mm256_sub_epi32(old, wide));
            }
        }
        return;
    }
#endif
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

int Network::value(const std::int32_t* sum, int stones_left) const {
    alignas(32) std::array<std::int16_t, 256 + LANES> inputs{};
    for (int i = 0; i < shape_.width; ++i)
        inputs[i] = static_cast<std::int16_t>(std::min(sum[i] >> SUM_SHIFT, LARGEST_INPUT));
    inputs[shape_.width] = static_cast<std::int16_t>(UNIT * (stones_left - 1));
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
    : table_(std::make_shared<const WindowTable>(rules)),
      network_(std::move(network)),
      windows_(table_),
      stone_(rules.cells(), 0),
      heights_(rules.columns, 0) {
    const NetworkShape& shape = network_->shape();
    if (shape.line_length != rules.line_length || shape.has_gravity != rules.gravity)
        throw WeightsError("the network is for another line length or for the other gravity");
    for (int side = 0; side < 2; ++side) {
        codes_[side].resize(4 * rules.cells());
        numbers_[side].resize(static_cast<std::size_t>(shape.width) * rules.cells());
        sums_[side].assign(shape.width, 0);
    }
    for (Cell cell = 0; cell < rules.cells(); ++cell) enter(cell);
}

int NetworkBoard::code(int side, Cell cell, int direction) const {
    const WindowSpan& span = table_->spans(cell)[direction];
    const auto class_of = [&](Side owner) {
        int best = -1, count = 0;
        for (int window = span.first; window < span.first + span.count; ++window) {
            if (!windows_.is_open(owner, window)) continue;
            const int stones = windows_.stones(owner, window);
            if (stones > best) {
                best = stones;
                count = 0;
            }
            count += stones == best;
        }
        // A full window is the end of the game: it looks like one that lacks a stone.
        best = std::min(best, rules().line_length - 1);
        return best < 0 ? 0 : 1 + 2 * best + (count > 1);
    };
    const Side mine = side == 0 ? Side::FIRST : Side::SECOND;
    const int classes = network_->shape().classes();
    const int code = class_of(mine) * classes + class_of(other(mine));
    if (!rules().gravity) return code;
    const int row = rules().row_of(cell);
    const int wait = std::clamp(row - heights_[rules().column_of(cell)], 0, 2);
    return code * NetworkShape::HEIGHTS + 2 * wait + row % 2;
}

/// Takes an empty cell into the sums, with all that is known of it found anew.
void NetworkBoard::enter(Cell cell) {
    const NetworkShape& shape = network_->shape();
    for (int side = 0; side < 2; ++side) {
        std::int16_t* numbers = this->numbers(side, cell);
        std::copy_n(network_->parts().bias.data(), shape.width, numbers);
        for (int direction = 0; direction < 4; ++direction) {
            const int now = code(side, cell, direction);
            codes_[side][4 * cell + direction] = static_cast<std::uint16_t>(now);
            const std::int16_t* row = network_->row(now);
            for (int i = 0; i < shape.width; ++i)
                numbers[i] = static_cast<std::int16_t>(numbers[i] + row[i]);
        }
        network_->add_positive(sums_[side].data(), numbers, 1);
    }
}

void NetworkBoard::leave(Cell cell) {
    for (int side = 0; side < 2; ++side)
        network_->add_positive(sums_[side].data(), numbers(side, cell), -1);
}

/// Brings an empty cell up to date along one direction.
void NetworkBoard::refresh(Cell cell, int direction) {
    for (int side = 0; side < 2; ++side) {
        std::uint16_t& old = codes_[side][4 * cell + direction];
        const int now = code(side, cell, direction);
        if (now == old) continue;
        network_->add_positive(sums_[side].data(), numbers(side, cell), -1);
        network_->replace(numbers(side, cell), old, now);
        network_->add_positive(sums_[side].data(), numbers(side, cell), 1);
        old = static_cast<std::uint16_t>(now);
    }
}

/// Brings the empty cells that share a window with the cell up to date.
void NetworkBoard::look_along(Cell cell, int direction) {
    const WindowSpan& span = table_->spans(cell)[direction];
    if (span.count == 0) return;
    const Window& first = (*table_)[span.first];
    const int cells = span.count + rules().line_length - 1;
    for (int i = 0; i < cells; ++i) {
        const Cell near = first.cell(i);
        if (is_empty(near)) refresh(near, direction);
    }
}

/// Where stones fall, a stone makes the two cells above it playable sooner.
void NetworkBoard::refresh_column(Cell cell) {
    for (int up = 1; up <= 2; ++up) {
        const Cell above = cell + up * rules().columns;
        if (above >= rules().cells() || !is_empty(above)) continue;
        for (int direction = 0; direction < 4; ++direction) refresh(above, direction);
    }
}

void NetworkBoard::play(int side, Cell cell) {
    leave(cell);
    stone_[cell] = static_cast<std::uint8_t>(side + 1);
    windows_.place(side == 0 ? Side::FIRST : Side::SECOND, cell);
    ++heights_[rules().column_of(cell)];
    for (int direction = 0; direction < 4; ++direction) look_along(cell, direction);
    if (rules().gravity) refresh_column(cell);
}

void NetworkBoard::undo(int side, Cell cell) {
    windows_.remove(side == 0 ? Side::FIRST : Side::SECOND, cell);
    --heights_[rules().column_of(cell)];
    for (int direction = 0; direction < 4; ++direction) look_along(cell, direction);
    if (rules().gravity) refresh_column(cell);
    stone_[cell] = 0;
    enter(cell);
}

}  // namespace inarow
