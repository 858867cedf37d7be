//! Memory with nothing readable on either side.

#[cfg(all(unix, not(miri)))]
pub(crate) use pages::Guarded;
#[cfg(not(all(unix, not(miri))))]
pub(crate) use plain::Guarded;

/// Where in its pages a slice lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// It starts where they start.
    Start,
    /// It ends where they end.
    End,
}

impl Edge {
    pub(crate) const BOTH: [Self; 2] = [Self::Start, Self::End];
}

#[cfg(all(unix, not(miri)))]
mod pages {
    use std::ops::{Deref, DerefMut};
    use std::ptr::{self, NonNull};

    use super::Edge;

    /// A copy of a slice of numbers between two pages that end the program when they are touched.
    pub(crate) struct Guarded<T> {
        pages: NonNull<u8>,
        mapped: usize,
        first: NonNull<T>,
        len: usize,
    }

    impl<T: Copy> Guarded<T> {
        pub(crate) fn new(values: &[T], edge: Edge) -> Self {
            Self::moved(values, edge, 0)
        }

        /// The same, so many values further from the edge.
        pub(crate) fn moved(values: &[T], edge: Edge, gap: usize) -> Self {
            // SAFETY: asks for a number.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            let page = usize::try_from(page).expect("a page has a size");
            let bytes = size_of_val(values);
            let gap = gap * size_of::<T>();
            let room = (bytes + gap).max(1).next_multiple_of(page);
            let mapped = room + 2 * page;
            // SAFETY: new pages, wherever there is room for them.
            let pages = unsafe {
                let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                libc::mmap(ptr::null_mut(), mapped, libc::PROT_NONE, kind, -1, 0)
            };
            assert_ne!(pages, libc::MAP_FAILED, "no memory");
            let pages = NonNull::new(pages.cast::<u8>()).expect("pages do not start at 0");
            let at = match edge {
                Edge::Start => page + gap,
                Edge::End => page + room - gap - bytes,
            };
            // SAFETY: the pages between the outer two are ours and get readable and writable;
            // `at` and all that is copied lie in them. A page is aligned for any number, and so is
            // what is whole numbers away from its start or its end.
            let first = unsafe {
                let inner = pages.add(page).as_ptr().cast();
                let opened = libc::mprotect(inner, room, libc::PROT_READ | libc::PROT_WRITE);
                assert_eq!(opened, 0, "the pages stay closed");
                let first = pages.add(at).cast::<T>();
                first.copy_from_nonoverlapping(NonNull::from_ref(values).cast(), values.len());
                first
            };
            Self { pages, mapped, first, len: values.len() }
        }
    }

    impl<T> Deref for Guarded<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            // SAFETY: `len` values were written there, and live as long as `self`.
            unsafe { NonNull::slice_from_raw_parts(self.first, self.len).as_ref() }
        }
    }

    impl<T> DerefMut for Guarded<T> {
        fn deref_mut(&mut self) -> &mut [T] {
            // SAFETY: as above, and nobody else has them.
            unsafe { NonNull::slice_from_raw_parts(self.first, self.len).as_mut() }
        }
    }

    impl<T> Drop for Guarded<T> {
        fn drop(&mut self) {
            // SAFETY: these pages were mapped for `self` alone.
            unsafe { libc::munmap(self.pages.as_ptr().cast(), self.mapped) };
        }
    }
}

/// Without pages to close: the allocation is exact, so that Miri sees a step outside.
#[cfg(not(all(unix, not(miri))))]
mod plain {
    use std::ops::{Deref, DerefMut};

    use super::Edge;

    pub(crate) struct Guarded<T>(Box<[T]>);

    impl<T: Copy> Guarded<T> {
        pub(crate) fn new(values: &[T], _: Edge) -> Self {
            Self(values.into())
        }

        pub(crate) fn moved(values: &[T], edge: Edge, _: usize) -> Self {
            Self::new(values, edge)
        }
    }

    impl<T> Deref for Guarded<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            &self.0
        }
    }

    impl<T> DerefMut for Guarded<T> {
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }
}
