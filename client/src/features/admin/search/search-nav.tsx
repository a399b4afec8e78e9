import { pages } from "@shop/shared/page/pages";
import { SectionNav } from "../parts/section-nav.tsx";

const screens = [
  { title: "No results", path: pages.emptySearches.path },
  pages.synonyms,
  pages.redirects,
  pages.oldAddresses,
];

/** The links between the lists of the search. */
export function SearchNav({ path }: { path: string }) {
  return <SectionNav label="Search settings" screens={screens} path={path} />;
}
