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

int hyaline_caps_lock_light(int device) {
  unsigned char lights[(LED_MAX + 8) / 8] = {0};
  if (ioctl(device, EVIOCGLED(sizeof lights), lights) < 0) return -1;
  return lights[LED_CAPSL / 8] >> (LED_CAPSL % 8) & 1;
}

int hyaline_read_caps_lock(int device, bool *is_on) {
  struct input_event events[16];
  bool has_lost = false;
  ssize_t count;
  while ((count = read(device, events, sizeof events)) > 0) {
    for (size_t i = 0; i < count / sizeof *events; i++) {
      const struct input_event *event = &events[i];
      if (event->type == EV_SYN && event->code == SYN_DROPPED) has_lost = true;
      if (event->type == EV_LED && event->code == LED_CAPSL) *is_on = event->value != 0;
    }
  }
  if (count == 0 || errno != EAGAIN) return -1;
  if (!has_lost) return 0;
  const int light = hyaline_caps_lock_light(device);
  if (light < 0) return -1;
  *is_on = light > 0;
  return 0;
}
