// Loaded into a process by --import: every name below localhost is this machine, as browsers and systemd have it (RFC 6761).
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = (name, ...rest) =>
  lookup(String(name).endsWith('.localhost') ? '127.0.0.1' : name, ...rest);
