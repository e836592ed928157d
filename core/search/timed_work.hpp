#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "search/inbox.hpp"
#include "search/limits.hpp"
#include "search/prompt_waking.hpp"

namespace inarow {

/// Work that is waited for only as long as there is time, although the machine is busy.
///
/// A system with much to do lets a thread that never rests wait for tens of milliseconds, again and
/// again, but wakes one that has slept almost at once. So the work has a thread of its own, and the
/// one that asked sleeps until the answer is due, and is prompt until it is out. What is left of
/// the work ends by itself; whoever wants to work again has to see that it has.
class TimedWork {
  public:
    /// By which the work tells what it has found so far.
    template <class News>
    using Tell = std::function<void(News)>;

    /// What the one who waits does meanwhile.
    template <class News>
    struct Waiting {
        std::function<void(News)> take;
        bool is_woken;      // for news; else it takes them when it wakes anyway
        Budget::Poll poll;  // asked now and then; true ends the wait; may be none
    };

    TimedWork();
    ~TimedWork();

    /// Waits for the work until it ends or its answer is due, so many seconds after the budget was
    /// made. `prepare` is called first, on the calling thread, when nothing is left of the work
    /// before; if that does not end in time there is no work. Throws what prepare throws, what the
    /// work throws in time, and what the waiting throws.
    template <class News>
    void run(const std::shared_ptr<Budget>& budget, double seconds,
             const std::function<void()>& prepare,
             std::function<void(Budget& budget, const Tell<News>& tell)> work,
             const Waiting<News>& waiting) {
        const auto inbox = std::make_shared<Inbox<News>>();
        wait_for(budget, seconds, prepare,
                 [inbox, work = std::move(work), is_woken = waiting.is_woken](Budget& budget,
                                                                              const Ring& ring) {
                     work(budget, [&](News news) {
                         inbox->tell(std::move(news));
                         if (is_woken) ring();
                     });
                 },
                 {.has_news = [&] { return waiting.is_woken && !inbox->is_empty(); },
                  .take_news = [&] { inbox->take(waiting.take); },
                  .poll = waiting.poll});
    }
    /// Ends what is left of the last work.
    void finish();

  private:
    struct Run;
    class Worker;
    using Ring = std::function<void()>;  // wakes the one who waits
    using QuietWork = std::function<void(Budget& budget, const Ring& ring)>;

    struct Wait {
        std::function<bool()> has_news;
        std::function<void()> take_news;
        Budget::Poll poll;
    };

    void wait_for(const std::shared_ptr<Budget>& budget, double seconds,
                  const std::function<void()>& prepare, QuietWork work, const Wait& wait);
    bool is_free(const Budget& budget, double seconds);
    void leave_what_is_not_here();
    void attend(Run& run, const PromptWaking& waking, double seconds, const Wait& wait);

    int process_ = 0;                 // that the worker is of
    std::shared_ptr<Run> run_;        // the last one
    std::unique_ptr<Worker> worker_;  // ends first
    double longest_delay_ = 0;        // of waking up, a little less with every work
};

}  // namespace inarow
