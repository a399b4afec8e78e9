import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { demoAccounts } from "../server/src/demo/accounts.ts";
import { listPackages, runPnpm } from "./production-packages.ts";
import { project } from "./project.ts";

/**
 * Checks known vulnerabilities, licences, minimum versions, the lockfile, and secrets in the
 * repository or in the browser's files.
 */

/** Licences that a production dependency may have. */
const allowed = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MIT AND OFL-1.1",
  "OFL-1.1",
];
/** Replaceable, dynamically linked libraries may have a weak copyleft licence. */
const allowedForPackages: Record<string, RegExp> = { "LGPL-3.0-or-later": /^@img\/sharp-libvips-/ };

/** The minimum versions without a vulnerability or defect that affects this shop. */
const minimumVersions: Record<string, string> = {
  // Earlier versions accept a crafted content type as validated, or trust forged X-Forwarded headers.
  fastify: "5.12.1",
  "@fastify/compress": "9.0.0",
  "@fastify/cookie": "11.0.0",
  "@fastify/multipart": "10.0.0",
  "@fastify/static": "10.0.0",
  helmet: "8.1.0",
  jose: "6.0.0",
  pg: "8.23.1",
  "drizzle-orm": "0.45.4",
  argon2: "0.44.0",
  sharp: "0.35.5",
  "@trpc/server": "11.19.0",
  zod: "4.6.7",
};

const problems: string[] = [];
const results: string[] = [];

/** A comparator for versions without pre-release tags. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number));
  for (const [place, part] of (a ?? []).entries()) {
    const difference = part - (b?.[place] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

function isAllowed(licence: string): boolean {
  const text = licence.replace(/^\((.*)\)$/, "$1");
  if (text.includes(" AND ")) return text.split(" AND ").every(isAllowed);
  if (text.includes(" OR ")) return text.split(" OR ").some(isAllowed);
  return allowed.includes(text);
}

function checkPackages() {
  const packages = listPackages();
  for (const { name, version, licence } of packages) {
    if (!isAllowed(licence) && !allowedForPackages[licence]?.test(name)) {
      problems.push(
        `${name} ${version} has the licence ${licence}, which is not on the list in scripts/supply-chain.ts`,
      );
    }
    const minimum = minimumVersions[name];
    if (minimum !== undefined && compareVersions(version, minimum) < 0) {
      problems.push(`${name} ${version} is older than ${minimum}`);
    }
  }
  for (const name of Object.keys(minimumVersions)) {
    if (!packages.some((each) => each.name === name)) problems.push(`${name} has a lowest version but is not used`);
  }
  results.push(`${packages.length} packages, licences allowed and versions new enough`);
}

const auditSchema = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }).loose() }),
});

function checkVulnerabilities() {
  const { output } = runPnpm(["audit", "--prod", "--json"]);
  const audit = auditSchema.safeParse(output === "" ? null : JSON.parse(output));
  if (audit.success) {
    const { high, critical } = audit.data.metadata.vulnerabilities;
    if (high + critical > 0)
      problems.push(`${critical} critical and ${high} high vulnerabilities: see pnpm audit --prod`);
    else results.push("no known high or critical vulnerabilities");
    return;
  }
  // Offline test runs must pass; a release sets AUDIT=required.
  const sentence = "The registry did not say which vulnerabilities are known";
  if (process.env.AUDIT === "required") problems.push(sentence);
  else console.warn(`\n  NOT CHECKED: ${sentence}. Set AUDIT=required where this must not pass.\n`);
}

function checkLockfile() {
  const { isSuccess } = runPnpm(["install", "--frozen-lockfile", "--lockfile-only", "--offline"]);
  if (isSuccess) results.push("the lockfile agrees with every package.json");
  else problems.push("pnpm-lock.yaml does not agree with package.json: run pnpm install");
}

/** Patterns of secrets. */
const secrets: Record<string, RegExp> = {
  "a private key": /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  "a secret key of age": /AGE-SECRET-KEY-1[0-9A-Z]{50,}/,
  "an AWS key": /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  "a GitHub token": /\bgh[pousr]_[0-9A-Za-z]{36,}|\bgithub_pat_[0-9A-Za-z_]{60,}/,
  "an npm token": /\bnpm_[0-9A-Za-z]{36}\b/,
  "a Slack token": /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  "a Google key": /\bAIza[0-9A-Za-z_-]{35}\b/,
  "a Stripe key": /\b[rs]k_live_[0-9A-Za-z]{20,}/,
  "a PayPal token": /access_token\$(?:production|sandbox)\$/,
  "a signed token": /\beyJ[0-9A-Za-z_-]{20,}\.eyJ[0-9A-Za-z_-]{20,}\.[0-9A-Za-z_-]{20,}/,
};

async function checkRepository() {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: project,
  });
  const files = listed
    .toString("utf8")
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(project, file)));
  for (const file of files) {
    if (/(^|\/)\.env$|\.pem$|\.p12$|(^|\/)id_(rsa|ed25519)$/.test(file))
      problems.push(`${file} must not be in the repository`);
    const text = await readFile(join(project, file), "latin1");
    for (const [what, pattern] of Object.entries(secrets)) {
      if (pattern.test(text)) problems.push(`${file} contains ${what}`);
    }
  }
  results.push(`${files.length} files of the repository without a secret`);
}

/** Values that only the server may know. */
const configured: Record<string, string | undefined> = {
  ...Object.fromEntries(demoAccounts.map(({ email, password }) => [`the password of ${email}`, password])),
  "the hash of passwords": "$argon2",
  "PayPal's secret": process.env.PAYPAL_CLIENT_SECRET,
  "Stripe's secret": process.env.STRIPE_SECRET_KEY,
  "the secret of sessions": process.env.JWT_SECRET,
  "the sign-in to the provider": "grant_type=client_credentials",
  "the name of the session's secret": "JWT_SECRET",
  "an address of a database": "postgres://",
};

async function checkBundle() {
  const folder = join(project, "client/dist");
  if (!existsSync(folder)) {
    results.push("no client was built, so its files were not searched");
    return;
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // The compressed versions have the same content.
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), "latin1");
    if (/\.map$/.test(name)) problems.push(`${name} publishes the sources`);
    for (const [what, secret] of Object.entries(configured)) {
      if (secret !== undefined && secret !== "" && text.includes(secret)) problems.push(`${name} contains ${what}`);
    }
    for (const [what, pattern] of Object.entries(secrets)) {
      if (pattern.test(text)) problems.push(`${name} contains ${what}`);
    }
  }
  results.push(`${files.length} built files without a secret`);
}

checkPackages();
checkVulnerabilities();
checkLockfile();
await checkRepository();
await checkBundle();
for (const result of results) console.log(`ok     ${result}`);
for (const problem of problems) console.log(`FAILED ${problem}`);
if (problems.length > 0) process.exit(1);
