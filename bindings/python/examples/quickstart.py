"""quickstart.py - set what a list shows, set it again, print the changes."""

from __future__ import annotations

from dataclasses import dataclass

import iqlist
from iqlist import ChangeKind


@dataclass(frozen=True)
class Chat:
    name: str
    messages: int


def names(chats: list[Chat]) -> str:
    return ", ".join(chat.name for chat in chats)


def show(shown: iqlist.List[Chat], chats: list[Chat]) -> None:
    before = shown.models()
    for change in shown.set_items(chats):
        # A change is a range of `count` consecutive items.
        old = before[change.before_item :][: change.count]
        new = chats[change.after_item :][: change.count]
        if change.kind == ChangeKind.ITEM_DELETE:
            print(f"  gone from {change.before_item}: {names(old)}")
        elif change.kind == ChangeKind.ITEM_INSERT:
            print(f"  new at {change.after_item}: {names(new)}")
        elif change.kind == ChangeKind.ITEM_MOVE_IN:
            print(f"  moved from {change.before_item} to {change.after_item}: {names(new)}")
        elif change.kind == ChangeKind.ITEM_UPDATE:
            for was, chat in zip(old, new):
                print(f"  {chat.name} has {chat.messages - was.messages} new")


# The key of a chat is its name, its content is made of all fields. The models are the objects themselves.
with iqlist.List[Chat](key="name") as shown:
    print("Morning")
    show(shown, [Chat("Ada", 7), Chat("Ben", 2), Chat("Cem", 5), Chat("Dot", 1)])
    print("Noon")
    show(shown, [Chat("Eve", 1), Chat("Cem", 8), Chat("Ada", 9), Chat("Ben", 2)])

    # An edit passes only the changes. An exception inside would leave the list as it was.
    with shown.edit() as edit:
        edit.delete_items(["Ben"])
        edit.insert_items([Chat("Fay", 3)], before="Cem")
    print("In the flat list")
    for splice in edit.changeset.splices():
        print(f"  at {splice.position}: {splice.removed} removed, {splice.added} added")
    print("Now:", names(shown.models()))
