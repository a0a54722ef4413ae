// A few seconds of fuzzing without a compiler that guides it, for the presets that everybody tests
// with: every seed of a corpus, then seeds that were changed, shortened and spliced at random.
//
//     NAME_fuzzer CORPUS_FOLDER [SECONDS [SEED]]
//
// An input that ends the program is left in NAME_fuzzer.crash, in the folder where it was started;
// given as CORPUS_FOLDER, that file is tried alone.

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t input_bytes_max = 16 * 1024;
constexpr std::size_t changes_max = 6;
constexpr std::size_t piece_bytes_max = 64;
constexpr int seconds_default = 2;
/// Of addresses: an input must not take the machine's memory. Sanitizers need far more of them.
[[maybe_unused]] constexpr rlim_t memory_bytes_max = 4ULL << 30;

/// What the signal handler writes: set before each input is tried.
const char* current_data = nullptr;
std::size_t current_size = 0;
std::string crash_file;

extern "C" void leave_input(int signal) {
  const int file = open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    const auto written = write(file, current_data, current_size);
    (void)written;
    close(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void try_input(const std::string& input) {
  current_data = input.data();
  current_size = input.size();
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, std::uint32_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  std::string next() {
    std::string input = any_seed();
    for (std::size_t left = 1 + below(changes_max); left > 0; --left) change(input);
    input.resize(std::min(input.size(), input_bytes_max));
    return input;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  const std::string& any_seed() { return seeds_[below(seeds_.size())]; }

  std::string piece_of(const std::string& text) {
    const std::size_t from = below(text.size() + 1);
    return text.substr(from, 1 + below(piece_bytes_max));
  }

  void change(std::string& input) {
    const std::size_t at = below(input.size() + 1);
    const auto byte = static_cast<char>(random_());
    switch (below(7)) {
      case 0: input.insert(at, 1, byte); break;
      case 1: input.insert(at, piece_of(any_seed())); break;
      case 2: input.insert(at, piece_of(input)); break;
      case 3: input.erase(at, 1 + below(piece_bytes_max)); break;
      case 4: input.resize(at); break;
      case 5:
        if (at < input.size()) input[at] = byte;
        break;
      default:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937 random_;
};

void limit_memory() {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  const rlimit limit{memory_bytes_max, memory_bytes_max};
  setrlimit(RLIMIT_AS, &limit);
#endif
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::string> seeds;
  if (!std::filesystem::is_directory(folder)) return {read_file(folder)};
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    seeds.push_back(read_file(entry.path()));
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER [SECONDS [SEED]]\n", argv[0]);
    return 2;
  }
  crash_file = std::filesystem::path(argv[0]).filename().string() + ".crash";
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM}) {
    std::signal(signal, leave_input);
  }
  limit_memory();
  const std::vector<std::string> seeds = read_corpus(argv[1]);
  if (seeds.empty()) {
    std::fprintf(stderr, "%s holds no seeds\n", argv[1]);
    return 2;
  }
  const int seconds = argc > 2 ? std::atoi(argv[2]) : seconds_default;
  const auto seed =
      argc > 3 ? static_cast<std::uint32_t>(std::stoul(argv[3])) : std::random_device{}();
  std::printf("seed %u\n", seed);
  std::fflush(stdout);
  for (const std::string& input : seeds) try_input(input);
  Mutator mutator(seeds, seed);
  std::uint64_t tried = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (; std::chrono::steady_clock::now() < end; ++tried) try_input(mutator.next());
  std::printf("%zu seeds, %llu changed ones\n", seeds.size(),
              static_cast<unsigned long long>(tried));
  return 0;
}
