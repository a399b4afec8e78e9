import "@mantine/core/styles/Progress.layer.css";
import { Anchor, Button, Flex, Group, Progress, Stack, Text } from "@mantine/core";
import { type Opening, type OpeningStep, openingSteps } from "@shop/shared/admin/opening";
import { pages, pathOf } from "@shop/shared/page/pages";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { importListPath, productListPath } from "../../../lib/admin-paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { useAdoptSettings } from "../settings/use-settings-changes.ts";

type Step = { name: string; help: string; to: string; more?: { label: string; to: string } };

const settingsOf = (section: string) => pathOf("settingsSection", { section });

const steps: Record<OpeningStep, Step> = {
  name: { name: "Name", help: "What your shop is called.", to: pages.settings.path },
  address: {
    name: "Address and tax number",
    help: "Who sells, for invoices and legal pages.",
    to: settingsOf("address"),
  },
  tax: { name: "Country, currency and tax", help: "Start with the rates of your country.", to: pages.termsOfSale.path },
  delivery: { name: "Delivery", help: "Where you deliver to, how, and for how much.", to: pages.deliveryTerms.path },
  payments: {
    name: "Payments",
    help: "Connect PayPal or Stripe; try it with play money first.",
    to: settingsOf("payments"),
  },
  mail: { name: "Mail", help: "So that customers get receipts. Send yourself a test.", to: settingsOf("mail") },
  products: {
    name: "First products",
    help: "Add one by hand, or bring the file of another shop.",
    to: productListPath,
    more: { label: "Import a file", to: importListPath },
  },
  pages: { name: "Legal pages", help: "Imprint, terms and privacy, in your words.", to: pages.infoPageList.path },
};

/** What is left to do before the shop opens, and the button that opens it. */
export function OpeningChecklist({ opening }: { opening: Opening }) {
  const { done, isOpen, isDemo, guestPassword } = opening;
  const isAllDone = done.length === openingSteps.length;
  if (isOpen && (isAllDone || isDemo)) return null;
  const title = `Your shop: ${done.length} of ${openingSteps.length}`;
  const list = (
    <Stack gap="md">
      <Progress
        value={(done.length / openingSteps.length) * 100}
        size="sm"
        bg="var(--shop-panel-edge)"
        aria-label={title}
      />
      <Flex component="ul" direction="column" m={0} p={0} style={{ listStyle: "none" }}>
        {openingSteps.map((step) => (
          <StepLine key={step} step={steps[step]} isDone={done.includes(step)} />
        ))}
      </Flex>
    </Stack>
  );
  if (isOpen) {
    return (
      <details>
        <summary>
          <Text span c="dimmed">
            {title}
          </Text>
        </summary>
        <AdminPanel title="What is left">{list}</AdminPanel>
      </details>
    );
  }
  return (
    <AdminPanel title={title} titleSize="lg" hasWarning>
      <Text c="dimmed">
        Visitors see “Opening soon”. Search engines are told to stay away.
        {guestPassword !== "" && " Friends can look around with the password below."}
      </Text>
      {guestPassword !== "" && (
        <Group gap="xs">
          <Text>
            Password for visitors: <b>{guestPassword}</b>
          </Text>
          <CopyButton value={guestPassword} name="password for visitors" isIcon />
        </Group>
      )}
      {list}
      <OpenShop version={opening.version} isAllDone={isAllDone} />
    </AdminPanel>
  );
}

function StepLine({ step, isDone }: { step: Step; isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <Flex component="li" gap="sm" py={10} align="flex-start">
      <Icon
        size={22}
        style={{ flex: "none", color: isDone ? "var(--shop-success)" : "var(--shop-text-muted)" }}
        role="img"
        aria-label={isDone ? "Done" : "To do"}
      />
      <div>
        <Anchor component={PrefetchLink} to={step.to} fw={600}>
          {step.name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {step.help}{" "}
          {step.more !== undefined && (
            <Anchor component={PrefetchLink} to={step.more.to} underline="always" inherit>
              {step.more.label}
            </Anchor>
          )}
        </Text>
      </div>
    </Flex>
  );
}

function OpenShop({ version, isAllDone }: { version: number; isAllDone: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const adopt = useAdoptSettings();
  const save = trpc.admin.settings.save.useMutation({
    onSuccess: (saved) => {
      adopt(saved);
      notify.success("Your shop is open");
    },
    onError: (error) => notify.error(messageOf(error, "The shop could not be opened")),
  });
  const open = () => save.mutate({ version, values: { isOpen: true } });
  return (
    <div>
      <Button
        size="md"
        aria-disabled={save.isPending || undefined}
        onClick={() => (isAllDone ? open() : setAsking(true))}
      >
        Open the shop
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Open the shop now?"
          consequence="Some steps are not done yet. Customers can see the shop, and order, at once."
          yes="Open the shop"
          no="Not yet"
          onAnswer={(isYes) => {
            setAsking(false);
            if (isYes) open();
          }}
        />
      )}
    </div>
  );
}
