import type { MailMode } from "@shop/shared/mail";
import { createTransport, type SendMailOptions } from "nodemailer";
import { z } from "zod";
import { isLoopback } from "../loopback.ts";
import { memoByValue } from "../memo-by-value.ts";
import type { MailerSettings, SmtpServer } from "./settings.ts";

/** A rendered mail. */
export type Message = {
  /** Makes the Message-ID, so that mailboxes fold a repeated delivery. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Where one click ends mails of this kind; absent if they are always sent. */
  unsubscribeUrl: string | undefined;
};

/** The mail server did not take a mail. The message contains no address and no credentials. */
export class MailError extends Error {
  override readonly name = "MailError";
  constructor(
    message: string,
    /** Whether the server could not be used at all, so that other mails fail as well. */
    readonly isServerDown: boolean,
    /** The server's answer, which can contain the recipient's address. Not for the log. */
    readonly answer: string,
  ) {
    super(message);
  }
}

export type Mailer = {
  readonly mode: MailMode;
  /** Hands a message to the mail server. Throws a MailError. */
  send: (message: Message) => Promise<void>;
  /** The message as it is transmitted. */
  source: (message: Message) => Promise<string>;
  /** Throws a MailError unless the server can be reached and accepts the credentials. */
  verify: () => Promise<void>;
  close: () => void;
  /** Ends the connections as soon as each has sent its mail. */
  retire: () => void;
};

/** Time-outs in milliseconds: of the connection, of each answer, and of the whole delivery. */
const connectMs = 8_000;
const answerMs = 15_000;
const deliveryMs = 30_000;
const connections = 5;

/** Opens the mailer. Connects with the first mail. */
export function openMailer(settings: MailerSettings): Mailer {
  const source = async (message: Message) => {
    if (settings.mode === "off") throw new Error("no mailer is configured");
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message: bytes } = await transport.sendMail(toMail(settings, message));
    return z.instanceof(Buffer).parse(bytes).toString("utf8");
  };
  if (settings.mode !== "smtp") {
    const done = async () => undefined;
    return { mode: settings.mode, send: done, source, verify: done, close: () => undefined, retire: () => undefined };
  }
  const transport = createTransport(toTransport(settings.server));
  return {
    mode: settings.mode,
    source,
    send: async (message) => {
      const mail = { ...toMail(settings, message), signal: AbortSignal.timeout(deliveryMs) };
      await transport.sendMail(mail).catch(toMailError);
    },
    verify: async () => void (await transport.verify().catch(toMailError)),
    close: () => transport.close({ force: true }),
    retire: () => transport.close(),
  };
}

/** The same by settings that can change while the process runs. Mails that are being sent end by the former ones. */
export function followMailer(settings: () => MailerSettings): Mailer {
  const current = memoByValue(settings, openMailer, (former) => former.retire());
  return {
    get mode() {
      return current().mode;
    },
    send: (message) => current().send(message),
    source: (message) => current().source(message),
    verify: () => current().verify(),
    close: () => current().close(),
    retire: () => current().retire(),
  };
}

function toTransport({ host, port, isSecure, auth }: SmtpServer) {
  return {
    pool: true as const,
    host,
    port,
    secure: isSecure,
    maxConnections: connections,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    dnsTimeout: connectMs,
    // Repeats are this shop's own decision.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(auth === undefined ? {} : { auth }),
    // Mails carry codes and addresses, so they cross a network encrypted only, and to the server that was named. A relay
    // on this machine seldom has a certificate that can be verified.
    ...(auth === undefined && isLoopback(host) ? { tls: { rejectUnauthorized: isSecure } } : { requireTLS: !isSecure }),
  };
}

function toMail(
  { from, replyTo, host }: Exclude<MailerSettings, { mode: "off" }>,
  { id, to, subject, html, text, unsubscribeUrl }: Message,
): SendMailOptions {
  return {
    from,
    to,
    subject,
    html,
    text,
    messageId: `<${id}@${host}>`,
    ...(replyTo === undefined ? {} : { replyTo }),
    // Automatic answers, such as out-of-office notes, are not wanted.
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl === undefined ? {} : { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
  };
}

const failureSchema = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/** Failures of the connection or the credentials, which every other mail would meet as well. */
const serverFailures = new Set([
  "ECONNECTION",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EAUTH",
  "ENOAUTH",
  "EPROTOCOL",
]);

function toMailError(error: unknown): never {
  const parsed = failureSchema.safeParse(error);
  const { code = "unknown", command = "", responseCode, response } = parsed.success ? parsed.data : {};
  const message = [code, command, responseCode].filter((part) => part !== undefined && part !== "").join(" ");
  throw new MailError(message, serverFailures.has(code), response ?? message);
}
