#pragma once

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
template <class Word>
struct FourWords {
    static constexpr int COUNT = BITS<Word> / 64;

    std::array<FourParts, COUNT> parts;

    FourWords() = default;
    FourWords(const Word& word) {
        for (int i = 0; i < COUNT; ++i) parts[i] = FourParts{} + part(word, i);
    }

    friend FourWords operator&(FourWords a, const FourWords& b) {
        for (int i = 0; i < COUNT; ++i) a.parts[i] &= b.parts[i];
        return a;
    }
    friend FourWords operator|(FourWords a, const FourWords& b) {
        for (int i = 0; i < COUNT; ++i) a.parts[i] |= b.parts[i];
        return a;
    }
    friend FourWords operator~(FourWords a) {
        for (auto& part : a.parts) part = ~part;
        return a;
    }
    friend FourWords operator+(const FourWords& a, const FourWords& b) {
        return sum(a, b, FourParts{});
    }
    friend FourWords operator-(const FourWords& a, const FourWords& b) {
        return sum(a, ~b, ~FourParts{});
    }
    friend FourWords operator<<(const FourWords& a, int shift) {
        FourWords result{};
        const int words = shift / 64;
        if (words > 0) {
            for (int i = COUNT - 1; i >= words; --i) result.parts[i] = a.parts[i - words];
            return shift % 64 == 0 ? result : result << (shift % 64);
        }
        result.parts[0] = up(a.parts[0], shift);
        for (int i = 1; i < COUNT; ++i) {
            result.parts[i] = up(a.parts[i], shift) | down(a.parts[i - 1], 64 - shift);
        }
        return result;
    }
    friend FourWords operator>>(const FourWords& a, int shift) {
        FourWords result{};
        const int words = shift / 64;
        if (words > 0) {
            for (int i = 0; i + words < COUNT; ++i) result.parts[i] = a.parts[i + words];
            return shift % 64 == 0 ? result : result >> (shift % 64);
        }
        for (int i = 0; i + 1 < COUNT; ++i) {
            result.parts[i] = down(a.parts[i], shift) | up(a.parts[i + 1], 64 - shift);
        }
        result.parts[COUNT - 1] = down(a.parts[COUNT - 1], shift);
        return result;
    }
    FourWords& operator|=(const FourWords& other) { return *this = *this | other; }

    friend FourWords zeros(const FourWords& cells) {
        FourParts any{};
        for (const auto& part : cells.parts) any |= part;
        FourWords result;
        result.parts.fill(any == 0);
        return result;
    }

  private:
    // By 64 places, these come to 0.
    static FourParts up(FourParts part, int places) {
        return FourParts(_mm256_sll_epi64(__m256i(part), _mm_cvtsi32_si128(places)));
    }
    static FourParts down(FourParts part, int places) {
        return FourParts(_mm256_srl_epi64(__m256i(part), _mm_cvtsi32_si128(places)));
    }

    /// The carry is all bits where there is one.
    static FourWords sum(FourWords a, const FourWords& b, FourParts carry) {
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

    static Cells of(const Word* words) {
        Cells cells;
        for (int i = 0; i < Cells::COUNT; ++i) {
            cells.parts[i] = FourParts{part(words[0], i), part(words[1], i), part(words[2], i),
                                       part(words[3], i)};
        }
        return cells;
    }
    static Word at(const Cells& cells, int lane) {
        Word word(0);
        for (int i = 0; i < Cells::COUNT; ++i) set_part(word, i, cells.parts[i][lane]);
        return word;
    }
};
#endif

}  // namespace inarow
