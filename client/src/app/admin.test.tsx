import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteSecondFactorNeed } from "../features/account/second-factor-need.ts";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const keep = (signedIn: object) => localStorage.setItem("userInfo", JSON.stringify(signedIn));

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  noteSecondFactorNeed(false);
});

describe("the admin", () => {
  it.each([
    ["/", "Home"],
    ["/admin/orderlist", "Orders"],
    ["/admin/productlist/3", "Products"],
    ["/admin/product/1/edit", "Products"],
    ["/admin/brandlist", "Brands"],
    ["/admin/category/1/edit", "Categories"],
    ["/admin/collectionlist", "Collections"],
    ["/admin/discountlist", "Discounts"],
    ["/admin/userlist", "Users"],
    ["/admin/mails", "Mails"],
    ["/admin/search/redirects", "Search"],
    ["/admin/audit", "Audit"],
  ])("shows its navigation at %s and marks %s as current", async (path, section) => {
    keep(boss);
    stubServer({ "account.profile": () => boss });
    renderShop(path);
    const here = await screen.findByRole("link", { name: section, current: "page" });
    const links = [...(here.closest("nav")?.querySelectorAll("a") ?? [])].map((link) => link.textContent);
    expect(links).toEqual([
      ...["Home", "Reports"],
      ...["Orders", "Withdrawals", "Gift Cards", "Messages"],
      ...["Products", "Collections", "Discounts", "Categories", "Brands", "Reviews", "Questions", "Import"],
      "Users",
      ...["Home page", "Pages", "Journal", "Menus", "Mails"],
      ...["Search", "Audit"],
      ...["Settings", "Staff", "Apps", "View the shop"],
    ]);
    expect(screen.queryByRole("search")).toBeNull();
    expect(screen.queryByRole("link", { name: "Cart" })).toBeNull();
  });

  it.each(["/admin/userlist", "/admin/user/1/edit", "/admin/nowhere"])(
    "shows a customer at %s nothing of itself, whatever the browser keeps",
    async (path) => {
      keep(boss);
      stubServer({ "account.profile": () => ({ ...boss, isAdmin: false }) });
      const { router } = renderShop(path);
      const seen: (string | null)[] = [];
      const observer = new MutationObserver(() => seen.push(document.body.textContent));
      observer.observe(document.body, { childList: true, subtree: true });
      await waitFor(() => expect(router.state.location.pathname).toBe("/"));
      observer.disconnect();
      expect(seen.filter((text) => /Users|Edit user|Page not found|Audit/.test(text ?? ""))).toEqual([]);
    },
  );

  it.each(["/", "/admin/userlist"])(
    "leads an administrator from %s to the set-up of the second factor that the shop requires",
    async (path) => {
      keep(boss);
      const barred = () => new Refusal(403, "Please set it up", "SECOND_FACTOR_SETUP_REQUIRED");
      stubServer({
        "account.profile": () => boss,
        "admin.dashboard.home": barred,
        "admin.users.page": barred,
        "account.secondFactor.state": () => ({
          hasApp: false,
          hasPasskey: false,
          recoveryCodes: 0,
          isRequired: true,
          isShown: false,
        }),
      });
      const { router } = renderShop(path);
      const heading = await screen.findByRole("heading", { name: "Second Factor" });
      await waitFor(() => expect(heading).toBe(document.activeElement));
      expect(await screen.findByText(/^This shop requires a second factor of administrators/)).toBeDefined();
      expect(router.state.location.pathname).toBe("/profile");
    },
  );

  it("asks a guest to sign in, and returns to the same search", async () => {
    stubServer({ "account.profile": () => new Refusal(401) });
    const { router } = renderShop("/admin/userlist?search=ada");
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    expect(new URLSearchParams(router.state.location.search).get("redirect")).toBe("/admin/userlist?search=ada");
  });

  it("says of an address without a screen that there is none", async () => {
    keep(boss);
    stubServer({ "account.profile": () => boss });
    renderShop("/admin/nowhere");
    expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeDefined();
  });
});
