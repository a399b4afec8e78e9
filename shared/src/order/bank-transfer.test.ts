import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasValidIban, orderEndingOf, spacedReference, transferReference } from "./bank-transfer.ts";

const digits = fc.constantFrom(..."0123456789");

describe("The reference of a transfer", () => {
  it("has the check digits of the standard", () => {
    // Its example, RF18 5390 0754 7034, with the zeros in front that make it as long as those of the shop.
    expect(orderEndingOf("RF18 0005 3900 7547 034")).toBe("007d7f5a769a");
    expect(transferReference("01900000-0000-7000-8000-007d7f5a769a")).toBe("RF18000539007547034");
  });

  it("leads back to its order, however it is spaced and written", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const reference = transferReference(id);
        const ending = id.slice(-12).toLowerCase();
        expect(orderEndingOf(reference)).toBe(ending);
        expect(orderEndingOf(spacedReference(reference).toLowerCase())).toBe(ending);
      }),
    );
  });

  it("with one wrong sign, or two that changed places, leads nowhere", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat({ max: 13 }), digits, (id, at, sign) => {
        const reference = transferReference(id);
        const place = 4 + at;
        const wrong = reference.slice(0, place) + sign + reference.slice(place + 1);
        if (wrong !== reference) expect(orderEndingOf(wrong)).toBeUndefined();
        const [a = "", b = ""] = reference.slice(place, place + 2);
        const swapped = reference.slice(0, place) + b + a + reference.slice(place + 2);
        if (swapped !== reference) expect(orderEndingOf(swapped)).toBeUndefined();
      }),
    );
  });

  it.each([
    "",
    "RF",
    "RF18",
    "18000539007547034",
    "RF18539007547034",
    "RFXX000539007547034",
    "RF18 0005 3900 7547 03G",
    "RF81999999999999999",
  ])("is not %j", (text) => {
    expect(orderEndingOf(text)).toBeUndefined();
  });
});

describe("A line of bank details", () => {
  it.each([
    "IBAN: DE02 1203 0000 0000 2020 51",
    "iban: gb82west12345698765432",
    "BIC: BYLADEM1001",
    "Account: 12-345-678",
  ])("can be %j", (line) => {
    expect(hasValidIban(line)).toBe(true);
  });

  it.each(["IBAN: DE02 1203 0000 0000 2020 52", "IBAN: DE20 1203 0000 0000 2020 51", "IBAN:", "IBAN: 12345"])(
    "cannot be %j",
    (line) => {
      expect(hasValidIban(line)).toBe(false);
    },
  );
});
