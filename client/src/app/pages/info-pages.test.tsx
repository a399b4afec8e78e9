import type { BlockNode } from "@shop/shared/page/info-page";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const signInAsAdmin = () => {
  const admin = {
    _id: "a1",
    name: "Grace",
    email: "grace@example.com",
    isAdmin: true,
    expirationTime: Date.now() + 1e6,
  };
  localStorage.setItem("userInfo", JSON.stringify(admin));
  return admin;
};

const body: BlockNode[] = [
  { type: "heading", level: 2, content: ["Costs"] },
  { type: "paragraph", content: ["<b>Always</b> ", { type: "link", to: "/withdrawal", content: ["the form"] }] },
  { type: "list", start: 3, items: [[{ type: "paragraph", content: [{ type: "strong", content: ["three"] }] }]] },
  { type: "table", head: [["To"]], rows: [[[{ type: "link", to: "https://example.com/", content: ["US"] }]]] },
];
const returns = {
  slug: "returns",
  title: "Returns",
  description: "Costs",
  body,
  updatedAt: "2026-11-23T23:30:00.000Z",
};

describe("one of the shop's own pages", () => {
  it("shows its text as elements, and HTML as text", async () => {
    stubServer({ "info.page": () => returns });
    renderShop("/info/returns");
    const main = within(screen.getByRole("main"));
    expect(await main.findByRole("heading", { level: 1, name: "Returns" })).toBeDefined();
    expect(main.getByRole("heading", { level: 2 }).textContent).toBe("Costs");
    expect(main.getByText(/<b>Always<\/b>/)).toBeDefined();
    expect(main.getByRole("link", { name: "the form" }).getAttribute("href")).toBe("/withdrawal");
    expect(main.getByText("three").closest("ol")?.getAttribute("start")).toBe("3");
    expect(main.getByRole("columnheader").textContent).toBe("To");
    expect(main.getByText("November 23, 2026")).toBeDefined();
  });

  it("that is not written says so", async () => {
    stubServer({ "info.page": () => new Refusal(404, "Page not found", "NOT_FOUND") });
    renderShop("/info/imprint");
    expect((await screen.findByRole("heading", { level: 1, name: "Page not found" })).textContent).toBeDefined();
  });

  it("is linked in the footer beside the shop's lists and the form for withdrawals", async () => {
    stubServer({});
    const candles = { _id: "c1", name: "Candles & Co", slug: "candles-and-co", products: 3 };
    renderShop("/withdrawal", [{ path: ["catalog", "menu"], data: { categories: [candles], brands: [] } }], {
      returnsDays: 14,
      payments: "live",
      infoPages: [
        { slug: "returns", title: "Returns", group: "help" },
        { slug: "imprint", title: "Legal notes", group: "company" },
      ],
    });
    const footer = within(await screen.findByRole("contentinfo"));
    const linksOf = (name: string) =>
      within(footer.getByRole("navigation", { name }))
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    expect(linksOf("Products")).toEqual(["/products", "/browse", "/saved", "/category/candles-and-co"]);
    expect(linksOf("Help")).toEqual(["/info/returns", "/withdrawal"]);
    expect(linksOf("Company")).toEqual(["/info/imprint"]);
    expect(footer.getByRole("img", { name: "PayPal" })).toBeDefined();
  });
});

describe("the editor of a page", () => {
  const detail = {
    slug: "imprint",
    place: "company",
    isOwn: false,
    title: "Imprint",
    text: "Name: [Fill in: name]",
    isShown: false,
    isStarting: true,
    version: 0,
    updatedAt: null,
  };

  it("shows how the text will look, asks for what is missing, and saves it for the first time", async () => {
    const admin = signInAsAdmin();
    const server = stubServer({
      "account.profile": () => admin,
      "admin.infoPages.bySlug": () => detail,
      "admin.infoPages.list": () => [],
      "admin.infoPages.preview": () => [{ type: "paragraph", content: ["As customers see it"] }],
      "admin.infoPages.save": (input) => ({
        ...detail,
        ...Object(input),
        isStarting: false,
        version: 1,
        updatedAt: new Date().toISOString(),
      }),
    });
    const { user } = renderShop("/admin/pages/imprint");
    expect(await screen.findByText("As customers see it")).toBeDefined();
    expect(screen.getByText("Not saved yet")).toBeDefined();
    await user.click(screen.getByRole("switch", { name: /^Shown in the shop/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Replace every/)).toBeDefined();
    expect(server.inputsOf("admin.infoPages.save")).toEqual([]);
    fireEvent.change(screen.getByRole("textbox", { name: "Text" }), { target: { value: "Name: Ada" } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Page updated")).toBeDefined();
    expect(server.inputsOf("admin.infoPages.save")).toEqual([
      { slug: "imprint", title: "Imprint", text: "Name: Ada", isShown: true, place: "company", version: 0 },
    ]);
    expect(await screen.findByRole("link", { name: /View in shop/ })).toBeDefined();
  });

  it("asks which text stays when someone else has saved one", async () => {
    const admin = signInAsAdmin();
    let calls = 0;
    stubServer({
      "account.profile": () => admin,
      "admin.infoPages.bySlug": () => {
        calls += 1;
        return calls === 1 ? { ...detail, text: "Mine" } : { ...detail, text: "Theirs", version: 2 };
      },
      "admin.infoPages.preview": () => [],
      "admin.infoPages.save": () => new Refusal(409, "Someone else saved this meanwhile", "STALE"),
    });
    const { user } = renderShop("/admin/pages/imprint");
    await fill(user, await screen.findByRole("textbox", { name: "Text" }), " too");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Someone else has saved changes" }));
    expect(dialog.getByText("Theirs", { selector: "td" })).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Use theirs" }));
    expect(await screen.findByDisplayValue("Theirs")).toBeDefined();
  });

  it("lists which pages are shown and which are to be written", async () => {
    const admin = signInAsAdmin();
    const line = { ...detail, slug: "shipping", place: "help", title: "Shipping", isShown: true };
    stubServer({ "account.profile": () => admin, "admin.infoPages.list": () => [line, detail] });
    renderShop("/admin/pages");
    const help = within(await screen.findByRole("region", { name: "Help" }));
    expect(help.getByText("Written from your settings")).toBeDefined();
    const company = within(screen.getByRole("region", { name: "Company" }));
    expect(company.getByText("To be written")).toBeDefined();
    expect(company.getByRole("link", { name: "Imprint" }).getAttribute("href")).toBe("/admin/pages/imprint");
  });
});
