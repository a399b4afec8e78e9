import { imageAt, wideImageSet } from "@shop/shared/catalog/image";
import type { ImageSide } from "@shop/shared/page/home-layout";
import type { BlockNode } from "@shop/shared/page/info-page";
import { InfoText } from "../../ui/info-text.tsx";
import { BlockLink } from "./block-link.tsx";
import classes from "./story.module.css";

type StoryProps = {
  title: string;
  body: readonly BlockNode[];
  image: string;
  imageAlt: string;
  side: ImageSide;
  label: string;
  to: string;
  /** Present where the image is that of a product, which is square. */
  imageOf?: string;
};

/** An image with a story beside it; below it on phones. */
export function Story({ title, body, image, imageAlt, side, label, to, imageOf }: StoryProps) {
  return (
    <section className={classes.story} data-side={side} data-square={imageOf !== undefined || undefined}>
      <img
        className={classes.image}
        src={imageAt(image, 640)}
        srcSet={wideImageSet(image)}
        sizes="(min-width: 75em) 600px, (min-width: 48em) 50vw, 100vw"
        alt={imageAlt}
        loading="lazy"
      />
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <InfoText body={body} />
        <BlockLink label={label} to={to} />
      </div>
    </section>
  );
}
