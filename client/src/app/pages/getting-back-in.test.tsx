import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const field = (label: string) => screen.getByLabelText(label);
const button = (name: string) => screen.getByRole("button", { name });
const main = () => within(screen.getByRole("main"));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const refused = () =>
  new Refusal(400, "This code is wrong or no longer valid. Please request a new one.", "INVALID_CODE");

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a forgotten password", () => {
  it("leads from Sign In, with the e-mail that was typed, to a code, to a new password and back", async () => {
    const sent = "If there is an account for this address, we have sent it a code.";
    const server = stubServer({
      "account.requestPasswordReset": () => ({ message: sent }),
      "account.resetPassword": () => ({ message: "Password changed" }),
    });
    const { user, router } = renderShop("/login");
    await heading("Sign In");
    await fill(user, field("Email"), "ada@example.com");
    await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    await heading("Forgot Your Password?");
    expect(field("Email")).toHaveProperty("value", "ada@example.com");
    await user.click(button("Send a Code"));
    await heading("New Password");
    expect(main().getByText(sent)).toBeDefined();
    expect(button("Set New Password")).toHaveProperty("disabled", true);
    await fill(user, field("Code"), "1234 5678");
    await fill(user, field("New Password"), "another horse 2");
    await fill(user, field("Confirm Password"), "another horse 2");
    await user.click(button("Set New Password"));
    await heading("Sign In");
    expect(router.state.location.pathname).toBe("/login");
    expect(main().getByText("Your password was changed. Please sign in with the new one.")).toBeDefined();
    expect(field("Email")).toHaveProperty("value", "ada@example.com");
    expect(server.inputsOf("account.resetPassword")).toEqual([
      { email: "ada@example.com", code: "1234 5678", password: "another horse 2" },
    ]);
  });

  it("needs only the password after the link of the mail, whose code leaves the address bar", async () => {
    stubServer({});
    window.history.replaceState(null, "", "/reset-password#email=ada%2Bx%40example.com&code=12345678");
    renderShop("/reset-password#email=ada%2Bx%40example.com&code=12345678");
    await heading("New Password");
    expect(field("Email")).toHaveProperty("value", "ada+x@example.com");
    expect(field("Code")).toHaveProperty("value", "12345678");
    expect(field("Code").getAttribute("autocomplete")).toBe("one-time-code");
    expect(field("New Password").getAttribute("autocomplete")).toBe("new-password");
    await waitFor(() => expect(window.location.hash).toBe(""));
    window.history.replaceState(null, "", "/");
  });

  it("keeps what was typed when the code is refused, and shows the way to a new one", async () => {
    stubServer({ "account.resetPassword": refused });
    const { user } = renderShop("/reset-password#email=ada@example.com&code=12345678");
    await heading("New Password");
    await fill(user, field("New Password"), "another horse 2");
    await fill(user, field("Confirm Password"), "another horse 2");
    await user.click(button("Set New Password"));
    expect(await main().findByText(/no longer valid\. Please request a new one/)).toBeDefined();
    expect(field("New Password")).toHaveProperty("value", "another horse 2");
    await user.click(screen.getByRole("link", { name: "Request a new one" }));
    await heading("Forgot Your Password?");
    expect(field("Email")).toHaveProperty("value", "ada@example.com");
  });

  it("says what is wrong with the new password at its field", async () => {
    const message = "This password is too easy to guess";
    stubServer({
      "account.resetPassword": () => new Refusal(400, message, "VALIDATION", [{ path: "password", message }]),
    });
    const { user } = renderShop("/reset-password#email=ada@example.com&code=12345678");
    await heading("New Password");
    await fill(user, field("New Password"), "lumen and loom");
    await fill(user, field("Confirm Password"), "lumen and loom");
    await user.click(button("Set New Password"));
    await waitFor(() => expect(field("New Password").getAttribute("aria-invalid")).toBe("true"));
    expect(document.activeElement).toBe(field("New Password"));
  });

  it("signs this browser out, whose session the new password has ended", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    stubServer({ "account.profile": () => ada, "account.resetPassword": () => ({ message: "Password changed" }) });
    const { user } = renderShop("/reset-password#email=ada@example.com&code=12345678");
    await heading("New Password");
    await fill(user, field("New Password"), "another horse 2");
    await fill(user, field("Confirm Password"), "another horse 2");
    await user.click(button("Set New Password"));
    await heading("Sign In");
    expect(localStorage.getItem("userInfo")).toBeNull();
  });
});

describe("a changed e-mail", () => {
  it("is confirmed by one button, without signing in", async () => {
    const server = stubServer({ "account.confirmEmail": () => ({ message: "E-mail confirmed" }) });
    const { user } = renderShop("/confirm-email#token=abc");
    await heading("Confirm Email");
    await user.click(button("Confirm"));
    expect(await main().findByText(/Your email is confirmed/)).toBeDefined();
    expect(server.inputsOf("account.confirmEmail")).toEqual([{ token: "abc" }]);
  });

  it("is not what is asked about where the mail tells of a new way to sign in", async () => {
    stubServer({ "account.confirmEmail": () => ({ message: "E-mail confirmed" }) });
    const { user } = renderShop("/confirm-email#token=abc&about=sign-in");
    await heading("Was This You?");
    expect(main().queryByText(/address/)).toBeNull();
    await user.click(button("Confirm"));
    expect(await main().findByText(/It stays yours/)).toBeDefined();
  });

  it("that cannot be confirmed leads to the profile", async () => {
    stubServer({ "account.confirmEmail": () => new Refusal(400, "This link does not work any more", "INVALID_LINK") });
    const { user } = renderShop("/confirm-email");
    await heading("Confirm Email");
    await user.click(button("Confirm"));
    expect(await main().findByText("This link does not work any more")).toBeDefined();
    expect(main().getByText(/have the mail sent again/)).toBeDefined();
  });

  it("that was not the owner's is undone by one button, which leads to a new password", async () => {
    const server = stubServer({
      "account.restoreEmail": () => ({ message: "E-mail restored", email: "ada@example.com" }),
    });
    const { user } = renderShop("/restore-email#token=abc");
    await heading("Was This Not You?");
    await user.click(button("Restore My Email"));
    await heading("Forgot Your Password?");
    expect(server.inputsOf("account.restoreEmail")).toEqual([{ token: "abc" }]);
    expect(field("Email")).toHaveProperty("value", "ada@example.com");
    expect(main().getByText(/all devices are signed out/)).toBeDefined();
  });

  it("is said to be unconfirmed in the profile, which sends the mail again", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    const server = stubServer({
      "account.profile": () => ada,
      "order.mine": () => [],
      "account.emailConfirmation": () => ({ isConfirmed: false, mailsGoTo: "old@example.com" }),
      "account.sendEmailConfirmation": () => ({ message: "Sent again" }),
    });
    const { user } = renderShop("/profile");
    expect(await screen.findByText("Your email is not confirmed yet")).toBeDefined();
    expect(screen.getByText("old@example.com")).toBeDefined();
    await user.click(button("Send the Mail Again"));
    expect(await screen.findByText("We have sent the mail again")).toBeDefined();
    expect(server.inputsOf("account.sendEmailConfirmation")).toHaveLength(1);
  });
});
