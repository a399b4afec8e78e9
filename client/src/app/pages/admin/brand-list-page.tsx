import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { brandListPath } from "../../../lib/paths.ts";

/** Brands, for administrators. */
export function BrandListPage() {
  return <DeskPage title="Brands" path={brandListPath} />;
}
