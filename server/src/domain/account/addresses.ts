import type { AddressBook, SaveAddress, SavedAddress } from "@shop/shared/account/address";
import { isId } from "@shop/shared/query";
import { addressesMax } from "@shop/shared/shop";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { addresses, users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import type { User } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts, violates } from "../base/errors.ts";

type AddressRow = typeof addresses.$inferSelect;

/** The address of an order, as the columns of a query. */
export const addressColumns = {
  address: orders.address,
  city: orders.city,
  postalCode: orders.postalCode,
  country: orders.country,
  countryCode: orders.countryCode,
  region: orders.region,
  recipient: orders.recipient,
  phone: orders.phone,
};

/** The caller's addresses, the default one first, and the address of their last order. */
export async function readAddressBook(db: Db, { id }: User): Promise<AddressBook> {
  const [saved, [last]] = await Promise.all([
    listAddresses(db, id),
    db
      .select(addressColumns)
      .from(orders)
      .where(eq(orders.userId, id))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(1),
  ]);
  return { saved: saved.map(toSaved), last: last === undefined ? null : toAddress(last) };
}

/**
 * Saves an address. The first one is the default, and one that is there already is not saved again. Throws VALIDATION if
 * the book is full.
 */
export async function saveAddress(db: Db, user: User, address: SaveAddress): Promise<AddressBook> {
  return changing(db, user, async (tx) => {
    const present = await listAddresses(tx, user.id);
    if (present.some((one) => isSame(one, address))) return;
    const place = Array.from({ length: addressesMax }, (_, index) => index).find((free) =>
      present.every((one) => one.place !== free),
    );
    if (place === undefined) {
      throw new DomainError("VALIDATION", `You can save at most ${addressesMax} addresses. Delete one first.`);
    }
    await tx.insert(addresses).values({ userId: user.id, place, ...toRow(address), isDefault: present.length === 0 });
  });
}

/** Changes an address. Throws NOT_FOUND, and IN_USE if another one of the book is the same. */
export async function changeAddress(db: Db, user: User, id: string, address: SaveAddress): Promise<AddressBook> {
  return changing(db, user, async (tx) => {
    await requireAddress(tx, user, id);
    try {
      await tx.transaction((inner) => inner.update(addresses).set(toRow(address)).where(eq(addresses.id, id)));
    } catch (error) {
      if (!violates(error, "addresses_once")) throw error;
      throw new DomainError("IN_USE", "You have saved this address already");
    }
  });
}

/** Makes an address the one that the next order begins with. Throws NOT_FOUND. */
export async function makeDefaultAddress(db: Db, user: User, id: string): Promise<AddressBook> {
  return changing(db, user, async (tx) => {
    await requireAddress(tx, user, id);
    await makeDefault(tx, user, id);
  });
}

/** Deletes an address. The oldest of the others becomes the default in the place of the default one. Throws NOT_FOUND. */
export async function removeAddress(db: Db, user: User, id: string): Promise<AddressBook> {
  return changing(db, user, async (tx) => {
    const { isDefault } = await requireAddress(tx, user, id);
    await tx.delete(addresses).where(eq(addresses.id, id));
    const [oldest] = await tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(eq(addresses.userId, user.id))
      .orderBy(addresses.createdAt, addresses.id)
      .limit(1);
    if (isDefault && oldest !== undefined) await makeDefault(tx, user, oldest.id);
  });
}

/** One of the caller's own addresses. Throws NOT_FOUND. */
export async function requireAddress(db: Db, user: User, id: string): Promise<AddressRow> {
  if (!isId(id)) throw notFound("Address");
  const [found] = await db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, user.id)));
  if (found === undefined) throw notFound("Address");
  return found;
}

/** Deletes the address book of an account, as the account is deleted. */
export async function deleteAddressesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.userId, userId));
}

/** Runs a change and reads the book. The account's row is locked, so that changes follow each other. */
async function changing(db: Db, user: User, change: (tx: Db) => Promise<void>): Promise<AddressBook> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
      await change(tx);
      return readAddressBook(tx, user);
    }),
  );
}

async function makeDefault(tx: Db, user: User, id: string): Promise<void> {
  // In two steps, because a unique index is checked row by row.
  await tx.update(addresses).set({ isDefault: false }).where(eq(addresses.userId, user.id));
  await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, id));
}

function listAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(sql`${addresses.isDefault} desc`, addresses.createdAt, addresses.id);
}

function isSame(one: AddressRow, { address, city, postalCode, country }: SaveAddress): boolean {
  return one.address === address && one.city === city && one.postalCode === postalCode && one.country === country;
}

function toRow({ name = "", region = "", phone = "", countryCode, ...address }: SaveAddress) {
  return { ...address, recipient: name, region, phone, countryCode: countryCode ?? countryCodeOf(address.country) };
}

function toSaved({ id, isDefault, ...row }: AddressRow): SavedAddress {
  return { _id: id, ...toAddress(row), isDefault };
}

type AddressColumns = Pick<AddressRow, keyof typeof addressColumns>;

function toAddress({ address, city, postalCode, country, countryCode, region, recipient, phone }: AddressColumns) {
  return {
    address,
    city,
    postalCode,
    country,
    ...(countryCode === null ? {} : { countryCode }),
    ...(region === "" ? {} : { region }),
    ...(recipient === "" ? {} : { name: recipient }),
    ...(phone === "" ? {} : { phone }),
  };
}
