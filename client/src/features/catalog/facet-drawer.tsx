import "../../ui/mantine-styles.ts";
import { Button, Drawer } from "@mantine/core";
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
    <Drawer
      opened
      onClose={onClose}
      title="Filters"
      size="min(24rem, 100%)"
      padding="md"
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "#03060e", backgroundOpacity: 0.72 }}
      closeButtonProps={{ "aria-label": "Close", size: 44, iconSize: 22 }}
      // A <header> in a <section> with a role counts as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
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
    </Drawer>
  );
}
