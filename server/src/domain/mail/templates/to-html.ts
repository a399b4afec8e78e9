import { mailLogoPath } from "@shop/shared/page/brand-image";
import { linkOfAccent, specifiedAccent, strongAccent } from "@shop/shared/settings/look";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { Block, Footer, Item, MailBody, Sum } from "./body.ts";
import { html, type SafeHtml } from "./html.ts";

/**
 * The HTML of a mail. Outlook renders tables and inline styles only, so that these carry the light design. The style
 * element adds the dark one and the padding of phones where it is supported.
 */
export function toHtml(body: MailBody, shop: ShopIdentity, footer: Footer): string {
  const colours = coloursOf(shop);
  const { subject, preview, title, blocks } = body;
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
${toStyle(colours)}
</head>
<body class="page" style="margin:0;padding:0;background-color:#f1f4f9;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f1f4f9">
<tr><td align="center" style="padding:24px 12px 40px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td style="padding:8px 8px 20px"><a class="name" href="${shop.origin}" style="${font};font-size:18px;line-height:24px;font-weight:700;color:#141a2a;text-decoration:none">${logoOf(shop)}${shop.name}</a></td></tr>
<tr><td class="panel" bgcolor="#ffffff" style="padding:36px 40px 16px;background-color:#ffffff;border:1px solid #dde3ee;border-radius:16px">
<h1 class="ink" style="${font};margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700;color:#141a2a">${title}</h1>
${blocks.map((block) => toBlock(block, colours))}
</td></tr>
<tr><td style="padding:24px 8px 0">${toFooter(body, { shop, colours }, footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.text;
}

/** Its height is fixed, because programs of mail leave the place of an image empty until somebody lets them load it. */
function logoOf({ logo, origin }: ShopIdentity): SafeHtml | "" {
  const path = mailLogoPath(logo);
  if (path === undefined) return "";
  return html`<img src="${origin}${path}" height="40" alt="" style="height:40px;width:auto;border:0;vertical-align:middle;margin-right:12px">`;
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const plain = `${font};font-size:16px;line-height:25px`;
const small = `${font};font-size:13px;line-height:20px`;

/** The owner's accent: of buttons, of links on white, and of links on a dark background. */
type Colours = { button: string; link: string; linkOnDark: string };

function coloursOf({ accent = specifiedAccent }: ShopIdentity): Colours {
  return { button: accent, link: strongAccent(accent), linkOnDark: linkOfAccent(accent) };
}

const toStyle = ({ linkOnDark }: Colours) => html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.cell { padding: 8px 12px 8px 0; border-bottom: 1px solid #dde3ee; font: 15px/22px Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif; color: #27304a; }
.cell span { font-size: 13px; color: #55607a; }
.end { padding-right: 0; white-space: nowrap; }
@media (max-width: 479px) {
  .panel { padding: 28px 20px 12px !important; }
  .button { display: block !important; text-align: center !important; }
  .full { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #0b0f1a !important; }
  .panel { background-color: #151b2b !important; border-color: #2b3450 !important; }
  .ink, .name { color: #e8ecf5 !important; }
  .muted { color: #a9b3c9 !important; }
  .link { color: ${linkOnDark} !important; }
  .line { border-color: #2b3450 !important; }
  .tile { background-color: #1e2538 !important; }
}
</style>`;

function toBlock(block: Block, colours: Colours): SafeHtml {
  switch (block.is) {
    case "text":
      return html`<p class="ink" style="${plain};margin:0 0 20px;color:#27304a">${block.text}</p>
`;
    case "quote":
      return html`<p class="ink" style="${plain};margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid ${colours.linkOnDark};color:#27304a">${block.lines.map((line, place) => (place === 0 ? html`${line}` : html`<br>${line}`))}</p>
`;
    case "heading":
      return html`<h2 class="ink" style="${font};margin:32px 0 12px;font-size:18px;line-height:26px;font-weight:700;color:#141a2a">${block.text}</h2>
`;
    case "note":
      return html`<p class="muted" style="${small};margin:0 0 20px;color:#55607a">${block.text}</p>
`;
    case "code":
      return html`<p class="ink tile" style="${font};margin:0 0 24px;padding:16px 12px;background-color:#e8edf6;border-radius:12px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:4px;text-align:center;color:#141a2a">${block.code}</p>
`;
    case "button":
      return toButton(block, colours);
    case "links":
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
${block.links.map((link) => toLink(link, hasImages(block.links), colours))}</table>
`;
    case "image":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">
<tr><td class="tile" bgcolor="#e8edf6" style="border-radius:12px;background-color:#e8edf6"><a href="${block.url}">${toImage(block, largeImage)}</a></td></tr>
</table>
`;
    case "facts":
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
${block.facts.map(
  ({
    name,
    lines,
  }) => html`<tr><td style="padding:0 0 12px"><span class="muted" style="${small};color:#55607a">${name}</span><br>
<span class="ink" style="${plain};color:#27304a">${lines.map((line, place) => (place === 0 ? html`${line}` : html`<br>${line}`))}</span></td></tr>
`,
)}</table>
`;
    case "items":
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px">
${block.items.map(block.items.length > itemsInFull ? toShortItem : toItem)}${block.sums.map(toSum)}</table>
`;
  }
}

function toButton({ label, url }: { label: string; url: string }, { button }: Colours): SafeHtml {
  return html`<table role="presentation" class="full" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 28px">
<tr><td class="full" bgcolor="${button}" style="border-radius:12px;background-color:${button};mso-padding-alt:12px 28px"><a class="button" href="${url}" style="${font};display:inline-block;padding:12px 28px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:12px">${label}</a></td></tr>
</table>
`;
}

const hasImages = (links: readonly Link[]) => links.some(({ image }) => image !== undefined);

type Link = Extract<Block, { is: "links" }>["links"][number];

/** `hasImages`: whether a link of the list has one, beside which the others fill the row. */
function toLink({ label, url, note, image }: Link, hasImages: boolean, colours: Colours): SafeHtml {
  const shown =
    image === undefined
      ? ""
      : html`<td class="line" width="${imageSize}" style="padding:10px 16px 10px 0;border-bottom:1px solid #dde3ee">${toTile(html`<a href="${url}">${toImage({ image, alt: "" }, imageSize)}</a>`)}</td>`;
  const columns = hasImages && image === undefined ? 2 : 1;
  return html`<tr>${shown}<td class="line" colspan="${columns}" style="padding:10px 0;border-bottom:1px solid #dde3ee"><a class="link" href="${url}" style="${plain};color:${colours.link};font-weight:600;text-decoration:underline">${label}</a>${
    note === undefined ? "" : html`<span class="muted" style="${small};color:#55607a">&nbsp; ${note}</span>`
  }</td></tr>
`;
}

const imageSize = 72;
const largeImage = 200;

/** While a mailbox blocks images, their words stand in their place. */
function toImage({ image, alt }: { image: string; alt: string }, size: number): SafeHtml {
  return html`<img src="${image}" alt="${alt}" width="${size}" height="${size}" class="muted" style="${font};display:block;width:${size}px;height:${size}px;border:0;border-radius:10px;object-fit:cover;font-size:11px;line-height:14px;color:#55607a">`;
}

/** A place of a fixed size for an image, filled while a mailbox blocks images. */
function toTile(content: SafeHtml): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="tile" width="${imageSize}" height="${imageSize}" bgcolor="#e8edf6" style="width:${imageSize}px;height:${imageSize}px;border-radius:10px;background-color:#e8edf6;font-size:0;line-height:0">${content}</td></tr></table>`;
}

/** The first letter of a name, in the place of an image. */
function toInitial(name: string): SafeHtml {
  return html`<div class="muted" aria-hidden="true" style="${font};font-size:28px;line-height:${imageSize}px;font-weight:600;text-align:center;color:#55607a">${[...name.trim()][0]?.toUpperCase() ?? ""}</div>`;
}

/** Orders with more lines are listed without images, because mailboxes clip mails of more than 100 KB. */
const itemsInFull = 20;
const shortName = 80;

function toShortItem({ name, note, amount }: Item): SafeHtml {
  const shown = name.length <= shortName ? name : `${name.slice(0, shortName - 1)}…`;
  return html`<tr><td class="cell line ink" colspan="2">${shown}<br><span class="muted">${note}</span></td><td class="cell end line ink" align="right" valign="top">${amount}</td></tr>
`;
}

function toItem({ name, note, amount, image }: Item): SafeHtml {
  const shown = image === undefined ? toInitial(name) : toImage({ image, alt: name }, imageSize);
  return html`<tr>
<td class="line" width="${imageSize}" valign="top" style="padding:12px 16px 12px 0;border-bottom:1px solid #dde3ee">${toTile(shown)}</td>
<td class="line" width="100%" valign="top" style="padding:12px 12px 12px 0;border-bottom:1px solid #dde3ee"><span class="ink" style="${font};font-size:15px;line-height:22px;font-weight:600;color:#27304a;word-break:break-word">${name}</span><br><span class="muted" style="${small};color:#55607a">${note}</span></td>
<td class="line ink" align="right" valign="top" style="${font};padding:12px 0;border-bottom:1px solid #dde3ee;font-size:15px;line-height:22px;color:#27304a;white-space:nowrap">${amount}</td>
</tr>
`;
}

function toSum({ name, amount, isTotal }: Sum): SafeHtml {
  const weight = isTotal
    ? "font-size:18px;line-height:26px;font-weight:700;padding-top:12px"
    : "font-size:15px;line-height:22px;padding-top:8px";
  return html`<tr>
<td class="${isTotal ? "ink" : "muted"}" colspan="2" style="${font};${weight};color:${isTotal ? "#141a2a" : "#55607a"}">${name}</td>
<td class="ink" align="right" style="${font};${weight};color:#141a2a;white-space:nowrap">${amount}</td>
</tr>
`;
}

function toFooter(
  { reason }: MailBody,
  { shop, colours }: { shop: ShopIdentity; colours: Colours },
  { profileUrl, unsubscribeUrl }: Footer,
): SafeHtml {
  const link = (url: string, label: string) =>
    html`<a class="link" href="${url}" style="color:${colours.link};text-decoration:underline">${label}</a>`;
  return html`<p class="muted" style="${small};margin:0 0 8px;color:#55607a">${reason}</p>
<p class="muted" style="${small};margin:0;color:#55607a">${
    profileUrl === undefined ? "" : html`${link(profileUrl, "Choose which mails you get")} &middot; `
  }${unsubscribeUrl === undefined ? "" : html`${link(unsubscribeUrl, "Unsubscribe")} &middot; `}${link(shop.origin, shop.name)}</p>`;
}
