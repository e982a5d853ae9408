#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int hyaline_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  // Only our end: the child expects reads and writes that block.
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

ssize_t hyaline_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  struct cmsghdr *passed = CMSG_FIRSTHDR(&message);
  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(passed), &descriptor, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t hyaline_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {bytes, count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  *descriptor = -1;
  const ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return -1;
  struct cmsghdr *passed = CMSG_FIRSTHDR(&message);
  if (passed != NULL && passed->cmsg_level == SOL_SOCKET && passed->cmsg_type == SCM_RIGHTS &&
      passed->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(passed), sizeof(int));
  return received;
}
