#pragma once

namespace frix::test {

// How often the program has allocated memory with new.
long allocation_count();

}  // namespace frix::test
