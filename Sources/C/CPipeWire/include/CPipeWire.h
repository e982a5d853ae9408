#pragma once

// The graph of PipeWire, as far as it tells who uses cameras, microphones and pictures of the screen. libpipewire is not linked:
// hyaline_media_load loads it.

#include <stdbool.h>
#include <stdint.h>

/// A connection to PipeWire.
struct hyaline_media;

/// What is told of an object; it is valid during the call.
struct hyaline_media_properties;

/// What PipeWire tells; called by hyaline_media_dispatch alone, which must not be ended meanwhile.
struct hyaline_media_events {
  /// A node has come; the answer is whether its state is to be told.
  bool (*found_node)(void *data, uint32_t id, const struct hyaline_media_properties *properties);
  /// The state or a property of such a node; a state of 3 means that it runs, and NULL that no property has changed.
  void (*node)(void *data, uint32_t id, int state, const struct hyaline_media_properties *properties);
  /// A link between two nodes has come.
  void (*link)(void *data, uint32_t id, const struct hyaline_media_properties *properties);
  /// A node or a link has gone.
  void (*gone)(void *data, uint32_t id);
  /// All that was there when the connection was made has been told, with the states of its nodes.
  void (*ready)(void *data);
  /// The connection has ended, and nothing more is told.
  void (*ended)(void *data);
};

/// Loads the library of that name, once; false: it cannot be loaded, or lacks a function.
bool hyaline_media_load(const char *library);

/// Connects to the PipeWire that the environment names, or to the one at the path `remote` unless it is NULL; NULL: there is none,
/// or the library is not loaded.
struct hyaline_media *hyaline_media_open(
    const char *remote, const struct hyaline_media_events *events, void *data);

/// The descriptor that is readable when there is something to dispatch; it belongs to the connection.
int hyaline_media_descriptor(struct hyaline_media *media);

/// Takes in what PipeWire has sent and calls the events.
void hyaline_media_dispatch(struct hyaline_media *media);

/// Ends the connection; not to be called by an event.
void hyaline_media_close(struct hyaline_media *media);

/// The value of a property; NULL: there is none of that name.
const char *hyaline_media_property(const struct hyaline_media_properties *properties, const char *name);
