import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

/**
 * What somebody else might write who has nothing of the shop but its document:
 * compiled against the client that a public generator makes of it, and run as
 * a program of its own.
 */

const { SHOP = "", ADMIN_EMAIL = "", ADMIN_PASSWORD = "", IMAGE = "" } = process.env;

/** Somebody who keeps the session that signing in hands out. */
function visit() {
  const client = createClient<paths>({ baseUrl: SHOP });
  let session = "";
  client.use({
    onRequest: ({ request }) => {
      if (session !== "") request.headers.set("cookie", session);
    },
    onResponse: ({ response }) => {
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
      if (cookie !== undefined) session = cookie.split(";", 1)[0] ?? "";
    },
  });
  return client;
}

/** What was asked for; an answer that is none ends the program. */
function got<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  return data;
}

function expectSame(found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${String(found)} instead of ${String(wanted)}`);
}

const customer = visit();
const admin = visit();
const email = "outside@example.com";
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

const registered = got(
  await customer.POST("/api/users", { body: { name: "Outsider", email, password: "correct horse 1" } }),
);
expectSame(registered.isAdmin, false);
got(await customer.POST("/api/users/auth", { body: { email, password: "correct horse 1" } }));
got(await admin.POST("/api/users/auth", { body: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } }));

// An administrator puts a product with an image up for sale.
const form = new FormData();
form.set("image", new Blob([await readFile(IMAGE)], { type: "image/png" }), "lamp.png");
const { image } = got(await admin.POST("/api/upload", { body: { image: new Blob() }, bodySerializer: () => form }));
const draft = got(await admin.POST("/api/products"));
const brand = got(await admin.POST("/api/brands"));
const category = got(await admin.POST("/api/categories"));
const product = got(
  await admin.PUT("/api/products/{id}", {
    params: { path: { id: draft._id } },
    body: {
      name: "Outside lamp",
      price: 19.99,
      countInStock: 3,
      image,
      brand: brand.name,
      category: category.name,
      version: draft.version,
    },
  }),
);

// A customer finds it, reviews it, and orders it.
const found = got(
  await customer.GET("/api/products", { params: { query: { keyword: "outside lamp", pageNumber: 1 } } }),
);
expectSame(found.products[0]?._id, product._id);
const review = { params: { path: { id: product._id } }, body: { rating: 5, comment: "Shines outwards" } };
got(await customer.POST("/api/products/{id}/reviews", review));
const { reviews } = got(await customer.GET("/api/products/{id}", { params: { path: { id: product._id } } }));
expectSame(reviews[0]?.name, "Outsider");

const asked = {
  params: { header: { "Idempotency-Key": "outside-1" } },
  body: {
    orderItems: [{ product: product._id, qty: 1 }],
    shippingAddress,
    paymentMethod: "PayPal",
    expectedTotal: 32.99,
  },
} as const;
const order = got(
  await customer.POST("/api/orders", { ...asked, body: { ...asked.body, orderItems: [...asked.body.orderItems] } }),
);
expectSame(order.totalPrice, 32.99);
const again = await customer.POST("/api/orders", {
  ...asked,
  body: { ...asked.body, orderItems: [...asked.body.orderItems] },
});
expectSame(got(again)._id, order._id);
expectSame(again.response.headers.get("idempotency-replayed"), "true");

// Refusals have codes that the compiler knows, path by path.
const greedy = await customer.POST("/api/orders", {
  body: { orderItems: [{ _id: product._id, qty: 100 }], shippingAddress, paymentMethod: "Credit Card" },
});
expectSame(greedy.error?.code, "OUT_OF_STOCK");
const early = await admin.PUT("/api/orders/{id}/confirm", { params: { path: { id: order._id } } });
expectSame(early.error?.code, "ILLEGAL_TRANSITION");
const curious = await customer.GET("/api/users");
expectSame(curious.error?.code, "FORBIDDEN");
const nameless = await admin.PUT("/api/brands/{id}", { params: { path: { id: brand._id } }, body: { name: " " } });
expectSame(nameless.error?.errors?.[0]?.path, "name");

// Somebody pays the provider and says how the payment is called.
console.log(order.totalPrice);
const payment = await text(process.stdin);

// The payment is reported, and the order goes its way.
const { clientId } = got(await customer.GET("/api/config/paypal"));
expectSame(clientId === "", false);
const paid = got(
  await customer.PUT("/api/orders/{id}/pay", { params: { path: { id: order._id } }, body: { id: payment } }),
);
expectSame(paid.paymentResult?.status, "completed");
const the = { params: { path: { id: order._id } } };
got(await admin.PUT("/api/orders/{id}/confirm", the));
got(await admin.PUT("/api/orders/{id}/process", the));
got(await admin.PUT("/api/orders/{id}/ship", the));
expectSame(got(await admin.PUT("/api/orders/{id}/deliver", the)).isDelivered, true);
expectSame(got(await customer.GET("/api/orders/mine"))[0]?.isDelivered, true);
expectSame(got(await admin.GET("/api/orders"))[0]?.user.email, email);
const file = got(await admin.GET("/api/orders.csv", { params: { query: { state: "delivered" } }, parseAs: "text" }));
expectSame(file.includes(order._id), true);

got(await customer.POST("/api/users/logout"));
expectSame((await customer.GET("/api/orders/mine")).error?.code, "UNAUTHENTICATED");
console.log("done");
