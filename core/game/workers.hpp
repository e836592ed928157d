#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace inarow {

/// Threads that share out one piece of work after another. They sleep in between and end with the
/// object. One thread at a time may give them work.
class Workers {
  public:
    /// The thread that calls `run` is one of them: 1 starts no other.
    explicit Workers(int threads);
    ~Workers();

    /// Calls work(first, last) for parts that make up 0 to count - 1, and waits for all of them.
    void run(int count, const std::function<void(int first, int last)>& work);

  private:
    struct Crew;

    int threads_;
    int process_;  // a process that is forked off inherits the object but none of the threads
    std::unique_ptr<Crew> crew_;
};

}  // namespace inarow
