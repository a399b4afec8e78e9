import { createServer, type Server } from "node:http";
import type { APIRequestContext, Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

/** What a program gets with a key, without any cookie. */
async function statusOf(request: APIRequestContext, key: string, ask: { path: string; method: string }) {
  const headers = { authorization: `Bearer ${key}` };
  return (await request.fetch(ask.path, { method: ask.method, headers })).status();
}

test(
  "an admin creates a key, a program uses it until it is revoked",
  { tag: ["@both", "@wide"] },
  async ({ page, playwright, baseURL }, { project }) => {
    const name = `Warehouse on a ${project.name}`;
    await enterAs(page, admin);
    await page.goto("/admin/audit");
    // On phones the navigation is in a drawer.
    if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Apps" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
    await page.getByRole("button", { name: "Create key" }).click();
    const form = page.getByRole("dialog", { name: "Create an API key" });
    await expect(form.getByLabel("Name")).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(form.getByText("Name is required")).toBeVisible();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    const shown = page.getByRole("dialog", { name: `Key “${name}” created` });
    const key = (await shown.getByText(/^shopkey_/).textContent()) ?? "";
    expect(key).toMatch(/^shopkey_[0-9a-f]{64}$/);
    await expect(shown.getByRole("button", { name: "Copy key" })).toBeVisible();
    await expectGoodAtAllWidths(page);
    await shown.getByRole("button", { name: "Done" }).click();
    const line = page.getByRole("listitem").filter({ hasText: name });
    await expect(line).toContainText("never used");
    expect(await page.content()).not.toContain(key.slice(16));

    const program = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    expect(await statusOf(program, key, { method: "GET", path: "/api/orders?limit=1" })).toBe(200);
    expect(await statusOf(program, key, { method: "POST", path: "/api/products" })).toBe(403);
    expect(await statusOf(program, key, { method: "GET", path: "/api/users" })).toBe(403);
    await page.reload();
    await expect(line).toContainText("last used on");
    await expectGoodAtAllWidths(page);

    await line.getByRole("button", { name: `Revoke the key ${name}` }).click();
    await page.getByRole("dialog", { name: "Revoke this key?" }).getByRole("button", { name: "Revoke" }).click();
    await expect(line).toContainText("Revoked");
    expect(await statusOf(program, key, { method: "GET", path: "/api/orders?limit=1" })).toBe(401);
    await program.dispose();
    await page.goto("/admin/audit");
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `revoked API key ${name}` })
        .first(),
    ).toBeVisible();
  },
);

/** A program that is told of events, and answers with a status. */
async function openReceiver(): Promise<{ server: Server; url: string; answer: { status: number }; ids: string[] }> {
  const [answer, ids] = [{ status: 500 }, [] as string[]];
  const server = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]));
    request.resume();
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return { server, url: `http://127.0.0.1:${address.port}/hooks`, answer, ids };
}

async function addWebhook(page: Page, url: string): Promise<void> {
  await page.goto("/admin/webhooks");
  await page.getByRole("button", { name: "Add webhook" }).click();
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  await form.getByRole("textbox", { name: "Address" }).fill(url);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Choose at least one event")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("checkbox", { name: "An order was paid" }).check();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Webhook added" });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await shown.getByRole("button", { name: "Done" }).click();
}

test("an admin adds a webhook, and sees in its log what arrived and what did not", { tag: ["@both", "@wide"] }, async ({
  page,
}) => {
  const { server, url, answer, ids } = await openReceiver();
  await enterAs(page, admin);
  await addWebhook(page, url);
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhook" })).toBeVisible();
  const log = page.getByRole("region", { name: "Log" });
  await expect(log).toContainText("Nothing here");
  await page.getByRole("button", { name: "Send a test" }).click();
  const line = log.getByRole("listitem").first();
  await expect(line).toContainText("Failed, tried again");
  await expect(line).toContainText("answered with status 500");
  answer.status = 204;
  await line.getByRole("button", { name: "Send again" }).click();
  await expect(line).toContainText("Arrived");
  await expect(line).toContainText("answered 204");
  expect(new Set(ids).size).toBe(1);
  await line.getByRole("button", { name: "Message" }).click();
  await expect(line.getByText('"type": "webhook.test"')).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("dialog", { name: "Make a new secret?" }).getByRole("button", { name: "New secret" }).click();
  const renewed = page.getByRole("dialog", { name: "New secret" });
  await expect(renewed.getByText(/^whsec_/)).toBeVisible();
  await renewed.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove this webhook?" }).getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL("/admin/webhooks");
  await expect(page.getByRole("link", { name: url })).toHaveCount(0);
  server.close();
});
