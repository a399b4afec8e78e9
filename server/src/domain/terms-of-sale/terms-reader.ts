import { setShopMoney } from "@shop/shared/currency";
import { specifiedVersion, type TermsOfSale, type TermsVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { termsOfSaleSchema } from "@shop/shared/terms-of-sale/terms-schema";
import { eq, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { termsOfSale } from "../../db/schema/terms-of-sale.ts";
import { moneyFormatOf } from "./money-format.ts";

/** The terms in force, and the time of the transaction that read them (ms since 1970), which chooses the tax rates. */
export type CurrentTerms = TermsVersion & { at: number };

/** Versions that are remembered; orders of a shop name few. */
const versionsMax = 1_000;

const latest = preparedSql<{ version: number; at: string }>(
  "latest_terms",
  sql`select max(version) as version, floor(extract(epoch from now()) * 1000)::text as at from ${termsOfSale}`,
);

/** Reads the terms of sale of one database. A version is never changed, so that each is read once. */
export class TermsReader {
  readonly #versions = new Map<number, TermsVersion>();
  #newest = specifiedVersion;
  /** When rates of the newest terms begin (ms since 1970). */
  #rateStarts: number[] = [];

  /** The terms that are in force for a transaction. Amounts of this process are in their currency from now on. */
  async current(db: Db): Promise<CurrentTerms> {
    const [row] = (await latest(db).execute({})).rows;
    if (row === undefined) throw new Error("The shop has no terms of sale");
    const found = await this.ofVersion(db, row.version);
    if (found.version > this.#newest.version) {
      this.#newest = found;
      this.#rateStarts = startsOf(found.terms);
      setShopMoney(moneyFormatOf(found.terms));
    }
    return { ...found, at: Number(row.at) };
  }

  /** The newest terms that this process has read, for when the database cannot be asked. */
  get newest(): TermsVersion {
    return this.#newest;
  }

  /** How many times rates have changed by a time (ms since 1970): what names a rate holds as long as this stays. */
  rateChangesBy(at: number): number {
    return this.#rateStarts.filter((start) => start <= at).length;
  }

  /** The terms of a version that an order names. */
  async ofVersion(db: Db, version: number): Promise<TermsVersion> {
    const known = this.#versions.get(version);
    if (known !== undefined) return known;
    const [row] = await db.select().from(termsOfSale).where(eq(termsOfSale.version, version));
    if (row === undefined) throw new Error(`There is no version ${version} of the terms of sale`);
    const found = { version, terms: termsOfSaleSchema.parse(row.terms) };
    if (this.#versions.size >= versionsMax) this.#versions.clear();
    this.#versions.set(version, found);
    return found;
  }
}

function startsOf({ taxRates }: TermsOfSale): number[] {
  return [...new Set(taxRates.flatMap(({ from }) => (from === null ? [] : Date.parse(from))))];
}
