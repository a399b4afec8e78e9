import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { startTestShop } from "../harness/shop.ts";
import {
  type Act,
  complaintsOf,
  goodPassword,
  makeAdmin,
  makeCustomer,
  signedInSchema,
  storedState,
  storedUser,
  successOf,
  TestClient,
  transports,
} from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop();
const freshEmail = () => `${uuidv7()}@example.com`;

/** What may not stand where a filled-in text belongs. */
const noText: [what: string, value: unknown][] = [
  ["missing", undefined],
  ["null", null],
  ["empty", ""],
  ["blank", "   "],
  ["blank but wide", "\u00a0\u3000"],
  ["invisible", "\u200b\u200b"],
  ["a number", 5],
  ["true", true],
  ["a list", ["text"]],
  ["an object", { $gt: "" }],
  ["a lone surrogate", "ab\ud800cd@x.io"],
  ["with NUL", "ab\u0000cd@x.io"],
  ["with a control character", "ab\u001bcd@x.io"],
];
const notOnOneLine: [what: string, value: unknown][] = [["with a line break", "ab\r\nx: y@x.io"]];
const noEmail: [what: string, value: unknown][] = [
  ...["ada", "ada@", "@x.io", "ada@x", "a b@x.io", "ada@x..io", "ada@.io", "ada@x.io.", "ada@@x.io", "<ada@x.io>"].map(
    (value): [string, unknown] => [`the e-mail ${value}`, value],
  ),
  ["with an invisible character", "ada\u200b@x.io"],
  ["with a turned direction", "ada\u202e@x.io"],
  ["255 characters long", `${"a".repeat(60)}@${"b".repeat(191)}.io`],
  ["900 kB long", `${"a".repeat(900_000)}@x.io`],
];
const noPassword: [what: string, value: unknown][] = [
  ["missing", undefined],
  ["null", null],
  ["empty", ""],
  ["a number", 12345678],
  ["a list", [goodPassword]],
  ["an object", { $gt: "" }],
  ["129 characters long", "pq".repeat(65).slice(0, 129)],
  ["10 kB long", "pq".repeat(5_000)],
  ["1 MB long", "pq".repeat(500_000)],
  ["a lone surrogate", "long enough \ud800"],
  ["with NUL", "long enough \u0000"],
];
const isNotNull = ([what]: [string, unknown]) => what !== "missing" && what !== "empty";
const tooLong: [what: string, value: unknown][] = [
  ["101 characters long", "n".repeat(101)],
  ["10 kB long", "n".repeat(10_000)],
];
const name = [...noText, ...notOnOneLine, ...tooLong];
const email = [...noText, ...notOnOneLine, ...noEmail];

const bodies: { act: Act; fields: Record<string, [what: string, value: unknown][]> }[] = [
  { act: "signIn", fields: { email, password: noPassword } },
  { act: "register", fields: { name, email, password: noPassword } },
  { act: "updateProfile", fields: { name, email, password: noPassword.filter(isNotNull) } },
  {
    act: "updateUser",
    fields: {
      name,
      email,
      isAdmin: ["true", "false", "", 1, 0, null, undefined, [true], {}].map((value) => [
        JSON.stringify(value) ?? "missing",
        value,
      ]),
    },
  },
];

describe.each(transports)("the input through %s", (transport) => {
  it.each(bodies)(
    "of $act is refused field by field, naming the field and changing nothing",
    async ({ act, fields }) => {
      const ada = await makeCustomer(shop);
      const actor = act === "updateUser" ? await makeAdmin(shop) : ada;
      const good: Record<string, unknown> = {
        name: "Ada",
        email: freshEmail(),
        password: goodPassword,
        isAdmin: false,
      };
      if (act === "signIn") good.email = ada.email;
      const before = await storedState(shop);
      for (const [field, cases] of Object.entries(fields)) {
        for (const [what, value] of cases) {
          const reply = await actor.does(transport, act, { id: ada.id, body: { ...good, [field]: value } });
          expect({ status: reply.status, code: reply.code }, `${field} ${what}`).toEqual({
            status: 400,
            code: "VALIDATION",
          });
          expect(complaintsOf(reply), `${field} ${what}`).toContain(field);
        }
      }
      expect(await storedState(shop)).toEqual(before);
    },
  );

  it.each(["signIn", "register", "updateProfile"] as const)("of %s must be an object", async (act) => {
    const ada = await makeCustomer(shop);
    const before = await storedState(shop);
    for (const body of [undefined, null, [], "text", 5, true, [{ email: ada.email, password: goodPassword }]]) {
      const reply = await ada.does(transport, act, { body });
      expect({ status: reply.status, code: reply.code }, JSON.stringify(body)).toEqual({
        status: 400,
        code: "VALIDATION",
      });
    }
    expect(await storedState(shop)).toEqual(before);
  });

  it("is taken up to the longest that is allowed", async () => {
    const longest = { name: "n".repeat(100), email: `${uuidv7()}@${"b".repeat(214)}.io`, password: "pq".repeat(64) };
    expect(longest.email).toHaveLength(254);
    const client = new TestClient(shop);
    const reply = await client.does(transport, "register", { body: longest });
    expect(reply).toMatchObject({
      status: successOf(transport, "register"),
      body: { name: longest.name, email: longest.email },
    });
    expect((await client.does(transport, "signIn", { body: longest })).status).toBe(200);
    expect((await client.does(transport, "updateProfile", { body: { ...longest, name: "x" } })).status).toBe(200);
  });

  it("is kept as it is: other scripts, emoji, marks and what looks like code", async () => {
    const ada = await makeCustomer(shop);
    const names = [
      "Zoë 李小龍 👩‍👩‍👧 עברית",
      "e\u0301 stays two",
      "'; drop table users; --",
      "<script>alert(1)</script>",
      "$1 %s $name {{7*7}}",
      "__proto__",
    ];
    for (const text of names) {
      const body = { name: text, email: ada.email, extra: "ignored", password: undefined };
      const reply = await ada.does(transport, "updateProfile", { body });
      expect(signedInSchema.parse(reply.body).name).toBe(text);
      expect((await storedUser(shop, ada.id)).name).toBe(text);
    }
  });
});

describe("a password of a megabyte", () => {
  it("is refused without being hashed", async () => {
    const { email } = await makeCustomer(shop);
    const body = { email, password: "p".repeat(1_000_000) };
    // Enough of them to fill the queue for hashes, had they got there.
    const started = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => new TestClient(shop).rest("POST", "/api/users/auth", body)),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 400));
    expect((performance.now() - started) / replies.length).toBeLessThan(timeLimit(500));
  });
});
