import { Button } from "@mantine/core";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

type BlockLinkProps = { label: string; to: string };

/** The button of a block, to a page of this shop or to another site. Nothing without words. */
export function BlockLink({ label, to }: BlockLinkProps) {
  if (label === "") return null;
  return to.startsWith("/") ? (
    <Button component={PrefetchLink} to={to} size="md">
      {label}
    </Button>
  ) : (
    <Button component="a" href={to} rel="noreferrer" size="md">
      {label}
    </Button>
  );
}
