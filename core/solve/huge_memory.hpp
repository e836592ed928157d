#pragma once

#include <cstddef>

namespace inarow {

/// A block of zeros; a large one on huge pages where the system grants them.
class HugeMemory {
  public:
    HugeMemory() = default;
    /// Throws std::bad_alloc when the system has not that much.
    explicit HugeMemory(std::size_t bytes);
    HugeMemory(HugeMemory&& other) noexcept;
    HugeMemory& operator=(HugeMemory&& other) noexcept;
    ~HugeMemory();

    std::byte* data() const { return data_; }

  private:
    std::byte* data_ = nullptr;
    std::byte* mapping_ = nullptr;
    std::size_t mapped_ = 0;
};

}  // namespace inarow
