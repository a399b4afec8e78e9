import { normalized } from "@shop/shared/normalized";

/**
 * The headings of WooCommerce in the languages that it writes them in: the shop's language decides them. Several stand
 * where releases or countries differ.
 */
const translations: Readonly<Record<string, readonly string[]>> = {
  id: ["Kimlik"],
  type: ["Typ", "Tipo", "Тип", "Tür", "タイプ"],
  sku: ["Artikelnummer", "UGS", "Артикул", "Stok kodu (SKU)"],
  "gtin, upc, ean, or isbn": [
    "GTIN, UPC, EAN oder ISBN",
    "GTIN, UPC, EAN o ISBN",
    "GTIN, UPC, EAN ou ISBN",
    "GTIN, UPC, EAN of ISBN",
    "GTIN, UPC, EAN lub ISBN",
    "GTIN, UPC, EAN eller ISBN",
    "GTIN, UPC, EAN или ISBN",
    "GTIN, UPC, EAN veya ISBN",
  ],
  name: ["Nombre", "Nom", "Nome", "Naam", "Nazwa", "Имя", "Название", "Namn", "İsim", "名前"],
  published: [
    "Veröffentlicht",
    "Publicado",
    "Publié",
    "Pubblicato",
    "Gepubliceerd",
    "Opublikowano",
    "Опубликован",
    "Publicerad",
    "Yayımlanmış",
    "公開済み",
  ],
  "is featured?": [
    "Ist hervorgehoben?",
    "¿Está destacado?",
    "Mis en avant ?",
    "In primo piano?",
    "Uitgelicht?",
    "Wyróżniony produkt?",
    "Em destaque?",
    "рекомендуемый?",
    "Öne çıkan?",
    "オススメですか ?",
  ],
  "visibility in catalog": [
    "Sichtbarkeit im Katalog",
    "Visibilidad en el catálogo",
    "Visibilité dans le catalogue",
    "Visibilità nel catalogo",
    "Zichtbaarheid in catalogus",
    "Widoczność w katalogu",
    "Visibilidade no catálogo",
    "Видимость в каталоге",
    "Synlighet i katalog",
    "Katalogda görünürlük",
    "カタログでの表示",
  ],
  "short description": [
    "Kurzbeschreibung",
    "Descripción corta",
    "Description courte",
    "Breve descrizione",
    "Korte omschrijving",
    "Korte beschrijving",
    "Krótki opis",
    "Descrição curta",
    "Короткое описание",
    "Краткое описание",
    "Kort beskrivning",
    "Kısa açıklama",
    "簡単な説明",
  ],
  description: [
    "Beschreibung",
    "Descripción",
    "Descrizione",
    "Beschrijving",
    "Opis",
    "Descrição",
    "Описание",
    "Beskrivning",
    "Açıklama",
    "説明",
  ],
  "date sale price starts": [
    "Datum, an dem Angebotspreis beginnt",
    "Día en que empieza el precio rebajado",
    "Date de début de promo",
    "Inizio del prezzo in offerta",
    "Startdatum actieprijs",
    "Data rozpoczęcia promocji",
    "Data de preço promocional começa em",
    "Дата начала действия продажной цены",
    "Datum när reapriset börjar",
    "İndirimli fiyatın başladığı tarih",
    "セール価格の開始日",
  ],
  "date sale price ends": [
    "Datum, an dem Angebotspreis endet",
    "Día en que termina el precio rebajado",
    "Date de fin de promo",
    "Fine del prezzo in offerta",
    "Einddatum actieprijs",
    "Data zakończenia promocji",
    "Data de preço promocional termina em",
    "Дата окончания действия продажной цены",
    "Datum när reapriset upphör",
    "İndirimli fiyatın bittiği tarih",
    "セール価格の終了日",
  ],
  "in stock?": [
    "Vorrätig?",
    "¿En inventario?",
    "¿Existencias?",
    "En stock ?",
    "En inventaire?",
    "Op voorraad?",
    "W magazynie?",
    "Em estoque?",
    "Em stock?",
    "В наличии?",
    "I lager?",
    "Stokta?",
    "在庫の有無",
  ],
  stock: [
    "Lager",
    "Bestand",
    "Inventario",
    "Inventaire",
    "Magazzino",
    "Voorraad",
    "Stan magazynowy",
    "Estoque",
    "Запасы",
    "Lagersaldo",
    "Stok",
    "在庫",
  ],
  "backorders allowed?": [
    "Lieferrückstande erlaubt?",
    "Lieferrückstände erlaubt?",
    "Rückstände erlaubt?",
    "¿Permitir reservas de productos agotados?",
    "Autoriser les commandes de produits en rupture ?",
    "Abilita gli ordini arretrati?",
    "Nabestellingen toestaan?",
    "Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?",
    "São permitidas encomendas?",
    "Задержанный заказ возможен?",
    "Tillåt restnoteringar?",
    "Yok satmaya izin?",
    "Ön siparişe izin ver?",
    "お取り寄せを許可する ?",
  ],
  "weight (kg)": [
    "Gewicht (kg)",
    "Peso (kg)",
    "Poids (kg)",
    "Waga (kg)",
    "Вес (кг)",
    "Vikt (kg)",
    "Ağırlık (kg)",
    "重量 (kg)",
  ],
  "weight (g)": ["Gewicht (g)", "Peso (g)", "Poids (g)", "Waga (g)", "Вес (г)", "Vikt (g)", "Ağırlık (g)", "重量 (g)"],
  "sale price": [
    "Angebotspreis",
    "Precio rebajado",
    "Tarif promo",
    "Prezzo in offerta",
    "Actieprijs",
    "Cena promocyjna",
    "Preço promocional",
    "Цена распродажи",
    "Reapris",
    "İndirimli satış fiyatı",
    "セール価格",
  ],
  "regular price": [
    "Regulärer Preis",
    "Precio normal",
    "Tarif régulier",
    "Prezzo di listino",
    "Reguliere prijs",
    "Cena",
    "Preço",
    "Preço normal",
    "Базовая цена",
    "Ordinarie pris",
    "Normal fiyat",
    "標準価格",
  ],
  categories: [
    "Kategorien",
    "Categorías",
    "Catégories",
    "Categorie",
    "Categorieën",
    "Kategorie",
    "Categorias",
    "Категории",
    "Kategorier",
    "Kategoriler",
    "カテゴリー",
  ],
  images: [
    "Bilder",
    "Imágenes",
    "Immagine",
    "Immagini",
    "Afbeeldingen",
    "Obrazki",
    "Imagens",
    "Изображения",
    "Görseller",
    "画像",
  ],
  parent: [
    "Übergeordnetes Produkt",
    "Superior",
    "Genitore",
    "Hoofd",
    "Element nadrzędny",
    "Ascendente",
    "Родительский",
    "Överordnad",
    "Ebeveyn",
    "親",
  ],
  brands: ["Marken", "Marcas", "Marques", "Marchi", "Merken", "Marki", "Бренды", "Varumärken", "Markalar", "ブランド"],
};

/** The columns of attributes, which are numbered. */
const numbered: readonly [pattern: RegExp, english: (number: string) => string][] = [
  [
    /^(?:attribut (\d+) name|nombre del atributo (\d+)|nom de l['’]attribut (\d+)|nome dell['’]attributo (\d+)|attributo (\d+) nome|naam eigenschap (\d+)|attribuut (\d+) naam|nazwa atrybutu (\d+)|nome do atributo (\d+)|имя атрибута (\d+)|attribut (\d+) namn|attributnamn (\d+)|nitelik (\d+) ismi|属性 ?(\d+) ?の?名前?)$/,
    (number) => `attribute ${number} name`,
  ],
  [
    /^(?:attribut (\d+) wert\(e\)|valor\(es\) del atributo (\d+)|valeur\(s\) de l['’]attribut (\d+)|valore dell['’]attributo (\d+)|attributo (\d+) valut?[ae]\(e\)|waarde eigenschap (\d+)|waarde\(n\) eigenschap (\d+)|attribuut (\d+) waarde\(n\)|wartości atrybutu (\d+)|valor(?:es|\(es\)) do atributo (\d+)|значение\(-я\) атт?рибута\(-ов\) (\d+)|attribut (\d+) värde\(n\)|attributvärde\(n\) (\d+)|nitelik (\d+) değer\(ler\)i|属性 ?(\d+) ?の?値)$/,
    (number) => `attribute ${number} value(s)`,
  ],
];

/** Headings as they are compared: spaces stand before question marks in some languages, and their apostrophes differ. */
const comparable = (heading: string) =>
  normalized(heading, "NFC").toLowerCase().replaceAll(/\s+/g, " ").replaceAll(" ?", "?").trim();

const english = new Map(
  Object.entries(translations).flatMap(([name, others]) => others.map((other) => [comparable(other), name] as const)),
);

/** The English heading of a column, in lower case, where WooCommerce wrote it in another language. */
export function englishHeading(heading: string): string | undefined {
  const text = comparable(heading);
  const found = english.get(text);
  if (found !== undefined) return found;
  for (const [pattern, name] of numbered) {
    const number = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (number !== undefined) return name(number);
  }
  return undefined;
}
