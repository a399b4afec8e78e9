import { execFile } from "node:child_process";
import { appendFile, copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Cluster, startCluster } from "./embedded.ts";

const run = promisify(execFile);

/** A second PostgreSQL server that follows the first by streaming replication; the first is stopped for a moment. */
export async function startReplica(primary: Cluster): Promise<Cluster> {
  const { hostname, port, username, password } = new URL(primary.url);
  await primary.stop();
  const replica = startCluster(undefined, async (folder) => {
    // With owners and rights, which the server insists on.
    await run("cp", ["-a", join(primary.folder, "cluster"), folder]);
    await copyFile(join(primary.folder, "cluster.json"), join(folder, "cluster.json"));
    const source = `host=${hostname} port=${port} user=${username} password=${password}`;
    await appendFile(join(folder, "cluster/postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
    await writeFile(join(folder, "cluster/standby.signal"), "");
    await primary.start();
  });
  return replica;
}
