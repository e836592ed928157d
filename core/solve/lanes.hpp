#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solve/words.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace inarow {

/// Words side by side that one instruction works on: one, where the CPU does not have AVX2.
template <class Word>
struct Lanes {
    using Cells = Word;
    static constexpr int COUNT = 1;

    static Cells of(const Word* words) { return *words; }
    static const Word& at(const Cells& cells, int) { return cells; }
};

/// All bits of the words that are 0, none of the others.
template <class Word>
Word zeros(const Word& word) {
    return Word(static_cast<bool>(word)) - Word(1);
}

#ifdef __AVX2__
using FourParts __attribute__((vector_size(32))) = std::uint64_t;

template <>
struct Lanes<std::uint64_t> {
    using Cells = FourParts;
    static constexpr int COUNT = 4;

    static Cells of(const std::uint64_t* words) {
        return Cells{words[0], words[1], words[2], words[3]};
    }
    static std::uint64_t at(const Cells& cells, int lane) { return cells[lane]; }
};

inline FourParts zeros(const FourParts& cells) {
    return cells == 0;
}

/// Four words of several machine words: the lowest machine word of all four, then the next ones.
/// All is inlined, which a compiler that has much else to inline leaves undone, and then is slower
/// than with one word at a time.
template <class Word>
struct FourWords {
    static constexpr int COUNT = BITS<Word> / 64;

    std::array<FourParts, COUNT> parts;

    FourWords() = default;
    [[gnu::always_inline]] FourWords(const Word& word) {
        for (int i = 0; i < COUNT; ++i) parts[i] = FourParts{} + part(word, i);
    }

    [[gnu::always_inline]] friend FourWords operator&(FourWords a, const FourWords& b) {
        for (int i = 0; i < COUNT; ++i) a.parts[i] &= b.parts[i];
        return a;
    }
    [[gnu::always_inline]] friend FourWords operator|(FourWords a, const FourWords& b) {
        for (int i = 0; i < COUNT; ++i) a.parts[i] |= b.parts[i];
        return a;
    }
    [[gnu::always_inline]] friend FourWords operator~(FourWords a) {
        for (auto& part : a.parts) part = ~part;
        return a;
    }
    [[gnu::always_inline]] friend FourWords operator+(const FourWords& a, const FourWords& b) {
        return sum(a, b, FourParts{});
    }
    [[gnu::always_inline]] friend FourWords operator-(const FourWords& a, const FourWords& b) {
        return sum(a, ~b, ~FourParts{});
    }
    [[gnu::always_inline]] friend FourWords operator<<(const FourWords& a, int shift) {
        const FourWords whole = shift < 64 ? a : raised(a, shift / 64);
        const int bits = shift % 64;
        FourWords result;
        result.parts[0] = up(whole.parts[0], bits);
        for (int i = 1; i < COUNT; ++i) {
            result.parts[i] = up(whole.parts[i], bits) | down(whole.parts[i - 1], 64 - bits);
        }
        return result;
    }
    [[gnu::always_inline]] friend FourWords operator>>(const FourWords& a, int shift) {
        const FourWords whole = shift < 64 ? a : raised(a, -(shift / 64));
        const int bits = shift % 64;
        FourWords result;
        for (int i = 0; i + 1 < COUNT; ++i) {
            result.parts[i] = down(whole.parts[i], bits) | up(whole.parts[i + 1], 64 - bits);
        }
        result.parts[COUNT - 1] = down(whole.parts[COUNT - 1], bits);
        return result;
    }
    [[gnu::always_inline]] FourWords& operator|=(const FourWords& other) {
        return *this = *this | other;
    }

    [[gnu::always_inline]] friend FourWords zeros(const FourWords& cells) {
        FourParts any{};
        for (const auto& part : cells.parts) any |= part;
        FourWords result;
        result.parts.fill(any == 0);
        return result;
    }

  private:
    /// Every part moved up by so many places of parts; down if that is negative.
    static FourWords raised(const FourWords& a, int places) {
        FourWords result{};
        for (int i = std::max(0, places); i < std::min(COUNT, COUNT + places); ++i) {
            result.parts[i] = a.parts[i - places];
        }
        return result;
    }
    // By 64 places, these come to 0.
    [[gnu::always_inline]] static FourParts up(FourParts part, int places) {
        return FourParts(_mm256_sll_epi64(__m256i(part), _mm_cvtsi32_si128(places)));
    }
    [[gnu::always_inline]] static FourParts down(FourParts part, int places) {
        return FourParts(_mm256_srl_epi64(__m256i(part), _mm_cvtsi32_si128(places)));
    }

    /// The carry is all bits where there is one.
    [[gnu::always_inline]] static FourWords sum(FourWords a, const FourWords& b, FourParts carry) {
        for (int i = 0; i < COUNT; ++i) {
            const FourParts partial = a.parts[i] - carry;
            a.parts[i] = partial + b.parts[i];
            carry = (carry & FourParts(partial == 0)) | FourParts(a.parts[i] < partial);
        }
        return a;
    }
};

template <class Word>
    requires(BITS<Word> > 64)
struct Lanes<Word> {
    using Cells = FourWords<Word>;
    static constexpr int COUNT = 4;

    [[gnu::always_inline]] static Cells of(const Word* words) {
        Cells cells;
        for (int i = 0; i < Cells::COUNT; ++i) {
            cells.parts[i] = FourParts{part(words[0], i), part(words[1], i), part(words[2], i),
                                       part(words[3], i)};
        }
        return cells;
    }
    [[gnu::always_inline]] static Word at(const Cells& cells, int lane) {
        Word word(0);
        for (int i = 0; i < Cells::COUNT; ++i) set_part(word, i, cells.parts[i][lane]);
        return word;
    }
};
#endif

}  // namespace inarow
