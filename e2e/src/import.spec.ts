import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { zipOf } from "../../server/test/harness/zip.ts";
import { enterAs, expect, expectGoodAtAllWidths, expectNoSidewaysScroll, tabTo, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";
import { squareOf } from "./square-image.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };
let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const rowsOf = (mark: number) => [
  "Artikel;Titel;Preis;Menge",
  `${mark}-1;Import table ${mark};1.299,50;4`,
  `${mark}-2;"Import chair ${mark}, ""oiled""";79,00;12`,
  `${mark}-3;Import lamp ${mark};free;1`,
];

async function choose(page: Page, name: string, content: string) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
}

test("An administrator imports a file with columns of its own, sees what it changes, and undoes it", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const mark = Date.now();
  await enterAs(page, admin);
  await page.goto("/admin/import");
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await choose(page, `goods-${mark}.csv`, rowsOf(mark).join("\r\n"));

  await page.getByRole("combobox", { name: "Key (SKU or handle)" }).selectOption("Artikel");
  await page.getByRole("combobox", { name: "Name", exact: true }).selectOption("Titel");
  await page.getByRole("combobox", { name: "Price", exact: true }).selectOption("Preis");
  await page.getByRole("combobox", { name: "Stock", exact: true }).selectOption("Menge");
  await expect(page.getByText("Such as 1.299,50 · 79,00 · free")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Check the file" }).click();

  await expect(page.getByText("2 new, 0 changed, 0 same, 1 refused")).toBeVisible();
  await expect(page.getByText("Price “free” is not a number")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("combobox", { name: "Show" }).selectOption("Refused");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download refused rows" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^import-refused-.*\.csv$/);
  const refused = await readFile(await file.path(), "utf8");
  expect(refused).toContain(`4,refused,${mark}-3`);
  expect(refused).not.toContain(`${mark}-1`);

  await page.getByRole("button", { name: "Import 2 products" }).click();
  await expect(page.getByText("What has changed")).toBeVisible();
  const customer = await page.request.get(`/api/products?keyword=${encodeURIComponent(`Import table ${mark}`)}`);
  expect(await customer.text()).toContain(`Import table ${mark}`);

  // Somebody changes a price; the undo tells it.
  await shop.setPriceOf(`Import table ${mark}`, 77_700);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: `Restore Import table ${mark}` })).toBeVisible();
  await expect(page.getByText("$777.00")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("dialog", { name: "Undo this import?" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 product was left alone, because somebody changed them since.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`/admin/productlist?search=${mark}`);
  await expect(page.getByRole("link", { name: `Edit Import table ${mark}` })).toBeVisible();
  await expect(page.getByText(`Import chair ${mark}`)).toBeHidden();
});

test("A column that can be read in two ways is asked, never guessed, and each column says what becomes of it", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const mark = Date.now();
  await enterAs(page, admin);
  await page.goto("/admin/import");
  const file = `Key,Name,Price,Stock,Notes\n${mark}-1,Ambiguous sofa ${mark},"1.500",4,soft\n${mark}-2,Free mug ${mark},0,2,\n`;
  await choose(page, `prices-${mark}.csv`, file);
  await page.getByText("What becomes of each column: 4 read, 1 ignored").click();
  await expect(page.getByText("Ignored: no field is chosen for it")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Encoding" })).toHaveValue("utf-8");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Check the file" }).click();

  await expect(page.getByText("1 new, 0 changed, 0 same, 1 refused")).toBeVisible();
  await expect(
    page.getByText("Price “1.500” can be 1,500 or 1.5. Choose the decimal mark and check again."),
  ).toBeVisible();
  await page.getByRole("region", { name: "Worth a look" }).getByRole("button", { name: "Show 1 row" }).click();
  await expect(page.getByText(`Free mug ${mark}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`Ambiguous sofa ${mark}`, { exact: true })).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Show" })).toBeFocused();
  await expectGoodAtAllWidths(page);
  await page.getByRole("combobox", { name: "Decimal mark" }).selectOption("A comma, as in 1.299,00");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("2 new, 0 changed, 0 same, 0 refused")).toBeVisible();
  await expect(page.getByText("$1,500.00")).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("An import is made and undone by keyboard alone", { tag: "@wide" }, async ({ page }) => {
  test.slow();
  const mark = Date.now();
  await enterAs(page, admin);
  await page.goto("/admin/import");
  const button = page.getByRole("button", { name: "Choose a file" });
  await expect(button).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  const content = `Key,Name,Price\nk${mark},Typed import ${mark},5.00\n`;
  await (await chooser).setFiles({ name: "keys.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await expect(page.getByRole("heading", { name: "keys.csv" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Check the file" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 new, 0 changed, 0 same, 0 refused")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Import 1 product" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("What has changed")).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo the import" });
  await expect(undo).toBeEnabled();
  await tabTo(page, undo);
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Undo this import?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await tabTo(page, question.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
});

test("A ZIP of images beside the file gives its products their images", { tag: "@wide" }, async ({ page }) => {
  test.slow();
  const mark = Date.now();
  await enterAs(page, admin);
  await page.goto("/admin/import");
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  const rows = ["Key,Name,Price,Stock,Image", `z${mark}-1,Zipped table ${mark},5.00,1,table.png`];
  await choose(page, `zipped-${mark}.csv`, [...rows, `z${mark}-2,Zipped chair ${mark},6.00,1,chair.png`].join("\n"));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a ZIP of images" }).click();
  const buffer = zipOf([{ name: "table.png", content: squareOf([20, 120, 60]) }]);
  await (await chooser).setFiles({ name: `images-${mark}.zip`, mimeType: "application/zip", buffer });
  await expect(page.getByText(`images-${mark}.zip has 1 file.`)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: /^Import \d products?$/ }).click();
  await expect(page.getByText("What has changed")).toBeVisible();
  // A worker makes the image after the import.
  const find = async (key: "_id" | "image") => {
    const found = await page.request.get(`/api/products?keyword=${encodeURIComponent(`Zipped table ${mark}`)}`);
    return (await found.text()).match(new RegExp(`"${key}":"([^"]+)"`))?.[1] ?? "";
  };
  await expect.poll(() => find("image"), { timeout: 60_000 }).toMatch(/^\/uploads\//);
  expect((await page.request.get(await find("image"))).headers()["content-type"]).toMatch(/^image\//);
  await page.goto(`/product/${await find("_id")}`);
  await expect(page.getByRole("img", { name: `Zipped table ${mark}` }).first()).toBeVisible();
});
