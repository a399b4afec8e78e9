import { Box, Flex, Text } from "@mantine/core";
import type { WaitingOrders } from "@shop/shared/order/order-filter";
import { pages } from "@shop/shared/page/pages";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import classes from "./needs-action.module.css";

/** The kinds of open work, in the order of the steps of an order. */
const kinds: readonly { filter: keyof WaitingOrders; name: string; help: string }[] = [
  { filter: "to-confirm", name: "To confirm", help: "New, not yet confirmed" },
  { filter: "to-process", name: "To process", help: "Confirmed, not yet processed" },
  { filter: "to-ship", name: "To ship", help: "Processed, not yet shipped" },
  { filter: "to-deliver", name: "To deliver", help: "Shipped, not yet delivered" },
  { filter: "messages", name: "New messages", help: "Customers wait for an answer" },
  { filter: "attention", name: "Needs attention", help: "Stock, payment or mail to check" },
];

type NeedsActionProps = {
  waiting: Answer<WaitingOrders>;
  /** How many questions about products wait for an answer. */
  questions: number;
};

/** The number of orders for each kind of work, each a link to those orders, and of open questions if there are any. */
export function NeedsAction({ waiting, questions }: NeedsActionProps) {
  return (
    <DashboardPanel
      title="Needs action"
      answer={waiting}
      failure="Failed to load orders"
      skeleton={
        <Box h={{ base: 432, md: 118 }}>
          <Skeleton height="100%" />
        </Box>
      }
    >
      {(counts) => (
        <Flex component="ul" direction={{ base: "column", md: "row" }} gap={{ base: 8, md: 12 }}>
          {kinds.map(({ filter, name, help }) => (
            <Tile
              key={filter}
              to={`${orderListPath}?state=${filter}`}
              name={name}
              help={help}
              count={counts[filter]}
              isUrgent={filter === "attention"}
            />
          ))}
          {questions > 0 && <QuestionTile questions={questions} />}
        </Flex>
      )}
    </DashboardPanel>
  );
}

/** The open questions, for those who answer them and see no orders. */
export function OpenQuestionsPanel({ questions }: Pick<NeedsActionProps, "questions">) {
  return (
    <AdminPanel title="Needs action">
      <Flex component="ul">
        <QuestionTile questions={questions} />
      </Flex>
    </AdminPanel>
  );
}

function QuestionTile({ questions }: Pick<NeedsActionProps, "questions">) {
  return <Tile to={pages.questionList.path} name="New questions" help="About products" count={questions} />;
}

type TileProps = { to: string; name: string; help: string; count: number; isUrgent?: boolean };

function Tile({ to, name, help, count, isUrgent = false }: TileProps) {
  return (
    <Box component="li" flex={1}>
      <Flex
        component={PrefetchLink}
        to={to}
        className={classes.tile ?? ""}
        mod={{ urgent: isUrgent && count > 0 }}
        h="100%"
        px="md"
        py="xs"
      >
        <Text span fz="xl" lh={1.5} fw={650} c={colorOf(count, isUrgent)}>
          {count.toLocaleString("en-US")}
        </Text>{" "}
        <span>
          <Text span display="block" fw={600}>
            {name}
          </Text>{" "}
          <Text span display="block" fz="xs" lh="xs" c="dimmed">
            {help}
          </Text>
        </span>
      </Flex>
    </Box>
  );
}

function colorOf(count: number, isUrgent: boolean): string {
  if (count === 0) return "dimmed";
  return isUrgent ? "var(--shop-warning)" : "var(--shop-text)";
}
