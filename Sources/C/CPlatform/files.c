#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  // The greatest number of links that the kernel follows in one path.
  most_links = 40,
  place_size = 2 * PATH_MAX,
};

/// The memory that we share with the process. The last of its two owners frees it: the caller and the thread, which waits for
/// the process and so keeps the memory for as long as that is stuck.
struct hyaline_file_agent {
  /// Our end of the socket, and that of the process.
  int ends[2];
  atomic_int owners;
  atomic_bool has_ended;
  /// Whether the process waits at `halt`.
  atomic_bool is_halted;
  enum hyaline_file_request request;
  char path[PATH_MAX];
  char barred[hyaline_file_most_barred * place_size + 1];
  char halt[PATH_MAX];
  int64_t limit;
  struct hyaline_file_answer answer;
  /// The part of the path that has been followed, with all links resolved.
  char place[place_size];
  /// The part of the path that has not been followed yet.
  char rest[place_size];
};

static void release(struct hyaline_file_agent *agent) {
  if (atomic_fetch_sub(&agent->owners, 1) == 1) munmap(agent, sizeof *agent);
}

/// Allocates memory that is shared even where a sanitizer makes vfork a fork; NULL if there is none.
static struct hyaline_file_agent *allocate(void) {
  void *memory = mmap(
      NULL, sizeof(struct hyaline_file_agent), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// MARK: - In the process, on our memory: only system calls

/// Whether a path is another one or lies below it.
static bool is_within(const char *path, const char *folder) {
  const size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == 0 || path[length] == '/');
}

static bool is_barred(const struct hyaline_file_agent *agent) {
  for (const char *folder = agent->barred; *folder != 0; folder += strlen(folder) + 1)
    if (is_within(agent->place, folder)) return true;
  return false;
}

/// Moves the next name from the rest of the path to the place; false if there is none, or no room for it.
static bool take_name(struct hyaline_file_agent *agent) {
  char *place = agent->place;
  char *rest = agent->rest;
  while (true) {
    const size_t slashes = strspn(rest, "/");
    const size_t length = strcspn(rest + slashes, "/");
    const char *name = rest + slashes;
    if (length == 0) return false;
    const bool is_same = length == 1 && name[0] == '.';
    const bool is_above = length == 2 && name[0] == '.' && name[1] == '.';
    const size_t end = strlen(place);
    if (is_above) {
      char *last = strrchr(place, '/');
      if (last != NULL) *last = 0;
    } else if (!is_same) {
      if (end + length + 2 > place_size) return false;
      place[end] = '/';
      memcpy(place + end + 1, name, length);
      place[end + 1 + length] = 0;
    }
    memmove(rest, name + length, strlen(name + length) + 1);
    if (!is_same && !is_above) return true;
  }
}

/// Puts the target of the link at the place before the rest of the path; false if there is no room for it.
static bool follow_link(struct hyaline_file_agent *agent) {
  char target[PATH_MAX];
  const ssize_t length = readlink(agent->place, target, sizeof target);
  const size_t left = strlen(agent->rest);
  if (length <= 0 || length == sizeof target || length + left + 1 > place_size) return false;
  memmove(agent->rest + length, agent->rest, left + 1);
  memcpy(agent->rest, target, length);
  char *last = target[0] == '/' ? agent->place : strrchr(agent->place, '/');
  if (last != NULL) *last = 0;
  return true;
}

/// Waits until our end of the socket is closed, or there is nothing at the place any more.
static void wait_at_place(struct hyaline_file_agent *agent) {
  atomic_store(&agent->is_halted, true);
  struct pollfd socket = {.fd = agent->ends[1]};
  while (poll(&socket, 1, 1) == 0 && access(agent->place, F_OK) == 0) {
  }
}

/// Follows the path name by name, so that `place` tells where a file system does not answer; false if the path is barred.
///
/// A path that cannot be followed to its end counts as followed, since the kernel reports the error when it is opened.
static bool follow(struct hyaline_file_agent *agent) {
  agent->place[0] = 0;
  memcpy(agent->rest, agent->path, strlen(agent->path) + 1);
  int links = 0;
  while (take_name(agent)) {
    if (is_barred(agent)) return false;
    if (agent->halt[0] != 0 && strcmp(agent->place, agent->halt) == 0) wait_at_place(agent);
    struct stat status;
    if (lstat(agent->place, &status) != 0) return true;
    if (S_ISLNK(status.st_mode) && (++links > most_links || !follow_link(agent))) return true;
  }
  return true;
}

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

/// Writes all bytes; 0 or an error number.
static int write_all(int file, const char *bytes, ssize_t count) {
  while (count > 0) {
    const ssize_t written = write(file, bytes, count);
    if (written < 0) return errno;
    bytes += written;
    count -= written;
  }
  return 0;
}

/// Copies what is left of a file into another one, up to the limit and a byte more; 0 or an error number.
static int copy(int from, int to, int64_t limit) {
  char bytes[65536];
  for (int64_t left = limit + 1; left > 0;) {
    const ssize_t count = read(from, bytes, left < (int64_t)sizeof bytes ? (size_t)left : sizeof bytes);
    if (count == 0) return 0;
    if (count < 0) return errno;
    const int error = write_all(to, bytes, count);
    if (error != 0) return error;
    left -= count;
  }
  return 0;
}

/// An entry as `getdents64` returns it.
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

/// Writes the names in a folder into a file, up to about as many bytes as the limit; 0 or an error number.
static int write_names(int folder, int to, int64_t limit) {
  _Alignas(struct entry) char entries[16384];
  for (int64_t written = 0; written < limit;) {
    const long count = syscall(SYS_getdents64, folder, entries, sizeof entries);
    if (count == 0) return 0;
    if (count < 0) return errno;
    for (long at = 0; at < count;) {
      const struct entry *entry = (const struct entry *)(entries + at);
      const size_t length = strlen(entry->name) + 1;
      const int error = write_all(to, entry->name, length);
      if (error != 0) return error;
      written += length;
      at += entry->length;
    }
  }
  return 0;
}

/// Checks an open file and copies it into memory; returns the copy, or -1 with the error in the answer.
static int copied(struct hyaline_file_agent *agent, int file, const struct stat *status) {
  const bool is_folder = agent->request == hyaline_file_names;
  if (is_folder ? !S_ISDIR(status->st_mode) : !S_ISREG(status->st_mode)) {
    agent->answer.error = ENOTSUP;
    return -1;
  }
  const int made = hyaline_memfd_create("hyaline-file");
  agent->answer.error = made < 0 ? errno
                        : is_folder ? write_names(file, made, agent->limit)
                                    : copy(file, made, agent->limit);
  if (made < 0 || agent->answer.error == 0) return made;
  close(made);
  return -1;
}

/// Performs a request; returns a file in memory, or -1 if there is none.
static int answer(struct hyaline_file_agent *agent) {
  agent->answer = (struct hyaline_file_answer){0};
  if (!follow(agent)) {
    agent->answer.error = ETIMEDOUT;
    return -1;
  }
  struct stat status;
  int file = -1;
  if (agent->request != hyaline_file_state)
    // O_NONBLOCK keeps a FIFO from blocking until it has a writer, O_NOCTTY a terminal from becoming the controlling one.
    file = open(agent->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const bool is_open = agent->request == hyaline_file_state || file >= 0;
  if (!is_open || (file < 0 ? stat(agent->path, &status) : fstat(file, &status)) != 0) {
    agent->answer.error = errno;
    if (file >= 0) close(file);
    return -1;
  }
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const int made = file < 0 ? -1 : copied(agent, file, &status);
  if (file < 0 && !S_ISREG(status.st_mode)) agent->answer.error = ENOTSUP;
  agent->answer.device = status.st_dev;
  agent->answer.inode = status.st_ino;
  agent->answer.size = status.st_size;
  agent->answer.modified = nanoseconds(status.st_mtim);
  agent->answer.changed = nanoseconds(status.st_ctim);
  agent->answer.now = nanoseconds(now);
  if (file >= 0) close(file);
  return made;
}

/// Answers requests until our end of the socket is closed.
static _Noreturn void serve(struct hyaline_file_agent *agent) {
  prctl(PR_SET_NAME, "hyaline-files");
  // The process would keep inherited connections open.
  const int socket = agent->ends[1];
  if (socket > 0) close_range(0, socket - 1, 0);
  close_range(socket + 1, ~0U, 0);
  char byte;
  while (recv(socket, &byte, 1, 0) == 1) {
    const int file = answer(agent);
    const ssize_t sent = file < 0 ? send(socket, &byte, 1, MSG_NOSIGNAL)
                                  : hyaline_send_descriptor(socket, &byte, 1, file);
    if (file >= 0) close(file);
    if (sent != 1) break;
  }
  _exit(0);
}

// MARK: - Here

/// The body of a thread that the kernel suspends while the process runs on its stack, and that ends at once with us.
static void *run(void *argument) {
  struct hyaline_file_agent *agent = argument;
  const pid_t child = vfork();
  if (child == 0) serve(agent);
  close(agent->ends[1]);
  if (child > 0) waitpid(child, NULL, 0);
  atomic_store(&agent->has_ended, true);
  release(agent);
  return NULL;
}

/// Starts the thread with all signals blocked, which the process inherits; 0 or an error number.
static int start_thread(struct hyaline_file_agent *agent) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, run, agent);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

struct hyaline_file_agent *hyaline_file_agent_start(void) {
  struct hyaline_file_agent *agent = allocate();
  if (agent == NULL) return NULL;
  agent->owners = 2;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, agent->ends) != 0) {
    munmap(agent, sizeof *agent);
    return NULL;
  }
  if (start_thread(agent) == 0) return agent;
  close(agent->ends[0]);
  close(agent->ends[1]);
  munmap(agent, sizeof *agent);
  return NULL;
}

bool hyaline_file_agent_has_ended(struct hyaline_file_agent *agent) { return atomic_load(&agent->has_ended); }

const char *hyaline_file_agent_place(struct hyaline_file_agent *agent) { return agent->place; }

void hyaline_file_agent_leave(struct hyaline_file_agent *agent) { shutdown(agent->ends[0], SHUT_WR); }

void hyaline_file_agent_close(struct hyaline_file_agent *agent) {
  close(agent->ends[0]);
  release(agent);
}

int hyaline_file_agent_ask(
    struct hyaline_file_agent *agent, enum hyaline_file_request request, const char *path,
    const struct hyaline_file_limits *limits, struct hyaline_file_answer *answer, int *descriptor) {
  *descriptor = -1;
  if (strlen(path) >= sizeof agent->path || limits->barred_size > sizeof agent->barred - 1) return ENAMETOOLONG;
  strcpy(agent->path, path);
  if (limits->barred_size > 0) memcpy(agent->barred, limits->barred, limits->barred_size);
  agent->barred[limits->barred_size] = 0;
  strncpy(agent->halt, limits->halt, sizeof agent->halt - 1);
  agent->request = request;
  agent->limit = limits->bytes;
  atomic_store(&agent->is_halted, false);
  char byte = 0;
  if (send(agent->ends[0], &byte, 1, MSG_NOSIGNAL) != 1) return EPIPE;
  struct pollfd ready = {.fd = agent->ends[0], .events = POLLIN};
  // The time of a path that halts begins there, however long the process took to start.
  while (agent->halt[0] != 0 && !atomic_load(&agent->is_halted) && poll(&ready, 1, 1) == 0) {
  }
  int count;
  do {
    count = poll(&ready, 1, limits->milliseconds);
  } while (count < 0 && errno == EINTR);
  if (count == 0) return ETIMEDOUT;
  if (count < 0 || hyaline_receive_descriptor(agent->ends[0], &byte, 1, descriptor) != 1) return EPIPE;
  *answer = agent->answer;
  return 0;
}
