import { heal, judge } from "./judge.ts";
import { Schedule } from "./schedule.ts";
import { World } from "./world.ts";

export type Failure = { seed: number; broken: string[]; acts: string[] };

/** Walks one schedule to its end and gives what it broke. */
async function walkOne(world: World, seed: number, reached: Reached): Promise<Failure | undefined> {
  const schedule = new Schedule(world, seed);
  try {
    await schedule.run();
    await heal(schedule);
  } catch (error) {
    schedule.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const broken = await judge(schedule);
  world.setPatient(false);
  await count(world, schedule, reached);
  // What is over is not asked for by the schedules that come.
  await world.query("update payments set ask_again_at = null where ask_again_at is not null");
  await world.query("update refunds set ask_again_at = null where ask_again_at is not null");
  await world.query("update orders set held_until = 'infinity' where paid_at is null and held_until <> 'infinity'");
  await world.query("update discount_rules set stopped_at = now() where stopped_at is null");
  return broken.length === 0 ? undefined : { seed, broken, acts: schedule.log };
}

/** How often the schedules came to what matters, so that a walk that sees nothing is noticed. */
export type Reached = Record<string, number>;

async function count(world: World, { orders, checkouts }: Schedule, reached: Reached): Promise<void> {
  const rows = await world.query<{ what: string; n: number }>(
    `select 'payment ' || status || case when is_settling then ' settling' else '' end as what, count(*)::int as n
       from payments where order_id = any($1) group by 1
     union all select 'refund ' || status || case when requested_by is null then ' at the provider' else '' end, count(*)::int
       from refunds where order_id = any($1) group by 1
     union all select 'matter ' || kind, count(*)::int from order_matters where order_id = any($1) group by 1
     union all select 'return ' || state, count(*)::int from order_returns where order_id = any($1) group by 1
     union all select 'sent before its money', count(*)::int from orders
       where id = any($1) and shipped_at is not null and (paid_at is null or paid_at > shipped_at)
     union all select 'paid by a checkout that began at the provider', count(*)::int from payments
       where provider_order_id = any($2) and is_settling
     union all select 'discount ' || case when is_counted then 'used' else 'given back' end, count(*)::int
       from order_discounts where order_id = any($1) group by 1
     union all select 'event ' || act, count(*)::int from order_events where order_id = any($1) group by 1`,
    [orders.map(({ id }) => id), [...checkouts]],
  );
  for (const { what, n } of rows) reached[what] = (reached[what] ?? 0) + n;
}

/** Walks seeded schedules in a few worlds side by side; gives the failures. */
export async function walk(seeds: readonly number[], lanes = 3): Promise<{ failures: Failure[]; reached: Reached }> {
  const waiting = [...seeds];
  const failures: Failure[] = [];
  const reached: Reached = {};
  await Promise.all(
    Array.from({ length: Math.min(lanes, seeds.length) }, async () => {
      const world = await World.open();
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const failure = await walkOne(world, seed, reached);
        if (failure !== undefined) failures.push(failure);
      }
      await world.close();
    }),
  );
  return { failures, reached };
}
