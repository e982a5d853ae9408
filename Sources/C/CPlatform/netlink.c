#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int hyaline_netlink_open(int protocol, uint32_t groups, uint32_t *port) {
  const int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
  socklen_t length = sizeof address;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) {
    const int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  *port = address.nl_pid;
  return descriptor;
}

ssize_t hyaline_netlink_receive(int descriptor, void *bytes, size_t count, bool *is_kernel) {
  struct sockaddr_nl address = {0};
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
  const ssize_t length = recvmsg(descriptor, &message, MSG_TRUNC);
  *is_kernel = address.nl_pid == 0;
  return length;
}

int hyaline_filter_device_events(int descriptor, bool changes) {
  // An announcement begins with its action and "@"; four bytes tell those that matter from "bind@" and the others. Where
  // changes do not matter, "add@" is compared twice.
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x61646440 /* "add@" */, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, changes ? 0x6368616e /* "chan" */ : 0x61646440, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x72656d6f /* "remo" */, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  const struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  return setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}
