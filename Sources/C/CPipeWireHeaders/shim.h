#pragma once

// Nothing of PipeWire's headers is imported by Swift: they consist of inline functions and macros, which CPipeWire uses. This
// module has pkg-config tell where they are.
