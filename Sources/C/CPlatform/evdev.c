#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int hyaline_open_lock_lights(const char *path) {
  int device = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (device < 0) return -1;
  unsigned char lights[(LED_MAX + 8) / 8] = {0};
  // Only events of lights are let through, so that what is typed is never read.
  unsigned char types[(EV_MAX + 8) / 8] = {0};
  types[EV_LED / 8] |= 1 << (EV_LED % 8);
  struct input_mask mask = {.type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)types};
  if (ioctl(device, EVIOCGBIT(EV_LED, sizeof lights), lights) < 0 ||
      !(lights[LED_CAPSL / 8] & 1 << (LED_CAPSL % 8)) || ioctl(device, EVIOCSMASK, &mask) < 0) {
    close(device);
    errno = ENODEV;
    return -1;
  }
  return device;
}

int hyaline_lock_lights(int device) {
  unsigned char lights[(LED_MAX + 8) / 8] = {0};
  if (ioctl(device, EVIOCGLED(sizeof lights), lights) < 0) return -1;
  return lights[0] & (1 << LED_NUML | 1 << LED_CAPSL | 1 << LED_SCROLLL);
}

int hyaline_read_lock_lights(int device, int *lights) {
  struct input_event events[16];
  bool has_lost = false;
  ssize_t count;
  while ((count = read(device, events, sizeof events)) > 0) {
    for (size_t i = 0; i < count / sizeof *events; i++) {
      const struct input_event *event = &events[i];
      if (event->type == EV_SYN && event->code == SYN_DROPPED) has_lost = true;
      if (event->type != EV_LED || event->code > LED_SCROLLL) continue;
      if (event->value != 0) *lights |= 1 << event->code;
      else *lights &= ~(1 << event->code);
    }
  }
  if (count == 0 || errno != EAGAIN) return -1;
  if (!has_lost) return 0;
  const int all = hyaline_lock_lights(device);
  if (all < 0) return -1;
  *lights = all;
  return 0;
}
