import { Badge, Group, Text } from "@mantine/core";

/** The tags of a customer, as badges. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <Text c="dimmed">No tags.</Text>;
  return (
    <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge variant="default" tt="none" fw={500} maw="100%">
            {tag}
          </Badge>
        </li>
      ))}
    </Group>
  );
}
