#include "late.h"

#include <sqlite3.h>
#include <stdarg.h>

static const struct hyaline_late_library libsqlite3 = {"libsqlite3.so.0", "libsqlite3-0"};

FORWARD(libsqlite3, int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, sqlite3_int64 value), (statement, index, value))
FORWARD(libsqlite3, int, sqlite3_bind_text,
        (sqlite3_stmt *statement, int index, const char *text, int count, void (*free)(void *)),
        (statement, index, text, count, free))
FORWARD(libsqlite3, int, sqlite3_busy_timeout, (sqlite3 *database, int milliseconds), (database, milliseconds))
FORWARD(libsqlite3, int, sqlite3_close_v2, (sqlite3 *database), (database))
FORWARD(libsqlite3, int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column))
FORWARD(libsqlite3, sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *statement, int column), (statement, column))
FORWARD(libsqlite3, const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column), (statement, column))
FORWARD(libsqlite3, const char *, sqlite3_errmsg, (sqlite3 *database), (database))
FORWARD(libsqlite3, int, sqlite3_exec,
        (sqlite3 *database, const char *sql, int (*callback)(void *, int, char **, char **), void *context,
         char **message),
        (database, sql, callback, context, message))
FORWARD(libsqlite3, int, sqlite3_extended_result_codes, (sqlite3 *database, int isOn), (database, isOn))
FORWARD(libsqlite3, int, sqlite3_finalize, (sqlite3_stmt *statement), (statement))
FORWARD(libsqlite3, int, sqlite3_get_autocommit, (sqlite3 *database), (database))
FORWARD(libsqlite3, int, sqlite3_limit, (sqlite3 *database, int kind, int value), (database, kind, value))
FORWARD(libsqlite3, int, sqlite3_open_v2,
        (const char *path, sqlite3 **database, int flags, const char *vfs),
        (path, database, flags, vfs))
FORWARD(libsqlite3, int, sqlite3_prepare_v3,
        (sqlite3 *database, const char *sql, int count, unsigned int flags, sqlite3_stmt **statement,
         const char **rest),
        (database, sql, count, flags, statement, rest))
FORWARD(libsqlite3, int, sqlite3_reset, (sqlite3_stmt *statement), (statement))
FORWARD(libsqlite3, int, sqlite3_step, (sqlite3_stmt *statement), (statement))

// Variadic, which cannot be passed on as it is: the one operation asked for takes a buffer and two numbers.
__asm__(".hidden sqlite3_db_config");
int sqlite3_db_config(sqlite3 *database, int operation, ...) {
  static int (*_Atomic found)(sqlite3 *, int, ...);
  int (*function)(sqlite3 *, int, ...) = found;
  if (!function)
    found = function = (int (*)(sqlite3 *, int, ...))hyaline_late_function(&libsqlite3, "sqlite3_db_config");
  if (operation != SQLITE_DBCONFIG_LOOKASIDE) return SQLITE_MISUSE;
  va_list arguments;
  va_start(arguments, operation);
  void *buffer = va_arg(arguments, void *);
  int size = va_arg(arguments, int);
  int count = va_arg(arguments, int);
  va_end(arguments);
  return function(database, operation, buffer, size, count);
}
