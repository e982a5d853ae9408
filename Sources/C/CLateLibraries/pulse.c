#include "late.h"

#include <pulse/context.h>
#include <pulse/error.h>
#include <pulse/introspect.h>
#include <pulse/operation.h>
#include <pulse/proplist.h>
#include <pulse/subscribe.h>

// Whoever calls these has made sure that the library is there: sound is no reason to end.
static const struct hyaline_late_library libpulse = {"libpulse.so.0", "libpulse0"};

FORWARD(libpulse, int, pa_context_connect,
        (pa_context *c, const char *server, pa_context_flags_t flags, const pa_spawn_api *api),
        (c, server, flags, api))
FORWARD(libpulse, void, pa_context_disconnect, (pa_context *c), (c))
FORWARD(libpulse, int, pa_context_errno, (const pa_context *c), (c))
FORWARD(libpulse, pa_operation *, pa_context_get_card_info_by_index,
        (pa_context *c, uint32_t idx, pa_card_info_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_card_info_list,
        (pa_context *c, pa_card_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_server_info,
        (pa_context *c, pa_server_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_sink_info_by_index,
        (pa_context *c, uint32_t idx, pa_sink_info_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_sink_info_list,
        (pa_context *c, pa_sink_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_sink_input_info,
        (pa_context *c, uint32_t idx, pa_sink_input_info_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_sink_input_info_list,
        (pa_context *c, pa_sink_input_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_source_info_by_index,
        (pa_context *c, uint32_t idx, pa_source_info_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_source_info_list,
        (pa_context *c, pa_source_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_source_output_info,
        (pa_context *c, uint32_t idx, pa_source_output_info_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_get_source_output_info_list,
        (pa_context *c, pa_source_output_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_context_state_t, pa_context_get_state, (const pa_context *c), (c))
FORWARD(libpulse, pa_operation *, pa_context_move_sink_input_by_name,
        (pa_context *c, uint32_t idx, const char *sink_name, pa_context_success_cb_t cb, void *userdata),
        (c, idx, sink_name, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_move_source_output_by_name,
        (pa_context *c, uint32_t idx, const char *source_name, pa_context_success_cb_t cb, void *userdata),
        (c, idx, source_name, cb, userdata))
FORWARD(libpulse, pa_context *, pa_context_new, (pa_mainloop_api *mainloop, const char *name), (mainloop, name))
FORWARD(libpulse, pa_operation *, pa_context_set_card_profile_by_name,
        (pa_context *c, const char *name, const char *profile, pa_context_success_cb_t cb, void *userdata),
        (c, name, profile, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_default_sink,
        (pa_context *c, const char *name, pa_context_success_cb_t cb, void *userdata),
        (c, name, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_default_source,
        (pa_context *c, const char *name, pa_context_success_cb_t cb, void *userdata),
        (c, name, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_sink_input_mute,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_sink_input_volume,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_sink_mute_by_index,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_sink_port_by_index,
        (pa_context *c, uint32_t idx, const char *port, pa_context_success_cb_t cb, void *userdata),
        (c, idx, port, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_sink_volume_by_index,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_source_mute_by_index,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_source_output_mute,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_source_output_volume,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_source_port_by_index,
        (pa_context *c, uint32_t idx, const char *port, pa_context_success_cb_t cb, void *userdata),
        (c, idx, port, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_set_source_volume_by_index,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(libpulse, void, pa_context_set_state_callback,
        (pa_context *c, pa_context_notify_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, void, pa_context_set_subscribe_callback,
        (pa_context *c, pa_context_subscribe_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(libpulse, pa_operation *, pa_context_subscribe,
        (pa_context *c, pa_subscription_mask_t m, pa_context_success_cb_t cb, void *userdata),
        (c, m, cb, userdata))
FORWARD(libpulse, void, pa_context_unref, (pa_context *c), (c))
FORWARD(libpulse, void, pa_operation_unref, (pa_operation *o), (o))
FORWARD(libpulse, const char *, pa_proplist_gets, (const pa_proplist *p, const char *key), (p, key))
FORWARD(libpulse, const char *, pa_strerror, (int error), (error))
