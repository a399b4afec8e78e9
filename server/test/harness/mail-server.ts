import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { z } from "zod";

export type ReceivedMail = {
  /** The address of the envelope. */
  recipient: string;
  id: string;
  subject: string;
  html: string;
  text: string;
  headers: ParsedMail["headers"];
  source: string;
};

/** A mail server that collects what it is sent. */
export type MailServer = {
  port: number;
  received: ReceivedMail[];
  /** The answer to every recipient from now on: an error, or none. */
  refuse: (answer: { code: number; message: string } | undefined) => void;
  /** Called after a mail was received and before the sender is told so. */
  onReceived: (listener: () => void) => void;
  close: () => Promise<void>;
};

/** Starts a mail server on this machine. With credentials, it accepts no mail without them. */
export async function startMailServer(credentials?: { user: string; pass: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { code: number; message: string } | undefined;
  let listener: () => void = () => undefined;
  const server = new SMTPServer({
    authOptional: credentials === undefined,
    allowInsecureAuth: false,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === credentials?.user && password === credentials?.pass;
      if (isRight) done(null, { user: username });
      else done(new Error("Invalid username or password"));
    },
    onRcptTo: (_address, _session, done) => {
      if (refusal === undefined) return done();
      return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString("utf8");
        const recipient = session.envelope.rcptTo[0]?.address ?? "";
        simpleParser(source).then((mail) => {
          received.push(toReceived(mail, recipient, source));
          listener();
          done();
        }, done);
      });
    },
  });
  // A client that is killed in the middle of a mail.
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: z.custom<AddressInfo>((value) => typeof value === "object" && value !== null).parse(server.server.address())
      .port,
    received,
    refuse: (answer) => {
      refusal = answer;
    },
    onReceived: (called) => {
      listener = called;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function toReceived(mail: ParsedMail, recipient: string, source: string): ReceivedMail {
  return {
    recipient,
    source,
    headers: mail.headers,
    id: mail.messageId ?? "",
    subject: mail.subject ?? "",
    html: mail.html === false ? "" : (mail.html ?? ""),
    text: mail.text ?? "",
  };
}
