import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { withdrawalDecisionPath, withdrawalListPath } from "../../../features/admin/parts/withdrawal-paths.ts";
import { WithdrawalDetail } from "../../../features/admin/withdrawals/withdrawal-detail.tsx";
import { WithdrawalList } from "../../../features/admin/withdrawals/withdrawal-list.tsx";
import { orderListPath } from "../../../lib/admin-paths.ts";

const list = pages.withdrawalList;

/** The withdrawals from contracts, or the one of the address, to be decided. */
export function WithdrawalsPage() {
  const { id } = useParams();
  if (id === undefined) {
    return (
      <AdminPage title={list.title} path={withdrawalListPath} back={{ to: orderListPath, label: "Orders" }}>
        <WithdrawalList />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title="Withdrawal"
      path={withdrawalDecisionPath(id)}
      back={{ to: withdrawalListPath, label: list.title }}
    >
      <WithdrawalDetail key={id} id={id} />
    </AdminPage>
  );
}
