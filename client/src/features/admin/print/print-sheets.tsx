import "../../../ui/mantine-styles.ts";
import { Button } from "@mantine/core";
import { type PaperKind, paperKinds } from "@shop/shared/order/paper-kinds";
import { plainMeta } from "@shop/shared/page/page-data";
import { IconPrinter } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { PageMeta } from "../../../ui/page-meta.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PaperSheet } from "./paper-sheet.tsx";
import classes from "./print-sheets.module.css";

const headings: Record<PaperKind, string> = { "packing-slips": "Packing slips", invoices: "Invoices" };

/** The sheets that the address names, with a button to print them. */
export function PrintSheets({ title, path }: { title: string; path: string }) {
  const [params] = useSearchParams();
  const kind = paperKinds.find((each) => each === params.get("kind")) ?? "packing-slips";
  const ids = (params.get("ids") ?? "").split(",").filter((id) => id !== "");
  const sheets = trpc.admin.orders.papers.useQuery(
    { kind, ids, hasPrices: params.get("prices") === "1" },
    // What was printed must not change under the printer.
    { enabled: ids.length > 0, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(title, path)} />
      <header className={classes.head}>
        <PageHeading>{headings[kind]}</PageHeading>
        {sheets.data !== undefined && (
          <Button leftSection={<IconPrinter size={20} aria-hidden="true" />} onClick={() => window.print()}>
            Print {sheets.data.length === 1 ? "this sheet" : `${sheets.data.length} sheets`}
          </Button>
        )}
      </header>
      {ids.length === 0 ? (
        <EmptyState
          illustration="bag"
          text="No orders are chosen"
          help="Mark orders in the list, then choose Slips, invoices, labels."
          action={
            <Button component={PrefetchLink} to={orderListPath} variant="default">
              Orders
            </Button>
          }
        />
      ) : sheets.data !== undefined ? (
        sheets.data.map((sheet) => <PaperSheet key={`${sheet.orderId} ${sheet.title}`} sheet={sheet} />)
      ) : sheets.isError ? (
        <ErrorAlert
          message={messageOf(sheets.error, "The sheets could not be loaded")}
          onRetry={() => void sheets.refetch()}
          isRetrying={sheets.isFetching}
        />
      ) : (
        <Skeleton height="40rem" />
      )}
    </div>
  );
}
