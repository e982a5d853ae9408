#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define CALL(name, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), RETURN(action)
#define ALLOW(name) CALL(name, SECCOMP_RET_ALLOW)
#define ALLOW_IF(name, index, comparison, value)                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD(args[index]),                         \
      BPF_JUMP(BPF_JMP | comparison | BPF_K, value, 0, 1), RETURN(SECCOMP_RET_ALLOW),                \
      RETURN(SECCOMP_RET_ERRNO | EACCES)
#define REFUSE(name) CALL(name, SECCOMP_RET_ERRNO | EACCES)

int hyaline_confine(void) {
#ifndef OUR_ARCHITECTURE
  errno = ENOSYS;
  return -1;
#else
  // What is not named fails as if the kernel were too old for it, so that libraries do without.
  struct sock_filter rules[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCHITECTURE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      // The descriptors that it has, and the ones that it is handed.
      ALLOW(read), ALLOW(pread64), ALLOW(readv), ALLOW(write), ALLOW(writev), ALLOW(recvmsg), ALLOW(sendmsg),
      ALLOW(recvfrom), ALLOW(sendto), ALLOW(lseek), ALLOW(close), ALLOW(dup), ALLOW(ppoll),
      ALLOW(eventfd2), ALLOW(pipe2), ALLOW(fadvise64),
      // Metadata: libraries look whether what they have read has changed.
      ALLOW(fstat), ALLOW(statx), ALLOW(newfstatat), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getcwd),
      ALLOW(fstatfs), ALLOW(uname), ALLOW(sysinfo),
#ifdef __NR_faccessat2
      ALLOW(faccessat2),
#endif
#ifdef __NR_open
      REFUSE(open), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(poll), ALLOW(dup2), ALLOW(pipe),
      ALLOW(eventfd), ALLOW(time), ALLOW(arch_prctl),
#endif
      REFUSE(openat),
#ifdef __NR_openat2
      REFUSE(openat2),
#endif
      // Memory.
      ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(mincore),
      ALLOW(membarrier),
      // Threads.
      ALLOW(futex), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(gettid),
      ALLOW(getpid), ALLOW(set_robust_list), ALLOW(rseq), ALLOW(exit), ALLOW(exit_group), ALLOW(restart_syscall),
      ALLOW(sched_getparam), ALLOW(sched_getscheduler),
      // Signals, those that end it among them.
      ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
      // Time, chance and what it has used.
      ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(gettimeofday), ALLOW(nanosleep), ALLOW(clock_nanosleep),
      ALLOW(getrandom), ALLOW(getrusage), ALLOW(getuid),
      ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid),
      // The process may limit and signal itself, but no other process of the user.
      ALLOW_IF(prlimit64, 0, BPF_JEQ, 0),
      ALLOW_IF(tgkill, 0, BPF_JEQ, (uint32_t)getpid()),
      // No signals to others when a descriptor becomes ready.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 6),
      LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, F_SETFL, 1, 0),
      RETURN(SECCOMP_RET_ALLOW),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 0, 1),
      RETURN(SECCOMP_RET_ALLOW),
      RETURN(SECCOMP_RET_ERRNO | EACCES),
      // The names of threads.
      ALLOW_IF(prctl, 0, BPF_JEQ, PR_SET_NAME),
      // A thread, but no process; clone3, whose flags a filter does not see, is left for this.
      ALLOW_IF(clone, 0, BPF_JSET, CLONE_THREAD),
      RETURN(SECCOMP_RET_ERRNO | ENOSYS),
  };
  const struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // The system call, not prctl: all threads that libraries may have started follow.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
#endif
}
