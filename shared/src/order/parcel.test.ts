import { describe, expect, it } from "vitest";
import { carrierName, payPalCarrier, trackingUrl } from "./carriers.ts";
import { carrierIds, newParcelSchema, newParcelsSchema } from "./parcel.ts";

describe("the list of carriers", () => {
  it.each(carrierIds)("has a name, a secure link and a name for PayPal: %s", (carrier) => {
    expect(carrierName(carrier)).toMatch(/^[A-Z]/);
    const link = trackingUrl(carrier, "1Z999AA10123456784");
    if (carrier === "other") expect(link).toBeNull();
    else expect(link).toMatch(/^https:\/\/[a-z.-]+\/.*1Z999AA10123456784$/);
    const named = payPalCarrier(carrier);
    expect(named.carrier).toMatch(/^[A-Z]+$/);
    expect(named.carrier_name_other).toBe(named.carrier === "OTHER" ? carrierName(carrier) : undefined);
  });

  it("never lets a number change where a link leads", () => {
    expect(trackingUrl("evri", "/../?a=b#c")).toBe("https://www.evri.com/track/parcel/%2F..%2F%3Fa%3Db%23c");
  });
});

describe("an entered parcel", () => {
  it("is read without spaces and in capitals", () => {
    expect(newParcelSchema.parse({ carrier: "ups", trackingNumber: " 1z 999 aa1-0 " })).toEqual({
      carrier: "ups",
      trackingNumber: "1Z999AA1-0",
    });
  });

  it.each([
    "",
    "   ",
    "123",
    "x".repeat(41),
    "https://evil.example",
    "12345<script>",
    "javascript:1",
    "-1234",
    "12_34",
  ])("is refused with the number %j", (trackingNumber) => {
    expect(newParcelSchema.safeParse({ carrier: "ups", trackingNumber }).success).toBe(false);
  });

  it.each(["https://evil.example", "constructor", "toString", "", 7])("is refused with the carrier %j", (carrier) => {
    expect(newParcelSchema.safeParse({ carrier, trackingNumber: "12345" }).success).toBe(false);
  });

  it("has a number of its own", () => {
    const parcel = { carrier: "ups", trackingNumber: "12345" };
    expect(newParcelsSchema.safeParse([parcel, { ...parcel, trackingNumber: "1 2345" }]).success).toBe(false);
  });
});
