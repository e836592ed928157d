#include "game/workers.hpp"

#include <unistd.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace inarow {

struct Workers::Crew {
    std::atomic<std::uint32_t> round{0};
    std::atomic<int> working{0};
    std::atomic<bool> is_over{false};
    int count = 0;
    const std::function<void(int, int)>* work = nullptr;
    std::vector<std::thread> threads;

    void do_part(int part, int parts) const {
        const auto start = [&](int index) {
            return static_cast<int>(static_cast<std::int64_t>(count) * index / parts);
        };
        if (start(part) < start(part + 1)) (*work)(start(part), start(part + 1));
    }

    void live(int part, int parts) {
        for (std::uint32_t seen = 0;; ++seen) {
            round.wait(seen);
            if (is_over) return;
            do_part(part, parts);
            if (working.fetch_sub(1) == 1) working.notify_one();
        }
    }
};

Workers::Workers(int threads) : threads_(threads), process_(getpid()) {}

Workers::~Workers() {
    if (crew_ == nullptr) return;
    if (process_ != getpid()) {
        static_cast<void>(crew_.release());  // its threads are not here to be waited for
        return;
    }
    crew_->is_over = true;
    ++crew_->round;
    crew_->round.notify_all();
    for (std::thread& thread : crew_->threads) thread.join();
}

void Workers::run(int count, const std::function<void(int, int)>& work) {
    if (threads_ == 1 || process_ != getpid()) {
        if (count > 0) work(0, count);
        return;
    }
    if (crew_ == nullptr) {
        crew_ = std::make_unique<Crew>();
        for (int part = 1; part < threads_; ++part) {
            crew_->threads.emplace_back(
                [crew = crew_.get(), part, parts = threads_] { crew->live(part, parts); });
        }
    }
    crew_->count = count;
    crew_->work = &work;
    crew_->working = threads_ - 1;
    ++crew_->round;
    crew_->round.notify_all();
    crew_->do_part(0, threads_);
    for (int left = crew_->working; left > 0; left = crew_->working) crew_->working.wait(left);
}

}  // namespace inarow
