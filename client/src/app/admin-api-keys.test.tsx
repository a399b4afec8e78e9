import type { ApiKeyRecord } from "@shop/shared/program/api-key";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const admin = { _id: "boss", name: "Boss", email: "b@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const record: ApiKeyRecord = {
  _id: "1",
  name: "Warehouse",
  prefix: "shopkey_12345678",
  scope: "write",
  permissions: null,
  createdBy: "Boss",
  createdAt: "2026-03-01T10:00:00.000Z",
  lastUsedOn: null,
  revokedAt: null,
  isUsable: true,
};

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function open(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(admin));
  const server = stubServer({ "account.profile": () => admin, "admin.apiKeys.list": () => [], ...answers });
  const shop = renderShop("/admin/api-keys");
  await screen.findByRole("heading", { level: 1, name: "API keys" });
  return { server, ...shop };
}

describe("the page of API keys", () => {
  it("gives a key what was chosen for it, with what that implies, and says so in the list", async () => {
    const { user, server } = await open({
      "admin.apiKeys.list": () => [{ ...record, permissions: ["products.read", "products.write"] }],
      "admin.apiKeys.create": () => ({ record, key: `shopkey_${"2".repeat(64)}` }),
    });
    expect((await screen.findByText(/but only: See products/)).textContent).toContain("Change products");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const form = await screen.findByRole("dialog", { name: "Create an API key" });
    await fill(user, within(form).getByLabelText(/^Name/), "Stock");
    await user.click(within(form).getByRole("switch", { name: /^Choose exactly what it may do/ }));
    await user.click(within(form).getByRole("button", { name: "Create" }));
    expect(await within(form).findByText("Choose what the key may do")).toBeDefined();
    expect(server.inputsOf("admin.apiKeys.create")).toEqual([]);
    await user.click(within(form).getByRole("checkbox", { name: /^Change products/ }));
    await user.click(within(form).getByRole("button", { name: "Create" }));
    await screen.findByRole("dialog", { name: /created$/ });
    expect(server.inputsOf("admin.apiKeys.create")).toEqual([
      { name: "Stock", scope: "read", permissions: ["products.read", "products.write"] },
    ]);
  });

  it("asks for the password when it was typed long ago, and then shows the key once", async () => {
    let isConfirmed = false;
    const { user, server } = await open({
      "admin.apiKeys.create": () =>
        isConfirmed
          ? { record, key: `shopkey_${"1".repeat(64)}` }
          : new Refusal(403, "Please enter your current password first", "REAUTH_REQUIRED"),
      "account.reauthenticate": () => {
        isConfirmed = true;
        return { message: "" };
      },
    });
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const form = await screen.findByRole("dialog", { name: "Create an API key" });
    await fill(user, within(form).getByLabelText(/^Name/), "Warehouse");
    await user.click(within(form).getByRole("radio", { name: "Read and write" }));
    await user.click(within(form).getByRole("button", { name: "Create" }));
    const question = await screen.findByRole("dialog", { name: "Is it you?" });
    await user.type(within(question).getByLabelText(/^Current Password/), "right{Enter}");
    const shown = await screen.findByRole("dialog", { name: "Key “Warehouse” created" });
    expect(shown.textContent).toContain(`shopkey_${"1".repeat(64)}`);
    expect(server.inputsOf("admin.apiKeys.create")).toEqual([
      { name: "Warehouse", scope: "write" },
      { name: "Warehouse", scope: "write" },
    ]);
    await user.click(within(shown).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText(/1{64}/)).toBeNull());
  });

  it("revokes a key after a question, and says which keys are refused", async () => {
    const lost: ApiKeyRecord = { ...record, _id: "2", name: "Old", isUsable: false };
    const { user, server } = await open({
      "admin.apiKeys.list": () => [record, lost],
      "admin.apiKeys.revoke": () => ({ ...record, isUsable: false, revokedAt: "2026-03-02T10:00:00.000Z" }),
    });
    expect(await screen.findByText("Refused: whoever created it is no administrator any more")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Revoke the key Warehouse" }));
    const question = await screen.findByRole("dialog", { name: "Revoke this key?" });
    await user.click(within(question).getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(server.inputsOf("admin.apiKeys.revoke")).toEqual([{ id: "1" }]));
  });

  it("says why the keys cannot be loaded, and tries again", async () => {
    await open({ "admin.apiKeys.list": () => new Refusal(503, "The shop is not available right now.", "UNAVAILABLE") });
    expect(await screen.findByText("The shop is not available right now.")).toBeDefined();
  });
});
