import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const ada = { _id: "00000000-ada11", name: "Ada", email: "ada@example.com", isAdmin: false };
const inList = (account: object) => ({ ...account, tags: [], paidOrders: 0, spent: 0 });
const adaInList = { ...inList(ada), tags: ["Wholesale"], paidOrders: 3, spent: 1234.5 };
const detail = { ...ada, version: 3, updatedAt: "2026-01-02T03:04:05.000Z" };
const pageOf = (rows: object[], total = rows.length, page = 1) => ({ rows, page, pages: Math.ceil(total / 25), total });

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({ "account.profile": () => boss, "admin.users.tags": () => [], ...answers });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the list of users", () => {
  const list = { "admin.users.page": () => pageOf([adaInList, inList(boss)]) };

  it("has its columns, a mail link, and actions on customers only", async () => {
    asAdmin(list);
    renderShop("/admin/userlist");
    const row = (await screen.findByRole("rowheader", { name: "Ada" })).closest("tr") ?? document.body;
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["ID", "NAME", "EMAIL", "ADMIN", "TAGS", "ORDERS", "SPENT", "Actions"]);
    expect([...row.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual([
      "ada11",
      "ada@example.com",
      "No",
      "Wholesale",
      "3",
      "$1,234.50",
      "",
    ]);

    expect(within(row).getByRole("link", { name: "Ada" }).getAttribute("href")).toBe("/admin/user/00000000-ada11");
    expect(
      within(row)
        .getByRole("link", { name: /@example.com/ })
        .getAttribute("href"),
    ).toBe("mailto:ada@example.com");
    expect(within(row).getByRole("link", { name: "Edit Ada" })).toBeDefined();
    const own = screen.getByRole("rowheader", { name: "Boss" }).closest("tr") ?? document.body;
    expect(within(own).queryByRole("button")).toBeNull();
    expect(within(own).queryByRole("link", { name: /Edit/ })).toBeNull();
  });

  it("asks before a user is deleted, says so, and keeps the focus", async () => {
    let rows = [ada, boss].map(inList);
    const server = asAdmin({
      "admin.users.page": () => pageOf(rows),
      "admin.users.delete": () => {
        rows = [inList(boss)];
        return { message: "User deleted" };
      },
    });
    const { user } = renderShop("/admin/userlist");
    await user.click(await screen.findByRole("button", { name: "Delete Ada" }));
    const dialog = screen.getByRole("dialog", { name: "Delete this user?" });
    expect(dialog.textContent).toContain("Ada");
    expect(document.activeElement?.textContent).toBe("Cancel");
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.inputsOf("admin.users.delete")).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Delete Ada" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect((await screen.findByText("User deleted")).closest("[role=status]")).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole("rowheader", { name: "Ada" })).toBeNull());
    expect(server.inputsOf("admin.users.delete")).toEqual([{ id: ada._id }]);
  });

  it.each([
    [new Refusal(403, "Admin users cannot be deleted"), "Admin users cannot be deleted"],
    [new Refusal(500), "Delete failed"],
  ])("says why a user was not deleted", async (refusal, message) => {
    asAdmin({ ...list, "admin.users.delete": () => refusal });
    const { user } = renderShop("/admin/userlist");
    await user.click(await screen.findByRole("button", { name: "Delete Ada" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(screen.getByRole("rowheader", { name: "Ada" })).toBeDefined();
  });

  it("sorts by a press on a column's name, says how, and keeps it in the address", async () => {
    const server = asAdmin(list);
    const { user, router } = renderShop("/admin/userlist?page=2");
    await screen.findByRole("rowheader", { name: "Ada" });
    const head = () => screen.getByRole("columnheader", { name: "NAME" });
    expect(head().getAttribute("aria-sort")).toBe("none");
    await user.click(screen.getByRole("button", { name: "NAME" }));
    await waitFor(() => expect(head().getAttribute("aria-sort")).toBe("ascending"));
    await user.click(screen.getByRole("button", { name: "NAME" }));
    await waitFor(() => expect(head().getAttribute("aria-sort")).toBe("descending"));
    expect(router.state.location.search).toBe("?sort=-name");
    expect(server.inputsOf("admin.users.page").at(-1)).toMatchObject({ sort: "-name", pageNumber: 1 });
  });

  it("searches after a pause in typing, from the first page, without a step in the history", async () => {
    const server = asAdmin(list);
    const { router } = renderShop(["/cart", "/admin/userlist?page=2&sort=name"]);
    const box = await screen.findByRole("searchbox", { name: "Search users" });
    // In one go, because a busy machine pauses between keys.
    for (const value of [" a", " ad", " ad ", " ad a"]) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(router.state.location.search).toBe("?sort=name&search=ad+a"));
    const searched = () => server.inputsOf("admin.users.page").map((input) => Reflect.get(Object(input), "search"));
    await waitFor(() => expect(searched()).toEqual(["", "ad a"]));
    expect(screen.getByRole("searchbox")).toHaveProperty("value", " ad a");
    await router.navigate(-1);
    await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
  });

  it("searches at once when the field is left, so that it does not undo the link that is pressed next", async () => {
    const server = asAdmin(list);
    const { router } = renderShop("/admin/userlist");
    const box = await screen.findByRole("searchbox", { name: "Search users" });
    fireEvent.change(box, { target: { value: "ada" } });
    fireEvent.blur(box);
    await act(async () => undefined);
    expect(router.state.location.search).toBe("?search=ada");
    await waitFor(() => expect(server.inputsOf("admin.users.page").at(-1)).toMatchObject({ search: "ada" }));
  });

  it("takes words, filter, page and size from the address, and nothing that is not on offer", async () => {
    const server = asAdmin(list);
    renderShop("/admin/userlist?search=ada&admin=no&page=3&pageSize=50&sort=email");
    expect(await screen.findByRole("searchbox")).toHaveProperty("value", "ada");
    expect(screen.getByLabelText("Role")).toHaveProperty("value", "no");
    await waitFor(() =>
      expect(server.inputsOf("admin.users.page")).toEqual([
        { search: "ada", admin: "no", pageNumber: 3, pageSize: 50, sort: "email" },
      ]),
    );
  });

  it("says when no user is found and offers to show all", async () => {
    const server = asAdmin({ "admin.users.page": () => pageOf([]) });
    const { user, router } = renderShop("/admin/userlist?search=zz&admin=maybe");
    expect(await screen.findByText("No users found.")).toBeDefined();
    expect(server.inputsOf("admin.users.page")[0]).not.toHaveProperty("admin");
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
  });

  it.each(["9", "99999999999999"])("says that there is no page %s, and leads to the first one", async (page) => {
    asAdmin({
      "admin.users.page": (input) => {
        const wanted = Number(Reflect.get(Object(input), "pageNumber"));
        return wanted === 1 ? pageOf([inList(ada)], 26, 1) : pageOf([], 26, wanted);
      },
    });
    const { user, router } = renderShop(`/admin/userlist?sort=name&page=${page}`);
    expect(await screen.findByText("No users found.")).toBeDefined();
    expect(screen.getByText("There are only 2 pages.")).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
    await user.click(screen.getByRole("link", { name: "First page" }));
    expect(await screen.findByRole("rowheader", { name: "Ada" })).toBeDefined();
    expect(router.state.location.search).toBe("?sort=name");
  });

  it("goes to the new last page when the last rows of a page are deleted", async () => {
    let isDeleted = false;
    asAdmin({
      "admin.users.page": (input) => {
        const wanted = Number(Reflect.get(Object(input), "pageNumber"));
        return wanted === 2 && isDeleted ? pageOf([], 25, 2) : pageOf([inList(ada)], isDeleted ? 25 : 26, wanted);
      },
      "admin.users.delete": () => {
        isDeleted = true;
        return {};
      },
    });
    const { user, router } = renderShop("/admin/userlist?page=2");
    await user.click(await screen.findByRole("button", { name: "Delete Ada" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(await screen.findByText("25 users")).toBeDefined();
  });

  it("says when it cannot be loaded, and can be tried again", async () => {
    let isBroken = true;
    asAdmin({ "admin.users.page": () => (isBroken ? new Refusal(403) : pageOf([inList(ada)])) });
    const { user } = renderShop("/admin/userlist");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load users");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("rowheader", { name: "Ada" })).toBeDefined();
  });

  it("comes back as it was left from an edit", async () => {
    asAdmin({ ...list, "admin.users.byId": () => detail });
    const { user, router } = renderShop("/admin/userlist?search=a&sort=-name");
    await user.click(await screen.findByRole("link", { name: "Edit Ada" }));
    await user.click(await screen.findByRole("link", { name: "Users", current: false }));
    await waitFor(() => expect(router.state.location.search).toBe("?search=a&sort=-name"));
  });
});

describe("editing a user", () => {
  const path = `/admin/user/${ada._id}/edit`;
  const saves = (save: (input: unknown) => unknown) => ({
    "admin.users.byId": () => detail,
    "admin.users.update": save,
    "admin.users.page": () => pageOf([inList(ada)]),
  });

  it("saves what was changed, with Ctrl+S too, and says when it was last saved", async () => {
    const server = asAdmin(
      saves((input) => ({ ...detail, ...Object(input), version: 4, updatedAt: new Date().toISOString() })),
    );
    const { user } = renderShop(path);
    const name = await screen.findByLabelText("Name");
    expect(screen.getByText(/^Last saved/).textContent).toContain("Jan 2, 2026");
    const save = () => screen.getByRole("button", { name: "Save" });
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.type(name, "{Enter}");
    expect(server.inputsOf("admin.users.update")).toEqual([]);
    await user.clear(name);
    await fill(user, name, "Countess");
    expect(screen.getByText("Unsaved changes")).toBeDefined();
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("User updated successfully")).toBeDefined();
    expect(server.inputsOf("admin.users.update")).toEqual([
      { id: ada._id, name: "Countess", email: ada.email, isAdmin: false, version: 3 },
    ]);
    expect(screen.getByText(/^Last saved/).textContent).toMatch(/at \d/);
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.type(name, " II");
    await user.click(save());
    await waitFor(() => expect(save().getAttribute("aria-disabled")).toBe("true"));
    expect(document.activeElement).toBe(save());
  });

  it("signs the user out everywhere, after a question", async () => {
    const server = asAdmin({
      ...saves(() => detail),
      "admin.users.signOut": () => ({ message: "Signed out everywhere" }),
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
    expect(server.inputsOf("admin.users.signOut")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    expect(await screen.findByText("Signed out everywhere")).toBeDefined();
    expect(server.inputsOf("admin.users.signOut")).toEqual([{ id: ada._id }]);
  });

  it("refuses blank fields before anything is sent", async () => {
    const server = asAdmin(saves(() => detail));
    const { user } = renderShop(path);
    await user.clear(await screen.findByLabelText("Name"));
    await user.clear(screen.getByLabelText("Email"));
    expect(await screen.findByText("Name is required")).toBeDefined();
    await user.tab();
    expect(await screen.findByText("Email is required")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(server.inputsOf("admin.users.update")).toEqual([]);
  });

  it("keeps what was typed when a save fails", async () => {
    asAdmin(saves(() => new Refusal(500)));
    const { user } = renderShop(path);
    await fill(user, await screen.findByLabelText("Name"), " Lovelace");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Update failed");
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ada Lovelace");
    expect(screen.getByText("Unsaved changes")).toBeDefined();
  });

  it("shows the refusal to take the role from the last administrator", async () => {
    asAdmin(saves(() => new Refusal(409, "The last admin cannot be demoted", "LAST_ADMIN")));
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("switch", { name: /^Administrator/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The last admin cannot be demoted");
  });

  it("goes home after an admin gives up the role", async () => {
    asAdmin({
      "admin.users.byId": () => ({ ...boss, version: 1, updatedAt: detail.updatedAt }),
      "admin.users.update": () => ({ ...boss, isAdmin: false, version: 2, updatedAt: detail.updatedAt }),
    });
    const { user, router } = renderShop("/admin/user/boss/edit");
    await user.click(await screen.findByRole("switch", { name: /^Administrator/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(await screen.findByRole("link", { name: "Cart" })).toBeDefined();
  });

  it("asks before unsaved changes are lost, and can stay", async () => {
    asAdmin(saves(() => detail));
    const { user, router } = renderShop(path);
    await user.type(await screen.findByLabelText("Name"), "!");
    const leave = () => user.click(screen.getByRole("link", { name: "Audit" }));
    await leave();
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeDefined();
    expect(document.activeElement?.textContent).toBe("Stay");
    await user.keyboard("{Enter}");
    expect(router.state.location.pathname).toBe(path);
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ada!");
    await leave();
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/audit"));
  });

  it("makes the browser ask before the page goes, only while something is unsaved", async () => {
    asAdmin(saves(() => detail));
    const { user } = renderShop(path);
    const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await screen.findByLabelText("Name");
    expect(isAsked()).toBe(false);
    await user.type(screen.getByLabelText("Name"), "!");
    expect(isAsked()).toBe(true);
    await user.keyboard("{Backspace}");
    expect(isAsked()).toBe(false);
  });

  const meanwhile = { ...detail, name: "Countess", isAdmin: true, version: 9 };
  it.each([
    ["Use theirs", "Countess", 1],
    ["Save mine", "Ada!", 2],
    ["Keep editing", "Ada!", 1],
  ])("shows what another admin saved meanwhile, and offers: %s", async (choice, name, calls) => {
    let saved: object = detail;
    const server = asAdmin({
      ...saves((input) => {
        saved = meanwhile;
        if (Reflect.get(Object(input), "version") !== 9) return new Refusal(409, "Stale", "STALE");
        return { ...meanwhile, ...Object(input), version: 10 };
      }),
      "admin.users.byId": () => saved,
    });
    const { user } = renderShop(path);
    await user.type(await screen.findByLabelText("Name"), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const dialog = await screen.findByRole("dialog", { name: "Someone else has saved changes" });
    const rows = [...dialog.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ["Name", "Countess", "Ada!"],
      ["Administrator", "Yes", "No"],
    ]);
    await user.click(within(dialog).getByRole("button", { name: choice }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(server.inputsOf("admin.users.update")).toHaveLength(calls));
    expect(screen.getByLabelText("Name")).toHaveProperty("value", name);
  });

  it("says when there is no such user", async () => {
    asAdmin({ "admin.users.byId": () => new Refusal(404, "User not found", "NOT_FOUND") });
    renderShop(path);
    expect((await screen.findByRole("alert")).textContent).toContain("User not found");
  });
});

describe("the admin shortcuts", { tags: "wide" }, () => {
  async function openList() {
    asAdmin({ "admin.users.page": () => pageOf([inList(ada)]) });
    const shop = renderShop("/admin/userlist");
    await screen.findByRole("navigation", { name: "Administration" });
    await screen.findByRole("rowheader", { name: "Ada" });
    return { ...shop, path: () => shop.router.state.location.pathname };
  }

  it("lead to the search, and are silent there", async () => {
    const { user, path } = await openList();
    await user.keyboard("/");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    await user.keyboard("ga?");
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "ga?");
    expect(path()).toBe("/admin/userlist");
  });

  it("lead to a place by g and its letter", async () => {
    const { user, path } = await openList();
    await user.keyboard("xa");
    expect(path()).toBe("/admin/userlist");
    await user.keyboard("ga");
    await waitFor(() => expect(path()).toBe("/admin/audit"));
  });

  it("show their own list, and are silent behind it", async () => {
    const { user, path } = await openList();
    await user.keyboard("?");
    const dialog = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("ga");
    expect(path()).toBe("/admin/userlist");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be turned off for good", async () => {
    const { user, path } = await openList();
    await user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
    await user.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.keyboard("ga?");
    expect(path()).toBe("/admin/userlist");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(localStorage.getItem("deskShortcuts")).toBe("off");
  });
});
