#include "CPipeWire.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

// The functions of the library itself; all others are calls of interfaces, which its headers contain.
static struct {
  void (*init)(int *count, char **arguments[]);
  void (*log_set_level)(enum spa_log_level level);
  struct pw_loop *(*loop_new)(const struct spa_dict *properties);
  void (*loop_destroy)(struct pw_loop *loop);
  struct pw_context *(*context_new)(struct pw_loop *loop, struct pw_properties *properties, size_t size);
  void (*context_destroy)(struct pw_context *context);
  struct pw_impl_module *(*context_load_module)(
      struct pw_context *context, const char *name, const char *arguments, struct pw_properties *properties);
  struct pw_core *(*context_connect)(struct pw_context *context, struct pw_properties *properties, size_t size);
  int (*core_disconnect)(struct pw_core *core);
  struct pw_properties *(*properties_new)(const char *key, ...);
  void (*proxy_destroy)(struct pw_proxy *proxy);
} pw;

static bool is_loaded;

bool hyaline_media_load(const char *library) {
  // It is never unloaded: its modules leave threads and handlers behind.
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return false;
  if (is_loaded) {
    dlclose(handle);
    return true;
  }
#define FIND(member, name) (*(void **)&pw.member = dlsym(handle, name))
  is_loaded = FIND(init, "pw_init") && FIND(log_set_level, "pw_log_set_level") &&
              FIND(loop_new, "pw_loop_new") && FIND(loop_destroy, "pw_loop_destroy") &&
              FIND(context_new, "pw_context_new") && FIND(context_destroy, "pw_context_destroy") &&
              FIND(context_load_module, "pw_context_load_module") &&
              FIND(context_connect, "pw_context_connect") && FIND(core_disconnect, "pw_core_disconnect") &&
              FIND(properties_new, "pw_properties_new") && FIND(proxy_destroy, "pw_proxy_destroy");
#undef FIND
  if (!is_loaded) return false;
  pw.init(NULL, NULL);
  // A server that is not there is no reason for a message.
  pw.log_set_level(SPA_LOG_LEVEL_NONE);
  return true;
}

/// The most nodes that are bound.
enum { most_nodes = 4096 };

/// A node whose state is told.
struct node {
  struct hyaline_media *media;
  uint32_t id;
  struct pw_proxy *proxy;
  struct spa_hook listener;
  struct node *next;
};

struct hyaline_media {
  struct hyaline_media_events events;
  void *data;
  struct pw_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct pw_registry *registry;
  struct spa_hook core_listener, registry_listener;
  struct node *nodes;
  int node_count;
  /// The number of answers that are awaited until all was told: one for the objects, then one for the states of the nodes.
  int rounds;
  int sequence;
  bool has_ended;
};

static const struct hyaline_media_properties *properties(const struct spa_dict *dictionary) {
  return (const struct hyaline_media_properties *)dictionary;
}

const char *hyaline_media_property(const struct hyaline_media_properties *properties, const char *name) {
  const struct spa_dict *dictionary = (const struct spa_dict *)properties;
  return dictionary ? spa_dict_lookup(dictionary, name) : NULL;
}

static void node_info(void *data, const struct pw_node_info *info) {
  struct node *node = data;
  // Where no property has changed, the dictionary is empty.
  bool has_properties = info->change_mask & PW_NODE_CHANGE_MASK_PROPS;
  node->media->events.node(
      node->media->data, node->id, info->state, has_properties ? properties(info->props) : NULL);
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .info = node_info};

static void remove_node(struct hyaline_media *media, uint32_t id) {
  for (struct node **place = &media->nodes; *place; place = &(*place)->next) {
    struct node *node = *place;
    if (node->id != id) continue;
    *place = node->next;
    media->node_count--;
    spa_hook_remove(&node->listener);
    pw.proxy_destroy(node->proxy);
    free(node);
    return;
  }
}

static void follow_node(struct hyaline_media *media, uint32_t id) {
  remove_node(media, id);
  // A node that is found not to count stays bound, since its properties may change: they are limited here as well.
  if (media->node_count >= most_nodes) return;
  struct pw_proxy *proxy = pw_registry_bind(media->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
  if (!proxy) return;
  struct node *node = calloc(1, sizeof *node);
  if (!node) {
    pw.proxy_destroy(proxy);
    return;
  }
  *node = (struct node){.media = media, .id = id, .proxy = proxy, .next = media->nodes};
  media->nodes = node;
  media->node_count++;
  pw_node_add_listener((struct pw_node *)proxy, &node->listener, &node_events, node);
}

static void global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *dictionary) {
  struct hyaline_media *media = data;
  if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0) {
    if (media->events.found_node(media->data, id, properties(dictionary))) follow_node(media, id);
  } else if (strcmp(type, PW_TYPE_INTERFACE_Link) == 0) {
    media->events.link(media->data, id, properties(dictionary));
  }
}

static void global_remove(void *data, uint32_t id) {
  struct hyaline_media *media = data;
  remove_node(media, id);
  media->events.gone(media->data, id);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = global, .global_remove = global_remove};

static void end(struct hyaline_media *media) {
  if (media->has_ended) return;
  media->has_ended = true;
  media->events.ended(media->data);
}

static void done(void *data, uint32_t id, int sequence) {
  struct hyaline_media *media = data;
  if (id != PW_ID_CORE || sequence != media->sequence || media->rounds == 0) return;
  if (--media->rounds == 0) {
    media->events.ready(media->data);
  } else {
    media->sequence = pw_core_sync(media->core, PW_ID_CORE, 0);
  }
}

static void error(void *data, uint32_t id, int sequence, int result, const char *message) {
  // Errors of other objects tell that one has gone before it was asked for.
  if (id == PW_ID_CORE) end(data);
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = done, .error = error};

struct hyaline_media *hyaline_media_open(
    const char *remote, const struct hyaline_media_events *events, void *data) {
  if (!is_loaded) return NULL;
  struct hyaline_media *media = calloc(1, sizeof *media);
  if (!media) return NULL;
  media->events = *events;
  media->data = data;
  media->rounds = 2;
  media->loop = pw.loop_new(NULL);
  // The settings of clients are not read, since they load modules that play sound or ask for real-time threads.
  if (media->loop)
    media->context = pw.context_new(
        media->loop, pw.properties_new(PW_KEY_CONFIG_NAME, "null", (char *)NULL), 0);
  if (media->context &&
      pw.context_load_module(media->context, "libpipewire-module-protocol-native", NULL, NULL))
    media->core = pw.context_connect(
        media->context,
        pw.properties_new(
            PW_KEY_APP_NAME, "Hyaline", PW_KEY_MEDIA_CATEGORY, "Manager",
            remote ? PW_KEY_REMOTE_NAME : (char *)NULL, remote, (char *)NULL),
        0);
  if (media->core) media->registry = pw_core_get_registry(media->core, PW_VERSION_REGISTRY, 0);
  if (!media->registry) {
    hyaline_media_close(media);
    return NULL;
  }
  pw_core_add_listener(media->core, &media->core_listener, &core_events, media);
  pw_registry_add_listener(media->registry, &media->registry_listener, &registry_events, media);
  media->sequence = pw_core_sync(media->core, PW_ID_CORE, 0);
  return media;
}

int hyaline_media_descriptor(struct hyaline_media *media) { return pw_loop_get_fd(media->loop); }

void hyaline_media_dispatch(struct hyaline_media *media) {
  pw_loop_enter(media->loop);
  int result = pw_loop_iterate(media->loop, 0);
  pw_loop_leave(media->loop);
  if (result < 0 && result != -EINTR) end(media);
}

void hyaline_media_close(struct hyaline_media *media) {
  if (!media) return;
  while (media->nodes) remove_node(media, media->nodes->id);
  if (media->registry) {
    if (media->core_listener.link.next) spa_hook_remove(&media->core_listener);
    if (media->registry_listener.link.next) spa_hook_remove(&media->registry_listener);
    pw.proxy_destroy((struct pw_proxy *)media->registry);
  }
  if (media->core) pw.core_disconnect(media->core);
  if (media->context) pw.context_destroy(media->context);
  if (media->loop) pw.loop_destroy(media->loop);
  free(media);
}
