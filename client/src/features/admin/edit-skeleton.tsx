import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./edit-frame.module.css";

/** The shape of an edit screen while what is edited is coming. */
export function EditSkeleton({ fields }: { fields: number }) {
  return (
    <div data-screen-coming>
      <Panel className={classes.panel}>
        <div className={classes.fields}>
          {Array.from({ length: fields }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields never move
            <div key={index}>
              <Skeleton width="6rem" height="1.5rem" />
              <Skeleton height="44px" className={classes.field ?? ""} />
            </div>
          ))}
        </div>
        <div className={classes.bar}>
          <Skeleton width="8rem" height="1.5rem" />
          <Skeleton width="7.5rem" height="44px" />
        </div>
      </Panel>
    </div>
  );
}
