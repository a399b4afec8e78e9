import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a folder with Debian 13 and the servers that `pnpm test:operations` wants and Debian 12 has too old: needs root and
 * Debian's package `debootstrap`. `DEBIAN_ROOT=FOLDER pnpm test:operations` uses it. Nothing is started in it.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: pnpm debian-root FOLDER");
  process.exit(2);
}
const packages = "pgbouncer postgresql-17 patroni python3-etcd etcd-server etcd-client haproxy pgbackrest";
const run = (command: string, args: string[]) => execFileSync(command, args, { stdio: "inherit" });

run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "trixie", folder]);
// Says that no service may be started.
writeFileSync(join(folder, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
mkdirSync(join(folder, "etc/postgresql-common"), { recursive: true });
writeFileSync(join(folder, "etc/postgresql-common/createcluster.conf"), "create_main_cluster = false\n");
const install = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${packages}`;
run("chroot", [folder, "sh", "-c", install]);
