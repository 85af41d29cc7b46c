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

macro_rules! for_behaviours {
    ($apply:ident) => {
        $apply! {
            element {
                /// A cell was bound to it, and is about to be drawn.
                did_bind = DidBind;
                /// It has come into view.
                will_display = WillDisplay;
                /// It is in view no longer.
                did_end_display = DidEndDisplay;
                /// The user has activated it: a double click, the return key.
                primary_action = PrimaryAction;
                /// A control in it was used: [`RoutedEvent::action`] is the name of the action.
                user_action = UserAction;
            }
            item {
                /// The user has selected it.
                did_select = DidSelect;
                /// The user has deselected it.
                did_deselect = DidDeselect;
                /// The user has highlighted it.
                did_highlight = DidHighlight;
                /// The user highlights it no longer.
                did_unhighlight = DidUnhighlight;
                /// The user has focused it.
                did_focus = DidFocus;
                /// The user focuses it no longer.
                did_unfocus = DidUnfocus;
                /// The user has expanded it.
                did_expand = DidExpand;
                /// The user has collapsed it.
                did_collapse = DidCollapse;
                /// The user wants to delete it.
                commit_delete = CommitDelete;
                /// The user wants to insert an item beside it.
                commit_insert = CommitInsert;
                /// A swipe action of it was performed.
                did_swipe = DidSwipe;
                /// Its menu is about to be shown.
                will_display_menu = WillDisplayMenu;
                /// Its menu has gone.
                did_end_menu = DidEndMenu;
                /// The preview of its menu was chosen.
                perform_preview_action = PerformPreviewAction;
            }
            list {
                /// An update is about to take place.
                will_update = WillUpdate;
                /// The list was updated, or an update that was submitted has failed: `changeset` or `failure` of
                /// [`RoutedEvent::event`].
                did_update = DidUpdate;
                /// A class of cells is used for the first time: see [`RoutedEvent::registration`].
                did_use_class = DidUseClass;
                /// The first item of a section has come into view.
                will_display_section = WillDisplaySection;
                /// The last item of a section has left the view.
                did_end_display_section = DidEndDisplaySection;
                /// What is shown in place of items has changed.
                did_change_placeholder = DidChangePlaceholder;
                /// The action of what stands in place of items was performed, which has not handled it itself.
                empty_action = EmptyAction;
                /// The list's own page is to be loaded.
                need_page = NeedPage;
                /// Items near what is visible should be prepared: `index` and `count` of [`RoutedEvent::event`].
                prefetch = Prefetch;
                /// They need not be prepared any more.
                cancel_prefetch = CancelPrefetch;
                /// The user has begun, ended or cancelled a drag.
                did_reorder = DidReorder;
            }
        }
    };
}

macro_rules! behaviour_enum {
    (element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_enum! { $($element)* $($item)* $($list)* }
    };
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
            Route::PassOn
        })*

        /// Calls the method of the event's behaviour. To be overridden by what handles all in one place.
        fn handle(&self, event: &RoutedEvent<'_>) -> Route {
            #[allow(unreachable_patterns, reason = "a coordinator has all of them")]
            match event.behaviour {
                $(Behaviour::$variant => self.$method(event),)*
                _ => Route::PassOn,
            }
        }
    };
}

macro_rules! element_methods {
    (element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* }
    };
}

macro_rules! item_methods {
    (element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* $($item)* }
    };
}

macro_rules! all_methods {
    (element {$($element:tt)*} item {$($item:tt)*} list {$($list:tt)*}) => {
        behaviour_methods! { $($element)* $($item)* $($list)* }
    };
}

pub(super) use {all_methods, behaviour_methods, element_methods, for_behaviours, item_methods};

#[allow(unused_imports, reason = "the comments of the behaviours name it")]
use super::RoutedEvent;

for_behaviours!(behaviour_enum);
