import { countryCode } from "@shop/shared/terms-of-sale/countries";
import type { exportCustomers } from "../../../domain/account/admin-users.ts";
import type { CsvColumns, Exported } from "../send-csv.ts";
import { nameParts, wordPressTime } from "./cells.ts";

type ExportedCustomer = Exported<typeof exportCustomers>;

/** Customers as Shopify imports them. */
export const shopifyCustomerColumns: CsvColumns<ExportedCustomer> = {
  "First Name": ({ name }) => nameParts(name).first,
  "Last Name": ({ name }) => nameParts(name).last,
  Email: ({ email }) => email,
  "Accepts Email Marketing": ({ acceptsMarketing }) => (acceptsMarketing ? "yes" : "no"),
  "Default Address Company": () => "",
  "Default Address Address1": ({ address }) => address ?? "",
  "Default Address Address2": () => "",
  "Default Address City": ({ city }) => city ?? "",
  "Default Address Province Code": () => "",
  "Default Address Country Code": ({ country }) => countryCode(country ?? ""),
  "Default Address Zip": ({ postalCode }) => postalCode ?? "",
  "Default Address Phone": () => "",
  Phone: () => "",
  "Accepts SMS Marketing": () => "no",
  Tags: () => "",
  Note: () => "",
  "Tax Exempt": () => "no",
};

const addressKinds = ["billing", "shipping"];

/** Customers as the importers of WooCommerce read them. All of them become customers, administrators too. */
export const wooCommerceCustomerColumns: CsvColumns<ExportedCustomer> = {
  user_login: ({ email }) => email,
  user_email: ({ email }) => email,
  user_registered: ({ createdAt }) => wordPressTime(createdAt),
  display_name: ({ name }) => name,
  first_name: ({ name }) => nameParts(name).first,
  last_name: ({ name }) => nameParts(name).last,
  roles: () => "customer",
  billing_email: ({ email }) => email,
  ...Object.fromEntries(
    addressKinds.flatMap((kind): [string, (customer: ExportedCustomer) => string][] => [
      [`${kind}_first_name`, ({ name }) => nameParts(name).first],
      [`${kind}_last_name`, ({ name }) => nameParts(name).last],
      [`${kind}_address_1`, ({ address }) => address ?? ""],
      [`${kind}_postcode`, ({ postalCode }) => postalCode ?? ""],
      [`${kind}_city`, ({ city }) => city ?? ""],
      [`${kind}_country`, ({ country }) => countryCode(country ?? "")],
    ]),
  ),
};
