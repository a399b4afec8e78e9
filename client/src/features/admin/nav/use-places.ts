import { usePermissions } from "../parts/use-permissions.ts";
import { type Place, type PlaceGroup, placeGroups } from "./places.ts";

/** The screens that are of use for the signed-in administrator's role, in groups. */
export function usePlaces(): PlaceGroup[] {
  const may = usePermissions();
  const isOfUse = ({ needs, unless }: Place) =>
    (needs === undefined || may(needs)) && (unless === undefined || !may(unless));
  return placeGroups
    .map(({ name, places }) => ({ name, places: places.filter(isOfUse) }))
    .filter(({ places }) => places.length > 0);
}
