import { error, type Finding, ok, warning } from "./finding.ts";

export type OriginFacts = { origin: string; isProduction: boolean; isDemo: boolean; trustedProxies: readonly string[] };

/** The public origin, and the proxy that an origin with https implies. */
export function checkOrigin({ origin, isProduction, isDemo, trustedProxies }: OriginFacts): Finding[] {
  const findings = [
    isProduction
      ? ok("origin", `Customers reach the shop at ${origin}.`)
      : warning("origin", `NODE_ENV is not production, and the shop is at ${origin}. Use this for development only.`),
  ];
  if (isDemo && isProduction) {
    findings.push(
      warning("demo", "DEMO=1 fills an empty shop with demo accounts, whose passwords are public. Remove it."),
    );
  }
  if (origin.startsWith("https:") && trustedProxies.length === 0) {
    findings.push(
      warning(
        "proxy",
        "TRUSTED_PROXIES is empty, so all customers have the proxy's address and share its limits of sign-ins. " +
          "Set it to the address of the reverse proxy.",
      ),
    );
  }
  return findings;
}

/** Secrets by the names of their variables. Absent ones are left out. */
export type Secrets = Readonly<Record<string, string | undefined>>;

const shortestSecret = 12;
const placeholder = /change.?me|example|password|passwort|secret|placeholder|postgres|…/i;

/** Secrets that are guessable or used twice. */
export function checkSecrets(secrets: Secrets): Finding[] {
  const given = Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const weak = given
    .filter(({ value }) => value.length < shortestSecret || placeholder.test(value))
    .map(({ name }) => warning("secrets", `${name} can be guessed. Generate another one with: openssl rand -hex 32.`));
  const repeated = given.flatMap(({ name, value }, place) => {
    const first = given.slice(0, place).find((other) => other.value === value);
    return first === undefined
      ? []
      : [
          warning(
            "secrets",
            `${name} is the same as ${first.name}. Give each its own, so that one leak opens one thing.`,
          ),
        ];
  });
  const found = [...weak, ...repeated];
  return found.length > 0 ? found : [ok("secrets", "None of them can be guessed or is used twice.")];
}

/** Secrets that the owner has saved, and that this environment cannot read. */
export function checkSealed(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const advice = "Give every instance the same JWT_SECRET, or let the owner enter them again";
  return [error("secrets", `${names.join(", ")} were saved under another JWT_SECRET. ${advice}.`)];
}

/** Lines that name an invalid variable. */
export function checkProblems(problems: readonly string[]): Finding[] {
  return problems.map((problem) => error("settings", `${problem}.`));
}
