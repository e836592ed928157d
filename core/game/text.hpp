#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace inarow {

/// Text that could not be read: where, and what was expected there.
struct NotationError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Reads a text from left to right, and knows what to say when it does not go on as it should.
class TextReader {
  public:
    explicit TextReader(std::string_view text) : text_(text) {}

    bool is_at_end() const { return at_ == text_.size(); }
    /// Steps over the word if the text goes on with it, in upper or lower case.
    bool skip(std::string_view word);
    /// Steps over spaces, dashes, underscores and the like between two words.
    void skip_gap();
    /// The letters that follow, in lower case.
    std::string letters();
    /// The number that follows, if there is one. Too large for any board is an error.
    std::optional<int> number();
    int expect_number(std::string_view what);
    void expect(std::string_view word, std::string_view what);
    void expect_end(std::string_view what);
    [[noreturn]] void fail(std::string_view expected) const;

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// The text between quotes, made printable and cut when it is long.
std::string quoted(std::string_view text);

}  // namespace inarow
