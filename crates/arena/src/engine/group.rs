//! An engine and every process it starts form one process group, which is killed as a whole. Ctrl-C does not reach the
//! group: this program ends its engines in order, and none of them seems to have crashed.

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(crate) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Leaves the exit status in place, so that the id of the group is not given to another process.
    pub(crate) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    pub(crate) fn kill(child: &mut Child) {
        // An error means that the group has ended already.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub(crate) fn lead(_: &mut Command) {}

    pub(crate) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(crate) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}

pub(super) use system::{has_ended, kill, lead};
