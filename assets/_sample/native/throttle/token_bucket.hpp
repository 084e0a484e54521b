#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace acme::throttle {

/// A bucket holds tokens up to its capacity and is refilled at a steady rate. A request
/// takes one token; a request that finds none is turned away.
class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  TokenBucket(double capacity, double per_second, Clock::time_point now);

  /// Takes a token if there is one.
  bool take(Clock::time_point now);

  /// Whether the bucket has been left alone for so long that it is full again.
  bool idle(Clock::time_point now) const;

 private:
  double tokens_at(Clock::time_point now) const;

  double capacity_;
  double per_second_;
  double tokens_;
  Clock::time_point last_;
};

/// One bucket for each key, such as the address that someone tries to log in with.
class Throttle {
 public:
  Throttle(double capacity, double per_second) : capacity_(capacity), per_second_(per_second) {}

  bool allow(const std::string& key, TokenBucket::Clock::time_point now);

  /// Forgets the buckets that are full again and returns how many are left.
  std::size_t sweep(TokenBucket::Clock::time_point now);

 private:
  double capacity_;
  double per_second_;
  std::unordered_map<std::string, TokenBucket> buckets_;
};

}  // namespace acme::throttle
