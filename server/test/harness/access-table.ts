/** Who may use an endpoint: anybody, whoever is signed in, or administrators only. */
export type Access = "anyone" | "customer" | "admin";

/** Every endpoint of the shop by method and path. A route that is missing here fails a test. */
export const routes: Record<string, Access> = {
  "GET /healthz": "anyone",
  "GET /readyz": "anyone",
  "GET /robots.txt": "anyone",
  "GET /sitemap.xml": "anyone",

  "GET /api/products": "anyone",
  "GET /api/products/top": "anyone",
  "GET /api/products/:id": "anyone",
  "POST /api/products/:id/reviews": "customer",
  "GET /api/brands": "anyone",
  "GET /api/brands/:id": "anyone",
  "GET /api/categories": "anyone",
  "GET /api/categories/:id": "anyone",

  "POST /api/users/auth": "anyone",
  "POST /api/users/logout": "anyone",
  "POST /api/users": "anyone",
  "GET /api/users": "admin",
  "GET /api/users/profile": "customer",
  "PUT /api/users/profile": "customer",
  "GET /api/users/:id": "admin",
  "PUT /api/users/:id": "admin",
  "DELETE /api/users/:id": "admin",

  "POST /api/orders": "customer",
  "GET /api/orders": "admin",
  "GET /api/orders/mine": "customer",
  "GET /api/orders/:id": "customer",
  "GET /api/orders.csv": "admin",
  "PUT /api/orders/:id/confirm": "admin",
  "PUT /api/orders/:id/process": "admin",
  "PUT /api/orders/:id/ship": "admin",
  "PUT /api/orders/:id/deliver": "admin",

  "POST /api/upload": "admin",
  "PUT /api/orders/:id/pay": "customer",
  "GET /api/config/paypal": "anyone",
  // Who may send word is decided by its signature.
  "POST /api/webhooks/paypal": "anyone",

  // Access is decided for each procedure.
  "GET /trpc/:path": "anyone",
  "POST /trpc/:path": "anyone",

  "GET /uploads/*": "anyone",
  "HEAD /uploads/*": "anyone",
  "GET /static/*": "anyone",
  "HEAD /static/*": "anyone",
  "GET /*": "anyone",
  "HEAD /*": "anyone",
};

/** Every procedure of the typed door. One that is missing here fails a test. */
export const procedures: Record<string, { type: "query" | "mutation"; who: Access }> = {
  "catalog.list": { type: "query", who: "anyone" },
  "catalog.featured": { type: "query", who: "anyone" },
  "catalog.product": { type: "query", who: "anyone" },
  "catalog.brands": { type: "query", who: "anyone" },
  "catalog.brand": { type: "query", who: "anyone" },
  "catalog.categories": { type: "query", who: "anyone" },
  "catalog.category": { type: "query", who: "anyone" },
  "review.list": { type: "query", who: "anyone" },
  "review.create": { type: "mutation", who: "customer" },
  "cartPricing.quote": { type: "query", who: "anyone" },
  "order.place": { type: "mutation", who: "customer" },
  "order.mine": { type: "query", who: "customer" },
  "order.byId": { type: "query", who: "customer" },
  "order.paymentConfig": { type: "query", who: "anyone" },
  "order.startPayment": { type: "mutation", who: "customer" },
  "order.pay": { type: "mutation", who: "customer" },
  "order.history": { type: "query", who: "customer" },
  "account.signIn": { type: "mutation", who: "anyone" },
  "account.register": { type: "mutation", who: "anyone" },
  "account.signOut": { type: "mutation", who: "anyone" },
  "account.profile": { type: "query", who: "customer" },
  "account.updateProfile": { type: "mutation", who: "customer" },
  "admin.desk.home": { type: "query", who: "admin" },
  "admin.desk.figures": { type: "query", who: "admin" },
  "admin.orders.page": { type: "query", who: "admin" },
  "admin.orders.waiting": { type: "query", who: "admin" },
  "admin.orders.advance": { type: "mutation", who: "admin" },
  "admin.orders.advanceMany": { type: "mutation", who: "admin" },
  "admin.orders.resolve": { type: "mutation", who: "admin" },
  "admin.users.list": { type: "query", who: "admin" },
  "admin.users.page": { type: "query", who: "admin" },
  "admin.users.byId": { type: "query", who: "admin" },
  "admin.users.update": { type: "mutation", who: "admin" },
  "admin.users.delete": { type: "mutation", who: "admin" },
};
