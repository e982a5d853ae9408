#include "late.h"

#include <wayland-cursor.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

static const struct hyaline_late_library libxkbcommon = {"libxkbcommon.so.0", "libxkbcommon0"};
static const struct hyaline_late_library libwayland_cursor = {"libwayland-cursor.so.0", "libwayland-cursor0"};

FORWARD(libxkbcommon, enum xkb_compose_feed_result, xkb_compose_state_feed,
        (struct xkb_compose_state *state, xkb_keysym_t keysym),
        (state, keysym))
FORWARD(libxkbcommon, xkb_keysym_t, xkb_compose_state_get_one_sym, (struct xkb_compose_state *state), (state))
FORWARD(libxkbcommon, enum xkb_compose_status, xkb_compose_state_get_status,
        (struct xkb_compose_state *state),
        (state))
FORWARD(libxkbcommon, int, xkb_compose_state_get_utf8,
        (struct xkb_compose_state *state, char *buffer, size_t size),
        (state, buffer, size))
FORWARD(libxkbcommon, struct xkb_compose_state *, xkb_compose_state_new,
        (struct xkb_compose_table *table, enum xkb_compose_state_flags flags),
        (table, flags))
FORWARD(libxkbcommon, void, xkb_compose_state_reset, (struct xkb_compose_state *state), (state))
FORWARD(libxkbcommon, void, xkb_compose_state_unref, (struct xkb_compose_state *state), (state))
FORWARD(libxkbcommon, struct xkb_compose_table *, xkb_compose_table_new_from_locale,
        (struct xkb_context *context, const char *locale, enum xkb_compose_compile_flags flags),
        (context, locale, flags))
FORWARD(libxkbcommon, void, xkb_compose_table_unref, (struct xkb_compose_table *table), (table))
FORWARD(libxkbcommon, struct xkb_context *, xkb_context_new, (enum xkb_context_flags flags), (flags))
FORWARD(libxkbcommon, void, xkb_context_unref, (struct xkb_context *context), (context))
FORWARD(libxkbcommon, char *, xkb_keymap_get_as_string,
        (struct xkb_keymap *keymap, enum xkb_keymap_format format),
        (keymap, format))
FORWARD(libxkbcommon, int, xkb_keymap_key_get_syms_by_level,
        (struct xkb_keymap *keymap, xkb_keycode_t key, xkb_layout_index_t layout, xkb_level_index_t level,
         const xkb_keysym_t **syms_out),
        (keymap, key, layout, level, syms_out))
FORWARD(libxkbcommon, int, xkb_keymap_key_repeats, (struct xkb_keymap *keymap, xkb_keycode_t key), (keymap, key))
FORWARD(libxkbcommon, struct xkb_keymap *, xkb_keymap_new_from_buffer,
        (struct xkb_context *context, const char *buffer, size_t length, enum xkb_keymap_format format,
         enum xkb_keymap_compile_flags flags),
        (context, buffer, length, format, flags))
FORWARD(libxkbcommon, struct xkb_keymap *, xkb_keymap_new_from_names,
        (struct xkb_context *context, const struct xkb_rule_names *names, enum xkb_keymap_compile_flags flags),
        (context, names, flags))
FORWARD(libxkbcommon, xkb_layout_index_t, xkb_keymap_num_layouts_for_key,
        (struct xkb_keymap *keymap, xkb_keycode_t key),
        (keymap, key))
FORWARD(libxkbcommon, void, xkb_keymap_unref, (struct xkb_keymap *keymap), (keymap))
FORWARD(libxkbcommon, xkb_keysym_t, xkb_state_key_get_one_sym,
        (struct xkb_state *state, xkb_keycode_t key),
        (state, key))
FORWARD(libxkbcommon, int, xkb_state_key_get_utf8,
        (struct xkb_state *state, xkb_keycode_t key, char *buffer, size_t size),
        (state, key, buffer, size))
FORWARD(libxkbcommon, int, xkb_state_mod_name_is_active,
        (struct xkb_state *state, const char *name, enum xkb_state_component type),
        (state, name, type))
FORWARD(libxkbcommon, struct xkb_state *, xkb_state_new, (struct xkb_keymap *keymap), (keymap))
FORWARD(libxkbcommon, void, xkb_state_unref, (struct xkb_state *state), (state))
FORWARD(libxkbcommon, enum xkb_state_component, xkb_state_update_mask,
        (struct xkb_state *state, xkb_mod_mask_t depressed_mods, xkb_mod_mask_t latched_mods, xkb_mod_mask_t
         locked_mods, xkb_layout_index_t depressed_layout, xkb_layout_index_t latched_layout, xkb_layout_index_t
         locked_layout),
        (state, depressed_mods, latched_mods, locked_mods, depressed_layout, latched_layout, locked_layout))

FORWARD(libwayland_cursor, struct wl_buffer *, wl_cursor_image_get_buffer,
        (struct wl_cursor_image *image),
        (image))
FORWARD(libwayland_cursor, void, wl_cursor_theme_destroy, (struct wl_cursor_theme *theme), (theme))
FORWARD(libwayland_cursor, struct wl_cursor *, wl_cursor_theme_get_cursor,
        (struct wl_cursor_theme *theme, const char *name),
        (theme, name))
FORWARD(libwayland_cursor, struct wl_cursor_theme *, wl_cursor_theme_load,
        (const char *name, int size, struct wl_shm *shm),
        (name, size, shm))
