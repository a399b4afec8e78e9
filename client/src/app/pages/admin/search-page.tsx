import { pages } from "@shop/shared/page/pages";
import { useLocation } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { EmptySearchList } from "../../../features/admin/search/empty-search-list.tsx";
import { OldAddressList } from "../../../features/admin/search/old-address-list.tsx";
import { RedirectList } from "../../../features/admin/search/redirect-list.tsx";
import { SearchNav } from "../../../features/admin/search/search-nav.tsx";
import { SynonymsList } from "../../../features/admin/search/synonyms-list.tsx";

const lists = [
  { page: pages.synonyms, List: SynonymsList },
  { page: pages.redirects, List: RedirectList },
  { page: pages.oldAddresses, List: OldAddressList },
];

/** What customers searched for in vain, the synonyms, the redirects and the old addresses, each at an address of its own. */
export function SearchPage() {
  const { pathname } = useLocation();
  const { page, List } = lists.find((list) => list.page.path === pathname) ?? {
    page: pages.emptySearches,
    List: EmptySearchList,
  };
  return (
    <AdminPage title={page.title} path={page.path}>
      <SearchNav path={page.path} />
      <List key={page.path} />
    </AdminPage>
  );
}
