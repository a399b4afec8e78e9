import { describe, expect, it } from "vitest";
import { carrierOf } from "./recognise-carrier.ts";

describe("The carrier of a tracking number", () => {
  it.each([
    ["1Z999AA10123456784", "ups"],
    ["1z 999 aa1 01 2345 6784", "ups"],
    ["1Z5R89390357567127", "ups"],
    ["9400 1000 0000 0000 0000 00", null],
    ["9205500000000000000000", null],
    ["9400111201080805483016", "usps"],
    ["RR123456785US", "usps"],
    ["RB123456785GB", "royal-mail"],
    ["CC473124829DE", "deutsche-post"],
    ["LX123456785FR", "la-poste"],
    ["EE123456785CA", "canada-post"],
    ["JJD000390007827081234", "dhl"],
  ])("is told by %s: %s", (number, carrier) => {
    expect(carrierOf(number)).toBe(carrier);
  });

  it.each([
    ["with a wrong check digit", "1Z999AA10123456785"],
    ["of a post that the shop does not know", "RR123456785XX"],
    ["of a post, with a wrong check digit", "RR123456784US"],
    ["of digits that several carriers use", "771234567890"],
    ["that is cut off", "1Z999AA1"],
    ["that is empty", ""],
    ["with letters from elsewhere", "1Z999ÀA10123456784"],
  ])("is left open by one %s", (_name, number) => {
    expect(carrierOf(number)).toBeNull();
  });
});
