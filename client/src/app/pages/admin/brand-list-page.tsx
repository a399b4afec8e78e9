import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { CreateName } from "../../../features/administration/names/create-name.tsx";
import { NameList } from "../../../features/administration/names/name-list.tsx";
import { nouns } from "../../../features/administration/names/nouns.ts";

/** Brands, for administrators. */
export function BrandListPage() {
  const texts = nouns.brand;
  return (
    <DeskPage title={texts.title} path={texts.listPath} actions={<CreateName texts={texts} />}>
      <NameList texts={texts} />
    </DeskPage>
  );
}
