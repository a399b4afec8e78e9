/** The accounts of the demo shop; printed at start and never made anywhere else. */
export const demoAccounts = [
  { name: "Admin", email: "admin@example.com", password: "admin-demo-2026", isAdmin: true },
  { name: "Ada Lovelace", email: "ada@example.com", password: "ada-demo-2026", isAdmin: false },
  { name: "Grace Hopper", email: "grace@example.com", password: "grace-demo-2026", isAdmin: false },
] as const;
