import { openRelay } from "../relay.ts";

/** Passes connections on between ports of the network that it runs in and Unix sockets: FROM=TO for each. */
const endOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
for (const pair of process.argv.slice(2)) {
  const [from = "", to = ""] = pair.split("=");
  await openRelay(endOf(from), endOf(to));
}
console.log("open");
