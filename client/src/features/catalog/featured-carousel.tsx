import { useReducedMotion } from "@mantine/hooks";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { featuredImageSizes, hasOwnImage, imageAt } from "@shop/shared/catalog/image";
import { carouselIntervalMs } from "@shop/shared/shop";
import { IconChevronLeft, IconChevronRight, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useState } from "react";
import { productPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./featured-carousel.module.css";
import { useSwipe } from "./use-swipe.ts";

/** Carousel of the featured products, or of those of a draft. Products without an image would be empty slides. */
export function FeaturedCarousel({ products }: { products?: ProductSummary[] | undefined }) {
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  const shown = (products ?? featured.data)?.filter(({ image }) => hasOwnImage(image));
  if (shown !== undefined) return shown.length > 0 && <Slides products={shown} />;
  if (featured.isError) {
    return (
      <ErrorAlert
        message={messageOf(featured.error, "Failed to load products")}
        onRetry={() => featured.refetch()}
        isRetrying={featured.isFetching}
      />
    );
  }
  return <SlidesSkeleton />;
}

function Slides({ products }: { products: ProductSummary[] }) {
  const { section, selected, isPlaying, wantsToPlay, togglePlay, show, step } = useSlides(products.length);
  const swipe = useSwipe((direction) => step(direction === "left" ? 1 : -1));
  const hasControls = products.length > 1;
  return (
    <section className={classes.window} aria-roledescription="carousel" aria-label="Featured products" {...section}>
      {hasControls && (
        <div className={classes.controls}>
          <button
            type="button"
            className={classes.control}
            aria-label={wantsToPlay ? "Pause the slides" : "Play the slides"}
            onClick={togglePlay}
          >
            {wantsToPlay ? (
              <IconPlayerPauseFilled size={18} aria-hidden="true" />
            ) : (
              <IconPlayerPlayFilled size={18} aria-hidden="true" />
            )}
          </button>
          <button type="button" className={classes.control} aria-label="Previous slide" onClick={() => step(-1)}>
            <IconChevronLeft size={20} aria-hidden="true" />
          </button>
          <button type="button" className={classes.control} aria-label="Next slide" onClick={() => step(1)}>
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
          <div className={classes.dots}>
            {products.map((product, index) => (
              <button
                key={product._id}
                type="button"
                className={classes.dot}
                aria-label={`Slide ${index + 1} of ${products.length}`}
                {...(index === selected ? { "aria-current": true } : {})}
                onClick={() => show(index)}
              />
            ))}
          </div>
        </div>
      )}
      <div className={classes.viewport} {...(hasControls ? swipe : {})}>
        <div className={classes.slides} aria-live={isPlaying ? "off" : "polite"}>
          {products.map((product, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern uses a group with aria-roledescription
            <div
              key={product._id}
              className={classes.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${products.length}`}
              inert={index !== selected}
              // From its place in the row.
              style={index === selected ? { transform: `translateX(-${index * 100}%)` } : {}}
            >
              <Slide product={product} priority={index === 0} isNext={index === (selected + 1) % products.length} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Carousel state: the selected slide, autoplay and its pause on hover and focus. */
function useSlides(count: number) {
  const isReducedMotion = useReducedMotion();
  const [latest, setSelected] = useState(0);
  // There may be fewer products than before.
  const selected = Math.min(latest, count - 1);
  const [choice, setChoice] = useState<boolean | undefined>();
  const wantsToPlay = choice ?? !isReducedMotion;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPlaying = wantsToPlay && !isHovered && !isFocused && count > 1;

  const show = (index: number) => setSelected((index + count) % count);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      if (!document.hidden) setSelected((selected + 1) % count);
    }, carouselIntervalMs);
    return () => clearInterval(timer);
  }, [isPlaying, selected, count]);

  const step = (by: 1 | -1) => show(selected + by);
  return {
    selected,
    isPlaying,
    wantsToPlay,
    togglePlay: () => {
      setChoice(!wantsToPlay);
      // The play button itself has the focus, which would otherwise pause autoplay.
      if (!wantsToPlay) setFocused(false);
    },
    show,
    step,
    section: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(true);
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "ArrowRight") step(1);
        else if (event.key === "ArrowLeft") step(-1);
        else return;
        event.preventDefault();
      },
    },
  };
}

function Slide({ product, priority, isNext }: { product: ProductSummary; priority: boolean; isNext: boolean }) {
  const glow = { backgroundImage: `url("${imageAt(product.image, 32)}")` };
  return (
    <PrefetchLink className={classes.link} to={productPath(product._id)} draggable={false}>
      <span className={classes.glow} style={glow} aria-hidden="true" />
      <span className={classes.panel}>
        <ProductImage
          image={product.image}
          alt=""
          sizes={featuredImageSizes}
          priority={priority}
          isEager={isNext}
          className={classes.image ?? ""}
        />
      </span>
      <span className={classes.text}>
        <span className={classes.brand}>{product.brand}</span>
        <span className={classes.name}>{product.name}</span>
        <Rating value={product.rating} count={product.numReviews} />
        <span className={classes.price}>
          <ProductPrice prices={product} />
        </span>
        <span className={classes.action} aria-hidden="true">
          View product
        </span>
      </span>
    </PrefetchLink>
  );
}

function SlidesSkeleton() {
  return (
    <div className={classes.window} aria-hidden="true">
      <div className={classes.link}>
        <Skeleton ratio={1} />
      </div>
    </div>
  );
}
