import { setTimeout as delay } from "node:timers/promises";
import { shopAccount } from "@shop/paypal-simulator/bank";
import { startSimulator } from "@shop/paypal-simulator/server";
import { type OnlineProvider, providerOf } from "@shop/shared/order/online-providers";
import { paymentMethods } from "@shop/shared/shop";
import { specifiedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { startStripe } from "@shop/stripe-simulator/server";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { type OpenedDb, openDb } from "../../../src/db/client.ts";
import { users } from "../../../src/db/schema/accounts.ts";
import { brands, categories } from "../../../src/db/schema/terms.ts";
import { termsOfSale } from "../../../src/db/schema/terms-of-sale.ts";
import { type Admin, User } from "../../../src/domain/base/actor.ts";
import { retryingConflicts } from "../../../src/domain/base/errors.ts";
import type { CurrentFacts } from "../../../src/domain/base/shop-facts.ts";
import { DiscountReader } from "../../../src/domain/discount/discount-reader.ts";
import type { PlaceOrderDeps } from "../../../src/domain/order/place.ts";
import { openProductLimiter } from "../../../src/domain/order/product-limiter.ts";
import type { ExpressDeps } from "../../../src/domain/payment/express/deps.ts";
import { TermsReader } from "../../../src/domain/terms-of-sale/terms-reader.ts";
import { openLimits } from "../../../src/infra/limits.ts";
import type { PaymentProvider, Payments } from "../../../src/infra/payment-provider.ts";
import { openPayments } from "../../../src/infra/payments.ts";
import type { ProviderTimeouts } from "../../../src/infra/provider-timeouts.ts";
import { adminActor } from "../admin-actor.ts";
import { expectInvariants } from "../invariants.ts";
import { wideLimits } from "../shop.ts";
import { createDatabase } from "../test-database.ts";
import { simulatedPayPal, walkWebhookId } from "./simulated-paypal.ts";
import type { SimulatedProvider } from "./simulated-provider.ts";
import { simulatedStripe, walkStripeSecret } from "./simulated-stripe.ts";

/** What a walk takes for the shop's settings, in milliseconds. */
export const walkHoldMs = 3_600_000;
/** Short while calls are delayed, so that they cost the test little; patient once all must go well, on any host. */
const hurriedMs = 250;
const patientMs = 20_000;

type WalkDeps = ExpressDeps &
  PlaceOrderDeps & {
    settings: CurrentFacts<"holdMs" | "transferHoldMs" | "cancelWindow" | "returns" | "returnReasons">;
  };

/** One process of the shop, as far as a walk needs it. */
export type Instance = {
  deps: WalkDeps;
  opened: OpenedDb;
  isDead: boolean;
  died: Promise<void>;
  /** The number of calls of the provider that have no answer yet. */
  callsInProgress: number;
  /** Ends the process at once: what it was told by then is lost, and it does nothing more. */
  kill: () => void;
};

/** The specified terms, with payment on delivery for no fee, so that every walked order comes to the same. */
const walkedTerms = {
  ...specifiedTerms,
  deliveryMethods: specifiedTerms.deliveryMethods.map((method) => ({ ...method, onDelivery: { fee: 0 } })),
};

/** The people of a walk. */
export type Accounts = { customers: [User, User]; admin: Admin };

type WorldParts = {
  url: string;
  drop: () => Promise<void>;
  simulators: Simulators;
  /** Reads the database past the shop. */
  observer: pg.Pool;
  accounts: Accounts;
  names: { brandId: string; categoryId: string };
};

/** The simulators of a world, and where they listen. */
type Simulators = {
  origins: Record<OnlineProvider, string>;
  providers: Record<OnlineProvider, SimulatedProvider>;
  close: () => Promise<unknown>;
};

async function startSimulators(): Promise<Simulators> {
  const [payPal, stripe] = await Promise.all([startSimulator(), startStripe()]);
  return {
    origins: { paypal: payPal.origin, stripe: stripe.origin },
    providers: { paypal: simulatedPayPal(payPal), stripe: simulatedStripe(stripe) },
    close: () => Promise.all([payPal.close(), stripe.close()]),
  };
}

/** A shop of two instances with a database and providers of its own. */
export class World {
  instances: [Instance, Instance];
  private dead: Promise<unknown>[] = [];
  /** The living instances, and the dead ones whose calls have no answer yet. */
  private started: Instance[] = [];
  private readonly timeouts = { callMs: hurriedMs, actMs: 4_000 };
  readonly providers: readonly SimulatedProvider[];
  /** Those that customers pay by: all of them, or the one that `WALK_PROVIDER` names. */
  readonly offered: readonly SimulatedProvider[];
  readonly accounts: Accounts;
  readonly names: { brandId: string; categoryId: string };
  private constructor(private readonly parts: WorldParts) {
    const { WALK_PROVIDER: wanted } = process.env;
    this.providers = Object.values(parts.simulators.providers);
    this.offered = this.providers.filter(({ name }) => wanted === undefined || name === wanted);
    this.accounts = parts.accounts;
    this.names = parts.names;
    this.instances = [this.start(), this.start()];
  }

  static async open(): Promise<World> {
    const database = await createDatabase();
    const observer = new pg.Pool({ connectionString: database.url, max: 2 });
    const simulators = await startSimulators();
    const opened = openDb({ url: database.url, poolMax: 1 });
    const accounts = await makeAccounts(opened.db);
    const names = { brandId: uuidv7(), categoryId: uuidv7() };
    await opened.db.insert(brands).values({ id: names.brandId, name: "Walked" });
    await opened.db.insert(categories).values({ id: names.categoryId, name: "Walked" });
    await opened.db.insert(termsOfSale).values({ version: 2, terms: walkedTerms });
    await opened.close();
    return new World({ ...database, simulators, observer, accounts, names });
  }

  /** Turns the clock of orders with their payments and refunds. They are locked first, as the shop does, in its order. */
  async ageOrders(ids: readonly string[], ms: number): Promise<void> {
    const by = `interval '${ms} milliseconds'`;
    const client = await this.parts.observer.connect();
    const age = async () => {
      await client.query("begin");
      try {
        await client.query("select 1 from orders where id = any($1) order by id for update", [ids]);
        await client.query(`update orders set held_until = held_until - ${by} where id = any($1)`, [ids]);
        await client.query(
          `update payments set created_at = created_at - ${by}, ask_again_at = ask_again_at - ${by},
             capturing_since = capturing_since - ${by}, last_requested_at = last_requested_at - ${by},
             settled_at = settled_at - ${by} where order_id = any($1)`,
          [ids],
        );
        await client.query(
          `update refunds set created_at = created_at - ${by}, last_requested_at = last_requested_at - ${by},
             ask_again_at = ask_again_at - ${by} where order_id = any($1)`,
          [ids],
        );
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    };
    try {
      await retryingConflicts(age);
    } finally {
      client.release();
    }
  }

  /** Looks at the database past the shop. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    // It meets acts that are under way, which lock the same rows.
    return (await retryingConflicts(() => this.parts.observer.query<Row>(text, values))).rows;
  }

  /** Whether the shop waits long for each answer, as it must where nothing is meant to go wrong. */
  setPatient(isPatient: boolean): void {
    this.timeouts.callMs = isPatient ? patientMs : hurriedMs;
    this.timeouts.actMs = isPatient ? 2 * patientMs : 4_000;
    for (const { deps } of this.instances) deps.payments = { ...deps.payments, actMs: this.timeouts.actMs };
  }

  private start(): Instance {
    const instance = startInstance(this.parts.url, this.parts.simulators.origins, this.timeouts);
    this.started = [...this.started.filter(({ isDead, callsInProgress }) => !isDead || callsInProgress > 0), instance];
    return instance;
  }

  /** The simulator that a provider order belongs to. */
  providerOf(id: string): SimulatedProvider {
    return this.parts.simulators.providers[providerOf(id)];
  }

  /** Resolves when no call of the provider is in flight, sent by a living instance or by a dead one. */
  async waitForCalls(): Promise<void> {
    const { providers } = this;
    const isBusy = () =>
      providers.some((each) => each.isBusy()) || this.started.some(({ callsInProgress }) => callsInProgress > 0);
    while (isBusy()) await delay(5);
  }

  /** Kills one instance and starts another in its place. */
  restart(place: 0 | 1): void {
    const old = this.instances[place];
    old.kill();
    this.dead.push(old.opened.close().catch(() => undefined));
    this.instances[place] = this.start();
  }

  async close(): Promise<void> {
    await expectInvariants(this.parts.observer);
    await Promise.all([...this.dead, ...this.instances.map(({ opened }) => opened.close())]);
    await this.parts.observer.end();
    await this.parts.simulators.close();
    await this.parts.drop();
  }
}

async function makeAccounts(db: OpenedDb["db"]): Promise<Accounts> {
  const session = { id: uuidv7(), expiresAt: new Date(Date.now() + 86_400_000), hasSecondFactor: false };
  const rows = ["Ada", "Grace", "Admin"].map((name) => ({
    id: uuidv7(),
    name,
    email: `${name.toLowerCase()}@example.com`,
    passwordHash: "none",
    isAdmin: name === "Admin",
  }));
  await db.insert(users).values(rows);
  const [ada, grace, admin] = rows;
  if (ada === undefined || grace === undefined || admin === undefined) throw new Error("nobody was made");
  return {
    customers: [new User(ada.id, ada.name, ada.email, session), new User(grace.id, grace.name, grace.email, session)],
    admin: adminActor({ id: admin.id, name: admin.name, email: admin.email }, session),
  };
}

const never = new Promise<never>(() => undefined);

function startInstance(url: string, origins: Record<OnlineProvider, string>, timeouts: ProviderTimeouts): Instance {
  const opened = openDb({ url, poolMax: 6, onConnectionError: () => undefined });
  const payments = openWalked(origins, timeouts);
  const { paypal, stripe } = payments.providers;
  if (paypal === undefined || stripe === undefined) throw new Error("a walk needs its providers");
  let onDeath: () => void = () => undefined;
  const instance: Instance = {
    opened,
    isDead: false,
    callsInProgress: 0,
    died: new Promise((done) => {
      onDeath = done;
    }),
    kill: () => {
      instance.isDead = true;
      onDeath();
    },
    deps: {
      db: opened.db,
      payments: {
        ...payments,
        providers: { paypal: mortal(paypal, () => instance), stripe: mortal(stripe, () => instance) },
      },
      limits: openLimits(opened.pool, wideLimits),
      seller: { name: "Walked Shop", address: [], taxId: undefined, timeZone: "UTC" },
      shop: { name: "Walked Shop", origin: "http://localhost", timeZone: "UTC" },
      settings: {
        current: {
          holdMs: walkHoldMs,
          transferHoldMs: walkHoldMs,
          cancelWindow: "processed",
          returns: { days: 14, timeZone: "UTC" },
          returnReasons: ["Walked"],
          paymentMethods,
          isExpress: true,
          unpaidUnitsMax: 1_000,
          riskRules: { fromCents: riskFromCents, declines: null, isByProvider: true },
          delivery: undefined,
        },
      },
      reconcileMs: 30_000,
      limitPerProduct: openProductLimiter(),
      terms: new TermsReader(),
      discounts: new DiscountReader(),
      emit: () => undefined,
    },
  };
  return instance;
}

function openWalked({ paypal, stripe }: Record<OnlineProvider, string>, timeouts: ProviderTimeouts): Payments {
  return openPayments({
    paypal: {
      mode: "simulator",
      clientId: "simulator",
      clientSecret: "simulator",
      merchantId: shopAccount.merchant_id,
      apiBase: paypal,
      scriptBase: paypal,
      webhookId: walkWebhookId,
      timeouts,
    },
    stripe: {
      publishableKey: "pk_test_simulator",
      secretKey: "sk_test_simulator",
      webhookSecret: walkStripeSecret,
      apiBase: stripe,
      scriptBase: stripe,
      timeouts,
    },
  });
}

/** The total from which walked orders wait for a person's look; above the usual one. */
export const riskFromCents = 22_00;

/** A provider that a dead process neither asks nor hears: whoever waits for it never goes on. */
function mortal(provider: PaymentProvider, instanceOf: () => Instance): PaymentProvider {
  const wrap =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const instance = instanceOf();
      if (instance.isDead) return never;
      instance.callsInProgress += 1;
      try {
        const result = await call(...args);
        return instance.isDead ? never : result;
      } catch (error) {
        if (instance.isDead) return never;
        throw error;
      } finally {
        instance.callsInProgress -= 1;
      }
    };
  return {
    payee: provider.payee,
    isReadCurrent: provider.isReadCurrent,
    createOrder: wrap(provider.createOrder),
    readOrder: wrap(provider.readOrder),
    readCapture: wrap(provider.readCapture),
    captureOrder: wrap(provider.captureOrder),
    refundCapture: wrap(provider.refundCapture),
    listMoney: wrap(provider.listMoney),
    countDeclines: provider.countDeclines === undefined ? undefined : wrap(provider.countDeclines),
    closeOrder: provider.closeOrder === undefined ? undefined : wrap(provider.closeOrder),
    express:
      provider.express === undefined
        ? undefined
        : {
            createOrder: wrap(provider.express.createOrder),
            readPayer: wrap(provider.express.readPayer),
            nameOrder: wrap(provider.express.nameOrder),
          },
    // A walk tells no provider of parcels.
    parcels: undefined,
    findAccessProblem: wrap(provider.findAccessProblem),
    events: provider.events === undefined ? undefined : { ...provider.events, verify: wrap(provider.events.verify) },
  };
}
