/*
 * Binds functions that moved into libc.so in glibc 2.34 under the version that they have had since the beginning, so that one
 * library runs on glibc from 2.28 on. The build links libpthread.so.0 and libdl.so.2, which are empty in newer ones.
 */
#ifndef ROLLCALL_COMPATIBILITY_H
#define ROLLCALL_COMPATIBILITY_H

#if defined __x86_64__
#define OLDEST_VERSION "GLIBC_2.2.5"
#elif defined __aarch64__
#define OLDEST_VERSION "GLIBC_2.17"
#endif

#if defined OLDEST_VERSION && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define OLDEST(function) __asm__(".symver " #function "," #function "@" OLDEST_VERSION)
OLDEST(dlopen);
OLDEST(dladdr);
OLDEST(dlclose);
#if !defined __x86_64__
OLDEST(dlsym); /* elsewhere librollcall.so has one itself: nccl/binding.c */
#endif
OLDEST(pthread_create);
OLDEST(pthread_key_create);
OLDEST(pthread_setspecific);
#endif

#endif
