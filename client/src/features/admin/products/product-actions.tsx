import { Button, Group } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { importListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ExportList } from "../parts/export-list.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { CreateProduct } from "./create-product.tsx";

/** What can be done with all products. */
export function ProductActions() {
  return (
    <Group gap="sm">
      {/* On phones the menu leads to both. */}
      <Group gap="sm" display={{ base: "none", sm: "flex" }}>
        <Permitted to="imports.write">
          <Button
            component={PrefetchLink}
            to={importListPath}
            variant="default"
            leftSection={<IconFileImport size={18} aria-hidden="true" />}
          >
            Import
          </Button>
        </Permitted>
        <ExportList of="products" narrowing={["search", "state", "brand", "category"]} />
      </Group>
      <Permitted to="products.write">
        <CreateProduct />
      </Permitted>
    </Group>
  );
}
