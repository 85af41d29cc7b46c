//! Behaviours: what view models, sections and coordinators may respond to. One table makes the enum and the methods
//! of the three traits.

/// Where an event goes from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// It was handled: nobody else gets it.
    Handled,
    /// The next one on the route gets it: view model, section, coordinator.
    PassOn,
}

/// The methods of a trait, or the enum: `element`, `item`, `list` or `behaviours`.
macro_rules! for_behaviours {
    ($which:ident) => {
        behaviours_of! { $which
            element {
                /// A cell was bound to a header, a footer or another element, and is not displayed yet.
                modify_element = ModifyElement;
                /// An element has come into view.
                will_display_element = WillDisplayElement;
                /// An element is in view no longer.
                did_end_display_element = DidEndDisplayElement;
                /// The user has activated it: a double click, the return key.
                on_primary_action = PrimaryAction;
                /// A control in it was used: [`RoutedEvent::action`] is the name of the action.
                on_user_action = UserAction;
                /// It has become visible or is visible no longer, is fully visible or is so no longer, is focused or is so
                /// no longer: see [`RoutedEvent::visibility`]. In a driver that is laid out.
                on_visibility = Visibility;
                /// Another part of it is visible than at the last layout: see [`RoutedEvent::visibility`].
                on_visible_fraction = VisibleFraction;
            }
            item {
                /// A cell was bound to an item, and is not displayed yet.
                modify_cell = ModifyCell;
                /// An item has come into view.
                will_display = WillDisplay;
                /// An item is in view no longer.
                did_end_display = DidEndDisplay;
                /// The user has selected it.
                on_select = Select;
                /// The user has deselected it.
                on_deselect = Deselect;
                /// The user has highlighted it.
                on_highlight = Highlight;
                /// The user highlights it no longer.
                on_unhighlight = Unhighlight;
                /// The user has focused it.
                on_focus = Focus;
                /// The user focuses it no longer.
                on_unfocus = Unfocus;
                /// The user has expanded it.
                on_expand = Expand;
                /// The user has collapsed it.
                on_collapse = Collapse;
                /// It was expanded in an outline, and its children are not there yet: the event's
                /// [source](RoutedEvent::source) is to get them, then or later.
                on_children_needed = ChildrenNeeded;
                /// The user wants to delete it.
                on_delete = Delete;
                /// The user wants to insert an item beside it.
                on_insert = Insert;
                /// It is near what is visible, and should be prepared.
                on_prefetch = Prefetch;
                /// It need not be prepared any more.
                on_cancel_prefetch = CancelPrefetch;
                /// A swipe action of it was performed.
                on_swipe = Swipe;
                /// Its menu is about to be shown.
                menu_will_display = MenuWillDisplay;
                /// Its menu is dismissed.
                menu_will_end = MenuWillEnd;
                /// The preview of its menu was chosen: [`RoutedEvent::preview`] is that preview.
                perform_preview_action = PreviewAction;
            }
            list {
                /// An update is about to be committed.
                will_update = WillUpdate;
                /// The list was updated: the changes are the `changeset` of [`RoutedEvent::event`].
                did_update = DidUpdate;
                /// A class of cells is used for the first time: see [`RoutedEvent::registration`].
                class_first_used = ClassFirstUsed;
                /// The first item of a section has come into view.
                will_display_section = WillDisplaySection;
                /// The last item of a section has left the view.
                did_end_display_section = DidEndDisplaySection;
                /// What is shown in place of items has changed.
                on_placeholder = Placeholder;
                /// The action of what stands in place of items was performed, which has not handled it itself.
                on_empty_action = EmptyAction;
                /// The list's own page is to be loaded.
                on_page = Page;
                /// The user has begun to select several items: see
                /// [`Driver::begin_multiple_selection`](super::Driver::begin_multiple_selection).
                on_multiple_selection_began = MultipleSelectionBegan;
                /// The user has ended that.
                on_multiple_selection_ended = MultipleSelectionEnded;
                /// The view has another offset than at the last layout: see [`RoutedEvent::scrolled`]. This and what follows
                /// up to [`ReachedEnd`](Behaviour::ReachedEnd) comes from [`Driver::layout`](super::Driver::layout).
                did_scroll = DidScroll;
                /// A finger has begun to drag the content: see [`ScrollPhase`](super::ScrollPhase).
                will_begin_dragging = WillBeginDragging;
                /// The finger has left: [`Scrolled::decelerates`](super::Scrolled::decelerates) says whether the content
                /// goes on by itself.
                did_end_dragging = DidEndDragging;
                /// The content has come to rest.
                did_end_decelerating = DidEndDecelerating;
                /// An animated scroll has ended.
                did_end_scroll_animation = DidEndScrollAnimation;
                /// The view has come to the start of its content.
                reached_start = ReachedStart;
                /// The view has come to the end of its content.
                reached_end = ReachedEnd;
                /// The user has begun to drag items.
                on_reorder_began = ReorderBegan;
                /// The user has dropped them.
                on_reorder_dropped = ReorderDropped;
                /// The drag was abandoned.
                on_reorder_cancelled = ReorderCancelled;
            }
        }
    };
}

macro_rules! behaviours_of {
    (element element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* }
    };
    (item element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* $($item)* }
    };
    (list element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* $($item)* $($list)* }
    };
    (behaviours element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_enum! { $($element)* $($item)* $($list)* }
    };
}

macro_rules! behaviour_enum {
    ($($(#[$doc:meta])* $method:ident = $variant:ident;)*) => {
        /// What may be responded to: of an element or item, of an item only, of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Behaviour {
            $($(#[$doc])* $variant,)*
        }
    };
}

/// The methods of a trait, and the one that calls them.
macro_rules! behaviour_methods {
    ($($(#[$doc:meta])* $method:ident = $variant:ident;)*) => {
        $($(#[$doc])*
        fn $method(&self, event: &RoutedEvent<'_>) -> Route {
            let _ = event;
            super::defaults::leave::<Self>(super::defaults::Question::Event(Behaviour::$variant));
            Route::PassOn
        })*

        /// Calls the method of the event's behaviour. To be overridden by what handles all in one place.
        fn handle(&self, event: &RoutedEvent<'_>) -> Route {
            super::defaults::handling::<Self, _>(event.behaviour, || {
                #[allow(unreachable_patterns, reason = "a coordinator has all of them")]
                match event.behaviour {
                    $(Behaviour::$variant => self.$method(event),)*
                    behaviour => {
                        super::defaults::leave::<Self>(super::defaults::Question::Event(behaviour));
                        Route::PassOn
                    }
                }
            })
        }
    };
}

pub(super) use {behaviour_methods, behaviours_of, for_behaviours};

#[allow(unused_imports, reason = "the comments of the behaviours name it")]
use super::RoutedEvent;

for_behaviours!(behaviours);
