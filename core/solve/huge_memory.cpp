#include "solve/huge_memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

namespace inarow {
namespace {

constexpr std::size_t HUGE_PAGE = std::size_t{2} << 20;
// Below, what huge pages save is less than what the system needs to clear them all at the start of
// a short search.
constexpr std::size_t LEAST_HUGE = std::size_t{32} << 20;

}  // namespace

HugeMemory::HugeMemory(std::size_t bytes) : mapped_(bytes + HUGE_PAGE) {
    void* mapping = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(mapping);
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    data_ = mapping_ + (HUGE_PAGE - address % HUGE_PAGE) % HUGE_PAGE;
#ifdef MADV_HUGEPAGE
    if (bytes >= LEAST_HUGE) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
}

HugeMemory::HugeMemory(HugeMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapped_(std::exchange(other.mapped_, 0)) {}

HugeMemory& HugeMemory::operator=(HugeMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

HugeMemory::~HugeMemory() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

}  // namespace inarow
