import { width } from "../server/test/harness/width.ts";
import buildWhenChanged from "./build-when-changed.ts";
import { runResilience, startSoak, walkPayments } from "./resilience.ts";

/** Shows that the built shop survives kills, outages, crowds, slow clients, nonsense and time. */
await buildWhenChanged();
console.log(`As wide as this: ${JSON.stringify(width)}`);
const soak = startSoak();
const isWell = (await runResilience()) && (await walkPayments(width.walkedSchedules));
if (!isWell) soak.giveUp();
const isSoakWell = await soak.passed();
process.exit(isWell && isSoakWell ? 0 : 1);
