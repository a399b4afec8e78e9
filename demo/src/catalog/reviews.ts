import type { ProductKind } from "../kind.ts";
import type { DemoProduct, DemoReview } from "../product.ts";
import { people } from "./people.ts";
import { deckOf, type Random, randomOf } from "./random.ts";
import type { Remarks } from "./remarks/remark.ts";
import { saidOf } from "./remarks/said-of.ts";
import { tones } from "./remarks/tone.ts";

type Rating = DemoReview["rating"];

/** The product with several pages of reviews. */
const mostReviewed = { slug: "halden-over-ear-headphones", count: 120, delight: 0.72 };

/** Distributions over five, four, three, two and one star, with averages of 4.9, 4.35 and 3.1. */
const ratings: readonly Rating[] = [5, 4, 3, 2, 1];
const loved: readonly number[] = [0.92, 0.07, 0.01, 0, 0];
const liked: readonly number[] = [0.56, 0.3, 0.09, 0.03, 0.02];
const tolerated: readonly number[] = [0.18, 0.27, 0.22, 0.17, 0.16];

function countOf(slug: string, random: Random): number {
  const popularity = random.next();
  if (slug === mostReviewed.slug) return mostReviewed.count;
  return popularity < 0.06 ? 0 : 2 + Math.floor(33 * popularity ** 1.6);
}

/** Ratings distributed by `delight` (0..1). Stratified sampling keeps small samples close to the distribution. */
function ratingsOf(count: number, delight: number, random: Random): readonly Rating[] {
  const [weaker, better] = delight < 0.5 ? [tolerated, liked] : [liked, loved];
  const share = delight < 0.5 ? delight * 2 : delight * 2 - 1;
  const shares = ratings.map((_, index) => share * (better[index] ?? 0) + (1 - share) * (weaker[index] ?? 0));
  const ratingAt = (position: number): Rating => {
    let rest = position;
    for (const [index, rating] of ratings.entries()) {
      rest -= shares[index] ?? 0;
      if (rest < 0) return rating;
    }
    return 3;
  };
  const drawn = Array.from({ length: count }, (_, index) => ratingAt((index + random.next()) / count));
  // A few reviews with only five stars would otherwise rank above products with many reviews.
  if (Math.min(...drawn) === 5) drawn[0] = 4;
  return random.shuffle(drawn);
}

/** Returns one or two lines of a mood per call. A line repeats only after all have been used. */
function linesOf(kind: ProductKind, mood: keyof Remarks, random: Random): () => readonly string[] {
  const { department, own } = saidOf(kind);
  let general: string[] = [];
  let special: string[] = [];
  return () => {
    if (general.length + special.length === 0) {
      general = random.shuffle(department[mood]);
      special = random.shuffle(own[mood]);
    }
    const isSpecialFirst = random.next() * (general.length + special.length) < special.length;
    const [first, second] = isSpecialFirst ? [special, general] : [general, special];
    // The second line is from the other list, so that two lines never mention the same part or two time spans.
    return [...first.splice(0, 1), ...(random.next() < 0.4 ? second.splice(0, 1) : [])];
  };
}

/** Generator of comments for a kind: returns a new comment that fits the rating. */
function commentsOn(kind: ProductKind, random: Random): (rating: Rating) => string {
  const lines = {
    positive: linesOf(kind, "positive", random),
    middling: linesOf(kind, "middling", random),
    negative: linesOf(kind, "negative", random),
  };
  const frame = (rating: Rating) => {
    const { mood, openers, closers } = tones[rating];
    return { lines: lines[mood], opener: deckOf(openers, random), closer: deckOf(closers, random) };
  };
  const frames = { 5: frame(5), 4: frame(4), 3: frame(3), 2: frame(2), 1: frame(1) };
  const said = new Set<string>();
  return (rating) => {
    for (;;) {
      const parts = [...frames[rating].lines()];
      if (random.next() < 0.38) parts.unshift(frames[rating].opener());
      if (random.next() < 0.38) parts.push(frames[rating].closer());
      const comment = parts.join(" ");
      if (said.has(comment)) continue;
      said.add(comment);
      return comment;
    }
  };
}

/** Reviews of a product, newest first. Deterministic per slug. */
export function reviewsOf({ slug, kind }: DemoProduct): readonly DemoReview[] {
  const random = randomOf(slug);
  const count = countOf(slug, random);
  const delight = slug === mostReviewed.slug ? mostReviewed.delight : random.next() ** 0.7;
  const writers = random.shuffle(people.map((_, index) => index));
  const commentAt = commentsOn(kind, random);
  return ratingsOf(count, delight, random)
    .map((rating, index): DemoReview => {
      const daysAgo = 1 + Math.floor(400 * random.next() ** 1.3);
      return { person: writers[index] ?? 0, rating, comment: commentAt(rating), daysAgo };
    })
    .sort((one, other) => one.daysAgo - other.daysAgo);
}

/** The review of a product that has its customer's photo: the newest that praises it with more than a word. */
export function reviewWithPhoto(reviews: readonly DemoReview[]): DemoReview | undefined {
  return reviews.find(({ rating, comment }) => rating === 5 && comment.length > 40);
}
