import { z } from "zod";
import { isStorableLine, isStorableText, numberOfText, pageNumberSchema, versionSchema } from "../query.ts";
import { type ReviewReason, reviewReasons } from "../review/review-reasons.ts";
import { commentLength, keywordLength, questionLength, questionPageSize } from "../shop.ts";
import { timestampSchema, wireIdSchema } from "../wire.ts";

export const listQuestionsSchema = z.object({ productId: z.string(), pageNumber: pageNumberSchema.default(1) });
export type ListQuestions = z.output<typeof listQuestionsSchema>;

/** The same from a query string, for programs. */
export const listQuestionsQuerySchema = z.object({
  pageNumber: pageNumberSchema.default(1),
  pageSize: z
    .preprocess(numberOfText, z.int().min(1).max(50).default(questionPageSize))
    .meta({ description: "How many questions a page has." }),
});

/** The product that is asked about. */
export const askedProductSchema = z.object({ productId: z.string() });

/** One question. */
export const questionIdSchema = z.object({ questionId: z.string() });

/** A text of several lines. */
function textSchema(what: string, max: number) {
  return z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(max, `${what} can have at most ${max} characters`)
    .refine((value) => /[^\s\u200b-\u200f\u2060\ufeff]/.test(value), `${what} is required`)
    .refine(isStorableText, `${what} contains characters that cannot be stored`);
}

export const askQuestionSchema = z.object({ text: textSchema("Question", questionLength) });

/** The answer, and the version of the question that the shop has seen. */
export const answerQuestionSchema = z.object({
  text: textSchema("Answer", commentLength),
  version: versionSchema,
});
export type AnswerQuestion = z.output<typeof answerQuestionSchema>;

/** Why a question may be hidden. */
export type QuestionReason = ReviewReason;
export const questionReasons = reviewReasons;

export const hideQuestionSchema = z.object({ reason: z.enum(questionReasons, { error: "Please choose a reason" }) });

/** A question with its answer, as everybody sees it: nobody learns who asked. */
export const listedQuestionSchema = z.object({
  _id: wireIdSchema,
  text: z.string(),
  createdAt: timestampSchema,
  answer: z.object({
    text: z.string(),
    at: timestampSchema.meta({ description: "When the shop first answered." }),
    editedAt: timestampSchema.nullable().meta({ description: "When the shop last changed the answer." }),
  }),
  variant: z
    .string()
    .exactOptional()
    .meta({ description: 'Which product of the group it is about, such as "Sand, M".' }),
});
export type ListedQuestion = z.infer<typeof listedQuestionSchema>;

/** A page of the answered questions about a product. */
export const questionPageSchema = z.object({
  questions: z.array(listedQuestionSchema),
  page: z.int(),
  pages: z.int().meta({ description: "How many pages there are." }),
  total: z.int().meta({ description: "How many answered questions there are." }),
});
export type QuestionPage = z.infer<typeof questionPageSchema>;

/** A question of the caller, whether or not others see it. */
export type OwnQuestion = {
  _id: string;
  product: { _id: string; name: string; isOnSale: boolean };
  text: string;
  createdAt: string;
  answer: { text: string; at: string; editedAt: string | null } | null;
  /** Why the shop hid it; `null` while it is not hidden. */
  hiddenReason: QuestionReason | null;
};
export type OwnQuestionPage = { questions: OwnQuestion[]; page: number; pages: number; total: number };

export const ownQuestionsSchema = z.object({ pageNumber: pageNumberSchema.default(1) });

export const questionFilters = ["open", "answered", "hidden", "all"] as const;
export type QuestionFilter = (typeof questionFilters)[number];

/** Which questions administrators see. */
export const adminQuestionsSchema = z.object({
  filter: z.enum(questionFilters).catch("open"),
  search: z.string().trim().max(keywordLength).refine(isStorableLine).catch(""),
  pageNumber: pageNumberSchema.default(1),
});
export type AdminQuestionsQuery = z.output<typeof adminQuestionsSchema>;

/** The same from a query string, where what makes no sense is refused. */
export const adminQuestionsQuerySchema = z.object({
  filter: z
    .enum(questionFilters)
    .default("open")
    .meta({ description: "Open ones wait for an answer and are not hidden." }),
  search: z
    .string()
    .trim()
    .max(keywordLength)
    .refine(isStorableLine)
    .default("")
    .meta({ description: "A part of the question, of the answer or of the product's name." }),
  pageNumber: pageNumberSchema.default(1),
});

/** A question as administrators and their programs see it. */
export const adminQuestionSchema = z.object({
  _id: wireIdSchema,
  product: z.object({
    _id: wireIdSchema,
    name: z.string(),
    isOnSale: z.boolean().meta({ description: "Whether customers can see the product." }),
  }),
  asker: z.string().meta({ description: "The name of who asked." }),
  text: z.string(),
  createdAt: timestampSchema,
  answer: z
    .object({
      text: z.string(),
      at: timestampSchema,
      editedAt: timestampSchema.nullable(),
      by: z.string().meta({ description: "The name of whose answer it is now." }),
    })
    .nullable(),
  hidden: z.object({ reason: z.enum(questionReasons), at: timestampSchema }).nullable(),
  version: z.int().meta({ description: "Incremented by each change of the answer." }),
});
export type AdminQuestion = z.infer<typeof adminQuestionSchema>;

export const adminQuestionPageSchema = z.object({
  questions: z.array(adminQuestionSchema),
  page: z.int(),
  pages: z.int().meta({ description: "How many pages there are." }),
  total: z.int().meta({ description: "How many questions match." }),
});
export type AdminQuestionPage = z.infer<typeof adminQuestionPageSchema>;
