import { pathOf } from "@shop/shared/page/pages";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { MailData } from "../../outbox/mail-data.ts";
import type { Block, MailBody } from "./body.ts";
import { greeting, linkWith, profileUrl, timeInWords } from "./words.ts";

/**
 * What the mails about an account are made of. `at` is the time of the change; `proof` is the token of a link that shows
 * that the mail has reached the account's owner.
 */
export type AccountFacts = { shop: ShopIdentity; name: string; recipient: string; at: Date; proof: string };

/** `email` is the address that the code was asked for with. */
type ResetFacts = { code: string; expiresAt: Date; email: string };

const text = (text: string): Block => ({ is: "text", text });

function reasonOf({ shop, recipient }: AccountFacts): string {
  return `You get this mail because ${recipient} belongs to an account at ${shop.name}.`;
}

export function welcome(facts: AccountFacts): MailBody {
  const { shop, name, recipient } = facts;
  return {
    subject: `Welcome to ${shop.name}`,
    preview: "Your account is ready.",
    title: `Welcome to ${shop.name}`,
    blocks: [
      text(greeting(name)),
      text(
        `It is good to have you here. Your account is ready: sign in with ${recipient} to order, to follow your orders and to review what you bought.`,
      ),
      text("Please confirm that this address is yours. If you ever forget your password, it is your way back in."),
      { is: "button", label: "Confirm this address", url: proofUrl(facts) },
      {
        is: "note",
        text: "You did not sign up? Then somebody mistyped their address. Answer this mail, and we delete the account.",
      },
    ],
    reason: `You get this mail because somebody signed up at ${shop.name} with the address ${recipient}.`,
  };
}

export function accountMoved(facts: AccountFacts): MailBody {
  const { shop, name, recipient } = facts;
  return {
    subject: `Your account at ${shop.name} is ready`,
    preview: "We have moved, and your account came along.",
    title: "We have moved, and your account came along",
    blocks: [
      text(greeting(name)),
      text(
        `${shop.name} has a new shop. Your account is there already, with your address and the orders that you placed before. Your old password did not move with it: choose a new one, with a code that we mail to ${recipient}.`,
      ),
      {
        is: "button",
        label: "Choose a password",
        url: linkWith(shop, pathOf("forgotPassword", {}), { email: recipient }),
      },
      { is: "note", text: "You do not want an account here? Answer this mail, and we delete it." },
    ],
    reason: `You get this mail because ${recipient} belongs to a customer of ${shop.name}.`,
  };
}

export function staffInvitation(facts: AccountFacts, { role, invitedBy }: MailData<"staff invitation">): MailBody {
  const { shop, name, recipient } = facts;
  return {
    subject: `Join the staff of ${shop.name}`,
    preview: `${invitedBy} invites you.`,
    title: `Join the staff of ${shop.name}`,
    blocks: [
      text(greeting(name)),
      text(`${invitedBy} invites you to work in the shop ${shop.name}. Your role: ${role}.`),
      text(
        `There is an account for ${recipient}. Choose a new password with a code that we mail to you, sign in, and accept the invitation on the page that opens.`,
      ),
      {
        is: "button",
        label: "Choose a password",
        url: linkWith(shop, pathOf("forgotPassword", {}), { email: recipient }),
      },
      { is: "note", text: "The invitation is open for a week. You did not expect it? Then ignore this mail." },
    ],
    reason: `You get this mail because ${invitedBy} of ${shop.name} has entered the address ${recipient}.`,
  };
}

/** The page says what is confirmed: an address, or a new way to sign in. */
function proofUrl({ shop, proof }: AccountFacts, more: { about?: "sign-in" } = {}): string {
  return linkWith(shop, pathOf("confirmEmail", {}), { token: proof, ...more });
}

export function passwordChanged(facts: AccountFacts): MailBody {
  const { shop, name, at } = facts;
  return {
    subject: "Your password was changed",
    preview: "If it was not you, please tell us at once.",
    title: "Your password was changed",
    blocks: [
      text(greeting(name)),
      text(
        `The password of your account at ${shop.name} was changed on ${timeInWords(at, shop)}. All your other devices were signed out.`,
      ),
      { is: "button", label: "What can sign in", url: `${shop.origin}${pathOf("accountAccess", {})}` },
      text(
        "If it was you, look there whether you know everything that can sign in. If it was not, choose another password with “Forgot your password?”, and please answer this mail, so that we can protect your account.",
      ),
    ],
    reason: reasonOf(facts),
  };
}

export function resetCode(facts: AccountFacts, { code, expiresAt, email }: ResetFacts): MailBody {
  const { shop, name } = facts;
  return {
    subject: `Your code for a new password at ${shop.name}`,
    preview: "It is valid for ten minutes.",
    title: "Choose a new password",
    blocks: [
      text(greeting(name)),
      text(`Somebody asked for a new password for your account at ${shop.name}. This is the code for it:`),
      { is: "code", code },
      {
        is: "button",
        label: "Choose a new password",
        url: linkWith(shop, pathOf("resetPassword", {}), { email, code }),
      },
      text(
        `The code is valid until ${timeInWords(expiresAt, shop)}, and only once. Nobody of ${shop.name} will ever ask you for it.`,
      ),
      {
        is: "note",
        text: "You did not ask for it? Then there is nothing to do: your password stays as it is. Do not pass the code on to anybody.",
      },
    ],
    reason: reasonOf(facts),
  };
}

const ifNotYou =
  "If it was not you, choose a new password with “Forgot your password?”: that signs out all devices and suspends what you have not confirmed. And please answer this mail, so that we can protect your account.";

/** Asks to confirm something new to sign in with, which then outlasts a forgotten password. */
function ifYou(facts: AccountFacts): Block[] {
  return [
    text("If it was you, please confirm it. It then stays if you ever choose a new password by mail."),
    { is: "button", label: "It was me", url: proofUrl(facts, { about: "sign-in" }) },
    text(ifNotYou),
  ];
}

export function passkeyAdded(facts: AccountFacts, { name: passkey }: MailData<"passkey added">): MailBody {
  const { shop, name, at } = facts;
  return {
    subject: "A passkey was added to your account",
    preview: "If it was not you, please tell us at once.",
    title: "A passkey was added",
    blocks: [
      text(greeting(name)),
      text(
        `A passkey was added to your account at ${shop.name} on ${timeInWords(at, shop)}, with ${passkey}. It signs in without your password.`,
      ),
      ...ifYou(facts),
    ],
    reason: reasonOf(facts),
  };
}

export function passkeyRemoved(facts: AccountFacts, { name: passkey }: MailData<"passkey removed">): MailBody {
  const { shop, name, at } = facts;
  return {
    subject: "A passkey was removed from your account",
    preview: "If it was not you, please tell us at once.",
    title: "A passkey was removed",
    blocks: [
      text(greeting(name)),
      text(
        `The passkey of ${passkey} was removed from your account at ${shop.name} on ${timeInWords(at, shop)}. It no longer signs in.`,
      ),
      text(ifNotYou),
    ],
    reason: reasonOf(facts),
  };
}

export function secondFactorChanged(facts: AccountFacts, { isOn }: MailData<"second factor changed">): MailBody {
  const { shop, name, at } = facts;
  const title = isOn ? "Your authenticator app was set up" : "Your authenticator app was removed";
  const now = isOn
    ? "From now on, signing in with your password needs a code as well."
    : "Its codes and the recovery codes no longer work.";
  return {
    subject: title,
    preview: "If it was not you, please tell us at once.",
    title,
    blocks: [
      text(greeting(name)),
      text(`This was done at ${shop.name} on ${timeInWords(at, shop)}. ${now}`),
      ...(isOn ? ifYou(facts) : [text(ifNotYou)]),
    ],
    reason: reasonOf(facts),
  };
}

export function wrongCodes(facts: AccountFacts): MailBody {
  const { shop, name, at } = facts;
  return {
    subject: "Somebody knows your password",
    preview: "Three codes of a second factor were wrong.",
    title: "Three codes were wrong",
    blocks: [
      text(greeting(name)),
      text(
        `On ${timeInWords(at, shop)} somebody signed in to your account at ${shop.name} with the right password and entered a third wrong code. Without a right one nobody gets in.`,
      ),
      text(
        "If it was you, your phone's clock may be wrong: set it, or use one of your recovery codes. If it was not, please choose another password now.",
      ),
      { is: "button", label: "Open your profile", url: profileUrl(shop) },
    ],
    reason: reasonOf(facts),
  };
}

/** To a new address. It cannot know the account, so that the mail says what its owner has to know. */
export function confirmEmail(facts: AccountFacts): MailBody {
  const { shop, recipient } = facts;
  return askToConfirm(facts, {
    preview: "One click, and our mails go to this address.",
    request: `You sign in at ${shop.name} with ${recipient} from now on. Please confirm that this address is yours. Until then our mails still go to your previous address.`,
    reason: `You get this mail because an account at ${shop.name} was changed to the address ${recipient}.`,
  });
}

/** To an address that nobody has proven since the registration. */
export function proveEmail(facts: AccountFacts): MailBody {
  const { shop, recipient } = facts;
  return askToConfirm(facts, {
    preview: "One click, and it is your way back in.",
    request: `You sign in at ${shop.name} with ${recipient}. Please confirm that this address is yours. If you ever forget your password, it is your way back in.`,
    reason: reasonOf(facts),
  });
}

function askToConfirm(
  facts: AccountFacts,
  { preview, request, reason }: { preview: string; request: string; reason: string },
): MailBody {
  return {
    subject: `Confirm your e-mail address at ${facts.shop.name}`,
    preview,
    title: "Is this your address?",
    blocks: [
      text(greeting(facts.name)),
      text(request),
      { is: "button", label: "Confirm this address", url: proofUrl(facts) },
      {
        is: "note",
        text: "The link works for seven days. You know nothing of this? Then somebody mistyped their address: do not confirm it.",
      },
    ],
    reason,
  };
}

/** To the address before the change, with a link that undoes it, or to the one after it. */
export function emailChanged(
  facts: AccountFacts,
  { before, after }: MailData<"email changed">,
  restoreToken: string | undefined,
): MailBody {
  const { shop, name, recipient, at } = facts;
  const isNew = recipient === after;
  const alarm: Block[] = [
    text(
      `The e-mail address of your account at ${shop.name} was changed on ${timeInWords(at, shop)}. From now on you sign in with ${masked(after)}, and once it is confirmed, our mails go there.`,
    ),
    ...(restoreToken === undefined
      ? [text("You know nothing of this? Then please answer this mail at once, so that we can protect your account.")]
      : undoing(shop, restoreToken)),
  ];
  const confirmation: Block[] = [
    text(`From now on we write to you here, and you sign in with ${after} instead of ${masked(before)}.`),
    { is: "button", label: "View your profile", url: profileUrl(shop) },
    text("You know nothing of this? Then please answer this mail."),
  ];
  return {
    subject: isNew ? `Your new e-mail address at ${shop.name}` : "Your e-mail address was changed",
    preview: isNew ? "From now on we write to you here." : "If it was not you, please tell us at once.",
    title: isNew ? "This is your new address" : "Your e-mail address was changed",
    blocks: [text(greeting(name)), ...(isNew ? confirmation : alarm)],
    reason: isNew ? reasonOf(facts) : `You get this mail because ${recipient} belonged to an account at ${shop.name}.`,
  };
}

function undoing(shop: ShopIdentity, token: string): Block[] {
  return [
    text("If it was you, there is nothing to do. If it was not, take your account back within seven days:"),
    { is: "button", label: "This was not me", url: linkWith(shop, pathOf("restoreEmail", {}), { token }) },
    {
      is: "note",
      text: "Your account then has this address again, all devices are signed out, and you choose a new password.",
    },
  ];
}

/** The last mail. Its recipient is empty when it is shown again after it was sent. */
export function accountDeleted({ shop, name, recipient, at }: AccountFacts): MailBody {
  return {
    subject: `Your account at ${shop.name} was deleted`,
    preview: "What was deleted, and what has to stay.",
    title: "Your account was deleted",
    blocks: [
      text(greeting(name)),
      text(
        `Your account at ${shop.name} was deleted on ${timeInWords(at, shop)}. You are signed out everywhere, and this is the last mail that the shop sends by itself.`,
      ),
      { is: "heading", text: "What was deleted" },
      text(
        "Your name, your e-mail address and your password, where you were signed in, and the mails to you. Your reviews stay, without your name.",
      ),
      { is: "heading", text: "What stays" },
      text(
        "Your orders, with the name, the e-mail and the address that you placed them with, because tax law asks for them. Orders that are paid are still delivered, and refunds are still made.",
      ),
      text(
        "You did not want this, or you have a question about an order? Please answer this mail. With the same address you can sign up again at any time, for a new and empty account.",
      ),
    ],
    reason: `You get this mail because ${recipient === "" ? "your address" : recipient} belonged to an account at ${shop.name}.`,
  };
}

/** An address that its owner recognizes and others cannot use. */
function masked(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${[...local][0] ?? ""}…@${domain}`;
}
