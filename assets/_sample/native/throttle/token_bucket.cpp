#include "token_bucket.hpp"

#include <algorithm>
#include <iterator>

namespace acme::throttle {

TokenBucket::TokenBucket(double capacity, double per_second, Clock::time_point now)
    : capacity_(capacity), per_second_(per_second), tokens_(capacity), last_(now) {}

double TokenBucket::tokens_at(Clock::time_point now) const {
  const std::chrono::duration<double> passed = now - last_;
  return std::min(capacity_, tokens_ + passed.count() * per_second_);
}

bool TokenBucket::take(Clock::time_point now) {
  tokens_ = tokens_at(now);
  last_ = now;
  if (tokens_ < 1.0) {
    return false;
  }
  tokens_ -= 1.0;
  return true;
}

bool TokenBucket::idle(Clock::time_point now) const { return tokens_at(now) >= capacity_; }

bool Throttle::allow(const std::string& key, TokenBucket::Clock::time_point now) {
  return buckets_.try_emplace(key, capacity_, per_second_, now).first->second.take(now);
}

std::size_t Throttle::sweep(TokenBucket::Clock::time_point now) {
  for (auto it = buckets_.begin(); it != buckets_.end();) {
    it = it->second.idle(now) ? buckets_.erase(it) : std::next(it);
  }
  return buckets_.size();
}

}  // namespace acme::throttle
