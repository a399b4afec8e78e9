import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the withdrawal from a contract", () => {
  it("takes two steps from the footer, and shows what was entered before it is sent", async () => {
    const message = "We have received your withdrawal.";
    const server = stubServer({ "order.withdraw": () => ({ message }) });
    const { user } = renderShop("/cart", [], { returnsDays: 14 });
    await user.click(await screen.findByRole("link", { name: "Withdraw from contract" }));
    await fill(user, await screen.findByRole("textbox", { name: /Order number/ }), "1a2b3");
    await fill(user, screen.getByRole("textbox", { name: /Email/ }), "ada@example.com");
    await fill(user, screen.getByRole("textbox", { name: /Only a part of it/ }), "one lamp");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    const heading = await screen.findByRole("heading", { name: "Is this right?" });
    expect(document.activeElement).toBe(heading);
    expect(within(screen.getByRole("main")).getByText("1a2b3")).toBeDefined();
    expect(screen.getByText("I withdraw from the contract about a part of this order:")).toBeDefined();
    expect(within(screen.getByRole("main")).getByText("one lamp")).toBeDefined();
    expect(server.inputsOf("order.withdraw")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Confirm withdrawal" }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(server.inputsOf("order.withdraw")).toEqual([
      { orderNumber: "1a2b3", email: "ada@example.com", goods: "one lamp" },
    ]);
  });

  it("says why it was refused, and lets the entries be changed", async () => {
    stubServer({ "order.withdraw": () => new Refusal(429, "Too many attempts.") });
    const { user } = renderShop("/withdrawal", [], { returnsDays: 14 });
    await fill(user, await screen.findByRole("textbox", { name: /Order number/ }), "no number");
    await fill(user, screen.getByRole("textbox", { name: /Email/ }), "ada@example.com");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText(/as it is on your receipt/)).toBeDefined();
    await user.clear(screen.getByRole("textbox", { name: /Order number/ }));
    await fill(user, screen.getByRole("textbox", { name: /Order number/ }), "1a2b3");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(await screen.findByRole("button", { name: "Confirm withdrawal" }));
    expect(await screen.findByText("Too many attempts.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(screen.getByRole("textbox", { name: /Order number/ })).toHaveProperty("value", "1a2b3");
  });

  it("has no link where the shop has no form for it", async () => {
    stubServer({});
    renderShop("/withdrawal");
    expect(await screen.findByText(/no form for withdrawals/)).toBeDefined();
    expect(screen.queryByRole("link", { name: /Withdraw/ })).toBeNull();
  });
});
