import {
  builtInPermissions,
  builtInRoles,
  impliedPermissions,
  type Permission,
  permissions,
  withImplied,
} from "@shop/shared/account/permissions";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { noteInvitationClaim } from "../../src/domain/account/mailbox-proof.ts";
import { writeAdminMails } from "../../src/domain/outbox/write-mails.ts";
import { deleteExpiredInvitations } from "../../src/domain/staff/invitations.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { goodPassword, type Member, makeAdmin, makeCustomer, TestClient } from "../harness/test-client.ts";

const shop = startTestShop();
const silent = startTestShop({ besides: shop, mail: { server: undefined, isShownHere: false, host: "localhost" } });

let owner: Member;
beforeEach(async () => {
  await shop.pool.query("update users set is_admin = false, role = null");
  await shop.pool.query("delete from staff_invitations");
  owner = await makeAdmin(shop);
});

const staff = (member: TestClient, act: string, input?: unknown) =>
  member.trpc("mutation", `admin.staff.${act}`, input);
const allSchema = z.object({
  members: z.array(z.object({ _id: z.string(), email: z.string(), role: z.string(), version: z.number() })),
  invitations: z.array(z.object({ _id: z.string(), email: z.string(), role: z.string() })),
  roles: z.array(
    z.object({ _id: z.string(), name: z.string(), permissions: z.array(z.string()), members: z.number() }),
  ),
});
const readAll = async () => allSchema.parse((await owner.trpc("query", "admin.staff.all")).body);
const mineSchema = z.object({ name: z.string(), permissions: z.array(z.enum(permissions)) });
const mine = async (member: TestClient) => mineSchema.parse((await member.trpc("query", "admin.staff.mine")).body);

/** As if the password had been chosen with a code mailed to the invited address. */
const claim = ({ id }: { id: string }) =>
  shop.pool.query("update staff_invitations set claimed_at = now() where user_id = $1", [id]);

/** As if the link of a mail had been pressed. */
const prove = ({ id }: { id: string }) => shop.pool.query("update users set proven_at = now() where id = $1", [id]);

/** Gives an account a role, past all questions. */
const give = ({ id }: { id: string }, role: string) =>
  shop.pool.query("update users set is_admin = true, role = $2 where id = $1", [id, role]);

async function mailsTo(email: string): Promise<{ kind: string; data: unknown }[]> {
  const { rows } = await shop.pool.query("select kind, data from mails where recipient = $1 order by created_at", [
    email,
  ]);
  return rows;
}

/** Signs in anew, as the acceptance has ended the sessions. */
async function signedIn({ email, password }: { email: string; password: string }): Promise<TestClient> {
  const client = new TestClient(shop);
  expect((await client.rest("POST", "/api/users/auth", { email, password })).status).toBe(200);
  return client;
}

describe("An invitation to the staff", () => {
  it("is accepted by whoever has the mailbox, who then may do what the role permits and is an administrator as documented", async () => {
    const guest = await makeCustomer(shop);
    const invite = { name: "Olive", email: guest.email, role: "orders" };
    expect((await staff(owner, "invite", invite)).status).toBe(200);
    expect(await mailsTo(guest.email)).toContainEqual({
      kind: "staff invitation",
      data: { role: "Orders", invitedBy: "Admin" },
    });
    expect((await readAll()).invitations).toMatchObject([{ email: guest.email, role: "orders" }]);
    expect((await guest.trpc("query", "account.staffInvitation")).body).toEqual({ role: "Orders", invitedBy: "Admin" });
    // Anybody can register with the address of somebody else, who presses the link of a mail without a thought.
    await prove(guest);
    expect(await guest.trpc("mutation", "account.acceptStaffInvitation")).toMatchObject({ code: "VALIDATION" });
    expect((await guest.trpc("query", "admin.staff.mine")).status).toBe(403);

    await claim(guest);
    expect((await guest.trpc("mutation", "account.acceptStaffInvitation")).status).toBe(200);
    expect((await guest.trpc("query", "account.profile")).status).toBe(401);
    const member = await signedIn(guest);
    expect((await member.rest("GET", "/api/users/profile")).body).toMatchObject({ isAdmin: true });
    expect(await mine(member)).toEqual({ name: "Orders", permissions: [...builtInPermissions.orders] });
    expect((await member.rest("GET", "/api/orders")).status).toBe(200);
    expect(await member.rest("POST", "/api/products")).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await readAll()).invitations).toEqual([]);
    expect(await mailsTo(owner.email)).toContainEqual(expect.objectContaining({ kind: "admin access changed" }));
  });

  it("makes an account without a password for an address without one, which changes nothing by itself", async () => {
    const email = "new-colleague@example.com";
    expect((await staff(owner, "invite", { name: "Nora", email, role: "support" })).status).toBe(200);
    const { rows } = await shop.pool.query(
      "select name, is_admin, password_hash, proven_at from users where email = $1",
      [email],
    );
    expect(rows).toEqual([{ name: "Nora", is_admin: false, password_hash: null, proven_at: null }]);
  });

  it("is for the invited address alone, also when a manager has moved the account to another mailbox", async () => {
    const guest = await makeCustomer(shop);
    await staff(owner, "invite", { name: "G", email: guest.email, role: "manager" });
    await claim(guest);
    await shop.pool.query("update users set email = 'other-mailbox@example.com' where id = $1", [guest.id]);
    expect(await guest.trpc("mutation", "account.acceptStaffInvitation")).toMatchObject({ code: "VALIDATION" });
    // A code that went to the other mailbox takes the claim back, so that the move back opens nothing.
    expect(await noteInvitationClaim(shop.db, guest.id, "other-mailbox@example.com")).toBe(false);
    await shop.pool.query("update users set email = $2 where id = $1", [guest.id, guest.email]);
    expect(await guest.trpc("mutation", "account.acceptStaffInvitation")).toMatchObject({ code: "VALIDATION" });
    expect(await noteInvitationClaim(shop.db, guest.id, guest.email)).toBe(true);
    expect((await guest.trpc("mutation", "account.acceptStaffInvitation")).status).toBe(200);
  });

  it("can be accepted neither after it was taken back nor after a week, and another one replaces it", async () => {
    const guest = await makeCustomer(shop);
    await prove(guest);
    const accept = () => guest.trpc("mutation", "account.acceptStaffInvitation");
    expect(await accept()).toMatchObject({ code: "NOT_FOUND" });
    for (const role of ["support", "manager"]) await staff(owner, "invite", { name: "G", email: guest.email, role });
    const [invitation, ...more] = (await readAll()).invitations;
    expect([invitation?.role, more]).toEqual(["manager", []]);
    expect((await staff(owner, "revoke", { id: invitation?._id })).status).toBe(200);
    expect(await accept()).toMatchObject({ code: "NOT_FOUND" });
    await staff(owner, "invite", { name: "G", email: guest.email, role: "support" });
    await shop.pool.query("update staff_invitations set expires_at = now() - interval '1 second'");
    expect(await accept()).toMatchObject({ code: "NOT_FOUND" });
    expect(await deleteExpiredInvitations(shop.db)).toBe(1);
  });

  it("is refused without mail, for one of the staff, for a role that there is not, and to all but owners", async () => {
    const guest = await makeCustomer(shop);
    const invite = { name: "G", email: guest.email, role: "support" };
    const deaf = new TestClient(silent);
    await deaf.rest("POST", "/api/users/auth", { email: owner.email, password: goodPassword });
    expect(await staff(deaf, "invite", invite)).toMatchObject({ code: "VALIDATION" });
    expect(await staff(owner, "invite", { ...invite, email: owner.email })).toMatchObject({ code: "IN_USE" });
    const gone = "01900000-0000-7000-8000-000000000000";
    expect(await staff(owner, "invite", { ...invite, role: gone })).toMatchObject({ code: "VALIDATION" });
    const manager = await makeAdmin(shop);
    await give(manager, "manager");
    expect(await staff(manager, "invite", { ...invite, role: "owner" })).toMatchObject({ code: "FORBIDDEN" });
    expect((await readAll()).invitations).toEqual([]);
  });
});

describe("Whoever may change customers but not the staff", () => {
  it("takes over no account of the staff: not by its e-mail, its role, nor a sign-out", async () => {
    const manager = await makeAdmin(shop);
    await give(manager, "manager");
    const change = (email: string, isAdmin: boolean) =>
      manager.rest("PUT", `/api/users/${owner.id}`, { name: "Admin", email, isAdmin });
    expect(await change("mine@example.com", true)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await change(owner.email, false)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await manager.trpc("mutation", "admin.users.signOut", { id: owner.id })).toMatchObject({
      code: "FORBIDDEN",
    });
    const customer = await makeCustomer(shop);
    const asAdmin = { name: "C", email: customer.email, isAdmin: true };
    expect(await manager.rest("PUT", `/api/users/${customer.id}`, asAdmin)).toMatchObject({ code: "FORBIDDEN" });
    const renamed = { ...asAdmin, name: "Renamed", isAdmin: false };
    expect((await manager.rest("PUT", `/api/users/${customer.id}`, renamed)).status).toBe(200);
    expect((await owner.trpc("query", "account.profile")).status).toBe(200);
  });
});

describe("The last owner", () => {
  it("cannot take another role, also when two demote each other at once, twenty times over", async () => {
    const second = await makeAdmin(shop);
    for (let round = 0; round < 20; round += 1) {
      await shop.pool.query("update users set is_admin = true, role = null where id = any($1)", [
        [owner.id, second.id],
      ]);
      const [one, two] = [await signedIn(owner), await signedIn(second)];
      const { members } = allSchema.parse((await one.trpc("query", "admin.staff.all")).body);
      const demote = (by: TestClient, { id }: Member) => {
        const version = members.find(({ _id }) => _id === id)?.version;
        return staff(by, "changeRole", { id, role: "support", version });
      };
      await Promise.all([demote(one, second), demote(two, owner)]);
      const { rows } = await shop.pool.query(
        "select count(*)::int as owners from users where is_admin and coalesce(role, 'owner') = 'owner'",
      );
      expect(rows).toEqual([{ owners: 1 }]);
    }
  });

  it("cannot be made a customer while others of the staff are no owners", async () => {
    const manager = await makeAdmin(shop);
    await give(manager, "manager");
    const body = { name: "Admin", email: owner.email, isAdmin: false };
    expect(await owner.rest("PUT", `/api/users/${owner.id}`, body)).toMatchObject({ status: 409, code: "LAST_ADMIN" });
  });
});

describe("A role", () => {
  const roleSchema = z.object({
    _id: z.string(),
    name: z.string(),
    permissions: z.array(z.string()),
    version: z.number(),
  });

  it("of the owner's own permits what it says, with what that implies, and changes for everybody who has it", async () => {
    const created = await staff(owner, "createRole", { name: "Photographer", permissions: ["products.write"] });
    const role = roleSchema.parse(created.body);
    expect(role.permissions).toEqual(["products.read", "products.write"]);
    const member = await makeAdmin(shop);
    await give(member, role._id);
    expect(await mine(member)).toEqual({ name: "Photographer", permissions: role.permissions });
    expect((await member.rest("POST", "/api/products")).status).toBe(201);
    expect((await member.rest("GET", "/api/users")).status).toBe(403);
    const { version } = role;
    const next = { id: role._id, name: "Reader", permissions: ["products.read"], version };
    expect((await staff(owner, "updateRole", next)).status).toBe(200);
    expect((await member.rest("POST", "/api/products")).status).toBe(403);
    expect(await staff(owner, "updateRole", next)).toMatchObject({ code: "STALE" });
    expect(await staff(owner, "deleteRole", { id: role._id })).toMatchObject({ code: "IN_USE" });
    await give(member, "support");
    expect((await staff(owner, "deleteRole", { id: role._id })).status).toBe(200);
    // As if the row of an account had been restored from before the deletion.
    await give(member, role._id);
    expect((await mine(member)).permissions).toEqual([]);
  });

  it("has a name of its own and permits something that there is", async () => {
    for (const name of ["Owner", "support"]) {
      expect(await staff(owner, "createRole", { name, permissions: ["audit.read"] })).toMatchObject({
        code: "NAME_TAKEN",
      });
    }
    await staff(owner, "createRole", { name: "Twice", permissions: ["audit.read"] });
    expect(await staff(owner, "createRole", { name: "Twice", permissions: ["audit.read"] })).toMatchObject({
      code: "NAME_TAKEN",
    });
    for (const wrong of [[], ["everything"], "audit.read"]) {
      expect(await staff(owner, "createRole", { name: "Wrong", permissions: wrong })).toMatchObject({ status: 400 });
    }
  });

  it("that is given to somebody ends their sessions and keys, and is seen by the owners", async () => {
    const member = await makeAdmin(shop);
    const version = (await readAll()).members.find(({ _id }) => _id === member.id)?.version;
    const key = await member.trpc("mutation", "admin.apiKeys.create", { name: "K", scope: "read" });
    expect(key.status).toBe(200);
    expect((await staff(owner, "changeRole", { id: member.id, role: "products", version })).status).toBe(200);
    expect((await member.trpc("query", "account.profile")).status).toBe(401);
    const { rows } = await shop.pool.query("select revoked_at from api_keys where user_id = $1", [member.id]);
    expect(rows).toEqual([{ revoked_at: expect.any(Date) }]);
    expect((await mine(await signedIn(member))).name).toBe("Products");
    expect(await staff(owner, "changeRole", { id: member.id, role: "support", version })).toMatchObject({
      code: "STALE",
    });
  });

  it.each(builtInRoles)("%s has what its permissions imply", (role) => {
    expect(withImplied(builtInPermissions[role])).toEqual(builtInPermissions[role]);
    for (const [permission, implied] of Object.entries(impliedPermissions)) {
      expect(permissions).toContain(permission);
      expect(permissions).toContain(implied);
    }
  });
});

describe("An API key", () => {
  it("does what it was given, as far as its creator may do it now", async () => {
    const create = async (given: Permission[] | undefined) => {
      const reply = await owner.trpc("mutation", "admin.apiKeys.create", {
        name: "K",
        scope: "write",
        permissions: given,
      });
      return z.object({ key: z.string() }).parse(reply.body).key;
    };
    const [narrow, wide] = [await create(["products.write"]), await create(undefined)];
    const product = await makeProduct(shop.db);
    const ask = async (key: string, path: string, method = "GET") =>
      (await fetch(shop.origin + path, { method, headers: { authorization: `Bearer ${key}` } })).status;
    expect([await ask(narrow, "/api/products", "POST"), await ask(narrow, "/api/orders")]).toEqual([201, 403]);
    expect(await ask(narrow, `/api/orders/${product}`)).toBe(404);
    expect([await ask(wide, "/api/products", "POST"), await ask(wide, "/api/orders")]).toEqual([201, 200]);
    await give(owner, "support");
    expect([await ask(wide, "/api/products", "POST"), await ask(wide, "/api/orders")]).toEqual([403, 200]);
    expect(await ask(narrow, "/api/products", "POST")).toBe(403);
  });
});

describe("Mails to the staff", () => {
  it("go to those alone whose role is about them", async () => {
    const people = await Promise.all(builtInRoles.map(async (role) => ({ role, ...(await makeAdmin(shop)) })));
    for (const person of people) await give(person, person.role);
    await shop.pool.query("delete from mails");
    await shop.db.transaction(async (tx) => {
      const data = { products: [], total: 0 };
      await writeAdminMails(tx, { kind: "low stock", orderId: null, data });
      const change = { change: "role changed", subject: "S", actor: null } as const;
      await writeAdminMails(tx, { kind: "admin access changed", orderId: null, data: change });
      await writeAdminMails(tx, {
        kind: "webhook switched off",
        orderId: null,
        data: { endpointId: "e", url: "u", detail: "d" },
      });
    });
    const kindsOf = async (role: string) => {
      const email = people.find((person) => person.role === role)?.email ?? "";
      return (await mailsTo(email)).map(({ kind }) => kind).sort();
    };
    expect(await kindsOf("owner")).toEqual(["admin access changed", "low stock", "webhook switched off"]);
    expect(await kindsOf("manager")).toEqual(["low stock"]);
    expect(await kindsOf("products")).toEqual(["low stock"]);
    expect(await kindsOf("support")).toEqual(["low stock"]);
  });
});
