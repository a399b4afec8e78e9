import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useWithdrawalFields } from "../../features/orders/withdrawal-fields.ts";
import { WithdrawalForm } from "../../features/orders/withdrawal-form.tsx";
import { withdrawalPath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { useShop } from "../../ui/shop-identity.ts";

/** Withdrawal from the contract of an order, also for guests. */
export function WithdrawalPage() {
  const { returnsDays } = useShop();
  const known = useWithdrawalFields();
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.withdrawal.title, withdrawalPath)} />
      <PageHeading>Withdraw From a Contract</PageHeading>
      {returnsDays === undefined ? (
        <p>This shop has no form for withdrawals. Please answer one of the mails about your order.</p>
      ) : (
        <WithdrawalForm key={known.orderNumber} known={known} />
      )}
    </FormPanel>
  );
}
