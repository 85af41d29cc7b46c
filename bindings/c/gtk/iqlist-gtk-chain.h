/*
 * iqlist-gtk-chain.h - polls of the lists that a derived list follows, for the adapters: nobody else includes it.
 *
 *     everything ---> found ---> ordered
 *
 * Who shows `ordered` polls the two others as well, so that what is submitted to them is committed. One that has
 * views, or hands out events, is polled by those who asked for them.
 */
#ifndef IQLIST_GTK_CHAIN_H
#define IQLIST_GTK_CHAIN_H

#include <iqlist.h>
#include <sys/epoll.h>

/* NULL: it follows none. */
static inline iq_list *iq_gtk_chain_source(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};

    return iq_list_get_info(list, &info) == IQ_OK ? info.source : NULL;
}

/* Has a chain wait for a list, or no longer. A list that is destroyed leaves it by itself. */
static inline void iq_gtk_chain_watch(int chain, int operation, iq_list *list)
{
    struct epoll_event readable = {.events = EPOLLIN};
    int wakeup;

    if (iq_list_get_wakeup(list, &wakeup) == IQ_OK)
        epoll_ctl(chain, operation, wakeup, &readable);
}

/* Returns a descriptor that is readable while one of the lists has something to do, or -1. The caller closes it. */
static inline int iq_gtk_chain_open(iq_list *list)
{
    int chain = epoll_create1(EPOLL_CLOEXEC);

    for (; chain >= 0 && list != NULL; list = iq_gtk_chain_source(list))
        iq_gtk_chain_watch(chain, EPOLL_CTL_ADD, list);
    return chain;
}

/* Polls what the list follows, the first source first. The chain does not wait for what is left to others, who may
 * take a while. */
static inline void iq_gtk_chain_poll(int chain, iq_list *list)
{
    iq_list *source = iq_gtk_chain_source(list);
    iq_list_info info = {.struct_size = sizeof info};
    uint32_t kinds;
    size_t count;

    if (source == NULL)
        return;
    iq_gtk_chain_poll(chain, source);
    if (iq_list_get_info(source, &info) != IQ_OK || iq_list_get_events(source, &kinds) != IQ_OK)
        return;
    if (info.views > 0 || kinds != 0) {
        iq_gtk_chain_watch(chain, EPOLL_CTL_DEL, source);
    } else {
        iq_gtk_chain_watch(chain, EPOLL_CTL_ADD, source);
        iq_list_poll(source, NULL, 0, &count);
    }
}

#endif
