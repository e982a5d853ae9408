#pragma once

// What Swift cannot import by itself: functions that need _GNU_SOURCE, macros and variadics, and the Linux headers
// that the Glibc module leaves out.

#include <libintl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

/// An anonymous memory file, or -1 with errno.
int hyaline_memfd_create(const char *name);

/// A pipe whose ends are close-on-exec and whose reading end does not block; 0, or -1 with errno.
int hyaline_pipe(int ends[2]);

/// A pipe whose ends are close-on-exec and whose writing end does not block; 0, or -1 with errno.
int hyaline_input_pipe(int ends[2]);

/// A pair of connected stream sockets, close-on-exec, of which the first does not block; 0, or -1 with errno.
int hyaline_socket_pair(int ends[2]);

/// Sends bytes with a descriptor; returns how many were sent, or -1 with errno.
ssize_t hyaline_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);

/// Receives bytes, and in `descriptor` the one that came with them, close-on-exec, or -1; returns how many, 0 at the end
/// of the stream, or -1 with errno.
ssize_t hyaline_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor);

/// Takes from this process and its threads, for good, what a decoder of pictures does not need: opening files, making
/// sockets and processes, and most other system calls; 0, or -1 with errno.
int hyaline_confine(void);

/// A descriptor that becomes readable when the process ends, or -1 with errno.
int hyaline_pidfd_open(pid_t pid);

/// Raises the limit of descriptors of this process as far as it may; programs that are started later have the former one.
void hyaline_raise_descriptor_limit(void);

/// Starts a program found on PATH as leader of its own process group, with default signal handlers, nothing blocked,
/// `input` as input (-1: /dev/null), `output` as output, `errors` as standard error (-1: /dev/null), and no other descriptor;
/// `environment` NULL: ours.
///
/// The kernel kills the program, though not its children, when the calling thread ends, and so when the process does,
/// however that comes. It forgets to at the exec of a program that has other rights than we have (setuid, setgid, file
/// capabilities). Returns 0 and the process in `pid`, or an error number.
int hyaline_spawn(
    pid_t *pid, char *const argv[], char *const environment[], int input, int output, int errors);

/// The same of a program that outlives us, as leader of its own session, with `input` as input.
int hyaline_spawn_independent(
    pid_t *pid, char *const argv[], char *const environment[], int input, int output);

/// The next connection of a listening socket, close-on-exec and not blocking, or -1 with errno.
int hyaline_accept(int listener);

/// Keeps the process's memory out of core dumps and out of reach of other processes of the user.
void hyaline_disable_core_dumps(void);

/// Ends this process when the thread that started it ends, unless that has happened already.
void hyaline_end_with_parent(void);

/// Returns to the system the pages of private memory that lie wholly in this range; what was in them is lost.
void hyaline_discard_pages(void *start, size_t length);

/// Returns to the system what of the heap is free.
void hyaline_return_free_memory(void);

/// Writes out what waits for standard output; false: that, or something of before, could not be written.
bool hyaline_flush_output(void);

/// A socket of netlink, close-on-exec and not blocking, that hears these groups of multicast, and in `port` its number; or
/// -1 with errno.
int hyaline_netlink_open(int protocol, uint32_t groups, uint32_t *port);

/// Receives a datagram of netlink; returns its length, which is more than `count` if it was cut off, or -1 with errno.
/// `is_kernel` tells whether the kernel has sent it.
ssize_t hyaline_netlink_receive(int descriptor, void *bytes, size_t count, bool *is_kernel);

/// Has a socket that hears announcements of devices receive only those of devices that have come or gone and, if `changes`
/// is true, that have changed; -1 with errno: it receives all.
int hyaline_filter_device_events(int descriptor, bool changes);

/// Opens an input device of the kernel that has a light for Caps Lock, of which nothing but its lights can be read; or -1 with
/// errno.
int hyaline_open_lock_lights(const char *path);

/// The lights for locks that are on: bit 0 for Num Lock, bit 1 for Caps Lock, bit 2 for Scroll Lock; -1: the device has gone.
int hyaline_lock_lights(int device);

/// Reads the events of a device until there are no more, and changes the bits of `lights` to what they tell of the lights for
/// locks; -1: the device has gone.
int hyaline_read_lock_lights(int device, int *lights);

/// A process that follows paths and reads files, so that a file system that never answers neither blocks a caller nor keeps us
/// from ending. It shares our memory, but no descriptors. It ends when it is closed or when we end, unless it is stuck.
struct hyaline_file_agent;

/// A request about a path.
enum hyaline_file_request {
  /// The state of a regular file.
  hyaline_file_state,
  /// The state of a regular file, and a copy of it in memory.
  hyaline_file_copy,
  /// The names in a folder, each followed by a zero byte, in a file in memory.
  hyaline_file_names,
};

enum {
  /// Most paths that are barred at a time.
  hyaline_file_most_barred = 16,
};

/// Limits on a request.
struct hyaline_file_limits {
  /// The greatest time to wait for an answer.
  int milliseconds;
  /// The greatest number of bytes that are copied; a longer file is cut after one byte more.
  int64_t bytes;
  /// The paths at and below which nothing is touched, each followed by a zero byte.
  const char *barred;
  size_t barred_size;
  /// A path at which the process waits until it is closed or the path is gone, in place of a file system that does not answer;
  /// empty outside of tests.
  const char *halt;
};

/// The state of a file.
struct hyaline_file_answer {
  /// An error number, or 0. ENOTSUP: the file is not of the kind that is asked for; ETIMEDOUT: the path leads to one that is
  /// barred.
  int error;
  uint64_t device;
  uint64_t inode;
  int64_t size;
  /// The times of the last write, of the last change of the inode and of the answer, in nanoseconds since 1970.
  int64_t modified;
  int64_t changed;
  int64_t now;
};

/// Starts an agent; NULL if the system has no memory, thread or descriptor for it.
struct hyaline_file_agent *hyaline_file_agent_start(void);

/// Sends a request and waits for its answer. Returns ETIMEDOUT if there is none in time, EPIPE if the agent has ended, after
/// both of which it must not be asked again, ENAMETOOLONG for paths that are too long, and 0 otherwise, with the file's own
/// error in the answer. `descriptor` receives a file in memory, or -1.
int hyaline_file_agent_ask(
    struct hyaline_file_agent *agent, enum hyaline_file_request request, const char *path,
    const struct hyaline_file_limits *limits, struct hyaline_file_answer *answer, int *descriptor);

/// The path, without links, at which an agent that does not answer is stuck.
const char *hyaline_file_agent_place(struct hyaline_file_agent *agent);

/// Makes the process end as soon as it is not stuck any more; no request may follow.
void hyaline_file_agent_leave(struct hyaline_file_agent *agent);

/// Whether the process has ended, though it may have been stuck; also if it could not be started.
bool hyaline_file_agent_has_ended(struct hyaline_file_agent *agent);

/// Makes the process end as soon as it is not stuck any more, and frees the agent.
void hyaline_file_agent_close(struct hyaline_file_agent *agent);
