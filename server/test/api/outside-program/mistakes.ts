import createClient from "openapi-fetch";
import type { paths } from "./api.js";

/** Every statement below is a mistake that the generated client must not compile. */
const client = createClient<paths>({ baseUrl: "" });
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

await client.GET("/api/product");
await client.GET("/api/products/{id}");
await client.POST("/api/users/auth", { body: { email: "a@example.com" } });
await client.POST("/api/products/{id}/reviews", { params: { path: { id: "1" } }, body: { rating: "5", comment: "" } });
await client.POST("/api/orders", { body: { orderItems: [], shippingAddress, paymentMethod: "Cash" } });
await client.POST("/api/orders", { body: { orderItems: [{ qty: 1 }], shippingAddress, paymentMethod: "PayPal" } });
(await client.GET("/api/products")).data?.products[0]?.prise;
(await client.GET("/api/brands/{id}", { params: { path: { id: "1" } } })).error?.code === "OUT_OF_STOCK";
