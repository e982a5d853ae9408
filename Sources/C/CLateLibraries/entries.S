// An entry point for each function of functions.h, under the function's own name. An entry jumps to the address in its
// slot; at first that is code which finds the function (`hyaline_late_find` in late.c), puts its address into the slot, and
// goes there with all arguments as they came. So functions with any parameters, variadic ones included, need no more than
// their name.
//
// The entries are hidden: otherwise libraries that are loaded later would call them in place of each other's functions.

#define LIBRARY(id, file, package)
#define FUNCTION(id, name) ENTRY(name, __COUNTER__)
#define ENTRY(name, index) NUMBERED_ENTRY(name, index)

#if defined(__x86_64__)

#define NUMBERED_ENTRY(name, index)         \
  .globl name; .hidden name;                \
  .type name, @function;                    \
  name: jmpq *slots+8*index(%rip);          \
  .size name, .-name;                       \
  find_##index: movl $index, %r11d;         \
  jmp find;                                 \
  .pushsection .data.rel.slots, "aw";       \
  .quad find_##index;                       \
  .popsection

  .pushsection .data.rel.slots, "aw"
  .balign 8
  .globl hyaline_late_slots
  .hidden hyaline_late_slots
hyaline_late_slots:
slots:
  .popsection

  .text
// The registers that can hold arguments by the System V ABI: six integers, rax (the number of vector registers of a
// variadic call) and eight vectors. The stack is aligned to 16 bytes at the call of hyaline_late_find: a return address,
// rbp, seven words and 136 bytes, 8 of which are padding.
find:
  pushq %rbp
  movq %rsp, %rbp
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  subq $136, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movl %r11d, %edi
  callq hyaline_late_find
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  popq %rbp
  jmpq *%r11

#elif defined(__aarch64__)

#define NUMBERED_ENTRY(name, index)           \
  .globl name; .hidden name;                  \
  .type name, %function;                      \
  name: adrp x16, slots+8*index;              \
  ldr x16, [x16, :lo12:slots+8*index];        \
  br x16;                                     \
  .size name, .-name;                         \
  find_##index: mov w16, index;               \
  b find;                                     \
  .pushsection .data.rel.slots, "aw";         \
  .quad find_##index;                         \
  .popsection

  .pushsection .data.rel.slots, "aw"
  .balign 8
  .globl hyaline_late_slots
  .hidden hyaline_late_slots
hyaline_late_slots:
slots:
  .popsection

  .text
// The registers that can hold arguments by AAPCS64: x0 to x7, x8 (the address of a result) and q0 to q7; and x30, the
// return address.
find:
  stp x29, x30, [sp, -224]!
  mov x29, sp
  stp x0, x1, [sp, 16]
  stp x2, x3, [sp, 32]
  stp x4, x5, [sp, 48]
  stp x6, x7, [sp, 64]
  str x8, [sp, 80]
  stp q0, q1, [sp, 96]
  stp q2, q3, [sp, 128]
  stp q4, q5, [sp, 160]
  stp q6, q7, [sp, 192]
  mov w0, w16
  bl hyaline_late_find
  mov x16, x0
  ldp x0, x1, [sp, 16]
  ldp x2, x3, [sp, 32]
  ldp x4, x5, [sp, 48]
  ldp x6, x7, [sp, 64]
  ldr x8, [sp, 80]
  ldp q0, q1, [sp, 96]
  ldp q2, q3, [sp, 128]
  ldp q4, q5, [sp, 160]
  ldp q6, q7, [sp, 192]
  ldp x29, x30, [sp], 224
  br x16

#else
#error "entries.S has no code for this processor"
#endif

#include "functions.h"

  .section .note.GNU-stack, "", %progbits
