import { notifications } from "@mantine/notifications";
import { permissions } from "@shop/shared/account/permissions";
import { type Opening, openingSteps } from "@shop/shared/admin/opening";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, type Location, Outlet } from "react-router-dom";
import { vi } from "vitest";
import type { ShopPageData } from "../lib/page-data.ts";
import type { ShopIdentity } from "../ui/shop-identity.ts";
import { stubEventSource } from "./event-source-in-test.ts";
import { openShop, Providers } from "./providers.tsx";
import { openRoutes } from "./routes.tsx";
import { ShopRouter } from "./shop-router.tsx";

type Answer = (input: unknown) => unknown;

/** A refusal, as the server would send it. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly errors: readonly { path: string; message: string }[];

  constructor(status: number, message = "", code = "X", errors: readonly { path: string; message: string }[] = []) {
    this.status = status;
    this.message = message;
    this.code = code;
    this.errors = errors;
  }
}

/** A shop that is open, and complete. */
export const openShopInTest: Opening = {
  isOpen: true,
  isDemo: false,
  guestPassword: "",
  version: 1,
  done: [...openingSteps],
  isPayable: true,
  mailMode: "smtp",
  failedMails: 0,
};

/** What parts of screens ask for that few tests are about. */
const quiet: Record<string, Answer> = {
  "order.creditToUse": () => ({ balance: 0, takesGiftCards: false }),
  "order.credit": () => ({ balance: 0, entries: [] }),
  "admin.users.credit": () => ({ balance: 0, entries: [] }),
  "admin.dashboard.opening": () => openShopInTest,
  "visit.note": () => ({ message: "Counted" }),
  "admin.staff.mine": () => ({ name: "Owner", permissions: [...permissions] }),
  "account.staffInvitation": () => null,
  "admin.questions.waiting": () => ({ open: 0 }),
  "question.list": () => ({ questions: [], page: 1, pages: 0, total: 0 }),
  "question.mine": () => [],
  "question.own": () => ({ questions: [], page: 1, pages: 0, total: 0 }),
  "order.history": () => [],
  "order.messages": () => [],
  "order.returns": () => ({ returns: [], refusal: "Nothing was sent yet", returnable: [], reasons: [] }),
  "admin.orderEdits.list": () => ({ edits: [], version: 0, scope: "nothing", refusal: null, undoable: null }),
  "admin.orders.views": () => [],
  "admin.mails.ofOrder": () => [],
  "admin.productHistory.page": () => ({ entries: [], older: null, timeZone: "UTC" }),
  "admin.plannedPrices.list": () => ({ timeZone: "UTC", price: 0, regularPrice: 0, planned: [] }),
  "admin.products.group": () => null,
  "admin.orders.background": () => ({ customer: null, notes: [] }),
};

/** Answers the client's batched calls, and REST calls by their path, at once or when an answer is ready; a procedure without an answer fails as if it were broken. */
export function stubServer(special: Record<string, Answer>) {
  const answers: Record<string, Answer> = { ...quiet, ...special };
  stubEventSource();
  const calls: { path: string; input: unknown }[] = [];
  vi.stubGlobal("fetch", async (address: unknown, init?: { body?: unknown }) => {
    const url = new URL(String(address), "http://localhost");
    if (url.pathname.startsWith("/api/")) {
      const input: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      calls.push({ path: url.pathname, input });
      return toResponse((await answers[url.pathname]?.(undefined)) ?? new Refusal(500));
    }
    const inputs: unknown = JSON.parse(url.searchParams.get("input") ?? String(init?.body ?? "{}"));
    const body = await Promise.all(
      decodeURIComponent(url.pathname.replace("/trpc/", ""))
        .split(",")
        .map(async (path, index) => {
          const input: unknown = Reflect.get(Object(inputs), String(index));
          calls.push({ path, input });
          const answer = path in answers ? await answers[path]?.(input) : new Refusal(500);
          if (!(answer instanceof Refusal)) return { result: { data: answer } };
          const { message, status, code, errors } = answer;
          return { error: { message, code: -32000, data: { httpStatus: status, code, errors } } };
        }),
    );
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  });
  return { calls, inputsOf: (path: string) => calls.filter((call) => call.path === path).map((call) => call.input) };
}

function toResponse(answer: unknown): Response {
  const isRefusal = answer instanceof Refusal;
  const { status, ...body } = isRefusal ? { ...answer } : { status: 200, answer };
  return new Response(JSON.stringify(isRefusal ? body : answer), { status });
}

/** A router in memory with a history of which the last entry is open; `beside` is rendered with its screens. */
export function routerInTest(initialEntries: (string | Partial<Location>)[], beside?: ReactNode) {
  const element = (
    <>
      {beside}
      <Outlet />
    </>
  );
  const routes = beside === undefined ? openRoutes() : [{ element, children: openRoutes() }];
  return createMemoryRouter(routes, { initialEntries });
}

/** The whole shop at an address, or with a history of which the last is open; `beside` is rendered with its screens. */
export function renderShop(
  path: string | string[],
  queries: ShopPageData["queries"] = [],
  more: Partial<ShopIdentity> = {},
  beside?: ReactNode,
) {
  // Messages outlive the screens that they came from.
  notifications.clean();
  const router = routerInTest([path].flat(), beside);
  const shop = { name: "Lumen & Loom", origin: "http://localhost", passwordMin: 8, payments: "off", ...more } as const;
  render(
    <Providers shop={openShop({ shop, queries })}>
      <ShopRouter router={router} />
    </Providers>,
  );
  return { router, user: userEvent.setup() };
}

/** Adds a text to a field at once, as pasting does; typed, every character would render the whole screen. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
