import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const lampId = "01900000-0000-7000-8000-0000000000aa";
const adaId = "01900000-0000-7000-8000-0000000000ab";
const lamp = { _id: lampId, name: "Lamp", image: "", price: 20, brand: "B", category: "C", state: "published" };
const pageOf = (rows: object[]) => ({ rows, page: 1, pages: 1, total: rows.length });
const quote = {
  lines: [{ product: lampId, name: "Lamp", image: "", stock: 5, price: 20 }],
  methods: [{ id: "standard", name: "Standard", price: 10 }],
  method: "standard",
  refusal: null,
  taxIncluded: false,
  taxes: [{ name: "Tax", rate: 15, amount: 6 }],
  itemsPrice: 40,
  shippingPrice: 10,
  taxPrice: 6,
  totalPrice: 56,
};

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "admin.products.page": () => pageOf([lamp]),
    "admin.users.page": () => pageOf([{ _id: adaId, name: "Ada", email: "ada@example.com", isAdmin: false, tags: [] }]),
    "admin.ordersByHand.quote": () => quote,
    "admin.ordersByHand.drafts": () => [],
    ...answers,
  });
  return { server, ...renderShop("/admin/new-order") };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("entering an order by hand", () => {
  async function fillIn(user: ReturnType<typeof open>["user"]) {
    await user.type(await screen.findByRole("searchbox", { name: "Find products to add" }), "lam");
    await user.click(await screen.findByRole("button", { name: "Add Lamp" }));
    const quantity = screen.getByLabelText("Quantity of Lamp");
    await user.clear(quantity);
    await user.type(quantity, "2");
    const delivery = within(screen.getByRole("region", { name: "Delivery" }));
    await user.type(delivery.getByRole("textbox", { name: "Address" }), "1 Main St");
    await user.type(delivery.getByRole("textbox", { name: "City" }), "Springfield");
    await user.type(delivery.getByRole("textbox", { name: "Postal Code" }), "12345");
    await user.type(delivery.getByLabelText(/^Country/), "USA");
  }

  it("shows what it comes to, and places it for a new customer once it was seen", async () => {
    const { server, user } = open({ "admin.ordersByHand.place": () => new Refusal(503) });
    await user.type(await screen.findByLabelText("Name of a new customer"), "Grace");
    await user.type(screen.getByLabelText("Email (optional)"), "grace@example.com");
    await fillIn(user);
    await waitFor(() => expect(screen.getByRole("region", { name: "Total" }).textContent).toContain("$56.00"));
    await user.click(screen.getByRole("button", { name: "Enter this order" }));
    await screen.findByRole("alert");
    // The same order, however often it is sent.
    await user.click(screen.getByRole("button", { name: "Enter this order" }));
    await waitFor(() => expect(server.inputsOf("admin.ordersByHand.place")).toHaveLength(2));
    const [first, again] = server.inputsOf("admin.ordersByHand.place");
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      key: expect.any(String),
      customer: { is: "new", name: "Grace", email: "grace@example.com" },
      orderItems: [{ product: lampId, qty: 2 }],
      shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
      paymentMethod: "PayPal",
      expectedTotal: 56,
    });
  });

  it("takes percent off all items, which needs a reason, and money that is there already", async () => {
    const { server, user } = open({ "admin.ordersByHand.place": () => new Refusal(503) });
    await user.type(await screen.findByRole("searchbox", { name: "Find a customer" }), "ada");
    await user.click(await screen.findByRole("button", { name: "Choose Ada, ada@example.com" }));
    await fillIn(user);
    await user.type(screen.getByLabelText("Percent off all items"), "10");
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "Scratched");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "Paid by" }),
      "It is paid already, by cash or transfer",
    );
    await user.type(screen.getByRole("textbox", { name: "Entry" }), "Cash");
    await user.click(screen.getByRole("button", { name: "Enter this order" }));
    await waitFor(() => expect(server.inputsOf("admin.ordersByHand.place")).toHaveLength(1));
    expect(server.inputsOf("admin.ordersByHand.place")[0]).toMatchObject({
      customer: { is: "account", id: adaId },
      orderItems: [{ product: lampId, qty: 2, price: 18 }],
      priceReason: "Scratched",
      received: { reference: "Cash" },
    });
  });

  it("says at its field what the address lacks, before anything is sent", async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole("button", { name: "Enter this order" }));
    expect(await screen.findByText("Address is required")).toBeDefined();
    expect(server.inputsOf("admin.ordersByHand.place")).toEqual([]);
  });

  it("sells at the counter without an address or an email, paid at once", async () => {
    const { server, user } = open({ "admin.ordersByHand.place": () => new Refusal(503) });
    await user.type(await screen.findByLabelText("Name of a new customer"), "Counter");
    await user.type(await screen.findByRole("searchbox", { name: "Find products to add" }), "lam");
    await user.click(await screen.findByRole("button", { name: "Add Lamp" }));
    await user.click(screen.getByRole("checkbox", { name: "Taken along at once" }));
    expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "Entry" }), "Cash");
    await waitFor(() =>
      expect(server.inputsOf("admin.ordersByHand.quote").at(-1)).toMatchObject({ isCounterSale: true }),
    );
    await user.click(screen.getByRole("button", { name: "Enter this order" }));
    await waitFor(() => expect(server.inputsOf("admin.ordersByHand.place")).toHaveLength(1));
    const [sent] = server.inputsOf("admin.ordersByHand.place");
    expect(sent).toMatchObject({
      customer: { is: "new", name: "Counter", email: "" },
      isCounterSale: true,
      received: { reference: "Cash" },
    });
    expect(sent).not.toHaveProperty("shippingAddress");
  });

  it("is kept as a draft with nothing complete, and saved as another where somebody else has saved it", async () => {
    let replies = 0;
    const { server, user } = open({
      "admin.ordersByHand.saveDraft": () => {
        replies += 1;
        return replies === 2
          ? new Refusal(409, "Someone else saved this meanwhile", "STALE")
          : { _id: "d1", version: replies };
      },
    });
    await user.type(await screen.findByLabelText("Name of a new customer"), "Grace");
    const save = () => user.click(screen.getByRole("button", { name: "Save as a draft" }));
    await save();
    expect(await screen.findByText("Draft saved")).toBeDefined();
    await save();
    expect(await screen.findByText(/Save once more to keep yours as a draft of its own/)).toBeDefined();
    await save();
    await waitFor(() => expect(server.inputsOf("admin.ordersByHand.saveDraft")).toHaveLength(3));
    expect(server.inputsOf("admin.ordersByHand.saveDraft")).toMatchObject([
      { draft: { customer: { is: "new", name: "Grace", email: "" }, orderItems: [] } },
      { saved: { _id: "d1", version: 1 } },
      {},
    ]);
    expect(server.inputsOf("admin.ordersByHand.saveDraft")[2]).not.toHaveProperty("saved");
  });

  it("goes on with a draft, and says what of it is not sold any more", async () => {
    const address = { address: "1 Main St", city: "", postalCode: "", country: "", region: "", name: "", phone: "" };
    const product = "01900000-0000-7000-8000-000000000001";
    const draft = {
      customer: { is: "new", name: "Grace", email: "" },
      orderItems: [
        { product, qty: 3, price: 18 },
        { product: "01900000-0000-7000-8000-000000000002", qty: 1, price: null },
      ],
      address,
      isCounterSale: false,
      payment: "PayPal",
      priceReason: "Agreed",
      note: "",
      reference: "",
      taxNumber: "",
    };
    localStorage.setItem("userInfo", JSON.stringify(boss));
    stubServer({
      "account.profile": () => boss,
      "admin.ordersByHand.quote": () => quote,
      "admin.ordersByHand.draft": () => ({
        _id: "d1",
        version: 4,
        draft,
        account: null,
        products: [{ product, name: "Lamp", image: "", stock: 5, price: 20 }],
      }),
    });
    renderShop("/admin/new-order?draft=d1");
    expect(await screen.findByDisplayValue("Grace")).toBeDefined();
    expect(screen.getByText("One item of this draft is not sold any more, and left out.")).toBeDefined();
    expect(screen.getByLabelText("Quantity of Lamp")).toHaveProperty("value", "3");
    expect(screen.getByLabelText("Own price of Lamp")).toHaveProperty("value", "18");
    expect(screen.getByRole("textbox", { name: "Address" })).toHaveProperty("value", "1 Main St");
  });
});
