CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"is_sold_out" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"lexemes" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "empty_searches" (
	"keyword" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "empty_searches_are_short" CHECK (length("empty_searches"."keyword") <= 60)
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	"finds" text[] DEFAULT '{}' NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_synonyms_have_words" CHECK (cardinality("search_synonyms"."words") > 0)
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"lexeme" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_search_lexemes" ON "product_search" USING gin ("lexemes");--> statement-breakpoint
CREATE INDEX "empty_searches_last" ON "empty_searches" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "search_vocabulary_likeness" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_vocabulary_beginning" ON "search_vocabulary" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_vocabulary_lexeme" ON "search_vocabulary" USING btree ("lexeme");
--> statement-breakpoint
-- A product that sells out is changed in place when its page has room to spare.
ALTER TABLE product_search SET (fillfactor = 90);
--> statement-breakpoint
-- Lower case without accents; letters that do not decompose are spelt out.
CREATE FUNCTION search_fold(input text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(input) = length(input) THEN lower(input COLLATE "pg_c_utf8") ELSE regexp_replace(
    replace(replace(replace(
      translate(lower(normalize(input, NFKD) COLLATE "pg_c_utf8"), 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0300-\u036f]', '', 'g') END
$$;
--> statement-breakpoint
-- Folded text in which sizes are one word each (27inch, 40l), possessives and apostrophes are gone, and single letters
-- before a hyphen belong to their word (tshirt).
CREATE FUNCTION search_plain(input text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain text := search_fold(input) COLLATE "pg_c_utf8";
BEGIN
  plain := regexp_replace(plain, '([[:alnum:]])[''’‘`´]s\M', '\1', 'g');
  plain := regexp_replace(plain, '[’‘`´]|''(?!'')', '', 'g');
  IF plain !~ '\d' THEN
    RETURN regexp_replace(plain, '\m([a-z])-(?=[a-z]{2})', '\1', 'g');
  END IF;
  plain := regexp_replace(plain, '(\d),(?=\d{3}(\D|$))', '\1', 'g');
  plain := regexp_replace(plain, '(\d)\s*("|″|′′)', '\1inch ', 'g');
  plain := regexp_replace(plain, '(\d)[ -]*(inch(?:es)?|cm|mm|ft|feet|foot|m|ml|l|lit(?:er|re)s?|oz|ounces?|lbs?|pounds?|g|kg|grams?|w|watts?|wh|mah|v|volts?|hz|khz|gb|gigabytes?|tb|terabytes?|mb|mp|megapixels?|k|%|percent)(?![[:alnum:]%])', '\1\2 ', 'g');
  IF plain ~ '\d(inches|feet|foot|lit|oun|lbs|pou|gram|watt|volt|giga|tera|mega|perc)' THEN
    plain := regexp_replace(plain, '(\d)inches\M', '\1inch', 'g');
    plain := regexp_replace(plain, '(\d)(feet|foot)\M', '\1ft', 'g');
    plain := regexp_replace(plain, '(\d)lit(er|re)s?\M', '\1l', 'g');
    plain := regexp_replace(plain, '(\d)ounces?\M', '\1oz', 'g');
    plain := regexp_replace(plain, '(\d)(lbs|pounds?)\M', '\1lb', 'g');
    plain := regexp_replace(plain, '(\d)grams?\M', '\1g', 'g');
    plain := regexp_replace(plain, '(\d)watts?\M', '\1w', 'g');
    plain := regexp_replace(plain, '(\d)volts?\M', '\1v', 'g');
    plain := regexp_replace(plain, '(\d)(giga|tera)bytes?\M', '\1\2b', 'g');
    plain := regexp_replace(plain, '(\d)(g|t)(iga|era)b\M', '\1\2b', 'g');
    plain := regexp_replace(plain, '(\d)megapixels?\M', '\1mp', 'g');
    plain := regexp_replace(plain, '(\d)percent\M', '\1%', 'g');
  END IF;
  RETURN regexp_replace(plain, '\m([a-z])-(?=[a-z]{2})', '\1', 'g');
END
$$;
--> statement-breakpoint
-- The words of plain text in their order. Points and percent signs belong to numbers only.
CREATE FUNCTION search_words(plain text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(
    regexp_replace(
      regexp_replace(plain COLLATE "pg_c_utf8", '[^[:alnum:].%]|(?<!\d)[.%]|\.(?!\d)', ' ', 'g'),
      '(\S{60})\S+', '\1', 'g'
    ), ' '), '')
$$;
--> statement-breakpoint
-- Words like "and" are their own stems.
CREATE FUNCTION search_stem(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;
--> statement-breakpoint
CREATE FUNCTION search_is_stop_word(word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ts_lexize('pg_catalog.english_stem', word) = '{}'
$$;
--> statement-breakpoint
-- Without the s of a plural. Two words in one have no stem: it would take silverring for silver.
CREATE FUNCTION search_singular(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '[^su]s$' AND length(word) > 3 THEN left(word, -1) ELSE word END
$$;
--> statement-breakpoint
-- The number of a size: 27 of 27inch.
CREATE FUNCTION search_number(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(word FROM '^(\d+(?:\.\d+)?)[a-z%]+$')
$$;
--> statement-breakpoint
-- Words and stems, without and with the field's letter before them, and pairs of neighbours as one word.
CREATE FUNCTION search_field(letter text, words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(mark || form), '{}')
  FROM (SELECT word, lead(word) OVER (ORDER BY place) AS next FROM unnest(words) WITH ORDINALITY AS w(word, place)) AS w,
    LATERAL unnest(ARRAY[word, search_stem(word), search_number(word), word || search_singular(next)]) AS form,
    unnest(ARRAY['', letter]) AS mark
  WHERE form IS NOT NULL
$$;
--> statement-breakpoint
-- What a name names: the last word before a comma, a bracket or a preposition.
CREATE FUNCTION search_head(plain text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(search_words(regexp_replace(plain, '(.)(,|\(| - | – | (with|for|in|from|of|by) ).*$', '\1')))
    WITH ORDINALITY AS w(word, place)
  ORDER BY word !~ '^[[:alpha:]]{2,}$', place DESC LIMIT 1
$$;
--> statement-breakpoint
-- The lexemes of a product. N, C and B precede those of name, category and brand, F the name's first word, H what it names.
CREATE FUNCTION search_document(name text, category text, brand text, description text)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain_name text := search_plain(name);
  name_words text[] := search_words(plain_name);
  plain_text text := search_plain(description);
  head text := search_head(plain_name);
  lexemes text[];
BEGIN
  lexemes := search_field('N', name_words) || search_field('C', search_words(search_plain(category)))
    || search_field('B', search_words(search_plain(brand)))
    || ARRAY['F' || name_words[1], 'F' || search_stem(name_words[1]), 'H' || head, 'H' || search_stem(head)];
  -- PostgreSQL's own parser knows words, and would split sizes in its own way.
  lexemes := lexemes || tsvector_to_array(
    to_tsvector('pg_catalog.english', regexp_replace(plain_text COLLATE "pg_c_utf8", '[^[:alpha:]]+', ' ', 'g'))
  );
  IF plain_text ~ '\d' THEN
    lexemes := lexemes || ARRAY(
      SELECT form FROM unnest(search_words(plain_text)) AS word, unnest(ARRAY[word, search_number(word)]) AS form
      WHERE word ~ '\d'
    );
  END IF;
  lexemes := lexemes || ARRAY(
    SELECT pair[1] || search_singular(pair[2])
    FROM regexp_matches(plain_text COLLATE "pg_c_utf8", '([[:alnum:]]+)[-/]([[:alnum:]]+)', 'g') AS pair
  );
  RETURN array_to_tsvector(array_remove(lexemes, NULL));
END
$$;
--> statement-breakpoint
-- Words in their order, so that two writers who bring the same ones wait for each other and not in a circle.
CREATE FUNCTION search_learn(texts text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_vocabulary (word, lexeme)
  WITH plains AS MATERIALIZED (SELECT search_plain(part) AS plain FROM unnest(texts) AS part)
  SELECT word, coalesce(lexeme, search_stem(word)) FROM (
    SELECT DISTINCT ON (word) word, lexeme FROM (
      SELECT word, NULL AS lexeme FROM plains, unnest(search_words(plain)) AS word
      UNION ALL
      SELECT pair[1] || pair[2], pair[1] || search_singular(pair[2])
      FROM plains, regexp_matches(plain COLLATE "pg_c_utf8", '([[:alnum:]]+)[-/]([[:alnum:]]+)', 'g') AS pair
    ) AS words
    WHERE length(word) BETWEEN 3 AND 40 AND word !~ '\d'
    ORDER BY word, lexeme NULLS FIRST
  ) AS words
  ORDER BY word ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION product_search_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, c.name, b.name, p.description)
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  PERFORM search_learn(ARRAY(
    SELECT DISTINCT part FROM added p, unnest(ARRAY[p.search_name, p.description]) AS part
    WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION product_search_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM product_search WHERE product_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT NEW.id, NEW.count_in_stock = 0, NEW.created_at, search_document(NEW.name, c.name, b.name, NEW.description)
  FROM brands b, categories c WHERE b.id = NEW.brand_id AND c.id = NEW.category_id
  ON CONFLICT (product_id) DO UPDATE
  SET is_sold_out = excluded.is_sold_out, created_at = excluded.created_at, lexemes = excluded.lexemes;
  PERFORM search_learn(ARRAY[NEW.search_name, NEW.description]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION product_search_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET is_sold_out = NEW.count_in_stock = 0 WHERE product_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_search_insert
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_search_insert();
--> statement-breakpoint
-- A rename of a brand or category sets its products'.
CREATE TRIGGER product_search_update
  AFTER UPDATE OF name, description, brand_id, category_id, search_text, created_at, published_at, deleted_at ON products
  FOR EACH ROW WHEN (
    (OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
      IS DISTINCT FROM (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
    OR (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL
      AND (OLD.search_text, OLD.created_at) IS DISTINCT FROM (NEW.search_text, NEW.created_at))
  ) EXECUTE FUNCTION product_search_update();
--> statement-breakpoint
-- Selling a unit gets no further than this condition, unless it is the last one.
CREATE TRIGGER product_search_stock
  AFTER UPDATE OF count_in_stock ON products
  FOR EACH ROW WHEN ((OLD.count_in_stock = 0) IS DISTINCT FROM (NEW.count_in_stock = 0))
  EXECUTE FUNCTION product_search_stock();
--> statement-breakpoint
-- Synonyms are looked up by their stem, and written as one word.
CREATE FUNCTION search_keys(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN cardinality(words) = 1 THEN ARRAY[search_stem(words[1])] ELSE '{}' END
    || search_singular(array_to_string(words, ''))
$$;
--> statement-breakpoint
CREATE FUNCTION search_synonyms_set_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.keys := ARRAY(
    SELECT DISTINCT key FROM unnest(NEW.words) AS word, unnest(search_keys(search_words(search_plain(word)))) AS key
  );
  PERFORM search_learn(NEW.words);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER search_synonyms_set_keys
  BEFORE INSERT OR UPDATE OF words ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION search_synonyms_set_keys();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_synonyms
  AFTER INSERT OR UPDATE OR DELETE ON search_synonyms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
-- Nothing reads the recorded changes any more. The previous release searches anew where they have a gap.
CREATE OR REPLACE FUNCTION catalogue_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once for each transaction, however many products it changes; the setting ends with it.
  IF coalesce(current_setting('shop.catalogue_change', true), '') = '' THEN
    UPDATE catalogue_version SET version = gen_random_uuid(), number = number + 1;
    PERFORM set_config('shop.catalogue_change', 'yes', true);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE PROCEDURE product_search_fill() LANGUAGE plpgsql AS $$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    -- The lock keeps a product as it is until its row is there for the triggers to change.
    batch := ARRAY(SELECT id FROM products WHERE id > after ORDER BY id LIMIT 200 FOR SHARE);
    EXIT WHEN cardinality(batch) = 0;
    INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
    SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, c.name, b.name, p.description)
    FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
    WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
    PERFORM search_learn(ARRAY(
      SELECT part FROM products p, unnest(ARRAY[p.search_name, p.description]) AS part
      WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ));
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO search_synonyms (id, words, finds)
SELECT gen_random_uuid(), string_to_array(words, ', '), string_to_array(finds, ', ')
FROM (VALUES
  -- Spellings and irregular forms.
  ('gray, grey', ''), ('colour, color', ''), ('jewellery, jewelry, jewels', 'necklace, bracelet, earrings, ring, pendant, brooch'),
  ('scarf, scarves', ''), ('knife, knives', ''), ('shelf, shelves', ''), ('man, men, mens, gents', ''), ('woman, women, womens, ladies', ''), ('child, children, kids', ''),
  ('mouse, mice', ''), ('aluminium, aluminum', ''), ('litre, liter', ''), ('leather', 'suede, calf'),
  -- Electronics.
  ('tv, television, telly', ''), ('laptop, notebook', ''), ('computer, pc', 'laptop, desktop computer'),
  ('smartphone, mobile phone, cell phone, mobile, cellphone, handset', 'phone'), ('phone', 'smartphone'),
  ('headphones, headset, cans', ''), ('earbuds, earphones, in-ear headphones, earpods', ''), ('earphones', 'headphones'),
  ('loudspeaker, speaker', ''), ('turntable, record player, vinyl player', ''), ('monitor, screen, computer screen', ''),
  ('display', 'monitor'), ('projector, beamer', ''), ('drone, quadcopter, quadrocopter, multicopter', ''),
  ('power bank, power pack, portable charger, battery pack', ''), ('charger, charging, power adapter', ''),
  ('gamepad, game controller, joypad', ''), ('gamepad, joystick', 'controller'), ('game, gaming', 'controller, gamepad, console'),
  ('smartwatch, smart watch', ''), ('fitness band, fitness tracker, activity tracker', ''), ('tablet, tablet computer', ''),
  ('e-reader, ebook reader, ereader', ''), ('camera, cam', ''), ('instant camera, polaroid', ''), ('mirrorless, system camera', ''),
  ('wireless, cordless', ''), ('noise cancelling, noise cancellation, anc', ''), ('hard drive, hard disk', ''),
  ('fridge, refrigerator', ''), ('hoover, vacuum cleaner', ''), ('torch, flashlight', ''), ('lamp', 'light'),
  -- Fashion.
  ('trainers, sneakers, gym shoes, tennis shoes, plimsolls', 'high tops, running shoes'),
  ('shoes', 'footwear, sneakers, loafers, boots, sandals'), ('footwear', 'shoes'), ('slip-ons, loafers, moccasins', ''),
  ('boots', 'booties'), ('jumper, sweater, pullover, jersey', 'cardigan'), ('sweatshirt, hoodie', ''),
  ('tee, t-shirt, tshirt', ''), ('trousers, pants, slacks', 'jeans, chinos'), ('denims', 'jeans'),
  ('coat', 'overcoat, parka'), ('anorak, rain jacket, raincoat, windbreaker', ''), ('waterproof', 'water resistant, rain, weatherproof'),
  ('hat', 'cap, beanie'), ('beanie, woolly hat, knit cap', ''), ('cap, baseball cap', ''), ('mittens', 'gloves'),
  ('shawl, stole', 'scarf'), ('gown, frock', 'dress'), ('waistcoat, vest, gilet', ''), ('knitwear', 'sweater, cardigan'),
  ('dungarees, overalls', ''), ('swimsuit, bathing suit, swimwear', ''), ('tights, pantyhose', ''),
  -- Accessories.
  ('bag', 'backpack, tote, duffel'), ('backpack, rucksack, knapsack', 'hiking pack'),
  ('handbag, purse, shoulder bag', 'tote'), ('duffel, duffle bag, holdall, gym bag, weekender', ''), ('wallet, billfold', ''),
  ('sunglasses, shades', ''), ('glasses, spectacles, eyeglasses', ''), ('brolly, umbrella', ''),
  ('key ring, keychain, key fob', ''), ('bottle, flask', ''), ('watch, timepiece, wristwatch', ''), ('ring', 'band'),
  ('suitcase, luggage, trolley case', ''), ('ballpoint, biro', 'pen'),
  -- Home.
  ('sofa, couch, settee', ''), ('carpet, rug', ''), ('curtains, drapes', ''), ('cupboard, wardrobe, closet', ''),
  -- Colours find their shades.
  ('green', 'emerald, moss, olive, spruce, khaki, mint'), ('red', 'crimson, scarlet, ruby, cherry, cranberry, burgundy'),
  ('blue', 'navy, indigo, azure, cobalt, denim, lagoon'), ('yellow', 'mustard, ochre, amber'), ('orange', 'coral, terracotta'),
  ('purple', 'violet, plum, lilac, lavender'), ('brown', 'chestnut, mahogany, tan, chocolate, cognac'),
  ('white', 'ivory, cream, ecru'), ('beige', 'sand, camel, oatmeal, wheat'), ('pink', 'rose, peach, raspberry'),
  ('grey', 'graphite, anthracite'), ('gold', 'gilt, golden'), ('silver', 'sterling')
) AS seeded(words, finds);
