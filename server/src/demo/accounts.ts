/** The accounts of the demo shop. They are printed at the start and exist nowhere else. */
export const demoAccounts = [
  { name: "Admin", email: "admin@example.com", password: "admin-demo-2026", isAdmin: true },
  { name: "Ada Lovelace", email: "ada@example.com", password: "ada-demo-2026", isAdmin: false },
  { name: "Grace Hopper", email: "grace@example.com", password: "grace-demo-2026", isAdmin: false },
] as const;
