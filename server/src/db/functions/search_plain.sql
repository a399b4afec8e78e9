CREATE OR REPLACE FUNCTION public.search_plain(input text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  plain text := search_fold(input) COLLATE "pg_c_utf8";
BEGIN
  plain := regexp_replace(plain, '([[:alnum:]])[''’‘`´]s\M', '\1', 'g');
  plain := regexp_replace(plain, '[’‘`´]|''(?!'')', '', 'g');
  IF octet_length(plain) <> length(plain) AND plain ~ '[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]' THEN
    plain := regexp_replace(plain, '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a]', '', 'g');
    plain := regexp_replace(plain, '([\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])(?=[^\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', '\1 ', 'g');
    plain := regexp_replace(plain, '([^\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])(?=[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', '\1 ', 'g');
  END IF;
  plain := regexp_replace(plain, '\m([a-z])\+\+', '\1plusplus', 'g');
  plain := regexp_replace(plain, '\m([a-z])#', '\1sharp', 'g');
  IF plain !~ '\d' THEN
    RETURN regexp_replace(plain, '\m([a-z])-(?=[a-z]{2})', '\1', 'g');
  END IF;
  plain := regexp_replace(plain, '(\d),(?=\d{3}(\D|$))', '\1', 'g');
  plain := regexp_replace(plain, '(\d),(?=\d{1,2}(\D|$))', '\1.', 'g');
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
$function$;
