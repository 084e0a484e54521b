#include <cstdio>
#include <cstdlib>

#include "token_bucket.hpp"

using acme::throttle::Throttle;
using Clock = acme::throttle::TokenBucket::Clock;

static void check(bool ok, const char* rule) {
  if (!ok) {
    std::fprintf(stderr, "broken: %s\n", rule);
    std::exit(1);
  }
}

int main() {
  const Clock::time_point start{};
  Throttle logins(5, 5.0 / 60);

  for (int i = 0; i < 5; i++) {
    check(logins.allow("ada@example.com", start), "five logins go through at once");
  }
  check(!logins.allow("ada@example.com", start), "the sixth is turned away");
  check(logins.allow("grace@example.com", start), "another address has a bucket of its own");
  check(logins.allow("ada@example.com", start + std::chrono::seconds(13)), "a token comes back in 12 seconds");
  check(logins.sweep(start + std::chrono::minutes(5)) == 0, "full buckets are forgotten");
  return 0;
}
