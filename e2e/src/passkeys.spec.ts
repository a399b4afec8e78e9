import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, loseSession, signIn, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 40[013]/] });

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

/** Plugs a device into the browser that makes passkeys and answers at once, as if its user touched it. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
}

/** Makes the browser one that does not offer passkeys in the field of the email address. */
async function forgetConditionalSignIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // An empty page has no passkeys at all.
    if (!isSecureContext) return;
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalGet: false });
  });
}

test("a customer is offered a passkey after an order, adds it, and signs in without typing", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  const account = await enterAsNew(page, "Maria Goeppert");
  const order = await shop.addOrder({ customerName: account.name, email: account.email, stepsDone: 1 });
  await plugIn(page);
  await page.goto(`/order/${order}`);
  const offer = page.getByRole("region", { name: "Sign in without a password next time" });
  await expect(offer).toBeVisible();
  await expectGoodAtAllWidths(page);
  await offer.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.goto("/profile");
  const passkey = page.getByRole("region", { name: "Passkeys" }).getByRole("listitem");
  await expect(passkey).toContainText("Not used yet");
  await expectGoodAtAllWidths(page);

  // The device answers the suggestions of the browser by itself.
  await signOut(page, account.name);
  await expect(page).toHaveURL("/");
  await page.goto("/profile");
  await expect(passkey).toContainText("Last used");

  // In a browser without such suggestions, the button asks for it.
  await forgetConditionalSignIn(page);
  await page.reload();
  await signOut(page, account.name);
  await expect(page).toHaveURL("/login");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/profile");
  await passkey.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You have no passkey yet.")).toBeVisible();
  await page.goto(`/order/${order}`);
  await offer.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Order Summary" })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test("an administrator sets an authenticator app up, and signs in in two steps", { tag: ["@phone", "@wide"] }, async ({
  page,
}) => {
  const account = await enterAsNew(page, "Lise Meitner");
  await shop.makeAdmin(account.email);
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Second Factor" });
  await section.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code with the key" })).toBeVisible();
  await expectAccessible(page);
  const key = (await dialog.locator("code").textContent()) ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This code is not right. Please enter the newest one.")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(totp.generate());
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  const [recoveryCode = ""] = await dialog.getByRole("listitem").allInnerTexts();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(section).toContainText("10 left");
  await expectGoodAtAllWidths(page);

  for (const next of [() => totp.generate({ timestamp: Date.now() + 30_000 }), () => recoveryCode]) {
    await signOut(page, account.name);
    await expect(page).toHaveURL("/login");
    await signIn(page, account);
    await expect(page.getByLabel("Code")).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("This code is not right, or it was used before").first()).toBeVisible();
    await page.getByLabel("Code").fill(next());
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  }
});

test("who takes an account back by mail sees what can sign in to it, and removes with one button what others added", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await forgetConditionalSignIn(page);
  const account = await enterAsNew(page, "Emmy Noether");
  await plugIn(page);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await loseSession(page);

  await page.request.post("/api/users/password-reset", { data: { email: account.email } });
  const mail = page.getByRole("listitem").filter({ hasText: `reset code to ${account.email}` });
  await expect(async () => {
    await page.goto("/dev/mail");
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.getByRole("link", { name: "HTML" }).click();
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await expect(page.getByLabel("Code")).toHaveValue(/^\d{8}$/);
  await expect(page).toHaveURL("/reset-password");
  const password = "another horse 2";
  await page.getByLabel("New Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "What Can Sign In" })).toBeVisible();
  const suspended = page.getByRole("region", { name: "Suspended" });
  await expect(suspended.getByRole("listitem")).toHaveCount(1);
  await expectGoodAtAllWidths(page);
  await suspended.getByRole("button", { name: "Remove all of them" }).focus();
  await page.keyboard.press("Enter");
  await expect(suspended).toHaveCount(0);
  await expect(page.getByRole("region", { name: "In Use" }).getByRole("listitem")).toHaveText([/Your password/]);
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page.getByText("You have no passkey yet.")).toBeVisible();
});
