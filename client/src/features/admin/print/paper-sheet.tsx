import { code128 } from "@shop/shared/order/code128";
import type { Sheet } from "@shop/shared/order/paper";
import { useId } from "react";
import { ProductImage } from "../../../ui/product-image.tsx";
import classes from "./paper-sheet.module.css";

/** One sheet, as the file has it. */
export function PaperSheet({ sheet }: { sheet: Sheet }) {
  const id = useId();
  const isSlip = sheet.kind === "packing slip";
  const [sellerName, ...sellerMore] = sheet.seller;
  const [recipientName, ...recipientMore] = sheet.recipient;
  return (
    <article className={classes.sheet} data-slip={isSlip || undefined} aria-labelledby={id}>
      <p className={classes.seller} dir="auto">
        {sellerName}
      </p>
      {sellerMore.map((line) => (
        <p key={line} className={classes.quiet} dir="auto">
          {line}
        </p>
      ))}
      <h2 id={id} className={classes.title}>
        {sheet.title}
      </h2>
      {sheet.warning !== null && <p className={classes.warning}>{sheet.warning}</p>}
      <div className={classes.about}>
        <div className={classes.recipient}>
          <p className={classes.quiet}>{isSlip ? "Send to" : "Customer"}</p>
          <p className={classes.name} dir="auto">
            {recipientName}
          </p>
          {recipientMore.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address can be the same, and never move
            <p key={place} dir="auto">
              {line}
            </p>
          ))}
        </div>
        <dl className={classes.facts}>
          {sheet.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Code text={sheet.orderId} />
      {sheet.lines.length > 0 && (
        <ul className={classes.lines}>
          {sheet.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same product can be in two lines, which never move
            <li key={place} className={classes.line}>
              <span className={classes.qty} data-many={line.qty > 1 || undefined}>
                {line.qty}×
              </span>
              {isSlip && (
                <ProductImage
                  image={line.image}
                  alt=""
                  sizes="56px"
                  isEager
                  of={line}
                  className={classes.image ?? ""}
                />
              )}
              <span className={classes.product} dir="auto">
                {line.name}
              </span>
              {line.price !== null && <span className={classes.price}>{line.price}</span>}
              {line.total !== null && <span className={classes.total}>{line.total}</span>}
            </li>
          ))}
        </ul>
      )}
      {sheet.sums.length > 0 && (
        <dl className={classes.sums}>
          {sheet.sums.map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {sheet.notes.map((note) => (
        <p key={note} className={classes.note} dir="auto">
          {note}
        </p>
      ))}
    </article>
  );
}

/** Ten modules of blank space on either side, which readers need. */
const blank = 10;

/** The id of the order as Code 128, with the id in letters below. */
function Code({ text }: { text: string }) {
  const { bars, width } = code128(text);
  return (
    <figure className={classes.code}>
      <svg viewBox={`${-blank} 0 ${width + 2 * blank} 34`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars.map(({ at, width: wide }) => `M${at} 0h${wide}v34h-${wide}z`).join("")} />
      </svg>
      <figcaption className={classes.quiet}>{text}</figcaption>
    </figure>
  );
}
