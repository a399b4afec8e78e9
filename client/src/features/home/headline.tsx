import { imageAt, wideImageSet } from "@shop/shared/catalog/image";
import { headlineImageSizes } from "@shop/shared/page/home-layout";
import { BlockLink } from "./block-link.tsx";
import classes from "./headline.module.css";

type HeadlineProps = {
  title: string;
  text: string;
  image: string;
  imageAlt: string;
  label: string;
  to: string;
  /** Whether Home begins with it, so that its image is the largest of the first screen. */
  isFirst: boolean;
};

/** A headline with an image and a button. */
export function Headline({ title, text, image, imageAlt, label, to, isFirst }: HeadlineProps) {
  return (
    <section className={classes.headline} data-plain={image === "" || undefined}>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        {text !== "" && <p className={classes.text}>{text}</p>}
        <BlockLink label={label} to={to} />
      </div>
      {image !== "" && (
        <img
          className={classes.image}
          src={imageAt(image, 640)}
          srcSet={wideImageSet(image)}
          sizes={headlineImageSizes}
          alt={imageAlt}
          loading={isFirst ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : "auto"}
        />
      )}
    </section>
  );
}
