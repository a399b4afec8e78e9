import type { Staff } from "@shop/shared/account/permissions";
import { builtInPermissions } from "@shop/shared/account/permissions";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const owner = { _id: "boss", name: "Boss", email: "b@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const ownRole = "01900000-0000-7000-8000-0000000000aa";
const staff: Staff = {
  members: [
    { _id: "boss", name: "Boss", email: "b@example.com", role: "owner", version: 1 },
    { _id: "olive", name: "Olive", email: "o@example.com", role: "support", version: 4 },
  ],
  invitations: [
    { _id: "i", name: "Nora", email: "n@example.com", role: "orders", expiresAt: "2026-12-04T00:00:00.000Z" },
  ],
  roles: [
    {
      _id: "owner",
      name: "Owner",
      permissions: [...builtInPermissions.owner],
      isBuiltIn: true,
      version: 0,
      members: 1,
    },
    {
      _id: "orders",
      name: "Orders",
      permissions: [...builtInPermissions.orders],
      isBuiltIn: true,
      version: 0,
      members: 0,
    },
    {
      _id: "support",
      name: "Support",
      permissions: [...builtInPermissions.support],
      isBuiltIn: true,
      version: 0,
      members: 1,
    },
    { _id: ownRole, name: "Photographer", permissions: ["products.read"], isBuiltIn: false, version: 2, members: 0 },
  ],
};

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function open(answers: Parameters<typeof stubServer>[0], path = "/admin/staff") {
  localStorage.setItem("userInfo", JSON.stringify(owner));
  const server = stubServer({ "account.profile": () => owner, "admin.staff.all": () => staff, ...answers });
  const shop = renderShop(path);
  await screen.findByRole("heading", { level: 1 });
  return { server, ...shop };
}

describe("the staff", () => {
  it("is given roles after a question, which says what ends, and is asked for the password where it is due", async () => {
    let isConfirmed = false;
    const { user, server } = await open({
      "admin.staff.changeRole": () =>
        isConfirmed ? { ...staff.members[1], role: "orders" } : new Refusal(403, "First", "REAUTH_REQUIRED"),
      "account.reauthenticate": () => {
        isConfirmed = true;
        return { message: "" };
      },
    });
    await user.selectOptions(await screen.findByLabelText("Role of Olive"), "Orders");
    const question = await screen.findByRole("dialog", { name: "Give another role?" });
    expect(question.textContent).toContain("signed out everywhere");
    await user.click(within(question).getByRole("button", { name: "Give the role" }));
    const password = await screen.findByRole("dialog", { name: "Is it you?" });
    await user.type(within(password).getByLabelText(/^Current Password/), "right{Enter}");
    expect(await screen.findByText("Olive has another role now")).toBeDefined();
    const input = { id: "olive", role: "orders", version: 4 };
    expect(server.inputsOf("admin.staff.changeRole")).toEqual([input, input]);
  });

  it("is invited, and an invitation is taken back", async () => {
    const { user, server } = await open({
      "admin.staff.invite": () => ({ message: "Invitation sent" }),
      "admin.staff.revoke": () => ({ message: "Invitation taken back" }),
    });
    expect((await screen.findByText(/invited as Orders/)).textContent).toContain("n@example.com");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    const form = await screen.findByRole("dialog", { name: "Invite somebody to the staff" });
    await user.click(within(form).getByRole("button", { name: "Send the invitation" }));
    expect(server.inputsOf("admin.staff.invite")).toEqual([]);
    await fill(user, within(form).getByLabelText(/^Name/), "Peter");
    await fill(user, within(form).getByLabelText(/^Email/), "Peter@Example.com");
    await user.selectOptions(within(form).getByLabelText("Role"), "Photographer");
    await user.click(within(form).getByRole("button", { name: "Send the invitation" }));
    expect(await screen.findByText("Invitation sent")).toBeDefined();
    expect(server.inputsOf("admin.staff.invite")).toEqual([
      { name: "Peter", email: "peter@example.com", role: ownRole },
    ]);
    await user.click(screen.getByRole("button", { name: "Take back the invitation of Nora" }));
    expect(await screen.findByText("Invitation taken back")).toBeDefined();
    expect(server.inputsOf("admin.staff.revoke")).toEqual([{ id: "i" }]);
  });
});

describe("somebody whose role permits little", () => {
  const waiting = { "to-confirm": 0, "to-process": 0, "to-ship": 0, "to-deliver": 0, attention: 0, messages: 0 };
  const mine = { name: "Support", permissions: [...builtInPermissions.support] };

  it("sees the screens that are of use, and asks the server for nothing else", async () => {
    const { server } = await open(
      {
        "admin.staff.mine": () => mine,
        "admin.orders.waiting": () => waiting,
        "admin.dashboard.home": () => ({ lowStock: [], lowStockTotal: 0, products: 1, latest: [], version: "1" }),
      },
      "/",
    );
    const nav = await screen.findByRole("navigation", { name: "Administration" });
    await vi.waitFor(() => expect(within(nav).queryByRole("link", { name: "Settings" })).toBeNull());
    const names = within(nav)
      .getAllByRole("link")
      .map((link) => link.textContent);
    for (const name of ["Orders", "Products", "Users"]) expect(names).toContain(name);
    for (const name of ["Staff", "Apps", "Audit", "Import", "Pages"]) expect(names).not.toContain(name);
    expect(screen.queryByRole("heading", { name: "Sales overview" })).toBeNull();
    expect(server.inputsOf("admin.dashboard.figures")).toEqual([]);
  });
});
