import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Day } from "./day.tsx";
import { Minute } from "./minute.tsx";
import { defaultShop, ShopIdentityContext } from "./shop-identity.ts";

/** What a time is shown as in a shop of a time zone. */
function shownIn(timeZone: string | undefined, time: string): string {
  const shop = timeZone === undefined ? defaultShop : { ...defaultShop, timeZone };
  const { container } = render(
    <ShopIdentityContext value={shop}>
      <Day time={time} /> <Minute time={time} />
    </ShopIdentityContext>,
  );
  return container.textContent ?? "";
}

describe("a time", () => {
  it.each([
    [undefined, "2026-03-28 2026-03-28 23:30 UTC"],
    ["UTC", "2026-03-28 2026-03-28 23:30 UTC"],
    ["Europe/Berlin", "2026-03-29 2026-03-29 00:30"],
    ["America/New_York", "2026-03-28 2026-03-28 19:30"],
  ])("is that of the shop's time zone: %s", (timeZone, text) => {
    expect(shownIn(timeZone, "2026-03-28T23:30:00.000Z")).toBe(text);
  });
});
