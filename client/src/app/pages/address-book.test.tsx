import type { AddressBook, SavedAddress } from "@shop/shared/account/address";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const saved = (id: string, address: string, isDefault = false): SavedAddress => ({
  _id: id,
  address,
  city: "Springfield",
  postalCode: "12345",
  country: "USA",
  isDefault,
});

function open(book: AddressBook, answers: Parameters<typeof stubServer>[0] = {}) {
  localStorage.setItem("userInfo", JSON.stringify(ada));
  const server = stubServer({ "account.profile": () => ada, "account.addresses.list": () => book, ...answers });
  return { ...renderShop("/profile"), server };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("The address book lists the default address first, and edits, makes default and deletes the others", async () => {
  const [home, work] = [saved("a1", "1 Main St", true), saved("a2", "2 Oak St")];
  const after = {
    saved: [
      { ...work, isDefault: true },
      { ...home, isDefault: false },
    ],
    last: null,
  };
  const { server, user } = open(
    { saved: [home, work], last: null },
    {
      "account.addresses.makeDefault": () => after,
      "account.addresses.change": () => after,
      "account.addresses.remove": () => ({ saved: after.saved.slice(0, 1), last: null }),
    },
  );
  const region = await screen.findByRole("region", { name: "Addresses" });
  await within(region).findByText("1 Main St, Springfield 12345, USA");
  const lines = () => within(region).getAllByRole("listitem");
  await user.click(within(lines()[1] ?? region).getByRole("button", { name: "Make default" }));
  await waitFor(() => expect(lines()[0]?.textContent).toContain("2 Oak St, Springfield 12345, USADefault"));
  expect(document.activeElement).toBe(within(region).getByRole("heading", { name: "Addresses" }));
  await user.click(within(lines()[1] ?? region).getByRole("button", { name: "Edit" }));
  await user.clear(within(region).getByRole("textbox", { name: /City/ }));
  await user.click(within(region).getByRole("button", { name: "Save address" }));
  expect(await within(region).findByText("City is required")).toBeDefined();
  await fill(user, within(region).getByRole("textbox", { name: /City/ }), "Ogden");
  await user.click(within(region).getByRole("button", { name: "Save address" }));
  await waitFor(() =>
    expect(server.inputsOf("account.addresses.change")).toMatchObject([{ id: "a1", city: "Ogden", country: "USA" }]),
  );
  await user.click(within(lines()[1] ?? region).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(lines()).toHaveLength(1));
});

test("The address book says when it is empty, full, or could not be changed", async () => {
  const { user } = open(
    { saved: [], last: null },
    { "account.addresses.save": () => new Refusal(400, "You can save at most 10 addresses. Delete one first.") },
  );
  expect(await screen.findByText(/No addresses yet/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Add an address" }));
  for (const [name, value] of [
    [/^Address/, "3 Elm"],
    [/^City/, "Ogden"],
    [/^Postal/, "1"],
    [/^Country/, "USA"],
  ] as const) {
    await user.type(screen.getByRole("textbox", { name }), value);
  }
  await user.click(screen.getByRole("button", { name: "Save address" }));
  expect((await screen.findAllByText(/at most 10 addresses/)).length).toBeGreaterThan(0);
});
