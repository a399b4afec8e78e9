-- Trigrams carry literal search over any part of a text, and the search for misspelt words.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
