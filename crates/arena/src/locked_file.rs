//! A file that one run at a time may use.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};

/// An open file with an exclusive lock, which ends with this value or with the process.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file; `None` if another run holds the lock. Where the system cannot lock files, there is no protection.
    pub fn try_lock(file: File) -> Option<Self> {
        if let Err(TryLockError::WouldBlock) = file.try_lock() { None } else { Some(Self(file)) }
    }
}

impl Drop for LockedFile {
    /// Closing the file is not enough: the lock ends when the last copy of the descriptor is closed, and a child process
    /// that another thread is starting has copies of all descriptors between `fork` and `exec`.
    fn drop(&mut self) {
        // Without support for locks there is nothing to unlock.
        let _ = self.0.unlock();
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_ends_with_its_owner_although_a_child_has_a_copy_of_the_descriptor() {
        let folder = tempfile::tempdir().unwrap();
        let lock = || LockedFile::try_lock(File::create(folder.path().join("lock")).unwrap());
        let first = lock().unwrap();
        assert!(lock().is_none());
        // What `fork` does to every descriptor.
        let copy = first.try_clone().unwrap();
        drop(first);
        assert!(lock().is_some());
        drop(copy);
    }
}
