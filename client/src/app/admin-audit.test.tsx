import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const by = { _id: "boss", name: "Boss" };
const entry = { _id: "1", at: "2026-03-04T12:00:00.000Z", by, entityId: "00000000-12345", changes: {} };

function openAudit(page: (input: unknown) => unknown, path = "/admin/audit") {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "admin.audit.page": page,
    "admin.audit.administrators": () => [by],
  });
  return { server, ...renderShop(path) };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("shows actor, action and record of each entry by day, with a link to the record", async () => {
  const entries = [
    { ...entry, act: "updated", entity: "user", subject: "Ada" },
    { ...entry, _id: "10", act: "updated", entity: "user", subject: "Deleted user" },
    { ...entry, _id: "11", act: "deleted", entity: "user", subject: "Deleted user" },
    { ...entry, _id: "2", act: "deleted", entity: "brand", subject: "Ember" },
    { ...entry, _id: "3", act: "shipped", entity: "order", subject: "Grace" },
    { ...entry, _id: "5", act: "refund requested", entity: "order", subject: "Grace" },
    { ...entry, _id: "6", act: "refunded", entity: "order", subject: "Grace" },
    { ...entry, _id: "7", act: "refunded", entity: "order", subject: "Grace", by: null },
    { ...entry, _id: "8", act: "refund failed", entity: "order", subject: "Grace", by: null },
    { ...entry, _id: "9", act: "resolved", entity: "order", subject: "Grace" },
    { ...entry, _id: "4", act: "paid", entity: "order", subject: "Grace", by: null, at: "2026-03-02T12:00:00.000Z" },
  ];
  openAudit(() => ({ entries, older: null }));
  const lines = await screen.findAllByText(/Boss|The shop/, { selector: "li strong" });
  expect(lines.map((line) => line.parentElement?.textContent)).toEqual([
    "Boss updated user Ada",
    "Boss updated user 12345, who was deleted since",
    "Boss deleted user 12345",
    "Boss deleted brand Ember",
    "Boss shipped order 12345 of Grace",
    "Boss requested a refund of order 12345 of Grace",
    "Boss refunded order 12345 of Grace",
    "The shop recorded a refund of order 12345 of Grace",
    "The shop could not refund order 12345 of Grace",
    "Boss resolved an issue with order 12345 of Grace",
    "The shop received the payment of order 12345 of Grace",
  ]);
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Ada" }).getAttribute("href")).toBe("/admin/user/00000000-12345/edit");
  expect(screen.queryByRole("link", { name: "Ember" })).toBeNull();
  expect(screen.getAllByRole("link", { name: "order 12345" })[0]?.getAttribute("href")).toBe("/order/00000000-12345");
});

it("shows each changed field with its formatted values before and after", async () => {
  const changes = {
    priceCents: [1999, 2000],
    countInStock: [0, 12],
    description: ["", "Warm"],
    isAdmin: [false, true],
  };
  openAudit(() => ({
    entries: [{ ...entry, act: "updated", entity: "product", subject: "Lamp", changes }],
    older: null,
  }));
  const line = (await screen.findByText("Lamp")).closest("li") ?? document.body;
  const shown = [...line.querySelectorAll("dl > div")].map((change) =>
    ["dt", "del", "ins"].map((tag) => change.querySelector(tag)?.textContent),
  );
  expect(shown).toEqual([
    ["Price", "$19.99", "$20.00"],
    ["Count in stock", "0", "12"],
    ["Description", "nothing", "Warm"],
    ["Is admin", "No", "Yes"],
  ]);
});

it("keeps its filters and its page in the address", async () => {
  const entries = [{ ...entry, act: "updated", entity: "user", subject: "Ada" }];
  const { server, user, router } = openAudit(() => ({ entries, older: "1" }), "/admin/audit?before=9");
  await screen.findByText("Ada");
  await user.selectOptions(screen.getByLabelText("What"), "Users");
  await waitFor(() => expect(router.state.location.search).toBe("?entity=user"));
  await user.selectOptions(screen.getByLabelText("By"), "Boss");
  await user.click(screen.getByRole("link", { name: "Older" }));
  await waitFor(() => expect(router.state.location.search).toBe("?entity=user&person=boss&before=1"));
  await waitFor(() =>
    expect(server.inputsOf("admin.audit.page").at(-1)).toEqual({ entity: "user", person: "boss", before: "1" }),
  );
  await user.click(within(screen.getByRole("navigation", { name: "Pages of the audit" })).getByText("Newest"));
  await waitFor(() => expect(router.state.location.search).toBe("?entity=user&person=boss"));
});

it("says when nothing was done, and when it cannot be loaded", async () => {
  let answer: unknown = new Refusal(403);
  const { user } = openAudit(() => answer, "/admin/audit?entity=brand");
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load the audit");
  answer = { entries: [], older: null };
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing found.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Show all" })).toBeDefined();
});
