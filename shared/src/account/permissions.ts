// Screens name permissions, so this module must not import zod.

/** What somebody of the staff, or a program in their name, may do. Acts ask for one of these by the type of their actor. */
export const permissions = [
  "orders.read",
  "orders.fulfil",
  "orders.refund",
  "messages.write",
  "products.read",
  "products.write",
  "reviews.write",
  "customers.read",
  "customers.write",
  "imports.write",
  "content.write",
  "insights.read",
  "audit.read",
  "settings.write",
  "apps.write",
  "staff.write",
] as const;
export type Permission = (typeof permissions)[number];

/** Whoever may do the one may also do the other, which it needs. */
export const impliedPermissions = {
  "orders.fulfil": "orders.read",
  "orders.refund": "orders.read",
  "messages.write": "orders.read",
  "products.write": "products.read",
  "customers.write": "customers.read",
} as const satisfies Partial<Record<Permission, Permission>>;

/** Permissions with what they imply. */
export type WithImplied<Granted extends Permission> =
  | Granted
  | (Granted extends keyof typeof impliedPermissions ? (typeof impliedPermissions)[Granted] : never);

/** Permissions with what they imply, in the order of the list. */
export function withImplied(chosen: readonly Permission[]): Permission[] {
  const implied: Partial<Record<Permission, Permission>> = impliedPermissions;
  const all = new Set(chosen.flatMap((permission) => [permission, implied[permission] ?? permission]));
  return permissions.filter((permission) => all.has(permission));
}

export const permissionWords: Record<Permission, string> = {
  "orders.read": "See orders, payments and withdrawals",
  "orders.fulfil": "Confirm, process, ship and deliver orders",
  "orders.refund": "Refund, decide withdrawals and settle what is open",
  "messages.write": "Answer customers, and send mails again",
  "products.read": "See products, drafts and stock",
  "products.write": "Change products, prices, stock, brands, categories, collections and search words",
  "reviews.write": "Answer and hide reviews and questions",
  "customers.read": "See customers",
  "customers.write": "Change, sign out and delete customers",
  "imports.write": "Import files",
  "content.write": "Change pages and other texts of the shop",
  "insights.read": "See sales figures, searches and the tax report",
  "audit.read": "See who changed what",
  "settings.write": "Change settings, tax and delivery",
  "apps.write": "Manage API keys and webhooks",
  "staff.write": "Invite staff and change their roles",
};

export const builtInRoles = ["owner", "manager", "orders", "products", "support"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

export const builtInRoleNames: Record<BuiltInRole, string> = {
  owner: "Owner",
  manager: "Manager",
  orders: "Orders",
  products: "Products",
  support: "Support",
};

const ofOwners: readonly Permission[] = ["settings.write", "apps.write", "staff.write"];

export const builtInPermissions: Record<BuiltInRole, readonly Permission[]> = {
  owner: permissions,
  manager: permissions.filter((permission) => !ofOwners.includes(permission)),
  orders: ["orders.read", "orders.fulfil", "orders.refund", "messages.write", "products.read", "customers.read"],
  products: ["products.read", "products.write", "reviews.write"],
  support: ["orders.read", "messages.write", "products.read", "customers.read"],
};

const builtIn: readonly string[] = builtInRoles;

export function isBuiltInRole(role: string): role is BuiltInRole {
  return builtIn.includes(role);
}

export type StaffRole = {
  _id: string;
  name: string;
  permissions: Permission[];
  isBuiltIn: boolean;
  version: number;
  /** How many have it. */
  members: number;
};

export type StaffMember = { _id: string; name: string; email: string; role: string; version: number };

/** An invitation that nobody has accepted yet. */
export type StaffInvitation = { _id: string; name: string; email: string; role: string; expiresAt: string };

export type Staff = { members: StaffMember[]; invitations: StaffInvitation[]; roles: StaffRole[] };

/** What the signed-in member of the staff may do. */
export type OwnRole = { name: string; permissions: Permission[] };
