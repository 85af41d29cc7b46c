// hello.cpp - two states of a list, and what changes from one to the other.
#include <iqlist.hpp>

#include <cstdio>
#include <vector>

int main()
{
    const iq_key ada = iq::key_of("Ada"), ben = iq::key_of("Ben"), cem = iq::key_of("Cem"),
                 eve = iq::key_of("Eve");
    iq::list list = iq::list::create();

    list.set_items(iq::columns_from(std::vector<iq_key>{ada, ben, cem}));
    const iq::changeset changes = list.set_items(iq::columns_from(std::vector<iq_key>{cem, ada, eve}));
    for (const iq_splice &splice : changes.splices()) {
        std::printf("at %u: %u removed, %u added\n", splice.position, splice.removed, splice.added);
    }
    return 0;
}
