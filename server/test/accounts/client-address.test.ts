import { expect, it } from "vitest";
import { addressKey, proxyTrust } from "../../src/http/security/client-address.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:4711", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]:4711", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
  ["_hidden", "unknown"],
  ["", "unknown"],
])("The address %j counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it("A trusted proxy is recognized with and without a port", () => {
  const isTrusted = proxyTrust(["10.0.0.0/8"]);
  expect(["10.1.2.3", "10.1.2.3:4711", "11.1.2.3", "x"].map((address) => isTrusted(address, 0))).toEqual([
    ...[true, true, false, false],
  ]);
});
