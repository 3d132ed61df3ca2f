// What Swift cannot import from libmicrohttpd by itself: its variadic functions and the unions they answer with.
#ifndef PASSWRIGHT_CMICROHTTPD_SHIM_H
#define PASSWRIGHT_CMICROHTTPD_SHIM_H

#include <linux/filter.h>
#include <microhttpd.h>
#include <stddef.h>
#include <sys/socket.h>

/// Called with the request target as it was sent, before any decoding; what it returns becomes the request's context.
typedef void *(*passwright_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

/// A daemon with one thread of its own in poll mode, on a listening socket that is already open. Null where it
/// does not start. `per_address` 0 means no limit. Poll and not epoll: the epoll mode of 0.9.75 stalls at more than
/// 128 ready connections.
static inline struct MHD_Daemon *passwright_start_daemon(
    int listener, unsigned int connections, unsigned int per_address, size_t memory, unsigned int idle_seconds,
    passwright_target_callback began, MHD_AccessHandlerCallback called, MHD_RequestCompletedCallback ended,
    MHD_NotifyConnectionCallback changed, void *context) {
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, called, context,
        MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)4096,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, began, context,
        MHD_OPTION_NOTIFY_COMPLETED, ended, context,
        MHD_OPTION_NOTIFY_CONNECTION, changed, context,
        MHD_OPTION_END);
}

/// The connection's socket, -1 where it has none.
static inline int passwright_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *answer =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return answer == NULL ? -1 : answer->connect_fd;
}

/// The bytes of the request line and the headers together.
static inline size_t passwright_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *answer =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return answer == NULL ? 0 : answer->header_size;
}

/// Takes one connection from the kernel's queue of a non-blocking listener into the daemon, which makes it
/// non-blocking and closes it. The result of accept(2): -1 with errno EAGAIN where none waits.
static inline int passwright_take_connection(struct MHD_Daemon *daemon, int listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int peer = accept(listener, (struct sockaddr *)&address, &length);
    if (peer >= 0)
        MHD_add_connection(daemon, peer, (const struct sockaddr *)&address, length);
    return peer;
}

/// Lets a listening TCP socket ignore who knocks from now on, while handshakes that have begun still end: closing it
/// at once would reset a peer that the kernel accepts between our last accept and the close. The peer knocks again
/// after a second, and is refused. 0, or -1 with errno.
static inline int passwright_ignore_new_peers(int listener) {
    // The filter sees the TCP header: flags are its byte 13, SYN is 2; 0 drops, anything else keeps so many bytes.
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff)};
    struct sock_fprog program = {sizeof steps / sizeof steps[0], steps};
    return setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

#endif
