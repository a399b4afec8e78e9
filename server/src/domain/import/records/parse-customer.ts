import { newEmailSchema, personalLineSchema } from "@shop/shared/account/account";
import type { DecimalMark, RowWarning } from "@shop/shared/catalog/import";
import type { CustomerRecord } from "@shop/shared/catalog/import-records";
import { shippingAddressSchema } from "@shop/shared/order/order";
import { nameLength } from "@shop/shared/shop";
import { countryName } from "@shop/shared/terms-of-sale/countries";
import type { FileEntry } from "./file-entry.ts";
import { readTime } from "./read-times.ts";

type Values = FileEntry["values"];

/** How a file is read: the decimal mark of its numbers, and the time zone of times that have none. */
export type Reading = { mark: DecimalMark | undefined; timeZone: string };

export type Parsed<Record> = { record: Record; warnings: RowWarning[] } | { problem: string };

/** Words that files have for yes and no. */
const yes = /^(?:yes|true|1|y|subscribed)$/i;
const no = /^(?:no|false|0|n|unsubscribed|not subscribed)$/i;

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A customer of a file. What else than the e-mail cannot be read is left out and named. */
export function parseCustomer(
  { values, warnings: found = [] }: FileEntry,
  { timeZone }: Pick<Reading, "timeZone">,
): Parsed<CustomerRecord> {
  if (values.email === undefined) return { problem: "It has no e-mail" };
  const email = newEmailSchema.safeParse(values.email);
  if (!email.success)
    return { problem: `E-mail “${shown(values.email)}”: ${email.error.issues[0]?.message ?? "not valid"}` };
  const warnings = [...found];
  const ignore = (about: string) => warnings.push({ kind: "value-ignored", about });
  const { marketing } = values;
  if (marketing !== undefined && !yes.test(marketing) && !no.test(marketing))
    ignore(`Marketing ${shown(marketing)}: neither yes nor no`);
  const record = {
    email: email.data,
    name: nameOf(values, ignore),
    acceptsMarketing: marketing === undefined ? null : yes.test(marketing) ? true : no.test(marketing) ? false : null,
    since: sinceOf(values.since, timeZone, ignore),
    address: addressOf(values, ignore),
  };
  return { record, warnings };
}

/** The full name of a person or, without one, of the company; nothing for neither. */
function nameOf(values: Values, ignore: (about: string) => void): string | null {
  const wanted = fullName(values) ?? values.company;
  if (wanted === undefined) return null;
  const { data, error } = personalLineSchema("Name", nameLength).safeParse(wanted);
  if (data === undefined) ignore(`Name ${shown(wanted)}: ${error.issues[0]?.message ?? "it cannot be read"}`);
  return data ?? null;
}

/** The name in two columns or, where one of them is empty, in one: some shops show a name of the customer's choice there. */
export function fullName({ customerName, firstName, lastName }: Values): string | undefined {
  if (firstName !== undefined && lastName !== undefined) return `${firstName} ${lastName}`;
  return customerName ?? firstName ?? lastName;
}

function sinceOf(text: string | undefined, timeZone: string, ignore: (about: string) => void): string | null {
  if (text === undefined) return null;
  const read = readTime(text, timeZone);
  if (read.kind === "time" && Date.parse(read.iso) <= Date.now()) return read.iso;
  ignore(
    `Customer since ${shown(text)}: ${read.kind === "ambiguous" ? "day and month can be exchanged" : "no time of the past"}`,
  );
  return null;
}

/** The four lines of an address of this shop. The company stands before the street, the state behind the town. */
export function addressLines(values: Values): { address: string; city: string; postalCode: string; country: string } {
  const company = values.company === fullName(values) ? undefined : values.company;
  return {
    address: [company, values.address, values.address2].filter((part) => part !== undefined).join(", "),
    city: [values.city, values.region].filter((part) => part !== undefined).join(", "),
    postalCode: values.postalCode ?? "",
    country: countryName(values.country ?? ""),
  };
}

/** The address, if it is complete. A country alone is no address, and not worth a word. */
function addressOf(values: Values, ignore: (about: string) => void): CustomerRecord["address"] {
  if (values.address === undefined && values.city === undefined && values.postalCode === undefined) return null;
  const lines = addressLines(values);
  const { data, error } = shippingAddressSchema.safeParse(lines);
  if (data !== undefined) return data;
  ignore(
    `Address ${shown(
      Object.values(lines)
        .filter((line) => line !== "")
        .join(", "),
    )}: ${error.issues[0]?.message ?? "it cannot be read"}`,
  );
  return null;
}
