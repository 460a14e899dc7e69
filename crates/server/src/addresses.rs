//! Where others find this server.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use crate::wire::Links;

/// An address in each of the ranges of private networks, and one outside. To each, the system may send from another of
/// its own addresses; nothing is sent.
const PROBES: [Ipv4Addr; 5] = [
    Ipv4Addr::new(192, 0, 2, 1),
    Ipv4Addr::new(192, 168, 0, 1),
    Ipv4Addr::new(192, 168, 1, 1),
    Ipv4Addr::new(10, 0, 0, 1),
    Ipv4Addr::new(172, 16, 0, 1),
];

/// Where the server listens, and what its owner says about it.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    pub(crate) listen: SocketAddr,
    /// The address that the owner gave, without a slash at the end.
    pub(crate) public_url: Option<String>,
}

impl Addresses {
    /// What can be told to others. The networks are asked anew each time: a laptop changes them.
    pub(crate) fn links(&self) -> Links {
        let own = |address: IpAddr| format!("http://{}", SocketAddr::new(address, self.listen.port()));
        let network = match self.listen.ip() {
            ip if ip.is_loopback() => Vec::new(),
            ip if ip.is_unspecified() => network_addresses().into_iter().map(own).collect(),
            ip => vec![own(ip)],
        };
        let is_local = self.listen.ip().is_loopback() && self.public_url.is_none();
        Links { public_url: self.public_url.clone(), network, is_local }
    }
}

/// The addresses of this machine in its networks, the one towards the world first.
fn network_addresses() -> Vec<IpAddr> {
    let own_address = |probe: &Ipv4Addr| {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((*probe, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let mut seen = BTreeSet::new();
    let usable = |ip: &IpAddr| !ip.is_loopback() && !ip.is_unspecified();
    PROBES.iter().filter_map(own_address).filter(usable).filter(|ip| seen.insert(*ip)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(listen: &str, public_url: Option<&str>) -> Links {
        Addresses { listen: listen.parse().unwrap(), public_url: public_url.map(String::from) }.links()
    }

    #[test]
    fn a_server_of_this_machine_alone_offers_nothing() {
        let own = links("127.0.0.1:7700", None);
        assert!(own.is_local && own.network.is_empty() && own.public_url.is_none());
        assert!(!links("127.0.0.1:7700", Some("https://play.example.org")).is_local, "a proxy may stand before it");
    }

    #[test]
    fn an_address_of_its_own_is_offered() {
        let own = links("192.168.7.9:7700", None);
        assert!(!own.is_local);
        assert_eq!(own.network, ["http://192.168.7.9:7700"]);
        assert_eq!(links("[fd00::7]:7700", None).network, ["http://[fd00::7]:7700"]);
    }

    #[test]
    fn a_server_for_all_offers_no_loopback() {
        let own = links("0.0.0.0:7700", None);
        assert!(!own.is_local);
        assert!(own.network.iter().all(|address| !address.contains("127.") && !address.contains("0.0.0.0")));
    }
}
