import { Box } from "@mantine/core";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EditPanel } from "./edit-panel.tsx";

/** An edit screen while its record loads. */
export function EditSkeleton({ fields, isWide = false }: { fields: number; isWide?: boolean }) {
  return (
    <div data-screen-coming>
      <EditPanel
        isWide={isWide}
        bar={
          <>
            <Skeleton width="8rem" height="1.5rem" />
            <Skeleton width="7.5rem" height="44px" />
          </>
        }
      >
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields never move
          <div key={index}>
            <Skeleton width="6rem" height="1.5rem" />
            <Box mt="xs">
              <Skeleton height="44px" />
            </Box>
          </div>
        ))}
      </EditPanel>
    </div>
  );
}
