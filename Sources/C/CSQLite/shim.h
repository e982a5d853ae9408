#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import.
static inline int hyaline_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

// A variadic function.
static inline int hyaline_sqlite3_keep_small(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, 0, 0);
}
