import type { PaidOrders } from "@shop/shared/order/order-list";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { sessions, users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { DomainError } from "../base/errors.ts";
import { sharingRuns } from "../base/sharing-runs.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { isStaffWith } from "../base/staff-permissions.ts";
import { readRows } from "./list.ts";

/** How far back each poll reads. Longer than a payment's transaction takes, because it commits after its time. */
const windowMs = 30_000;
/** After a longer pause between two polls, orders may have been missed. */
const pauseMaxMs = windowMs / 2;
/** How often the sessions of the followers are checked, in milliseconds. */
const sessionsEveryMs = 2_000;
/** The rows of one notice. Under more orders than these, lists are read anew when somebody asks for it. */
const rowsMax = 10;
const followersMax = 1_000;

/** What a follower is told: paid orders, or that the list may lack some. */
export type PaidOrderEvent = { type: "orders"; orders: PaidOrders } | { type: "reload" };

/** An open list of an admin's session. */
export type Follower = { sessionId: string; onEvent: (event: PaidOrderEvent) => void; onEnd: () => void };

/**
 * Follows the orders that are paid through any instance by polling, once for all followers of this instance and not at all
 * without one. The transactions that pay orders know nothing of it.
 */
export class PaidOrderFeed {
  readonly #db: Db;
  readonly #settings: CurrentFacts<"requiresSecondFactor">;
  readonly #followers = new Set<Follower>();
  /** The ids of the window at the last poll; `undefined` while nobody follows. */
  #seen: ReadonlySet<string> | undefined;
  #polledAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(db: Db, settings: CurrentFacts<"requiresSecondFactor">) {
    this.#db = db;
    this.#settings = settings;
  }

  /** Reads what was paid up to now and tells the followers; concurrent calls share a poll. */
  readonly poll = sharingRuns(() => this.#poll());

  /**
   * Adds a follower, who is told of every order that is paid after this. Returns how to remove it. Throws UNAVAILABLE when
   * there are too many, or the instance is about to stop.
   */
  async follow(follower: Follower): Promise<() => void> {
    if (this.#isClosed || this.#followers.size >= followersMax) {
      throw new DomainError("UNAVAILABLE", "New orders cannot be followed right now. Please try again.");
    }
    this.#followers.add(follower);
    const leave = () => void this.#followers.delete(follower);
    try {
      if (this.#seen === undefined) await this.poll();
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Ends all followers and refuses new ones, so that their clients go to another instance. */
  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) follower.onEnd();
    this.#followers.clear();
  }

  async #poll(): Promise<void> {
    if (this.#followers.size === 0) {
      this.#seen = undefined;
      return;
    }
    const began = performance.now();
    await this.#endOver(began);
    const window = await this.#db
      .select({ id: orders.id })
      .from(orders)
      .where(gt(orders.paidAt, later(-windowMs)))
      .orderBy(orders.paidAt);
    const ids = window.map(({ id }) => id);
    const seen = this.#seen;
    const isLate = began - this.#polledAt > pauseMaxMs;
    const fresh = seen === undefined || isLate ? [] : ids.filter((id) => !seen.has(id));
    const rows = fresh.length === 0 ? [] : await readRows(this.#db, fresh.slice(-rowsMax));
    this.#seen = new Set(ids);
    this.#polledAt = began;
    if (seen !== undefined && isLate) this.#tell({ type: "reload" });
    if (fresh.length > 0) this.#tell({ type: "orders", orders: { count: fresh.length, rows } });
  }

  #tell(event: PaidOrderEvent): void {
    for (const { onEvent } of this.#followers) onEvent(event);
  }

  /** Ends the followers whose session has ended, or whose account may not read orders any more. */
  async #endOver(now: number): Promise<void> {
    if (now - this.#checkedAt < sessionsEveryMs) return;
    const followers = [...this.#followers];
    const ids = [...new Set(followers.map(({ sessionId }) => sessionId))];
    const living = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          ...[inArray(sessions.id, ids), gt(sessions.expiresAt, sql`now()`), isStaffWith("orders.read")],
          this.#settings.current.requiresSecondFactor ? sessions.hasSecondFactor : undefined,
        ),
      );
    const open = new Set(living.map(({ id }) => id));
    for (const follower of followers) {
      if (open.has(follower.sessionId)) continue;
      this.#followers.delete(follower);
      follower.onEnd();
    }
    this.#checkedAt = now;
  }
}
