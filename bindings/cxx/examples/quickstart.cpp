// quickstart.cpp - a view that takes one change after another, kept by the steps of a list.
#include <iqlist.hpp>

#include <cstdio>
#include <string>
#include <vector>

struct chat {
    iq_key key;             // its identity; never changes
    std::uint64_t messages; // its appearance: any 64 bits but 0
    const char *name;       // the model: returned by the list, not read
};

// The rows of some toolkit.
struct view {
    std::vector<std::string> rows;

    void follow(const iq::changeset &changes, const std::vector<chat> &chats)
    {
        for (const iq_change &step : changes.steps(IQ_STEPS_FLAT | IQ_STEPS_SINGLE)) {
            if (step.kind == IQ_ITEM_DELETE || step.kind == IQ_ITEM_MOVE) {
                rows.erase(rows.begin() + step.before_item);
            }
            if (step.kind == IQ_ITEM_INSERT || step.kind == IQ_ITEM_MOVE) {
                rows.insert(rows.begin() + step.after_item, chats[step.final_item].name);
            }
            if (step.kind == IQ_ITEM_UPDATE) {
                rows[step.after_item] += ", with news";
            }
            print(step);
        }
    }

    void print(const iq_change &step) const
    {
        static const char *const names[] = {"", "delete", "", "", "move", "insert", "update"};
        std::printf("  %-8s", names[step.kind]);
        for (const std::string &row : rows) {
            std::printf("[%s] ", row.c_str());
        }
        std::puts("");
    }
};

int main()
{
    const iq_key ada = iq::key_of("Ada"), ben = iq::key_of("Ben"), cem = iq::key_of("Cem"),
                 dot = iq::key_of("Dot"), eve = iq::key_of("Eve");
    const std::vector<chat> morning = {{ada, 7, "Ada"}, {ben, 2, "Ben"}, {cem, 5, "Cem"}, {dot, 1, "Dot"}},
                            noon = {{eve, 1, "Eve"}, {cem, 8, "Cem"}, {ada, 7, "Ada"}, {ben, 2, "Ben"}};
    view shown;

    try {
        iq::list list = iq::list::create();
        for (const std::vector<chat> *chats : {&morning, &noon}) {
            std::puts(chats == &morning ? "Morning" : "Noon");
            auto items =
                iq::columns_of(*chats).keys(&chat::key).contents(&chat::messages).models(&chat::name);
            shown.follow(list.set_items(items), *chats);
        }
        list.set_items(iq::columns_from(std::vector<iq_key>{ada, ada}));
    } catch (const iq::error &error) {
        std::printf("The same chat twice: %s\n", iq::status_name(error.status()));
    }
    return 0;
}
