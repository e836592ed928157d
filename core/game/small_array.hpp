#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

namespace inarow {

/// A fixed number of plain values, kept inside the object when there are few of them: the small
/// boards that people copy by the million cost no allocation.
template <class T, std::size_t INLINE>
class SmallArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    SmallArray() = default;
    explicit SmallArray(std::size_t size) : size_(size) {
        if (size > INLINE) heap_ = std::make_unique_for_overwrite<T[]>(size);
        std::memset(data(), 0, size * sizeof(T));
    }
    SmallArray(const SmallArray& from) : size_(from.size_) {
        if (size_ > INLINE) heap_ = std::make_unique_for_overwrite<T[]>(size_);
        std::memcpy(data(), from.data(), size_ * sizeof(T));
    }
    SmallArray(SmallArray&& from) noexcept = default;
    SmallArray& operator=(SmallArray from) noexcept {
        size_ = from.size_;
        heap_ = std::move(from.heap_);
        std::memcpy(few_, from.few_, sizeof(few_));
        return *this;
    }

    std::size_t size() const { return size_; }
    T* data() { return heap_ ? heap_.get() : few_; }
    const T* data() const { return heap_ ? heap_.get() : few_; }
    T& operator[](std::size_t index) { return data()[index]; }
    const T& operator[](std::size_t index) const { return data()[index]; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }

  private:
    std::size_t size_ = 0;
    std::unique_ptr<T[]> heap_;
    T few_[INLINE];
};

}  // namespace inarow
