// @module-tag wide
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const at = "2026-03-01T10:00:00.000Z";
const sofa = { _id: "s1", words: ["sofa", "couch"], finds: ["armchair"], version: 3, updatedAt: at };
const returns = { _id: "r1", phrase: "returns", path: "/cart", version: 2, updatedAt: at };
const pageOf = (rows: object[]) => ({ rows, page: 1, pages: 1, total: rows.length });

function open(path: string, answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({ "account.profile": () => boss, ...answers });
  return { ...renderShop(path), server };
}

// The dialogs load the validation library, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the list of searches without a result", () => {
  it("says how often each was made, and is one click from a synonym for it", async () => {
    let rows = [{ keyword: "settee", count: 1_204, lastAt: at }];
    const { user, server } = open("/admin/search", {
      "admin.search.empty": () => pageOf(rows),
      "admin.search.synonyms.create": () => {
        rows = [];
        return sofa;
      },
    });
    const row = (await screen.findByRole("rowheader", { name: "settee" })).closest("tr") ?? document.body;
    expect(row.textContent).toContain("1,2042026-03-01");
    await user.click(within(row).getByRole("button", { name: "Add synonym for settee" }));
    const dialog = await screen.findByRole("dialog", { name: "Add synonyms" });
    expect(dialog.textContent).toContain("settee");
    const words = within(dialog).getByLabelText("Words that mean the same");
    await waitFor(() => expect(document.activeElement).toBe(words));
    await user.keyboard("sofa,couch");
    await user.click(within(dialog).getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Synonyms added")).toBeDefined();
    expect(server.inputsOf("admin.search.synonyms.create")).toEqual([
      { words: ["settee", "sofa", "couch"], finds: [] },
    ]);
    expect(await screen.findByText("Every search has found something")).toBeDefined();
  });

  it("leads to a redirect as well", async () => {
    const { user, server } = open("/admin/search", {
      "admin.search.empty": () => pageOf([{ keyword: "returns", count: 3, lastAt: at }]),
      "admin.search.redirects.create": () => returns,
    });
    await user.click(await screen.findByRole("button", { name: "Add redirect for returns" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a redirect" });
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText("Page")));
    await user.keyboard("https://elsewhere.example{Enter}");
    expect(await within(dialog).findByText("Path must be a page of this shop, such as /cart")).toBeDefined();
    await user.clear(within(dialog).getByLabelText("Page"));
    await user.type(within(dialog).getByLabelText("Page"), "/cart{Enter}");
    expect(await screen.findByText("Redirect added")).toBeDefined();
    expect(server.inputsOf("admin.search.redirects.create")).toEqual([{ phrase: "returns", path: "/cart" }]);
  });
});

describe("the list of synonyms", () => {
  it("is reached from the other lists, and changes a group from the version that was seen", async () => {
    const { user, server, router } = open("/admin/search", {
      "admin.search.empty": () => pageOf([]),
      "admin.search.synonyms.page": () => pageOf([sofa]),
      "admin.search.synonyms.update": () => new Refusal(409, "Someone else saved this meanwhile", "STALE"),
    });
    const nav = await screen.findByRole("navigation", { name: "Search settings" });
    await user.click(within(nav).getByRole("link", { name: "Synonyms" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/search/synonyms"));
    await user.click(await screen.findByRole("button", { name: "Edit sofa, couch" }));
    const dialog = await screen.findByRole("dialog", { name: "Change synonyms" });
    await user.type(within(dialog).getByLabelText("They also find (optional)"), "stool{Enter}");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain("Someone else saved this meanwhile");
    expect(server.inputsOf("admin.search.synonyms.update")).toEqual([
      { id: "s1", version: 3, words: ["sofa", "couch"], finds: ["armchair", "stool"] },
    ]);
  });
});

describe("the list of redirects", () => {
  it("deletes one after a question", async () => {
    const { user, server } = open("/admin/search/redirects", {
      "admin.search.redirects.page": () => pageOf([returns]),
      "admin.search.redirects.delete": () => ({ message: "Redirect deleted" }),
    });
    await user.click(await screen.findByRole("button", { name: "Delete returns" }));
    expect(screen.getByRole("dialog", { name: "Delete this redirect?" }).textContent).toContain("returns");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Redirect deleted")).toBeDefined();
    expect(server.inputsOf("admin.search.redirects.delete")).toEqual([{ id: "r1" }]);
  });
});

describe("the list of old addresses", () => {
  it("adds one, and says why one cannot be", async () => {
    const about = { _id: "a1", address: "/pages/about", path: "/products", version: 1, updatedAt: returns.updatedAt };
    const { user, server } = open("/admin/search/addresses", {
      "admin.search.oldAddresses.page": () => pageOf([about]),
      "admin.search.oldAddresses.create": () => about,
    });
    await user.click(await screen.findByRole("button", { name: "Add old address" }));
    expect(screen.getByText("1 old address")).toBeDefined();
    const dialog = await screen.findByRole("dialog", { name: "Add an old address" });
    await user.type(within(dialog).getByLabelText("Old address"), "/cart");
    await user.type(within(dialog).getByLabelText("Page"), "/products");
    await user.click(within(dialog).getByRole("button", { name: "Add" }));
    expect(await within(dialog).findByText("This is a page of this shop")).toBeDefined();
    await user.clear(within(dialog).getByLabelText("Old address"));
    await user.type(within(dialog).getByLabelText("Old address"), "https://old.example/Pages/About/");
    await user.click(within(dialog).getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Old address added")).toBeDefined();
    expect(server.inputsOf("admin.search.oldAddresses.create")).toEqual([
      { address: "https://old.example/Pages/About/", path: "/products" },
    ]);
  });
});
