import { initialCart } from "@shop/shared/cart/cart";
import { addItem } from "@shop/shared/cart/cart-changes";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dropExpiredSession } from "../features/account/session-store.ts";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const grace = { ...ada, _id: "grace", name: "Grace", email: "grace@example.com" };
const lamp = {
  _id: "lamp",
  name: "Lamp",
  image: "",
  brand: "Ember",
  category: "Home",
  description: "",
  price: 20,
  countInStock: 3,
};

const over = () => new Refusal(401, "Please sign in", "UNAUTHENTICATED");
const keep = (signedIn: object) => {
  localStorage.setItem("userInfo", JSON.stringify(signedIn));
  localStorage.setItem("expirationTime", String(ada.expirationTime));
};
const stored = () => JSON.parse(localStorage.getItem("userInfo") ?? "null");
const profile = (signedIn: unknown) => ({ "account.profile": () => signedIn, "order.mine": () => [] });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a screen for signed-in people", () => {
  it.each(["/profile", "/shipping", "/payment", "/placeorder", "/order/1?tab=2"])(
    "sends guests of %s to sign in, and remembers where they were going",
    async (path) => {
      stubServer({});
      const { router } = renderShop(path);
      await screen.findByRole("heading", { level: 1, name: "Sign In" });
      expect(router.state.location.pathname).toBe("/login");
      expect(new URLSearchParams(router.state.location.search).get("redirect")).toBe(path);
    },
  );

  it("shows nothing of itself before the server has said who is there", async () => {
    keep(ada);
    let answer = (_signedIn: typeof ada) => {};
    stubServer({ ...profile(undefined), "account.profile": () => new Promise((done) => (answer = done)) });
    renderShop("/profile");
    await waitFor(() => expect(document.querySelector("[data-screen-coming]")).not.toBeNull());
    expect(screen.queryByLabelText("Email")).toBeNull();
    act(() => answer(ada));
    expect(await screen.findByLabelText("Email")).toHaveProperty("value", ada.email);
  });

  it("wipes everything and asks to sign in when the server knows no session", async () => {
    keep(ada);
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, lamp, 1)));
    stubServer({ "account.profile": over });
    const { router } = renderShop("/profile");
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    expect(router.state.location.search).toBe("?redirect=/profile");
    expect(localStorage).toHaveLength(0);
    expect(screen.getByRole("link", { name: "Cart" })).toBeDefined();
  });

  it("keeps the session when the server only fails, and can ask again", async () => {
    keep(ada);
    let isBroken = true;
    stubServer({ ...profile(ada), "account.profile": () => (isBroken ? new Refusal(403) : ada) });
    const { user } = renderShop("/profile");
    expect((await screen.findByRole("alert")).textContent).toContain("An unknown error occurred");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Email")).toHaveProperty("value", ada.email);
    expect(stored()).toEqual(ada);
  });
});

describe("who is signed in already", () => {
  it.each(["/login", "/register"])("is sent from %s to where they were going", async (path) => {
    keep(ada);
    stubServer(profile(ada));
    const { router } = renderShop(`${path}?redirect=/profile`);
    await screen.findByRole("heading", { level: 1, name: "Profile" });
    expect(router.state.location.pathname).toBe("/profile");
  });

  it("does not go round in circles when the server knows no session", async () => {
    keep(ada);
    const server = stubServer({ "account.profile": over });
    renderShop("/login?redirect=/shipping");
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    expect(server.inputsOf("account.profile")).toHaveLength(1);
  });
});

describe("what the browser keeps of a session", () => {
  it("is corrected by the server's answer, wherever the shop was opened", async () => {
    keep({ ...ada, isAdmin: true });
    stubServer({ ...profile(ada) });
    renderShop("/cart");
    expect(await screen.findByRole("link", { name: "Cart" })).toBeDefined();
    expect(stored()).toEqual(ada);
  });

  it.each([[{ name: "Mallory" }], [[]], ["ada"], [null]])("counts as nobody when it is damaged: %j", async (value) => {
    localStorage.setItem("userInfo", JSON.stringify(value));
    const server = stubServer({});
    renderShop("/cart");
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeDefined();
    expect(server.inputsOf("account.profile")).toHaveLength(0);
  });

  it.each([
    ["a time that is over", "1000", false],
    ["a time to come", "3000", true],
    ["no number", "soon", true],
    ["nothing", undefined, true],
    ["an empty text", "", true],
  ])("with %s in it", (_, time, stays) => {
    keep(ada);
    if (time === undefined) localStorage.removeItem("expirationTime");
    else localStorage.setItem("expirationTime", time);
    dropExpiredSession(2_000);
    expect(stored() !== null).toBe(stays);
  });

  /** What the browser does when another tab has written. */
  function writeInOtherTab(signedIn: object | null) {
    const oldValue = localStorage.getItem("userInfo");
    const newValue = signedIn === null ? null : JSON.stringify(signedIn);
    if (newValue === null) localStorage.clear();
    else localStorage.setItem("userInfo", newValue);
    act(() => {
      window.dispatchEvent(
        new StorageEvent("storage", { key: "userInfo", oldValue, newValue, storageArea: localStorage }),
      );
    });
  }

  it("follows another tab: signed out there is signed out here", async () => {
    keep(ada);
    stubServer(profile(ada));
    const { router } = renderShop("/profile");
    await screen.findByLabelText("Email");
    writeInOtherTab(null);
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    expect(router.state.location.pathname).toBe("/login");
  });

  it("follows another tab: the next person sees nothing of the first", async () => {
    keep(ada);
    let present = ada;
    stubServer({ ...profile(ada), "account.profile": () => present });
    renderShop("/profile");
    await screen.findByLabelText("Email");
    present = grace;
    writeInOtherTab(grace);
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveProperty("value", grace.email));
    expect(stored()).toEqual(grace);
  });

  it("does not fight with another tab over a new name", async () => {
    keep(ada);
    let present = ada;
    stubServer({ ...profile(ada), "account.profile": () => present });
    renderShop("/profile");
    await screen.findByLabelText("Email");
    present = { ...ada, name: "Countess" };
    writeInOtherTab(present);
    expect(await screen.findByRole("button", { name: "Countess" })).toBeDefined();
    expect(stored()).toEqual(present);
  });
});

describe("Logout", () => {
  it("ends the session, empties the cart and leads to sign in", async () => {
    keep(ada);
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, lamp, 2)));
    const server = stubServer({ ...profile(ada), "account.signOut": () => ({ message: "" }) });
    const { user, router } = renderShop("/profile");
    await user.click(await screen.findByRole("button", { name: "Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Logout", hidden: true }));
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(server.inputsOf("account.signOut")).toHaveLength(1);
    expect(localStorage).toHaveLength(0);
    expect(screen.getByRole("link", { name: "Cart" })).toBeDefined();
  });

  it("that fails is only logged, and the person stays signed in", async () => {
    keep(ada);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    stubServer({ ...profile(ada), "account.signOut": () => new Refusal(503, "Unavailable") });
    const { user } = renderShop("/profile");
    await user.click(await screen.findByRole("button", { name: "Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Logout", hidden: true }));
    await waitFor(() => expect(log).toHaveBeenCalledWith("Logout failed", expect.anything()));
    expect(stored()).toEqual(ada);
    expect(screen.queryByText("Unavailable")).toBeNull();
  });
});
