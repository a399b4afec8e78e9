import { useLocation, useNavigate } from "react-router-dom";

export type Filters = { brand: string | undefined; category: string | undefined };
export type FilterKind = keyof Filters;

export const filterKinds: { kind: FilterKind; title: string }[] = [
  { kind: "brand", title: "Brand" },
  { kind: "category", title: "Category" },
];

/** The filters, stored in the URL query so that reload and Back restore them. */
export function useFilters() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const filters: Filters = { brand: params.get("brand") || undefined, category: params.get("category") || undefined };

  function change(changes: Partial<Filters>): void {
    const next = new URLSearchParams(search);
    for (const { kind } of filterKinds) {
      if (!(kind in changes)) continue;
      const value = changes[kind];
      if (value === undefined) next.delete(kind);
      else next.set(kind, value);
    }
    void navigate({ pathname, search: next.toString() }, { preventScrollReset: true });
  }

  return {
    filters,
    count: filterKinds.filter(({ kind }) => filters[kind] !== undefined).length,
    setFilter: (kind: FilterKind, name: string | undefined) => change({ [kind]: name }),
    resetFilters: () => change({ brand: undefined, category: undefined }),
  };
}

/** The filters, and what of a search is words, as a URL query with its `?`; `""` without any. */
export function filterQuery(filters: Filters, typed: readonly string[] = []): string {
  const params = new URLSearchParams();
  for (const { kind } of filterKinds) {
    const value = filters[kind];
    if (value !== undefined) params.set(kind, value);
  }
  for (const phrase of typed) params.append("typed", phrase);
  return params.size === 0 ? "" : `?${params}`;
}

/** The products that match every filter exactly. */
export function filterProducts<P extends { brand: string; category: string }>(products: P[], filters: Filters): P[] {
  return products.filter((product) =>
    filterKinds.every(({ kind }) => filters[kind] === undefined || product[kind] === filters[kind]),
  );
}
