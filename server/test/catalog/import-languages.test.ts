import { expect, it } from "vitest";
import { columnUse } from "../../src/domain/import/column-uses.ts";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import { findFormat, findMapping } from "../../src/domain/import/formats.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

/** The headings of the same columns: ID, type, SKU, name, published, visibility, short description, description, in stock?, stock, backorders, weight, sale price, regular price, categories, images, parent, and an attribute with its values. */
const languages: Record<string, string> = {
  German:
    "ID;Typ;Artikelnummer;Name;Veröffentlicht;Sichtbarkeit im Katalog;Kurzbeschreibung;Beschreibung;Vorrätig?;Bestand;Lieferrückstande erlaubt?;Gewicht (kg);Angebotspreis;Regulärer Preis;Kategorien;Bilder;Übergeordnetes Produkt;Attribut 1 Name;Attribut 1 Wert(e)",
  Spanish:
    "ID;Tipo;SKU;Nombre;Publicado;Visibilidad en el catálogo;Descripción corta;Descripción;¿Existencias?;Inventario;¿Permitir reservas de productos agotados?;Peso (kg);Precio rebajado;Precio normal;Categorías;Imágenes;Superior;Nombre del atributo 1;Valor(es) del atributo 1",
  French:
    "ID;Type;UGS;Nom;Publié;Visibilité dans le catalogue;Description courte;Description;En stock ?;Stock;Autoriser les commandes de produits en rupture ?;Poids (kg);Tarif promo;Tarif régulier;Catégories;Images;Parent;Nom de l’attribut 1;Valeur(s) de l’attribut 1",
  Italian:
    "ID;Tipo;SKU;Nome;Pubblicato;Visibilità nel catalogo;Breve descrizione;Descrizione;In stock?;Magazzino;Abilita gli ordini arretrati?;Peso (kg);Prezzo in offerta;Prezzo di listino;Categorie;Immagine;Genitore;Nome dell'attributo 1;Valore dell'attributo 1",
  Dutch:
    "ID;Type;Artikelnummer;Naam;Gepubliceerd;Zichtbaarheid in catalogus;Korte omschrijving;Beschrijving;Op voorraad?;Voorraad;Nabestellingen toestaan?;Gewicht (kg);Actieprijs;Reguliere prijs;Categorieën;Afbeeldingen;Hoofd;Naam eigenschap 1;Waarde eigenschap 1",
  Polish:
    "ID;Typ;SKU;Nazwa;Opublikowano;Widoczność w katalogu;Krótki opis;Opis;W magazynie?;Stan magazynowy;Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?;Waga (kg);Cena promocyjna;Cena;Kategorie;Obrazki;Element nadrzędny;Nazwa atrybutu 1;Wartości atrybutu 1",
  Portuguese:
    "ID;Tipo;SKU;Nome;Publicado;Visibilidade no catálogo;Descrição curta;Descrição;Em estoque?;Estoque;São permitidas encomendas?;Peso (kg);Preço promocional;Preço;Categorias;Imagens;Ascendente;Nome do atributo 1;Valores do atributo 1",
  Russian:
    "ID;Тип;Артикул;Имя;Опубликован;Видимость в каталоге;Короткое описание;Описание;В наличии?;Запасы;Задержанный заказ возможен?;Вес (кг);Цена распродажи;Базовая цена;Категории;Изображения;Родительский;Имя атрибута 1;Значение(-я) аттрибута(-ов) 1",
  Swedish:
    "ID;Typ;Artikelnummer;Namn;Publicerad;Synlighet i katalog;Kort beskrivning;Beskrivning;I lager?;Lagersaldo;Tillåt restnoteringar?;Vikt (kg);Reapris;Ordinarie pris;Kategorier;Bilder;Överordnad;Attribut 1 namn;Attribut 1 värde(n)",
  Turkish:
    "Kimlik;Tür;Stok kodu (SKU);İsim;Yayımlanmış;Katalogda görünürlük;Kısa açıklama;Açıklama;Stokta?;Stok;Yok satmaya izin?;Ağırlık (kg);İndirimli satış fiyatı;Normal fiyat;Kategoriler;Görseller;Ebeveyn;Nitelik 1 ismi;Nitelik 1 değer(ler)i",
};

const rows = [
  "7;variable;S;Shirt;1;visible;;Cotton;1;;0;;;;Clothing;https://other.example/s.jpg;;Color;Red, Blue",
  "8;variation;S-R;Shirt;1;visible;;;0;;0;0,25;19,90;24,90;;;S;Color;Red",
  "9;simple;;Mug;1;hidden;Small;;1;3;0;;;8,00;Kitchen;;;;",
];

async function readWith(header: string) {
  const text = `${[header, ...rows].join("\n")}\n`;
  const chunks = async function* () {
    yield Buffer.from(text);
  };
  const { delimiter, columns } = await describeFile(chunks(), { encoding: "utf-8" });
  const names = columns.map(({ name }) => name);
  const format = findFormat(names);
  const settings = { format, mapping: findMapping(format, names), variants: "group" as const };
  const texts = async function* () {
    yield text;
  };
  const products = [];
  for await (const product of readProducts(readRecords(texts(), delimiter), settings)) products.push(product);
  const unused = columns.filter(
    (column) => !Object.values(settings.mapping).includes(column.name) && !columnUse("products", format, column).isRead,
  );
  return { format, products, unused: unused.map(({ name }) => name) };
}

for (const [language, header] of Object.entries(languages)) {
  it(`An export of WooCommerce in ${language} becomes the products that it has`, async () => {
    const { format, products, unused } = await readWith(header);
    expect(format).toBe("woocommerce");
    expect(unused).toEqual([]);
    const [shirt, mug] = products;
    expect(products).toHaveLength(2);
    expect(shirt).toMatchObject({
      values: {
        key: "S-R",
        sku: "S-R",
        name: "Shirt",
        description: "Cotton",
        category: "Clothing",
        price: "24,90",
        salePrice: "19,90",
        weight: "0,25 kg",
        stock: "0",
        state: "published",
      },
      images: ["https://other.example/s.jpg"],
      variant: { name: "Shirt", options: [{ name: "Color", value: "Red" }] },
    });
    expect(mug).toMatchObject({
      values: {
        key: "id:9",
        name: "Mug",
        description: "Small",
        category: "Kitchen",
        price: "8,00",
        stock: "3",
        state: "draft",
      },
      images: [],
    });
    expect(products.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  });
}

it("Headings of WooCommerce are known whatever the case, spaces and apostrophes", async () => {
  const french = languages.French ?? "";
  const changed = french.replaceAll("’", "'").replaceAll(" ?", "?").replaceAll("UGS", "ugs");
  expect((await readWith(changed)).products).toEqual((await readWith(french)).products);
  expect((await readWith(french.replaceAll(" ?", "\u00a0?"))).products).toEqual((await readWith(french)).products);
});

it("A price list in another language is no export of WooCommerce", () => {
  expect(findFormat(["SKU", "Nazwa", "Cena"])).toBe("other");
  expect(findFormat(["Artikelnummer", "Name", "Lager", "Kategorien"])).toBe("other");
});
