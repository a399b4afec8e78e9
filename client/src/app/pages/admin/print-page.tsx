import { pages } from "@shop/shared/page/pages";
import { PrintSheets } from "../../../features/admin/print/print-sheets.tsx";

/** The packing slips or invoices of some orders, a sheet each, for the printer. */
export function PrintPage() {
  return <PrintSheets title={pages.print.title} path={pages.print.path} />;
}
