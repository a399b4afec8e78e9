/** The addresses that every mail carries. */
type Sender = {
  /** The name and address that mails come from. */
  from: { name: string; address: string };
  /** Where answers go; to the sender without one. */
  replyTo: string | undefined;
  /** The host of the public origin, which makes message ids unique. */
  host: string;
};

export type MailerSettings =
  /** No mail goes out. */
  | { mode: "off" }
  /** Mails are shown on a page of the shop, for development and demos. */
  | ({ mode: "local" } & Sender)
  | ({ mode: "smtp"; server: SmtpServer } & Sender);

/** What the environment decides about mails. */
export type MailPlace = {
  /** The server that it names; the owner's without one. */
  server: SmtpServer | undefined;
  /** Whether mails are shown on a page of the shop as long as there is no server. */
  isShownHere: boolean;
  /** The host of the public origin. */
  host: string;
};

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise with STARTTLS. */
  isSecure: boolean;
  auth: { user: string; pass: string } | undefined;
};

const submissionPort = 587;
const securePort = 465;

/** The parts of an address such as smtp://user:password@host:587. The URL must be valid. */
export function toSmtpServer(address: string): SmtpServer {
  const url = new URL(address);
  const isSecure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? securePort : submissionPort) : Number(url.port),
    isSecure,
    auth: user === "" ? undefined : { user, pass: decodeURIComponent(url.password) },
  };
}
