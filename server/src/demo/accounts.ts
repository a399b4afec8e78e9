export type DemoAccount = { name: string; email: string; password: string; isAdmin: boolean };

/** The accounts of the demo shop. Their passwords are public. */
export const demoAccounts: readonly DemoAccount[] = [
  { name: "Admin", email: "admin@example.com", password: "admin-demo-2026", isAdmin: true },
  { name: "Ada Lovelace", email: "ada@example.com", password: "ada-demo-2026", isAdmin: false },
  { name: "Grace Hopper", email: "grace@example.com", password: "grace-demo-2026", isAdmin: false },
];
