#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace inarow {

__extension__ typedef unsigned __int128 Word128;

/// An unsigned number of N machine words, lowest first: the board word of boards beyond 128 bits.
/// Like a built-in number, it holds nothing until it is given a value.
template <int N>
struct WideWord {
    std::array<std::uint64_t, N> parts;

    constexpr WideWord() = default;
    constexpr WideWord(std::uint64_t value) : parts{value} {}

    constexpr bool operator==(const WideWord&) const = default;
    constexpr explicit operator bool() const { return *this != WideWord{}; }

    friend constexpr WideWord operator&(WideWord a, const WideWord& b) {
        for (int i = 0; i < N; ++i) a.parts[i] &= b.parts[i];
        return a;
    }
    friend constexpr WideWord operator|(WideWord a, const WideWord& b) {
        for (int i = 0; i < N; ++i) a.parts[i] |= b.parts[i];
        return a;
    }
    friend constexpr WideWord operator^(WideWord a, const WideWord& b) {
        for (int i = 0; i < N; ++i) a.parts[i] ^= b.parts[i];
        return a;
    }
    friend constexpr WideWord operator~(WideWord a) {
        for (auto& part : a.parts) part = ~part;
        return a;
    }
    friend constexpr WideWord operator+(const WideWord& a, const WideWord& b) {
        WideWord sum{};
        std::uint64_t carry = 0;
        for (int i = 0; i < N; ++i) {
            const std::uint64_t partial = a.parts[i] + carry;
            sum.parts[i] = partial + b.parts[i];
            carry = (partial < carry) | (sum.parts[i] < partial);
        }
        return sum;
    }
    friend constexpr WideWord operator-(const WideWord& a, const WideWord& b) {
        return a + ~b + WideWord(1);
    }
    friend constexpr WideWord operator<<(const WideWord& a, int shift) {
        WideWord result{};
        const int words = shift / 64;
        const int bits = shift % 64;
        for (int i = N - 1; i >= words; --i) {
            result.parts[i] = a.parts[i - words] << bits;
            if (bits > 0 && i > words) result.parts[i] |= a.parts[i - words - 1] >> (64 - bits);
        }
        return result;
    }
    friend constexpr WideWord operator>>(const WideWord& a, int shift) {
        WideWord result{};
        const int words = shift / 64;
        const int bits = shift % 64;
        for (int i = 0; i + words < N; ++i) {
            result.parts[i] = a.parts[i + words] >> bits;
            if (bits > 0 && i + words + 1 < N) {
                result.parts[i] |= a.parts[i + words + 1] << (64 - bits);
            }
        }
        return result;
    }
    friend constexpr bool operator<(const WideWord& a, const WideWord& b) {
        for (int i = N - 1; i > 0; --i) {
            if (a.parts[i] != b.parts[i]) return a.parts[i] < b.parts[i];
        }
        return a.parts[0] < b.parts[0];
    }
    constexpr WideWord& operator|=(const WideWord& other) { return *this = *this | other; }
    constexpr WideWord& operator&=(const WideWord& other) { return *this = *this & other; }
    constexpr WideWord& operator^=(const WideWord& other) { return *this = *this ^ other; }
};

template <class Word>
inline constexpr int BITS = static_cast<int>(sizeof(Word) * 8);

/// The i-th machine word, from the lowest.
inline std::uint64_t part(Word128 word, int i) {
    return static_cast<std::uint64_t>(word >> (64 * i));
}
template <int N>
std::uint64_t part(const WideWord<N>& word, int i) {
    return word.parts[i];
}
inline void set_part(Word128& word, int i, std::uint64_t value) {
    word |= Word128{value} << (64 * i);
}
template <int N>
void set_part(WideWord<N>& word, int i, std::uint64_t value) {
    word.parts[i] = value;
}

inline int count_bits(std::uint64_t word) {
    return std::popcount(word);
}
inline int count_bits(Word128 word) {
    return std::popcount(static_cast<std::uint64_t>(word)) +
           std::popcount(static_cast<std::uint64_t>(word >> 64));
}
template <int N>
int count_bits(const WideWord<N>& word) {
    int count = 0;
    for (auto part : word.parts) count += std::popcount(part);
    return count;
}

/// The place of the lowest bit of a word that is not 0.
inline int lowest_place(std::uint64_t word) {
    return std::countr_zero(word);
}
inline int lowest_place(Word128 word) {
    const auto low = static_cast<std::uint64_t>(word);
    return low != 0 ? std::countr_zero(low)
                    : 64 + std::countr_zero(static_cast<std::uint64_t>(word >> 64));
}
template <int N>
int lowest_place(const WideWord<N>& word) {
    int i = 0;
    while (word.parts[i] == 0) ++i;
    return 64 * i + std::countr_zero(word.parts[i]);
}

template <class Word>
Word lowest_bit(const Word& word) {
    return word & (Word(0) - word);
}

/// The word with its bits moved down, those that fall out coming in at the top; by less than all
/// bits.
template <class Word>
Word rotated_down(const Word& word, int places) {
    return places == 0 ? word : word >> places | word << (BITS<Word> - places);
}

template <class Word>
bool has_several_bits(const Word& word) {
    return static_cast<bool>(word & (word - Word(1)));
}

inline std::uint8_t low_byte(std::uint64_t word) {
    return static_cast<std::uint8_t>(word);
}
inline std::uint8_t low_byte(Word128 word) {
    return static_cast<std::uint8_t>(word);
}
template <int N>
std::uint8_t low_byte(const WideWord<N>& word) {
    return static_cast<std::uint8_t>(word.parts[0]);
}

/// The low `bits` bits set; none to all of them.
template <class Word>
Word low_bits(int bits) {
    return bits >= BITS<Word> ? ~Word(0) : (Word(1) << bits) - Word(1);
}

}  // namespace inarow
