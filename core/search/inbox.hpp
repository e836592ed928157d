#pragma once

#include <atomic>
#include <memory>
#include <ranges>
#include <utility>
#include <vector>

namespace inarow {

/// What one thread tells another, without a lock: who takes must not have to wait for one who tells
/// and is kept from the processor.
template <class News>
class Inbox {
  public:
    Inbox() = default;
    Inbox(const Inbox&) = delete;
    ~Inbox() {
        take([](News) {});
    }

    bool is_empty() const { return newest_ == nullptr; }
    void tell(News news) {
        Letter* const letter = new Letter{std::move(news), newest_};
        while (!newest_.compare_exchange_weak(letter->before, letter)) continue;
    }
    /// Hands on what was told since the last time, in this order.
    template <class Taker>
    void take(Taker&& taker) {
        std::vector<std::unique_ptr<Letter>> letters;
        for (Letter* next = newest_.exchange(nullptr); next != nullptr;
             next = letters.back()->before)
            letters.emplace_back(next);
        for (const auto& letter : letters | std::views::reverse) taker(std::move(letter->news));
    }

  private:
    struct Letter {
        News news;
        Letter* before;
    };

    std::atomic<Letter*> newest_ = nullptr;
};

}  // namespace inarow
