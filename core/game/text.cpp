#include "game/text.hpp"

#include <algorithm>

namespace inarow {
namespace {

constexpr int LARGEST_NUMBER = 1'000'000;

// The C library's own are left alone: they depend on the locale.
bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}
char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
bool is_letter(char letter) {
    return lower(letter) >= 'a' && lower(letter) <= 'z';
}
bool is_gap(char letter) {
    return std::string_view(" \t-_,()").find(letter) != std::string_view::npos;
}

}  // namespace

std::string quoted(std::string_view text) {
    constexpr std::size_t LONGEST = 60;
    std::string shown;
    for (char letter : text.substr(0, LONGEST))
        shown += letter < ' ' || letter > '~' ? '?' : letter;
    return '"' + shown + (text.size() > LONGEST ? "...\"" : "\"");
}

bool TextReader::skip(std::string_view word) {
    const auto ahead = text_.substr(at_, word.size());
    if (!std::ranges::equal(ahead, word, {}, lower, lower)) return false;
    at_ += word.size();
    return true;
}

void TextReader::skip_gap() {
    while (!is_at_end() && is_gap(text_[at_])) ++at_;
}

std::string TextReader::letters() {
    std::string found;
    while (!is_at_end() && is_letter(text_[at_])) found += lower(text_[at_++]);
    return found;
}

std::optional<int> TextReader::number() {
    if (is_at_end() || !is_digit(text_[at_])) return std::nullopt;
    int value = 0;
    while (!is_at_end() && is_digit(text_[at_])) {
        value = value * 10 + (text_[at_] - '0');
        if (value > LARGEST_NUMBER) fail("a smaller number");
        ++at_;
    }
    return value;
}

int TextReader::expect_number(std::string_view what) {
    const auto value = number();
    if (!value) fail(what);
    return *value;
}

void TextReader::expect(std::string_view word, std::string_view what) {
    if (!skip(word)) fail(what);
}

void TextReader::expect_end(std::string_view what) {
    if (!is_at_end()) fail(what);
}

void TextReader::fail(std::string_view expected) const {
    std::string message = quoted(text_) + ": expected " + std::string(expected);
    if (is_at_end()) {
        message += " at the end";
    } else {
        message +=
            " at character " + std::to_string(at_ + 1) + ", found " + quoted(text_.substr(at_, 12));
    }
    throw NotationError(message);
}

}  // namespace inarow
