import { listPackages } from "./production-packages.ts";

/** Prints the version and licence of every package that production needs. */
const rows = listPackages().map(({ name, version, licence }) => `${licence.padEnd(32)} ${name} ${version}`);
console.log(rows.sort().join("\n"));
