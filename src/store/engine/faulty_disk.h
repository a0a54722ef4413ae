#pragma once

// FaultyDisk, for tests: RocksDB's view of the real disk, which fills up, turns read-only, fails to
// sync, or loses power when the test says so.
//
// After loss of power a file holds what was synced, and no more: what the operating system had, but
// the disk had not, is gone. `lose_power` makes every later operation fail, as for a process that
// is no more; `come_back`, once the engine is closed, cuts the files and lets the disk work again.

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace isotherm::engine {

enum class DiskFault { none, full, read_only, sync_fails, no_power };

/// What the disk does at the moment, and how much of each file is synced. Shared by all its files.
class DiskState {
 public:
  std::atomic<DiskFault> fault{DiskFault::none};

  rocksdb::IOStatus check_write() const {
    switch (fault.load()) {
      case DiskFault::full: return rocksdb::IOStatus::NoSpace("no space left on device");
      case DiskFault::read_only: return rocksdb::IOStatus::IOError("read-only file system");
      case DiskFault::no_power: return rocksdb::IOStatus::IOError("no power");
      default: return rocksdb::IOStatus::OK();
    }
  }
  rocksdb::IOStatus check_sync() const {
    if (fault.load() == DiskFault::sync_fails) return rocksdb::IOStatus::IOError("fsync failed");
    return check_write();
  }

  void note_synced(const std::string& path, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    synced_[path] = bytes;
  }
  void rename(const std::string& from, const std::string& to) {
    const std::lock_guard lock(mutex_);
    if (auto node = synced_.extract(from)) {
      node.key() = to;
      synced_.insert_or_assign(to, node.mapped());
    }
  }
  void cut_to_synced() {
    const std::lock_guard lock(mutex_);
    for (const auto& [path, bytes] : synced_) {
      std::error_code error;
      if (std::filesystem::file_size(path, error) > bytes && !error)
        std::filesystem::resize_file(path, bytes);
    }
    synced_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> synced_;
};

class FaultyFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultyFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::string path, DiskState& disk)
      : FSWritableFileOwnerWrapper(std::move(file)), path_(std::move(path)), disk_(disk) {
    disk_.note_synced(path_, 0);
  }

  rocksdb::IOStatus Append(const rocksdb::Slice& bytes, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* context) override {
    rocksdb::IOStatus status = disk_.check_write();
    if (status.ok()) status = target()->Append(bytes, options, context);
    if (status.ok()) size_ += bytes.size();
    return status;
  }
  rocksdb::IOStatus Append(const rocksdb::Slice& bytes, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo&,
                           rocksdb::IODebugContext* context) override {
    return Append(bytes, options, context);
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions& options,
                         rocksdb::IODebugContext* context) override {
    const std::uint64_t before = size_;
    rocksdb::IOStatus status = disk_.check_sync();
    if (status.ok()) status = target()->Sync(options, context);
    if (status.ok()) disk_.note_synced(path_, before);
    return status;
  }
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* context) override {
    return Sync(options, context);
  }
  // Only starts the writing: promises nothing.
  rocksdb::IOStatus RangeSync(std::uint64_t, std::uint64_t, const rocksdb::IOOptions&,
                              rocksdb::IODebugContext*) override {
    return disk_.check_write();
  }

 private:
  std::string path_;
  DiskState& disk_;
  std::atomic<std::uint64_t> size_{0};
};

class FaultyFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  explicit FaultyFileSystem(DiskState& disk)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), disk_(disk) {}

  const char* Name() const override { return "FaultyDisk"; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    rocksdb::IOStatus status = disk_.check_write();
    std::unique_ptr<rocksdb::FSWritableFile> real;
    if (status.ok()) status = target()->NewWritableFile(path, options, &real, context);
    if (status.ok()) *file = std::make_unique<FaultyFile>(std::move(real), path, disk_);
    return status;
  }
  // No reuse: a reused log has old bytes behind its end.
  rocksdb::IOStatus ReuseWritableFile(const std::string& path, const std::string& old_path,
                                      const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSWritableFile>* file,
                                      rocksdb::IODebugContext* context) override {
    const rocksdb::IOStatus status = DeleteFile(old_path, options.io_options, context);
    return status.ok() ? NewWritableFile(path, options, file, context) : status;
  }
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    rocksdb::IOStatus status = disk_.check_write();
    if (status.ok()) status = target()->RenameFile(from, to, options, context);
    if (status.ok()) disk_.rename(from, to);
    return status;
  }
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    const rocksdb::IOStatus status = disk_.check_write();
    return status.ok() ? target()->DeleteFile(path, options, context) : status;
  }

 private:
  DiskState& disk_;
};

class FaultyDisk {
 public:
  rocksdb::Env* env() { return env_.get(); }
  void fail(DiskFault fault) { state_.fault = fault; }
  void lose_power() { state_.fault = DiskFault::no_power; }
  /// Only when no engine has it open.
  void come_back() {
    state_.cut_to_synced();
    state_.fault = DiskFault::none;
  }

 private:
  DiskState state_;
  std::unique_ptr<rocksdb::Env> env_ =
      rocksdb::NewCompositeEnv(std::make_shared<FaultyFileSystem>(state_));
};

}  // namespace isotherm::engine
