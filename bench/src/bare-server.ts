import Fastify from "fastify";
import pg from "pg";
import { type Line, placeBare } from "./bare-order.ts";
import { rememberAnswer } from "./remembered.ts";

/**
 * The baseline: a minimal server for the same catalog with Fastify, a pool and handwritten SQL in
 * prepared statements. It has no validation, no security headers, no request ids and no log. The
 * list is counted on every request.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DB_POOL_MAX),
});
const pageSize = 12;
const visible = "p.published_at is not null and p.deleted_at is null";
const columns = `
  p.id as "_id", p.name, p.image, b.name as brand, c.name as category, p.description,
  p.price_cents::float8 / 100 as price, p.count_in_stock as "countInStock", p.rating::float8 as rating,
  p.num_reviews as "numReviews", p.user_id as "user"`;
const joined = `
  from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id`;

const listSql = `
  select ${columns}, (select count(*)::int from products p where ${visible}) as total
  ${joined} where ${visible}
  order by p.created_at desc, p.id desc limit $1 offset $2`;

const lexeme = (field: string) => `('''${field}' || search_stem($1) || '''')::tsquery`;
const searchSql = `
  select ${columns}, (select count(*)::int from product_search where lexemes @@ ${lexeme("")}) as total
  ${joined} join product_search s on s.product_id = p.id where s.lexemes @@ ${lexeme("")}
  order by s.lexemes @@ ${lexeme("N")} desc, s.is_sold_out, p.created_at desc, p.id desc limit $2 offset $3`;

const detailSql = `
  select ${columns}, b.slug as "brandSlug", c.slug as "categorySlug", (
    select s.slug from product_slugs s where s.product_id = p.id and s.is_current
  ) as slug, (
    select coalesce(json_agg(newest), '[]') from (
      select r.id as "_id", r.name, r.rating, r.comment, r.created_at as "createdAt"
      from reviews r where r.product_id = p.id and r.hidden_at is null order by r.created_at desc, r.id desc limit 100
    ) newest
  ) as reviews, (
    select coalesce(json_agg(json_build_object('image', i.image, 'alt', i.alt) order by i.position), '[]') from (
      select p.image, p.image_alt as alt, 0 as position where p.image not in ('', '/static/no-picture.svg')
      union all select image, alt, position from product_images where product_id = p.id
    ) i
  ) as images, (
    select coalesce(json_agg(
      json_build_object('group', a.group_name, 'name', a.name, 'value', a.value, 'unit', a.unit) order by a.position
    ), '[]') from product_attributes a where a.product_id = p.id
  ) as attributes
  ${joined} where p.id = $1 and ${visible}`;

const valuesIn = (table: string, column: string) => `(
  select coalesce(json_agg(n.${column}), '[]') from (
    select name, slug from ${table} where position(' ' || $1 in ' ' || lower(name collate "pg_c_utf8")) > 0
    order by lower(name collate "pg_c_utf8") limit 2
  ) n
)`;
const namesIn = (table: string, one: string) =>
  `${valuesIn(table, "name")} as ${table}, ${valuesIn(table, "slug")} as "${one}Slugs"`;
const suggestionsSql = `
  select (
    select coalesce(json_agg(json_build_object('_id', h.id, 'name', h.name, 'image', h.image, 'price', h.price)), '[]')
    from (
      select p.id, p.name, p.image, p.price_cents::float8 / 100 as price
      from product_search s join products p on p.id = s.product_id
      where s.lexemes @@ ${lexeme("N")} order by s.is_sold_out, p.created_at desc, p.id desc limit 5
    ) h
  ) as products, ${namesIn("brands", "brand")}, ${namesIn("categories", "category")}, (
    select coalesce(json_agg(keyword), '[]') from (
      select keyword from popular_searches
      where count >= 5 and keyword <> $1 and (keyword like $1 || '%' or keyword like '% ' || $1 || '%')
      order by count desc, keyword limit 3
    ) s
  ) as searches, (select count(*)::int from product_search where lexemes @@ ${lexeme("")}) as total`;

type Query = { keyword?: string; pageNumber?: string };

const app = Fastify();

app.get<{ Querystring: Query }>("/api/products", async ({ query }) => {
  const page = Number(query.pageNumber ?? 1);
  const offset = (page - 1) * pageSize;
  const keyword = (query.keyword ?? "").toLowerCase();
  const { rows } =
    keyword === ""
      ? await pool.query({ name: "list", text: listSql, values: [pageSize, offset] })
      : await pool.query({ name: "search", text: searchSql, values: [keyword, pageSize, offset] });
  const total = rows[0]?.total ?? 0;
  const pages = Math.ceil(total / pageSize);
  return { products: rows.map(({ total: _, ...product }) => product), page, pages, total };
});

app.get<{ Querystring: Query }>("/suggestions", async ({ query }) => {
  const keyword = (query.keyword ?? "").toLowerCase();
  const { rows } = await pool.query({ name: "suggestions", text: suggestionsSql, values: [keyword] });
  return rows[0];
});

app.get<{ Params: { id: string } }>("/api/products/:id", async ({ params }) => {
  const { rows } = await pool.query({ name: "detail", text: detailSql, values: [params.id] });
  const [product] = rows;
  for (const review of product.reviews) review.createdAt = new Date(review.createdAt).toISOString();
  return product;
});

app.post<{ Headers: { "x-customer": string }; Body: { orderItems: Line[] } }>("/api/orders", async (request, reply) => {
  await placeBare(pool, request.headers["x-customer"], request.body.orderItems);
  return reply.code(201).send({});
});

/** Sends an answer of another server from memory, with the same headers. */
app.get<{ Querystring: { of: string } }>("/memory", async ({ query }, reply) => {
  const { headers, body } = await rememberAnswer(query.of);
  return reply.headers(headers).send(body);
});

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
