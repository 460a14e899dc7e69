//! Where requests come from: the address that limits count, behind proxies that the owner of the server trusts.

use std::collections::HashMap;
use std::fmt;
use std::net::{AddrParseError, IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::ConnectInfo;
use axum::http::Extensions;
use axum::http::header::HeaderMap;
use ipnet::IpNet;

/// The header in which proxies write whom they speak for, each behind those before it.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// Visitors whose address is kept, in each of two generations.
const MAX_VISITORS: usize = 50_000;

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.parse::<IpAddr>().map(IpNet::from);
        let network = address.or_else(|_| text.parse::<IpNet>());
        network.map(Self).map_err(|_| "write an address or a network, such as 127.0.0.1 or 10.0.0.0/8".into())
    }
}

/// Whom limits count as one: an IPv4 address, or the 64 bits of an IPv6 address that one household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            v4 @ IpAddr::V4(_) => Self(v4),
        }
    }
}

impl FromStr for ClientAddress {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, AddrParseError> {
        text.parse().map(Self::of)
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a request comes from this machine or one of these networks, directly or by a trusted proxy.
pub(crate) fn is_from(extensions: &Extensions, headers: &HeaderMap, proxies: &[Network], networks: &[Network]) -> bool {
    let Some(address) = request_origin(extensions, headers, proxies) else { return false };
    address.is_loopback() || networks.iter().any(|network| network.0.contains(&address))
}

/// The address of a request; `None` where it comes from this machine itself, whose owner is not limited.
pub(crate) fn client_address(
    extensions: &Extensions,
    headers: &HeaderMap,
    proxies: &[Network],
) -> Option<ClientAddress> {
    let address = request_origin(extensions, headers, proxies)?;
    (!address.is_loopback()).then(|| ClientAddress::of(address))
}

fn request_origin(extensions: &Extensions, headers: &HeaderMap, proxies: &[Network]) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    let forwarded = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    Some(origin(peer.ip(), &hops, proxies))
}

/// The last address that no trusted proxy has: whatever stands before it may be made up.
fn origin(peer: IpAddr, hops: &[&str], proxies: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.0.contains(&address));
    let mut address = peer.to_canonical();
    for hop in hops.iter().rev() {
        if !is_trusted(address) {
            break;
        }
        match hop_address(hop) {
            Some(before) => address = before,
            None => break,
        }
    }
    address
}

/// Some proxies write the port as well.
fn hop_address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let address = plain.or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip())).ok()?;
    Some(address.to_canonical())
}

/// The address from which each visitor came last. Those not seen for long are forgotten.
#[derive(Default)]
pub(crate) struct LastAddresses {
    recent: HashMap<String, ClientAddress>,
    earlier: HashMap<String, ClientAddress>,
}

impl LastAddresses {
    pub(crate) fn put(&mut self, visitor: &str, address: ClientAddress) {
        if self.recent.len() >= MAX_VISITORS {
            self.earlier = std::mem::take(&mut self.recent);
        }
        self.recent.insert(visitor.to_owned(), address);
    }

    pub(crate) fn get(&self, visitor: &str) -> Option<ClientAddress> {
        self.recent.get(visitor).or_else(|| self.earlier.get(visitor)).copied()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn address(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    fn proxies(list: &[&str]) -> Vec<Network> {
        list.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn from(peer: &str, hops: &[&str], trusted: &[&str]) -> String {
        origin(peer.parse().unwrap(), hops, &proxies(trusted)).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["127.0.0.1", "10.0.0.0/8"];
        let cases = [
            ("203.0.113.9", &["198.51.100.1"][..], "203.0.113.9", "a stranger forges the header"),
            ("127.0.0.1", &["198.51.100.1"], "198.51.100.1", "the proxy says who it is"),
            ("127.0.0.1", &["1.2.3.4", "198.51.100.1"], "198.51.100.1", "what the visitor wrote stands before it"),
            ("127.0.0.1", &["198.51.100.1", "10.1.2.3"], "198.51.100.1", "two proxies"),
            ("127.0.0.1", &["1.1.1.1", "nonsense"], "127.0.0.1", "what is no address ends the search"),
            ("127.0.0.1", &[], "127.0.0.1", "nobody forwards"),
            ("127.0.0.1", &["198.51.100.1:4711"], "198.51.100.1", "with a port"),
            ("::ffff:127.0.0.1", &["[2001:db8::1]"], "2001:db8::1", "a mapped peer, an address in brackets"),
        ];
        for (peer, hops, expected, why) in cases {
            assert_eq!(from(peer, hops, &trusted), expected, "{why}");
        }
        assert_eq!(from("127.0.0.1", &["198.51.100.1"], &[]), "127.0.0.1", "nobody is trusted unless it is said");
    }

    #[test]
    fn a_household_is_one_address() {
        let of = address;
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::4"), of("2001:db8:1:3::4"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        assert!(["::1", "fd00::/8", "127.0.0.1"].iter().all(|text| text.parse::<Network>().is_ok()));
        assert!(["", "localhost", "10.0.0.0/33", "127.0.0.1:80"].iter().all(|text| text.parse::<Network>().is_err()));
    }

    #[test]
    fn old_addresses_are_forgotten() {
        let mut last = LastAddresses::default();
        let address = address("192.0.2.1");
        for number in 0..3 * MAX_VISITORS {
            last.put(&format!("v{number}"), address);
        }
        assert!(last.recent.len() + last.earlier.len() <= 2 * MAX_VISITORS);
        assert_eq!((last.get("v0"), last.get(&format!("v{}", 3 * MAX_VISITORS - 1))), (None, Some(address)));
    }
}
