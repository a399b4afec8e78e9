// @module-tag wide
import type { ImportConflict, ImportDetail, ImportRow } from "@shop/shared/catalog/import";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4e12 };
const unused = { isRead: false, text: "no field is chosen for it" };
const uploaded: ImportDetail = {
  _id: "i1",
  kind: "products" as const,
  invitations: { waiting: 0, written: 0, isUnderWay: false },
  fileName: "goods.csv",
  format: "other",
  state: "uploaded",
  by: "Boss",
  createdAt: "2026-07-20T10:00:00.000Z",
  counts: { new: 0, changed: 0, same: 0, refused: 0 },
  columns: [
    { name: "Artikel", examples: ["A1", "A2"], use: unused },
    { name: "Preis", examples: ["12,50"], use: unused },
  ],
  encoding: "utf-8",
  delimiter: ";",
  warnings: {},
  mapping: {},
  options: { variants: "refuse", stock: "set", brand: "Other", category: "Other", newStock: 0 },
  percent: 0,
  problem: "",
  hint: "",
  hasFile: true,
  appliedAt: null,
  undoUntil: null,
  leftAlone: 0,
  images: { waiting: 0, stored: 0, failed: 0 },
  archive: null,
};
const checked: ImportDetail = { ...uploaded, state: "checked", counts: { new: 1, changed: 1, same: 0, refused: 1 } };
const applied: ImportDetail = {
  ...checked,
  state: "applied",
  appliedAt: uploaded.createdAt,
  undoUntil: new Date(Date.now() + 86_400_000).toISOString(),
};
const rows: ImportRow[] = [
  {
    line: 2,
    key: "A1",
    name: "Table",
    outcome: "new",
    reason: "",
    warnings: [],
    changes: { name: [null, "Table"] },
    productId: null,
  },
  {
    line: 3,
    key: "A2",
    name: "Chair",
    outcome: "changed",
    reason: "",
    warnings: [],
    productId: "p2",
    changes: { priceCents: [1_000, 1_250] },
  },
  {
    line: 4,
    key: "A3",
    name: "Lamp",
    outcome: "refused",
    changes: {},
    warnings: [],
    productId: null,
    reason: "Price “free” is not a number",
  },
];
const pageOf = (found: ImportRow[]) => ({ rows: found, page: 1, pages: 1, total: found.length });
const conflict = (line: number, name: string): ImportConflict => ({
  line,
  name,
  productId: `p${line}`,
  changes: { priceCents: [1_250, 999] },
  isDeleted: false,
  isInUse: false,
});

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  return stubServer({ "account.profile": () => boss, ...answers });
}

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.setItem("userInfo", JSON.stringify(boss)));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("the list of imports", () => {
  it("says that there is none yet, and how large a file can be", async () => {
    asAdmin({ "admin.imports.list": () => [] });
    renderShop("/admin/import");
    expect(await screen.findByText("No imports yet")).toBeDefined();
    expect(screen.getByText("At most 64 MB and 100,000 rows.")).toBeDefined();
  });

  it("exports products, customers and orders for each shop that reads them", async () => {
    asAdmin({ "admin.imports.list": () => [] });
    renderShop("/admin/import");
    for (const [what, path] of [
      ["products", "products"],
      ["customers", "users"],
      ["orders", "orders"],
    ]) {
      const part = await screen.findByRole("region", { name: `Export ${what}` });
      const addresses = within(part)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
      const formats = ["own", ...(path === "orders" ? ["lines"] : []), "shopify", "woocommerce"];
      expect(addresses).toEqual(formats.map((format) => `/api/${path}.csv?format=${format}`));
    }
  });

  it("loads again after a failure", async () => {
    let isDown = true;
    asAdmin({
      "admin.imports.list": () => {
        return isDown ? new Refusal(503, "Please try again") : [checked];
      },
    });
    const { user } = renderShop("/admin/import");
    const again = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await user.click(again);
    expect((await screen.findByRole("link", { name: "goods.csv" })).getAttribute("href")).toBe("/admin/import/i1");
    expect(screen.getByText("Checked, not imported")).toBeDefined();
  });
});

describe("an import", () => {
  it("maps the columns of an unknown file, with their first values, and is checked with the choices", async () => {
    let current = uploaded;
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.check": () => {
        current = checked;
        return { message: "The file is being checked" };
      },
    });
    const { user } = renderShop("/admin/import/i1");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Key (SKU or handle)" }), "Artikel");
    expect(screen.getByText("Such as A1 · A2")).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox", { name: "Price" }), "Preis");
    await user.selectOptions(screen.getByRole("combobox", { name: "Stock of the file" }), "Is added to the shop’s");
    await user.selectOptions(screen.getByRole("combobox", { name: "Decimal mark" }), "A comma, as in 1.299,00");
    await user.click(screen.getByRole("button", { name: "Check the file" }));
    expect(await screen.findByText("1 new, 1 changed, 0 same, 1 refused")).toBeDefined();
    expect(server.inputsOf("admin.imports.check")).toEqual([
      {
        id: "i1",
        mapping: { key: "Artikel", price: "Preis" },
        options: { ...uploaded.options, stock: "add", decimal: "," },
      },
    ]);
  });

  it("says what becomes of each column, and is read anew with another encoding or separator", async () => {
    const columns = [
      { name: "Artikel", examples: ["A1"], use: unused },
      { name: "Status", examples: ["active"], use: { isRead: true, text: "Decides whether the product is published" } },
      { name: "Preis", examples: ["12,50"], use: unused },
    ];
    let current: ImportDetail = { ...uploaded, columns, mapping: { key: "Artikel" } };
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.readAs": (input) => {
        current = { ...current, ...Object(input), columns: columns.slice(0, 1) };
        return current;
      },
    });
    const { user } = renderShop("/admin/import/i1");
    await user.click(await screen.findByText("What becomes of each column: 2 read, 1 ignored"));
    expect(screen.getByText("Becomes Key (SKU or handle)")).toBeDefined();
    expect(screen.getByText("Decides whether the product is published")).toBeDefined();
    expect(screen.getByText("Ignored: no field is chosen for it")).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox", { name: "Price" }), "Preis");
    expect(screen.getByText("What becomes of each column: 3 read, 0 ignored")).toBeDefined();
    expect(screen.getByRole("combobox", { name: "Separator" })).toHaveProperty("value", ";");
    await user.selectOptions(screen.getByRole("combobox", { name: "Encoding" }), "Central European (Windows)");
    expect(await screen.findByText("What becomes of each column: 1 read, 0 ignored")).toBeDefined();
    expect(server.inputsOf("admin.imports.readAs")).toEqual([
      { id: "i1", kind: "products", encoding: "windows-1250", delimiter: ";" },
    ]);
    expect(screen.getByRole("combobox", { name: "Encoding" })).toHaveProperty("value", "windows-1250");
  });

  it("makes facts of columns without a field", async () => {
    let current: ImportDetail = { ...uploaded, mapping: { key: "Artikel" } };
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.check": () => {
        current = checked;
        return { message: "The file is being checked" };
      },
    });
    const { user } = renderShop("/admin/import/i1");
    await user.click(await screen.findByText("What becomes of each column: 1 read, 1 ignored"));
    expect(screen.queryByRole("checkbox", { name: "Artikel as a fact" })).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Preis as a fact" }));
    expect(screen.getByText("Becomes a fact")).toBeDefined();
    expect(screen.getByText("What becomes of each column: 2 read, 0 ignored")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Check the file" }));
    expect(await screen.findByText("1 new, 1 changed, 0 same, 1 refused")).toBeDefined();
    expect(server.inputsOf("admin.imports.check")).toMatchObject([{ options: { factColumns: ["Preis"] } }]);
  });

  it("counts what is worth a look, and each warning opens its rows", async () => {
    const [first] = rows;
    if (first === undefined) throw new Error("there is no row");
    const changes: ImportRow["changes"] = { isStockCounted: [null, false], countInStock: [null, 1_000_000] };
    const free: ImportRow = { ...first, name: "Free table", changes, warnings: [{ kind: "free", about: "" }] };
    const server = asAdmin({
      "admin.imports.byId": () => ({ ...checked, warnings: { free: 1, "image-ignored": 1_200 } }),
      "admin.imports.rows": (input) => pageOf(Reflect.get(Object(input), "warning") === "free" ? [free] : rows),
    });
    const { user } = renderShop("/admin/import/i1");
    const warnings = await screen.findByRole("region", { name: "Worth a look" });
    expect(within(warnings).getByRole("button", { name: "Show 1,200 rows" })).toBeDefined();
    await user.click(within(warnings).getByRole("button", { name: "Show 1 row" }));
    const row = (await screen.findByText("Free table")).closest("li");
    if (row === null) throw new Error("the row is in no list");
    expect(within(row).getByText("Price of 0.00")).toBeDefined();
    expect(within(row).getByText("not counted", { exact: false })).toBeDefined();
    expect(screen.getByRole("combobox", { name: "Show" })).toHaveProperty("value", "free");
    expect(screen.getByRole("link", { name: "Download these rows" }).getAttribute("href")).toBe(
      "/api/imports/i1/rows.csv?warning=free",
    );
    expect(server.inputsOf("admin.imports.rows").at(-1)).toMatchObject({ warning: "free", pageNumber: 1 });
  });

  it("shows each row with its values before and after, and takes the refused ones along as a file", async () => {
    const server = asAdmin({
      "admin.imports.byId": () => checked,
      "admin.imports.rows": (input) =>
        pageOf(Reflect.get(Object(input), "outcome") === "refused" ? rows.slice(2) : rows),
    });
    const { user } = renderShop("/admin/import/i1");
    const chair = (await screen.findByText("Chair")).closest("li");
    if (chair === null) throw new Error("the chair is in no list");
    expect(within(chair).getByText("$10.00")).toBeDefined();
    expect(within(chair).getByText("$12.50")).toBeDefined();
    expect(screen.getByText("Price “free” is not a number")).toBeDefined();
    expect(screen.getByRole("link", { name: "Download as CSV" }).getAttribute("href")).toBe("/api/imports/i1/rows.csv");
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Refused");
    const link = await screen.findByRole("link", { name: "Download refused rows" });
    expect(link.getAttribute("href")).toBe("/api/imports/i1/rows.csv?outcome=refused");
    await waitFor(() => expect(screen.queryByText("Chair")).toBeNull());
    expect(server.inputsOf("admin.imports.rows").at(-1)).toMatchObject({ outcome: "refused", pageNumber: 1 });
  });

  it("is applied, and shows its progress until it is done", async () => {
    let current = checked;
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.conflicts": () => [],
      "admin.imports.start": () => {
        current = { ...checked, state: "applying", percent: 40 };
        return { message: "The products are being imported" };
      },
    });
    renderShop("/admin/import/i1");
    const button = await screen.findByRole("button", { name: "Import 2 products" });
    fireEvent.click(button);
    expect((await screen.findByRole("progressbar", { name: "Being imported" })).getAttribute("aria-valuenow")).toBe(
      "40",
    );
    expect(screen.getByText("40 percent. You can leave this page; the work goes on.")).toBeDefined();
    current = applied;
    expect(await screen.findByText("What has changed", {}, { timeout: 10_000 })).toBeDefined();
    expect(server.inputsOf("admin.imports.start")).toEqual([{ id: "i1" }]);
  });

  it("that meets a change is taken back, and says so until it can be checked again", async () => {
    const problem =
      "The import is taken back as a whole: the shop has changed meanwhile, at least here: Chair (line 3).";
    let current: ImportDetail = { ...checked, state: "reverting", percent: 60, problem };
    asAdmin({ "admin.imports.byId": () => current, "admin.imports.rows": () => pageOf(rows) });
    renderShop("/admin/import/i1");
    const progress = await screen.findByRole("progressbar", { name: "Being taken back" });
    expect(progress.getAttribute("aria-valuenow")).toBe("60");
    expect(screen.getByText(problem)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Import \d/ })).toBeNull();
    current = { ...checked, problem };
    expect(await screen.findByText("What would change", {}, { timeout: 10_000 })).toBeDefined();
    expect(screen.getByText(problem)).toBeDefined();
    expect(screen.getByRole("button", { name: "Check again" })).toBeDefined();
  });

  it("is undone with the chosen products that others changed since", async () => {
    let current = applied;
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.conflicts": () => [conflict(2, "Table"), conflict(3, "Chair")],
      "admin.imports.undo": () => {
        current = { ...applied, state: "undone", leftAlone: 1 };
        return { message: "The import is being undone" };
      },
    });
    const { user } = renderShop("/admin/import/i1");
    await user.click(await screen.findByRole("checkbox", { name: "Restore Chair" }));
    await user.click(screen.getByRole("button", { name: "Undo the import" }));
    const question = await screen.findByRole("dialog", { name: "Undo this import?" });
    await user.click(within(question).getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/1 product was left alone/)).toBeDefined();
    expect(server.inputsOf("admin.imports.undo")).toEqual([{ id: "i1", overwrite: [3] }]);
  });

  it("does not offer to restore all if nobody changed anything since", async () => {
    asAdmin({
      "admin.imports.byId": () => applied,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.conflicts": () => [],
    });
    renderShop("/admin/import/i1");
    const undo = await screen.findByRole("button", { name: "Undo the import" });
    await waitFor(() => expect(undo.getAttribute("aria-disabled")).toBeNull());
    expect(screen.queryByRole("button", { name: "Restore all" })).toBeNull();
  });

  it("restores all products at once if that is wished", async () => {
    const server = asAdmin({
      "admin.imports.byId": () => applied,
      "admin.imports.rows": () => pageOf(rows),
      "admin.imports.conflicts": () => [conflict(2, "Table")],
      "admin.imports.undo": () => ({ message: "The import is being undone" }),
    });
    const { user } = renderShop("/admin/import/i1");
    await user.click(await screen.findByRole("button", { name: "Restore all" }));
    const question = await screen.findByRole("dialog", { name: "Undo this import and restore all?" });
    expect(question.textContent).toContain("also where somebody changed them since");
    await user.click(within(question).getByRole("button", { name: "Restore all" }));
    await waitFor(() => expect(server.inputsOf("admin.imports.undo")).toEqual([{ id: "i1", overwrite: "all" }]));
  });

  it("takes a ZIP of images, and says how many files it has", async () => {
    let current = uploaded;
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "/api/imports/i1/images": () => {
        current = { ...uploaded, archive: { fileName: "photos.zip", images: 120 } };
        return { images: 120 };
      },
    });
    const { user } = renderShop("/admin/import/i1");
    await screen.findByRole("button", { name: "Add a ZIP of images" });
    await user.upload(
      screen.getByLabelText("ZIP of images"),
      new File(["PK"], "photos.zip", { type: "application/zip" }),
    );
    expect(await screen.findByText("photos.zip has 120 files.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Send another ZIP" })).toBeDefined();
    expect(server.inputsOf("/api/imports/i1/images")).toHaveLength(1);
  });

  it("says what went wrong, and that its file is gone after a week", async () => {
    asAdmin({
      "admin.imports.byId": () => ({ ...checked, hasFile: false, problem: "Nothing was imported: Chair (line 3)" }),
      "admin.imports.rows": () => pageOf([]),
    });
    renderShop("/admin/import/i1");
    expect(await screen.findByText("Nothing was imported: Chair (line 3)")).toBeDefined();
    expect(screen.getByText("The file was deleted after a week. Please send it again.")).toBeDefined();
    expect(await screen.findByText("There are no such rows.")).toBeDefined();
  });
});

describe("an import of customers or orders", () => {
  const people: ImportDetail = {
    ...uploaded,
    kind: "customers",
    fileName: "customers.csv",
    mapping: { email: "Artikel" },
    state: "applied",
    appliedAt: "2026-11-01T10:00:00.000Z",
    undoUntil: "2099-01-01T00:00:00.000Z",
    counts: { new: 2, changed: 0, same: 1, refused: 0 },
  };
  const grace: ImportRow = {
    line: 2,
    key: "grace@example.com",
    name: "Grace Hopper",
    outcome: "new",
    reason: "",
    warnings: [],
    changes: {
      name: [null, "Grace Hopper"],
      acceptsMarketing: [null, true],
      since: [null, "2020-02-03T00:00:00.000Z"],
    },
    productId: "u1",
  };

  it("writes to customers only after a question, and says how many have got a mail", async () => {
    let current: ImportDetail = { ...people, invitations: { waiting: 2, written: 0, isUnderWay: false } };
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.rows": () => pageOf([grace]),
      "admin.imports.conflicts": () => [],
      "admin.imports.invite": () => {
        current = { ...current, invitations: { waiting: 0, written: 2, isUnderWay: false } };
        return { message: "The customers are being written to" };
      },
    });
    const { user } = renderShop("/admin/import/i1");
    expect(await screen.findByText(/Passwords do not move/)).toBeDefined();
    expect(await screen.findByText("Line 2, e-mail grace@example.com")).toBeDefined();
    expect(screen.getByText("2020-02-03")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Write to 2 customers" }));
    expect(server.inputsOf("admin.imports.invite")).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Write to them" }));
    expect(await screen.findByText("2 customers got a mail about it.")).toBeDefined();
    expect(server.inputsOf("admin.imports.invite")).toEqual([{ id: "i1" }]);
  });

  it("names customers who use their accounts, which no undo takes away", async () => {
    asAdmin({
      "admin.imports.byId": () => people,
      "admin.imports.rows": () => pageOf([grace]),
      "admin.imports.conflicts": () => [{ ...conflict(2, "Grace Hopper"), changes: {}, isInUse: true }],
    });
    renderShop("/admin/import/i1");
    expect(await screen.findByText("Grace Hopper uses the account, which stays")).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Restore all" })).toBeNull();
  });

  it("asks for the fields of its kind, and can be read as another one", async () => {
    let current: ImportDetail = { ...uploaded, kind: "customers", mapping: {} };
    const server = asAdmin({
      "admin.imports.byId": () => current,
      "admin.imports.readAs": () => {
        current = { ...uploaded, kind: "orders", mapping: {} };
        return current;
      },
    });
    const { user } = renderShop("/admin/import/i1");
    expect(await screen.findByRole("combobox", { name: "E-mail" })).toBeDefined();
    expect(screen.queryByRole("combobox", { name: "Decimal mark" })).toBeNull();
    await user.selectOptions(screen.getByRole("combobox", { name: "The file has" }), "Orders of a former shop");
    expect(await screen.findByRole("combobox", { name: "Order number" })).toBeDefined();
    expect(screen.getByRole("combobox", { name: "Decimal mark" })).toBeDefined();
    expect(screen.queryByRole("combobox", { name: "Stock of the file" })).toBeNull();
    expect(server.inputsOf("admin.imports.readAs")).toEqual([
      { id: "i1", kind: "orders", encoding: uploaded.encoding, delimiter: uploaded.delimiter },
    ]);
  });
});
