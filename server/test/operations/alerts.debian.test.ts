import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isLeftOut } from "../harness/debian.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../../deploy/prometheus", import.meta.url));
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo) await step();
});

type Series = Record<string, string>;
/** Whether an alert of a severity fires at a time. */
type Expected = { at: string; alert: string; severity: "critical" | "warning" | "none"; fires: boolean };

/** Has Prometheus' own tool evaluate the shipped rules over series with a value every interval. Fails with what it says. */
async function judge(series: Series, expected: readonly Expected[], interval = "1m"): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "shop-rules-"));
  undo.push(() => rm(place, { recursive: true, force: true }));
  const tests = {
    rule_files: [join(folder, "alerts.yml"), join(folder, "objectives.yml")],
    evaluation_interval: interval,
    // Otherwise in any order, and the ratios of the round before are too old for alerts when rounds are long.
    group_eval_order: ["shop-objective-ratios", "shop-objectives"],
    tests: [
      {
        interval,
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: expected.map(({ at, alert, severity, fires }) => ({
          expr: `count(ALERTS{alertname="${alert}",severity="${severity}",alertstate="firing"})`,
          eval_time: at,
          exp_samples: fires ? [{ labels: "{}", value: 1 }] : [],
        })),
      },
    ],
  };
  const file = join(place, "tests.yml");
  await writeFile(file, stringify(tests));
  await run("promtool", ["test", "rules", file]).catch((error: unknown) => {
    throw new Error(String(Reflect.get(Object(error), "stdout")) + String(Reflect.get(Object(error), "stderr")));
  });
}

const orders = (status: string) =>
  `shop_request_duration_seconds_count{job="shop",instance="a",transport="trpc",route="order.place",method="POST",status="${status}"}`;
const reads = (status: string) =>
  `shop_request_duration_seconds_count{job="shop",instance="a",transport="page",route="/*",method="GET",status="${status}"}`;

describe.skipIf(isLeftOut("promtool"))("Prometheus, with the files as they are shipped", () => {
  it("takes them all", async () => {
    const { stdout } = await run("promtool", ["check", "config", join(folder, "prometheus.yml")]);
    expect(stdout).toContain("2 rule files found");
    expect(stdout).not.toContain("FAILED");
  });

  it("pages while one order in ten fails, and not for one failure of a quiet shop", async () => {
    await judge({ [orders("2xx")]: "0+30x120", [orders("5xx")]: "0+3x120" }, [
      { at: "90m", alert: "ShopOrdersMissObjective", severity: "critical", fires: true },
      { at: "90m", alert: "ShopFailsRequests", severity: "critical", fires: true },
    ]);
    await judge({ [orders("2xx")]: "0+1x120", [orders("5xx")]: "0x30 1x90" }, [
      { at: "60m", alert: "ShopOrdersMissObjective", severity: "critical", fires: false },
      { at: "60m", alert: "ShopFailsRequests", severity: "critical", fires: false },
    ]);
  });

  it("warns of failures that are few and go on for days, and stops soon after they end", async () => {
    const slow = { [reads("2xx")]: "0+10000x432", [reads("5xx")]: "0+40x432" };
    const expected = { at: "2880m", alert: "ShopReadsMissObjective" };
    await judge(
      slow,
      [
        { ...expected, severity: "warning", fires: true },
        { ...expected, severity: "critical", fires: false },
      ],
      "10m",
    );
    await judge({ [reads("2xx")]: "0+1000x240", [reads("5xx")]: "0+100x60 6000x180" }, [
      { at: "55m", alert: "ShopReadsMissObjective", severity: "critical", fires: true },
      { at: "110m", alert: "ShopReadsMissObjective", severity: "critical", fires: false },
    ]);
  });

  it("tells of a job that fails, of one that hangs, and of none that does its work", async () => {
    const of = (metric: string, name: string) => `shop_job_${metric}{job="shop",instance="a",job_name="${name}"}`;
    const start = { [of("rounds_total", "settings")]: "0+60x120", [of("failures_total", "settings")]: "0+60x120" };
    await judge(start, [{ at: "60m", alert: "ShopJobFails", severity: "warning", fires: true }]);
    await judge({ [of("last_success_timestamp_seconds", "holds")]: "0x120" }, [
      { at: "20m", alert: "ShopJobFails", severity: "warning", fires: false },
      { at: "60m", alert: "ShopJobFails", severity: "warning", fires: true },
    ]);
    const fine = {
      [of("rounds_total", "holds")]: "0+30x120",
      [of("failures_total", "holds")]: "0x60 1x60",
      [of("last_success_timestamp_seconds", "holds")]: "0+60x120",
    };
    await judge(fine, [{ at: "100m", alert: "ShopJobFails", severity: "warning", fires: false }]);
  });

  it("tells of a prober and of backups that are not there, and always that it is awake", async () => {
    await judge({ 'up{job="shop",instance="a"}': "1x120" }, [
      { at: "30m", alert: "ShopProberIsGone", severity: "warning", fires: true },
      { at: "30m", alert: "ShopBackupsAreAbsent", severity: "critical", fires: false },
      { at: "90m", alert: "ShopBackupsAreAbsent", severity: "critical", fires: true },
      { at: "90m", alert: "ShopWatchdog", severity: "none", fires: true },
    ]);
    const there = {
      'up{job="shop",instance="a"}': "1x120",
      'up{job="certificate",instance="https://shop.example.com"}': "1x120",
      'probe_success{job="certificate",instance="https://shop.example.com"}': "1x120",
      'shop_backup_newest_timestamp_seconds{job="shop",instance="a"}': "1x120",
    };
    await judge(there, [
      { at: "90m", alert: "ShopProberIsGone", severity: "warning", fires: false },
      { at: "90m", alert: "ShopIsUnreachable", severity: "critical", fires: false },
      { at: "90m", alert: "ShopBackupsAreAbsent", severity: "critical", fires: false },
    ]);
  });
});
