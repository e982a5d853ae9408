#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int hyaline_memfd_create(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int hyaline_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // Only our end: the child expects writes that block.
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

int hyaline_input_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // Only our end: the child expects reads that block.
  return fcntl(ends[1], F_SETFL, O_NONBLOCK);
}

int hyaline_pidfd_open(pid_t pid) { return pidfd_open(pid, 0); }

/// The limit of descriptors that we were started with, after it was raised.
static struct rlimit former_limit;
static bool has_raised_limit;

void hyaline_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (has_raised_limit || getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  former_limit = limit;
  limit.rlim_cur = limit.rlim_max;
  has_raised_limit = setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/// What a child is to become, in memory that it shares with us until it does.
struct program {
  char *const *argv;
  char *const *environment;
  int input;
  int output;
  int errors;
  bool is_independent;
  pid_t parent;
  volatile int error;
};

static bool take_descriptor(int descriptor, int place) {
  // dup2 onto itself would leave it to be closed by exec.
  return (descriptor == place ? fcntl(place, F_SETFD, 0) : dup2(descriptor, place)) >= 0;
}

static bool open_null(int place, int flags) {
  const int null = open("/dev/null", flags);
  if (null < 0 || null == place) return null >= 0;
  const bool is_taken = dup2(null, place) >= 0;
  close(null);
  return is_taken;
}

/// Runs in the child, on our memory: only calls that are safe in a signal handler.
static _Noreturn void become(struct program *program) {
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &standard, NULL);
  if (program->is_independent) {
    setsid();
  } else {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Nobody would tell it any more.
    if (getppid() != program->parent) _exit(127);
  }
  const bool has_descriptors =
      take_descriptor(program->output, STDOUT_FILENO) &&
      (program->input >= 0 ? take_descriptor(program->input, STDIN_FILENO)
                           : open_null(STDIN_FILENO, O_RDONLY)) &&
      (program->errors == STDERR_FILENO ||
       (program->errors >= 0 ? take_descriptor(program->errors, STDERR_FILENO)
                             : open_null(STDERR_FILENO, O_WRONLY)));
  if (has_descriptors) {
    // Libraries do not always mark theirs close-on-exec.
    closefrom(STDERR_FILENO + 1);
    // Programs that call `select` cannot have more.
    if (has_raised_limit) setrlimit(RLIMIT_NOFILE, &former_limit);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(program->argv[0], program->argv, program->environment);
  }
  program->error = errno;
  _exit(127);
}

static int start(pid_t *pid, struct program *program) {
  if (program->environment == NULL) program->environment = environ;
  program->parent = getpid();
  // A handler of ours must not run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // This thread waits until the child has become the program, so that it cannot end before.
  const pid_t child = vfork();
  if (child == 0) become(program);
  const int error = child < 0 ? errno : program->error;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && error != 0) waitpid(child, NULL, 0);
  if (error == 0) *pid = child;
  return error;
}

int hyaline_spawn(
    pid_t *pid, char *const argv[], char *const environment[], int input, int output, int errors) {
  struct program program = {
      .argv = argv, .environment = environment, .input = input, .output = output, .errors = errors};
  return start(pid, &program);
}

int hyaline_spawn_independent(
    pid_t *pid, char *const argv[], char *const environment[], int input, int output) {
  struct program program = {
      .argv = argv, .environment = environment, .input = input, .output = output, .errors = STDERR_FILENO,
      .is_independent = true};
  return start(pid, &program);
}

int hyaline_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void hyaline_disable_core_dumps(void) {
  prctl(PR_SET_DUMPABLE, 0);
}

void hyaline_end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void hyaline_discard_pages(void *start, size_t length) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t first = ((uintptr_t)start + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)start + length) / page * page;
  if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

void hyaline_return_free_memory(void) {
  malloc_trim(0);
}

bool hyaline_flush_output(void) {
  return fflush(stdout) == 0 && !ferror(stdout);
}
