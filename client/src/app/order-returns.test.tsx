import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, open, paid } from "./order-page-in-test.tsx";
import { Refusal } from "./shop-in-test.tsx";

const step = "2026-07-01T01:00:00.000Z";
const sent = { ...paid, isShipped: true, shippedAt: step, isDelivered: true, deliveredAt: step };
const lampId = "01900000-0000-7000-8000-0000000000aa";
const lamp = { product: lampId, name: "Lamp", image: "" };
const nothingYet = {
  returns: [],
  refusal: null,
  returnable: [{ ...lamp, qty: 2 }],
  reasons: ["It does not fit", "I changed my mind"],
};
const line = {
  ...lamp,
  qty: 1,
  reason: "It does not fit",
  words: "",
  receivedQty: null,
  condition: null,
  isRestocked: null,
};
const more = { isWithdrawal: false, wish: "", declaration: "", photos: [] };
const one = { _id: "r1", state: "requested", requestedAt: step, words: "", ...more, lines: [line], due: 23 };
const asked = { ...nothingYet, returns: [one] };
const shop = { returnsDays: 30 };

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a customer's return", () => {
  it("is asked for with how many and why, and can be kept after all", async () => {
    const { server, user } = open(
      sent,
      {
        "order.returns": () => nothingYet,
        "order.requestReturn": () => asked,
        "order.cancelReturn": () => ({ ...asked, returns: [{ ...one, state: "cancelled" }] }),
      },
      ada,
      shop,
    );
    await user.click(await screen.findByRole("button", { name: "Send something back…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send something back" }));
    await user.click(dialog.getByRole("button", { name: "Ask for the return" }));
    expect(await dialog.findByText("Choose what you send back")).toBeDefined();
    await user.selectOptions(dialog.getByRole("combobox", { name: "How many" }), "1");
    await user.click(dialog.getByRole("button", { name: "Ask for the return" }));
    expect(await dialog.findByText("Please choose why")).toBeDefined();
    await user.selectOptions(dialog.getByRole("combobox", { name: /^Why/ }), "It does not fit");
    await user.click(dialog.getByRole("button", { name: "Ask for the return" }));
    expect(await screen.findByText(/We answer soon. \$23.00 would come back to you/)).toBeDefined();
    expect(server.inputsOf("order.requestReturn")).toEqual([
      {
        id: sent._id,
        lines: [{ product: lampId, qty: 1, reason: "It does not fit", words: "" }],
        isWithdrawal: false,
        wish: "",
        photos: [],
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Keep it after all" }));
    await user.click(screen.getByRole("button", { name: "Keep them" }));
    expect(await screen.findByText("You keep it.")).toBeDefined();
    expect(server.inputsOf("order.cancelReturn")).toEqual([{ id: sent._id, returnId: "r1" }]);
  });

  it("is for something else where the customer says so, which is needed then", async () => {
    const wished = { ...one, wish: "The same in blue" };
    const exchanged = { ...wished, state: "refunded", exchange: "01900000-0000-7000-8000-0000000000bb" };
    const { server, user } = open(
      sent,
      { "order.returns": () => nothingYet, "order.requestReturn": () => ({ ...asked, returns: [wished, exchanged] }) },
      ada,
      shop,
    );
    await user.click(await screen.findByRole("button", { name: "Send something back…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send something back" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "How many" }), "1");
    await user.selectOptions(dialog.getByRole("combobox", { name: /^Why/ }), "It does not fit");
    await user.selectOptions(dialog.getByRole("combobox", { name: "I would like" }), "Something else for it");
    await user.click(dialog.getByRole("button", { name: "Ask for the return" }));
    expect(await dialog.findByText("Say what you would like instead")).toBeDefined();
    await user.type(dialog.getByRole("textbox", { name: /^What instead/ }), "The same in blue");
    await user.click(dialog.getByRole("button", { name: "Ask for the return" }));
    expect(await screen.findByText("We answer soon. Please keep the items until then.")).toBeDefined();
    expect(server.inputsOf("order.requestReturn")).toMatchObject([{ wish: "The same in blue", isWithdrawal: false }]);
    expect(screen.getByText("We have exchanged it.")).toBeDefined();
    expect(screen.getByRole("link", { name: "order 000bb" })).toBeDefined();
  });

  it("is a withdrawal where the customer says so, and then asks for no reason", async () => {
    const withdrawn = { ...asked, returns: [{ ...one, isWithdrawal: true, lines: [{ ...line, reason: "" }] }] };
    const procedures = { "order.returns": () => nothingYet, "order.requestReturn": () => withdrawn };
    const { server, user } = open(sent, procedures, ada, shop);
    await user.click(await screen.findByRole("button", { name: "Send something back…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send something back" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "How many" }), "2");
    await user.click(dialog.getByRole("checkbox", { name: "I withdraw from the contract about these items" }));
    expect(dialog.queryByRole("combobox", { name: /^Why/ })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText(/^We have your withdrawal\. We answer soon\. \$23\.00/)).toBeDefined();
    const lines = [{ product: lampId, qty: 2, reason: "", words: "" }];
    expect(server.inputsOf("order.requestReturn")).toEqual([
      { id: sent._id, lines, isWithdrawal: true, wish: "", photos: [] },
    ]);
  });

  it.each([
    ["where the shop takes none", {}, sent],
    ["before anything was sent", shop, paid],
  ])("is not offered %s", async (_where, identity, order) => {
    const { server } = open(order, { "order.returns": () => nothingYet }, ada, identity);
    expect(await screen.findByRole("heading", { name: "Order Summary" })).toBeDefined();
    await waitFor(() => expect(server.inputsOf("order.messages")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Send something back…" })).toBeNull();
    expect(server.inputsOf("order.returns")).toEqual([]);
  });
});

describe("the shop's answer to a return", () => {
  const boss = { ...ada, isAdmin: true };

  it("to a withdrawal in words begins with what it means, and can be accepted then", async () => {
    const declared = { ...one, isWithdrawal: true, declaration: "one lamp", lines: [], due: 0 };
    const { server, user } = open(
      sent,
      {
        "order.returns": () => ({ ...asked, returns: [declared] }),
        "admin.returns.nameItems": () => ({ ...asked, returns: [{ ...declared, lines: [line], due: 23 }] }),
      },
      boss,
    );
    expect(await screen.findByText("“one lamp”")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Accept…" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Name the items…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "What comes back" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Choose what comes back")).toBeDefined();
    await user.selectOptions(dialog.getByRole("combobox", { name: "Lamp" }), "1");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("The customer has withdrawn. $23.00 would be due.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Accept…" })).toBeDefined();
    expect(server.inputsOf("admin.returns.nameItems")).toEqual([{ id: "r1", lines: [{ product: lampId, qty: 1 }] }]);
  });

  it("is where its issue leads to", async () => {
    const matters = [{ _id: "m1", kind: "return" as const, amount: null, openedAt: step }];
    const { user } = open({ ...sent, matters }, { "order.returns": () => asked }, boss);
    const heading = await screen.findByRole("heading", { name: "Returns" });
    await user.click(await screen.findByRole("button", { name: "Look at the return" }));
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole("button", { name: "Mark as resolved" })).toBeNull();
  });

  it("is an explanation to the customer where it is refused", async () => {
    const { server, user } = open(
      sent,
      {
        "order.returns": () => asked,
        "admin.returns.decide": () => ({ ...asked, returns: [{ ...one, state: "refused", words: "Worn", due: 0 }] }),
      },
      boss,
    );
    await user.click(await screen.findByRole("button", { name: "Refuse…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refuse this return" }));
    await user.click(dialog.getByRole("button", { name: "Refuse" }));
    expect(await dialog.findByText("An explanation is required")).toBeDefined();
    await user.type(dialog.getByRole("textbox", { name: "Why" }), "Worn");
    await user.click(dialog.getByRole("button", { name: "Refuse" }));
    expect(await screen.findByText("Refused.")).toBeDefined();
    expect(server.inputsOf("admin.returns.decide")).toEqual([{ id: "r1", decision: { to: "refused", words: "Worn" } }]);
  });

  it("is what has arrived and then a refund of what is due, which is sent once however often it is pressed", async () => {
    const received = { ...asked, returns: [{ ...one, state: "received", lines: [{ ...line, receivedQty: 1 }] }] };
    let tries = 0;
    const { server, user } = open(
      sent,
      {
        "order.returns": () => ({ ...asked, returns: [{ ...one, state: "accepted" }] }),
        "admin.returns.receive": () => received,
        "admin.returns.refund": () => {
          tries += 1;
          return tries === 1 ? new Refusal(503) : { ...asked, returns: [{ ...one, state: "refunded" }] };
        },
      },
      boss,
    );
    await user.click(await screen.findByRole("button", { name: "It has arrived…" }));
    const arrival = within(await screen.findByRole("dialog", { name: "What has arrived" }));
    await user.selectOptions(arrival.getByRole("combobox", { name: "Condition" }), "Damaged");
    await user.click(arrival.getByRole("checkbox", { name: "Back into stock" }));
    await user.click(arrival.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Refund this return…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund this return" }));
    await user.click(dialog.getByRole("button", { name: "Refund $23.00" }));
    await dialog.findByRole("alert");
    await user.click(dialog.getByRole("button", { name: "Refund $23.00" }));
    expect(await screen.findByText("Refunded.")).toBeDefined();
    expect(server.inputsOf("admin.returns.receive")).toEqual([
      { id: "r1", lines: [{ product: lampId, qty: 1, condition: "damaged", isRestocked: false }] },
    ]);
    const keys = server.inputsOf("admin.returns.refund").map((input) => Reflect.get(Object(input), "idempotencyKey"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
