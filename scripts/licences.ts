import { listPackages } from "./production-packages.ts";

/** Prints every package that the shop ships or needs at run time, with its version and licence. */
const rows = listPackages().map(({ name, version, licence }) => `${licence.padEnd(32)} ${name} ${version}`);
console.log(rows.sort().join("\n"));
