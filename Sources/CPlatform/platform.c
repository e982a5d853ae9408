#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
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

int hyaline_pidfd_open(pid_t pid) { return pidfd_open(pid, 0); }

int hyaline_spawn(
    pid_t *pid, char *const argv[], char *const environment[], int output, bool keeps_error) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  error = posix_spawnattr_setsigmask(&attributes, &none);
  if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (error == 0) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (error == 0)
    error = posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (error == 0)
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (error == 0 && !keeps_error)
    error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Libraries do not always mark theirs close-on-exec.
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (error == 0)
    error = posix_spawnp(
        pid, argv[0], &actions, &attributes, argv, environment != NULL ? environment : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
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
