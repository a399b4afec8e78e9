import { Button } from "@mantine/core";
import { SideDrawer } from "../../ui/side-drawer.tsx";
import classes from "./facet-drawer.module.css";
import { FacetPanel, type FacetPanelProps } from "./facet-panel.tsx";

type FacetDrawerProps = Omit<FacetPanelProps, "id"> & {
  /** What the button says that leads back to the products. */
  shown: string;
  onClose: () => void;
};

/** The filters on small screens. Each choice has its effect at once. */
export function FacetDrawer({ shown, onClose, ...panel }: FacetDrawerProps) {
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title="Filters"
      size="min(24rem, 100%)"
      padding="md"
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      <FacetPanel id="filters-in-drawer" {...panel} />
      <div className={classes.foot}>
        <Button fullWidth onClick={onClose}>
          {shown}
        </Button>
      </div>
    </SideDrawer>
  );
}
