#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
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
