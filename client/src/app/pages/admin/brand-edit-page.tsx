import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { brandListPath, editPath } from "../../../lib/paths.ts";

/** One brand, to be changed by an administrator. */
export function BrandEditPage() {
  const { id = "" } = useParams();
  return <DeskPage title="Edit brand" path={editPath("brand", id)} back={{ to: brandListPath, label: "Brands" }} />;
}
