// biome-ignore-all lint/suspicious/noArrayIndexKey: the position is the identity of a part, because a changed text is another one
import { imageSet } from "@shop/shared/catalog/image";
import type { BlockNode, InlineNode } from "@shop/shared/page/info-page";
import { Fragment, type ReactNode } from "react";
import classes from "./info-text.module.css";
import { PrefetchLink } from "./prefetch-link.tsx";

/** The text of one of the shop's own pages. The server has read its Markdown; here are elements only, and no HTML. */
export function InfoText({ body }: { body: readonly BlockNode[] }) {
  return <div className={classes.text}>{blocks(body)}</div>;
}

const blocks = (nodes: readonly BlockNode[]) => nodes.map((node, place) => <Block key={place} node={node} />);
const inlines = (nodes: readonly InlineNode[]) => nodes.map((node, place) => <Inline key={place} node={node} />);

function Block({ node }: { node: BlockNode }) {
  switch (node.type) {
    case "paragraph":
      return <p>{inlines(node.content)}</p>;
    case "heading": {
      const Heading = `h${node.level}` as const;
      return <Heading>{inlines(node.content)}</Heading>;
    }
    case "list":
      return <List start={node.start} items={node.items} />;
    case "quote":
      return <blockquote>{blocks(node.content)}</blockquote>;
    case "preformatted":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      );
    case "table":
      return <Table head={node.head} rows={node.rows} />;
    case "image":
      return (
        <img
          className={classes.image}
          src={node.image}
          srcSet={imageSet(node.image)}
          sizes="(min-width: 48em) 44rem, 100vw"
          alt={node.alt}
          loading="lazy"
        />
      );
    case "rule":
      return <hr />;
  }
}

function List({ start, items }: { start: number | null; items: readonly (readonly BlockNode[])[] }) {
  const rows = items.map((item, place) => <li key={place}>{itemContent(item)}</li>);
  return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

/** A single paragraph of an item needs no element of its own. */
function itemContent(item: readonly BlockNode[]): ReactNode {
  const [first] = item;
  return item.length === 1 && first?.type === "paragraph" ? inlines(first.content) : blocks(item);
}

type TableProps = { head: readonly (readonly InlineNode[])[]; rows: readonly (readonly (readonly InlineNode[])[])[] };

function Table({ head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.table} aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, place) => (
              <th key={place} scope="col">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={column}>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Inline({ node }: { node: InlineNode }) {
  if (typeof node === "string") return <Fragment>{node}</Fragment>;
  switch (node.type) {
    case "strong":
      return <strong>{inlines(node.content)}</strong>;
    case "emphasis":
      return <em>{inlines(node.content)}</em>;
    case "code":
      return <code>{node.text}</code>;
    case "break":
      return <br />;
    case "link":
      return node.to.startsWith("/") ? (
        <PrefetchLink to={node.to}>{inlines(node.content)}</PrefetchLink>
      ) : (
        <a href={node.to} rel="noreferrer">
          {inlines(node.content)}
        </a>
      );
  }
}
