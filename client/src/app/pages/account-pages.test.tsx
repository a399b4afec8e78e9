import { notifications } from "@mantine/notifications";
import type { Order } from "@shop/shared/order/order";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyOrderParts } from "../order-in-test.ts";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const order: Order = {
  _id: "0190c4de-0000-7000-8000-00000001a2b3",
  user: { name: "Ada", email: "ada@example.com" },
  orderItems: [],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 1019.9,
  shippingPrice: 0,
  taxPrice: 152.99,
  totalPrice: 1172.89,
  paymentResult: { id: "5O190127TN364715T", status: "completed" },
  isPaid: true,
  paidAt: "2026-06-30T23:12:03.000Z",
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: "2026-06-29T01:00:00.000Z",
  ...emptyOrderParts,
};

const field = (label: string) => screen.getByLabelText(label);
const toast = (text: string) => screen.findByText(text, { selector: "[data-outcome] *" });
const button = (name: string) => screen.getByRole("button", { name });
/** What is said under a field that is not right. */
const errorOf = (label: string) => {
  const input = field(label);
  const ids = (input.getAttribute("aria-describedby") ?? "").split(" ");
  return input.getAttribute("aria-invalid") === "true"
    ? ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
    : "";
};

/** An answer that comes when the test says so. */
function later() {
  let answer = (_value: unknown) => {};
  const promise = new Promise((done) => {
    answer = done;
  });
  return { promise, answer: (value: unknown) => answer(value) };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function open(path: string, answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer(answers);
  const shop = renderShop(path);
  await screen.findByRole("heading", { level: 1, name: /Sign In|Register|Profile/ });
  return { ...shop, server };
}

describe("signing in", () => {
  const answers = { "account.profile": () => ada, "order.mine": () => [] };

  it("needs an e-mail that is not blank and a password", async () => {
    const { user } = await open("/login");
    expect(button("Sign In")).toHaveProperty("disabled", true);
    await user.type(field("Email"), "   ");
    await user.type(field("Password"), "x");
    expect(button("Sign In")).toHaveProperty("disabled", true);
    await fill(user, field("Email"), "a@b.co");
    expect(button("Sign In")).toHaveProperty("disabled", false);
  });

  it("sends a trimmed e-mail, says that it works, ignores a second press, and goes on", async () => {
    const { promise, answer } = later();
    const { user, server, router } = await open("/login?redirect=/profile", {
      ...answers,
      "account.signIn": () => promise,
    });
    await fill(user, field("Email"), " ada@example.com ");
    await fill(user, field("Password"), " secret ");
    await user.dblClick(button("Sign In"));
    const busy = await screen.findByRole("button", { name: "Signing In…" });
    await user.click(busy);
    expect(server.inputsOf("account.signIn")).toEqual([{ email: "ada@example.com", password: " secret " }]);
    answer(ada);
    await screen.findByRole("heading", { level: 1, name: "Profile" });
    expect(router.state.location.pathname).toBe("/profile");
    expect(JSON.parse(localStorage.getItem("userInfo") ?? "")).toEqual(ada);
    expect(localStorage.getItem("expirationTime")).toBe(String(ada.expirationTime));
  });

  it("that is refused keeps the e-mail and the cart, and asks for the password again", async () => {
    localStorage.setItem("cart", "{}");
    const { user } = await open("/login", {
      "account.signIn": () => new Refusal(401, "Invalid email or password", "INVALID_CREDENTIALS"),
    });
    await fill(user, field("Email"), "ada@example.com");
    await fill(user, field("Password"), "wrong");
    await user.click(button("Sign In"));
    expect(await toast("Invalid email or password")).toBeDefined();
    expect(field("Email")).toHaveProperty("value", "ada@example.com");
    expect(document.activeElement).toBe(field("Password"));
    expect(localStorage.getItem("cart")).toBe("{}");
  });

  it("that is refused says so in the form until the next attempt, also without the message", async () => {
    let isRefused = true;
    const { user } = await open("/login", {
      "account.signIn": () => (isRefused ? new Refusal(401, "Invalid email or password") : later().promise),
    });
    await fill(user, field("Email"), "ada@example.com");
    await fill(user, field("Password"), "wrong");
    await user.click(button("Sign In"));
    await toast("Invalid email or password");
    act(() => notifications.clean());
    const main = within(screen.getByRole("main"));
    expect(main.getByText("Invalid email or password")).toBeDefined();
    await fill(user, field("Password"), "secret");
    expect(main.getByText("Invalid email or password")).toBeDefined();
    isRefused = false;
    await user.click(button("Sign In"));
    await screen.findByRole("button", { name: "Signing In…" });
    expect(main.queryByText("Invalid email or password")).toBeNull();
  });

  it("of an administrator with a second factor asks for a code, and selects a wrong one", async () => {
    const { user, server } = await open("/login?redirect=/profile", {
      ...answers,
      "account.signIn": (input) => {
        const code: unknown = Reflect.get(Object(input), "code");
        if (code === undefined) return new Refusal(403, "Please enter the code", "SECOND_FACTOR_REQUIRED");
        return code === "123456" ? ada : new Refusal(401, "This code is not right", "INVALID_CREDENTIALS");
      },
    });
    await fill(user, field("Email"), "ada@example.com");
    await user.type(field("Password"), "secret{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(screen.queryByLabelText("Code")));
    expect(screen.queryByText("Please enter the code")).toBeNull();
    await user.keyboard("000000{Enter}");
    expect(await screen.findAllByText("This code is not right")).not.toHaveLength(0);
    await user.keyboard("123456{Enter}");
    await screen.findByRole("heading", { level: 1, name: "Profile" });
    const sent = { email: "ada@example.com", password: "secret" };
    expect(server.inputsOf("account.signIn")).toEqual([sent, { ...sent, code: "000000" }, { ...sent, code: "123456" }]);
  });

  it("falls back to its own words", async () => {
    const { user } = await open("/login", { "account.signIn": () => new Refusal(500) });
    await fill(user, field("Email"), "ada@example.com");
    await fill(user, field("Password"), "secret");
    await user.click(button("Sign In"));
    expect(await toast("Login failed")).toBeDefined();
  });

  it("leads to registering and back with the same target", async () => {
    const { user } = await open("/login?redirect=/shipping");
    await user.click(screen.getByRole("link", { name: "Register" }));
    await screen.findByRole("heading", { level: 1, name: "Register" });
    const back = within(screen.getByRole("main")).getByRole("link", { name: "Sign In" });
    expect(back.getAttribute("href")).toBe("/login?redirect=/shipping");
  });

  it("reproaches nobody for a field that was only passed", async () => {
    const { user } = await open("/login");
    await user.click(field("Email"));
    await user.tab();
    await user.tab();
    await new Promise((done) => setTimeout(done, 20));
    expect(errorOf("Email")).toBe("");
  });

  it("says of a field that was emptied that it is required, once it has been left", async () => {
    const { user } = await open("/login");
    for (const [label, text] of [
      ["Email", "Email is required"],
      ["Password", "Password is required"],
    ] as const) {
      await user.type(field(label), "a");
      await user.clear(field(label));
      await user.tab();
      await waitFor(() => expect(errorOf(label)).toContain(text));
    }
  });
});

describe("registering", () => {
  async function fillForm(user: Awaited<ReturnType<typeof open>>["user"], change: Record<string, string> = {}) {
    const values = { Name: "Ada", Email: "ada@example.com", Password: "analytical", "Confirm Password": "analytical" };
    for (const [label, value] of Object.entries({ ...values, ...change })) await fill(user, field(label), value);
  }

  it("states the rule for passwords before anything is typed", async () => {
    await open("/register");
    const described = field("Password").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toContain("At least 8 characters");
  });

  it("checks a field once it has been left, says so under it, and is silent while it is typed in", async () => {
    const { user } = await open("/register");
    await user.type(field("Email"), "ada@");
    expect(errorOf("Email")).toBe("");
    await user.tab();
    await waitFor(() => expect(errorOf("Email")).toContain("Email is not valid"));
    await user.type(field("Email"), "e");
    expect(errorOf("Email")).toBe("");
  });

  it("says when the passwords do not match, and waits until they do", async () => {
    const { user } = await open("/register");
    await fillForm(user, { "Confirm Password": "analytics" });
    expect(button("Register")).toHaveProperty("disabled", true);
    await user.tab();
    await waitFor(() => expect(errorOf("Confirm Password")).toContain("Passwords do not match"));
    // Putting the first right puts the second right.
    await user.clear(field("Password"));
    await fill(user, field("Password"), "analytics");
    expect(button("Register")).toHaveProperty("disabled", false);
    await user.tab();
    await waitFor(() => expect(errorOf("Confirm Password")).toBe(""));
  });

  it("sends name, e-mail and password, and nothing else", async () => {
    const { user, server, router } = await open("/register?redirect=/cart", {
      "account.register": () => ada,
      "account.profile": () => ada,
    });
    await fillForm(user);
    await user.click(button("Register"));
    await screen.findByRole("heading", { level: 1, name: "Shopping Cart" });
    expect(router.state.location.pathname).toBe("/cart");
    expect(server.inputsOf("account.register")).toEqual([
      { name: "Ada", email: "ada@example.com", password: "analytical" },
    ]);
  });

  it("with a taken e-mail says so there and in a message, and loses nothing", async () => {
    const { user } = await open("/register", {
      "account.register": () =>
        new Refusal(409, "User already exists", "EMAIL_TAKEN", [{ path: "email", message: "User already exists" }]),
    });
    await fillForm(user);
    await user.click(button("Register"));
    await waitFor(() => expect(errorOf("Email")).toContain("User already exists"));
    expect(screen.getAllByText("User already exists")).toHaveLength(2);
    expect(document.activeElement).toBe(field("Email"));
    expect(field("Password")).toHaveProperty("value", "analytical");
  });

  it("falls back to its own words", async () => {
    const { user } = await open("/register", { "account.register": () => new Refusal(500) });
    await fillForm(user);
    await user.click(button("Register"));
    expect(await screen.findByText("Registration failed")).toBeDefined();
  });

  it("shows and hides each password by a button with a state", async () => {
    const { user } = await open("/register");
    const toggle = button("Show confirm password");
    expect(toggle.getAttribute("aria-pressed")).toBe("false");
    await user.click(toggle);
    expect(field("Confirm Password").getAttribute("type")).toBe("text");
    expect(field("Password").getAttribute("type")).toBe("password");
    expect(button("Hide confirm password").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("the profile", () => {
  async function openProfile(answers: Parameters<typeof stubServer>[0] = {}) {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    const own = { "account.profile": () => ada, "account.sessions": () => [], "order.mine": () => [] };
    return open("/profile", { ...own, ...answers });
  }

  it("can be saved once something has changed, and only then", async () => {
    const { user } = await openProfile();
    expect(button("Update")).toHaveProperty("disabled", true);
    await user.type(field("Name"), "!");
    expect(button("Update")).toHaveProperty("disabled", false);
    await user.type(field("Name"), "{Backspace}");
    expect(button("Update")).toHaveProperty("disabled", true);
  });

  it("sends no password unless one was typed, and shows the new name at once", async () => {
    const renamed = { ...ada, name: "Countess" };
    const { user, server } = await openProfile({ "account.updateProfile": () => renamed });
    await user.clear(field("Name"));
    await fill(user, field("Name"), "Countess");
    await user.click(button("Update"));
    expect(await screen.findByText("Profile updated successfully")).toBeDefined();
    expect(server.inputsOf("account.updateProfile")).toEqual([{ name: "Countess", email: ada.email }]);
    expect(await screen.findByRole("button", { name: "Countess" })).toBeDefined();
    expect(button("Update")).toHaveProperty("disabled", true);
  });

  it("needs a name, a good password, and the same one twice", async () => {
    const { user, server } = await openProfile();
    await user.clear(field("Name"));
    await fill(user, field("New Password"), "short");
    await fill(user, field("Confirm Password"), "shorter");
    await user.click(button("Update"));
    expect(errorOf("Name")).toContain("Name is required");
    expect(errorOf("New Password")).toContain("at least 8 characters");
    expect(errorOf("Confirm Password")).toContain("Passwords do not match");
    expect(document.activeElement).toBe(field("Name"));
    expect(server.inputsOf("account.updateProfile")).toEqual([]);
  });

  it("asks for the current password when the shop wants it, and then saves what was typed", async () => {
    let isConfirmed = false;
    const { user, server } = await openProfile({
      "account.updateProfile": () =>
        isConfirmed ? { ...ada, email: "new@example.com" } : new Refusal(403, "Please enter it", "REAUTH_REQUIRED"),
      "account.reauthenticate": (input) => {
        isConfirmed = Reflect.get(Object(input), "password") === "right";
        return isConfirmed
          ? { message: "" }
          : new Refusal(401, "This is not your current password", "INVALID_CREDENTIALS");
      },
    });
    await user.clear(field("Email"));
    await fill(user, field("Email"), "new@example.com");
    await user.click(button("Update"));
    const dialog = await screen.findByRole("dialog", { name: "Is it you?" });
    await user.type(within(dialog).getByLabelText(/^Current Password/), "wrong{Enter}");
    expect(await within(dialog).findByText("This is not your current password")).toBeDefined();
    await user.clear(within(dialog).getByLabelText(/^Current Password/));
    await user.type(within(dialog).getByLabelText(/^Current Password/), "right{Enter}");
    expect(await screen.findByText("Profile updated successfully")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.inputsOf("account.updateProfile")).toHaveLength(2);
  });

  describe("in the section about one's data", () => {
    /** A shop that wants the password again, and gets it. */
    function askingForPassword(path: string, answer: unknown) {
      let isConfirmed = false;
      return {
        [path]: () => (isConfirmed ? answer : new Refusal(403, "Please enter it", "REAUTH_REQUIRED")),
        "account.reauthenticate": () => {
          isConfirmed = true;
          return { message: "" };
        },
      };
    }
    async function enterPassword(user: Awaited<ReturnType<typeof openProfile>>["user"], purpose: string) {
      const dialog = await screen.findByRole("dialog", { name: "Is it you?" });
      expect(dialog.textContent).toContain(purpose);
      await user.type(within(dialog).getByLabelText(/^Current Password/), "right{Enter}");
    }

    it("downloads a file after the password", async () => {
      const saved: string[] = [];
      const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved.push(`${this.download} ${this.href.slice(0, 5)}`);
      });
      const { user } = await openProfile(askingForPassword("/api/users/profile/data", { about: {} }));
      await user.click(button("Download my data"));
      await enterPassword(user, "to download your data");
      expect(await toast("Your data was downloaded")).toBeDefined();
      expect(saved).toEqual(["data.json blob:"]);
      save.mockRestore();
    });

    it("says why a download is refused", async () => {
      const refusal = new Refusal(429, "Too many attempts. Please wait a little and try again.", "RATE_LIMITED");
      const { user } = await openProfile({ "/api/users/profile/data": () => refusal });
      await user.click(button("Download my data"));
      expect(await toast(refusal.message)).toBeDefined();
    });

    it("says what goes and what stays, asks for the password, deletes the account, and goes Home", async () => {
      localStorage.setItem("cart", "{}");
      const answers = askingForPassword("account.deleteAccount", { message: "Account deleted" });
      const { user, server, router } = await openProfile(answers);
      await user.click(button("Delete my account"));
      const dialog = await screen.findByRole("dialog", { name: "Delete your account?" });
      const lists = within(dialog).getAllByRole("list");
      expect(lists.map((list) => list.textContent)).toEqual([
        expect.stringContaining("Your name, e-mail address and password"),
        expect.stringContaining("Your orders"),
      ]);
      await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
      expect(server.inputsOf("account.deleteAccount")).toEqual([]);
      await user.click(button("Delete my account"));
      await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
      await enterPassword(user, "to delete your account");
      expect(await toast("Your account was deleted")).toBeDefined();
      expect(router.state.location.pathname).toBe("/");
      expect([localStorage.getItem("userInfo"), localStorage.getItem("cart")]).toEqual([null, null]);
      expect(server.inputsOf("account.deleteAccount")).toHaveLength(2);
    });

    it("offers admins no deletion, and says why", async () => {
      await openProfile({ "account.profile": () => ({ ...ada, isAdmin: true }) });
      expect(screen.getByText(/^Administrators cannot be deleted\./)).toBeDefined();
      expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
    });
  });

  it("says beside the field why the shop refuses a password", async () => {
    const path = "password";
    const message = "This password is too easy to guess";
    const { user } = await openProfile({
      "account.updateProfile": () => new Refusal(400, message, "VALIDATION", [{ path, message }]),
    });
    await fill(user, field("New Password"), "maverick");
    await fill(user, field("Confirm Password"), "maverick");
    await user.click(button("Update"));
    await waitFor(() => expect(errorOf("New Password")).toContain(message));
    expect(document.activeElement).toBe(field("New Password"));
  });

  it("lists where one is signed in, and signs out there", async () => {
    const session = { ip: "203.0.113.7", signedInAt: order.createdAt, lastUsedAt: order.createdAt };
    const here = { ...session, _id: "1", device: "Firefox on Windows", isCurrent: true };
    let there = [{ ...session, _id: "2", device: "Safari on iOS", isCurrent: false }];
    const { user, server } = await openProfile({
      "account.sessions": () => [here, ...there],
      "account.endSession": () => {
        there = [];
        return { message: "Signed out there" };
      },
    });
    const places = await screen.findByRole("region", { name: "Where You Are Signed In" });
    expect(
      within(places)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["Firefox on Windows203.0.113.7This device", "Safari on iOS203.0.113.7Last used Jun 29, 2026Sign out"]);
    await user.click(within(places).getByRole("button", { name: "Sign out Safari on iOS" }));
    expect(await screen.findByText("Signed out there")).toBeDefined();
    await waitFor(() => expect(within(places).getAllByRole("listitem")).toHaveLength(1));
    expect(within(places).queryByRole("button")).toBeNull();
    expect(server.inputsOf("account.endSession")).toEqual([{ id: "2" }]);
  });

  it.each([
    ["offers to sign out the other devices when a passkey was removed", 2],
    ["asks nothing more when a passkey was removed and one is signed in here alone", 1],
  ])("%s", async (_, places) => {
    const session = { ip: null, device: "Firefox", signedInAt: order.createdAt, lastUsedAt: order.createdAt };
    const passkey = { _id: "k", name: "Phone", createdAt: order.createdAt, lastUsedAt: null, isSuspended: false };
    let passkeys = [passkey];
    let sessions = [1, 2].slice(0, places).map((place) => ({ ...session, _id: `${place}`, isCurrent: place === 1 }));
    const { user, server } = await openProfile({
      "account.sessions": () => sessions,
      "account.passkeys.list": () => passkeys,
      "account.passkeys.remove": () => {
        passkeys = [];
        return { message: "Passkey removed" };
      },
      "account.endOtherSessions": () => {
        sessions = sessions.slice(0, 1);
        return { message: "Signed out everywhere else" };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Remove the passkey of Phone" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Passkey removed")).toBeDefined();
    if (places === 1) {
      await waitFor(() => expect(screen.getByText("You have no passkey yet.")).toBeDefined());
      expect(screen.queryByRole("dialog")).toBeNull();
      return;
    }
    const offer = await screen.findByRole("dialog", { name: "Sign out your other devices?" });
    expect(offer.textContent).toContain("You are signed in on one other device.");
    await user.click(within(offer).getByRole("button", { name: "Sign them out" }));
    expect(await screen.findByText("Signed out everywhere else")).toBeDefined();
    expect(server.inputsOf("account.endOtherSessions")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("falls back to its own words and keeps what was typed", async () => {
    const { user } = await openProfile({ "account.updateProfile": () => new Refusal(500) });
    await fill(user, field("New Password"), "analytical");
    await fill(user, field("Confirm Password"), "analytical");
    await user.click(button("Update"));
    expect(await screen.findByText("Update failed")).toBeDefined();
    expect(field("New Password")).toHaveProperty("value", "analytical");
  });

  it("lists one's orders with short ids, days, totals and a named way to each", async () => {
    await openProfile({ "order.mine": () => [order] });
    const table = await screen.findByRole("table");
    const heads = within(table).getAllByRole("columnheader");
    expect(heads.map((head) => head.textContent)).toEqual(["ID", "DATE", "TOTAL", "PAID", "DELIVERED"]);
    const cells = within(table)
      .getAllByRole("cell")
      .filter((cell) => cell.dataset.label !== undefined);
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "1a2b3",
      "2026-06-29",
      "$1,172.89",
      "2026-06-30",
      "Not yet",
    ]);
    const details = within(table).getByRole("link", { name: "Details of order 1a2b3" });
    expect(details.getAttribute("href")).toBe(`/order/${order._id}`);
  });

  it("says of an order whether all of its money was refunded or some", async () => {
    const some = { ...order, _id: "0190c4de-0000-7000-8000-00000001ffff", refundedPrice: 5 };
    await openProfile({ "order.mine": () => [{ ...order, refundedPrice: 1172.89, isRefunded: true }, some] });
    const table = await screen.findByRole("table");
    const cells = [...table.querySelectorAll("[data-label=PAID]")].map((cell) => cell.textContent);
    expect(cells).toEqual(["2026-06-30Refunded", "2026-06-30Partly refunded"]);
  });

  it("says so when there are none, and when they cannot be read", async () => {
    await openProfile();
    expect(await screen.findByText("You have no orders yet.")).toBeDefined();
  });

  it("stays usable when the orders cannot be read", async () => {
    let isBroken = true;
    const { user } = await openProfile({ "order.mine": () => (isBroken ? new Refusal(403, "Not now") : [order]) });
    expect((await screen.findByRole("alert")).textContent).toContain("Not now");
    expect(field("Name")).toBeDefined();
    isBroken = false;
    await user.click(button("Try again"));
    expect(await screen.findByRole("table")).toBeDefined();
  });
});

describe("an order's page", () => {
  async function openOrder(change: Partial<Order> = {}) {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    stubServer({ "account.profile": () => ada, "order.byId": () => ({ ...order, ...change }) });
    const shop = renderShop(`/order/${order._id}`);
    await screen.findByRole("list", { name: "Order status" });
    return shop;
  }

  it("names the order, the customer with a mail link, the address, the method and the sums", async () => {
    await openOrder();
    expect(screen.getByRole("heading", { level: 1, name: "Order 1a2b3" })).toBeDefined();
    expect(screen.getByRole("link", { name: "ada@example.com" }).getAttribute("href")).toBe("mailto:ada@example.com");
    expect(screen.getByText("1 Main St, Springfield 12345, USA")).toBeDefined();
    expect(screen.getByText("PayPal")).toBeDefined();
    expect(screen.getAllByText("$1,172.89")).not.toEqual([]);
    expect(screen.getByText("Order is empty")).toBeDefined();
    expect(document.title).toBe("Order 1a2b3 | Lumen & Loom");
  });

  it("tells the state of each step in words", async () => {
    await openOrder({ confirmedAt: "2026-07-01T10:00:00.000Z", isConfirmed: true });
    const steps = within(screen.getByRole("list", { name: "Order status" })).getAllByRole("listitem");
    expect(steps.map((step) => step.textContent)).toEqual([
      "Confirmed2026-07-01",
      "ProcessingNext",
      "ShippedNot yet",
      "DeliveredNot yet",
    ]);
  });

  it("says whether it is paid", async () => {
    await openOrder();
    expect(screen.getByText(/^Paid on/).textContent).toBe("Paid on 2026-06-30");
    expect(screen.queryByText("Not Paid")).toBeNull();
  });

  it("says that it is not", async () => {
    await openOrder({ isPaid: false, paidAt: null });
    expect(screen.getByText("Not Paid")).toBeDefined();
  });

  it("shows each item with its way to the product and its sum", async () => {
    await openOrder({ orderItems: [{ product: "lamp", name: "Lamp", image: "", price: 19.99, qty: 3 }] });
    expect(screen.getByRole("link", { name: "Lamp" }).getAttribute("href")).toBe("/product/lamp");
    expect(screen.getByText(/^3 x/).textContent).toBe("3 x $19.99 = $59.97");
  });

  it("that does not exist says so and leads to one's orders", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    stubServer({ "account.profile": () => ada, "order.byId": () => new Refusal(404, "Order not found") });
    renderShop("/order/unknown");
    expect(await screen.findByRole("heading", { level: 1, name: "Order not found" })).toBeDefined();
    expect(screen.getByRole("link", { name: "My Orders" }).getAttribute("href")).toBe("/profile");
  });

  it("that fails to load says so and can be tried again", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    let isBroken = true;
    stubServer({ "account.profile": () => ada, "order.byId": () => (isBroken ? new Refusal(400) : order) });
    const { user } = renderShop(`/order/${order._id}`);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load order");
    isBroken = false;
    await user.click(button("Try again"));
    expect(await screen.findByRole("list", { name: "Order status" })).toBeDefined();
  });
});
