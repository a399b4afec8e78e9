import type { ImportFormat } from "@shop/shared/catalog/import";
import { expect, it } from "vitest";
import { decodeChunks, findDelimiter } from "../../src/domain/import/file-layout.ts";
import type { FileProduct } from "../../src/domain/import/file-row.ts";
import { columnNames, findFormat, findMapping } from "../../src/domain/import/formats.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

async function* only(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The products of a file, without what is empty. */
async function read(format: ImportFormat, file: string): Promise<Partial<FileProduct>[]> {
  const delimiter = findDelimiter(file);
  const columns = columnNames((file.split("\n")[0] ?? "").split(delimiter));
  expect(findFormat(columns)).toBe(format);
  const settings = { format, mapping: findMapping(format, columns), variants: "group" as const };
  const found: Partial<FileProduct>[] = [];
  for await (const product of readProducts(readRecords(decodeChunks(only(file), "utf-8"), delimiter), settings)) {
    const { line: _line, groupLine: _groupLine, problem, warnings = [], ...rest } = product;
    const shown = { ...rest, ...(problem !== undefined && { problem }), ...(warnings.length > 0 && { warnings }) };
    found.push(JSON.parse(JSON.stringify(shown)));
  }
  return found;
}

it("Wix: variants have the price of their product and a surcharge, and colors their names", async () => {
  const file = [
    "handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1",
    'p1,Product,Shirt,<p>Soft</p>,a.jpg;https://x.example/b.png,Shirts;Sale,,,20.00,,true,PERCENT,10,,,,Color,COLOR,"#fff:White;#000:Black"',
    "p1,Variant,,,,,S-W,,,0,,,,4,,,,,#fff:White",
    "p1,Variant,,,,,S-B,,,2.50,,,,InStock,,,,,#000:Black",
    "p2,Product,Mug,,,Mugs,M-1,,5,,false,AMOUNT,0,OutOfStock,,,,,",
  ].join("\n");
  const shared = {
    images: ["https://static.wixstatic.com/media/a.jpg", "https://x.example/b.png"],
    isMarkdown: false,
  };
  expect(await read("wix", file)).toMatchObject([
    {
      ...shared,
      values: {
        key: "p1#White",
        name: "Shirt",
        sku: "S-W",
        price: "20.00",
        salePrice: "18.00",
        stock: "4",
        category: "Shirts",
      },
      variant: { name: "Shirt", options: [{ name: "Color", value: "White" }] },
    },
    {
      ...shared,
      values: {
        key: "p1#Black",
        sku: "S-B",
        price: "22.50",
        salePrice: "20.25",
        stock: "not counted",
        state: "published",
      },
      variant: { options: [{ name: "Color", value: "Black" }] },
    },
    { values: { key: "p2", name: "Mug", price: "5", stock: "0", state: "draft" } },
  ]);
});

it("Spree: rows of one slug are variants, and what is not tracked is not counted", async () => {
  const file = [
    "product_id,sku,name,slug,status,vendor_name,brand_name,description,price,compare_at_price,currency,weight,weight_unit,track_inventory,inventory_count,inventory_backorderable,image1_src,image2_src,option1_name,option1_value,category1",
    "1,,Denim shirt,denim,active,,Loom,<b>Blue</b>,62.99,70,USD,0.4,kg,true,,false,https://i.example/1.png,https://i.example/2.png,,,Categories -> Clothing -> Shirts",
    "1,D-S,,denim,,,,,62.99,,USD,,,true,7,false,,,size,S,",
    "1,D-M,,denim,,,,,64.99,,USD,,,false,0,false,,,size,M,",
    "2,C-1,Cap,cap,draft,,,,9,,USD,3,lb,true,2,true,,,,,",
  ].join("\n");
  expect(await read("spree", file)).toMatchObject([
    {
      values: {
        key: "denim#S",
        name: "Denim shirt",
        brand: "Loom",
        category: "Shirts",
        price: "62.99",
        stock: "7",
        description: "**Blue**",
      },
      images: ["https://i.example/1.png", "https://i.example/2.png"],
      categoryPath: ["Categories", "Clothing"],
      variant: { options: [{ name: "size", value: "S" }] },
    },
    { values: { key: "denim#M", sku: "D-M", price: "64.99", stock: "not counted", state: "published" } },
    { values: { key: "cap", price: "9", stock: "not counted", state: "draft" } },
  ]);
  expect((await read("spree", file))[2]?.values?.weight).toBeUndefined();
});

it("Vendure: further variants leave the product empty, and facets have brand and category", async () => {
  const file = [
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets",
    "Ring,ring,A ring,https://i.example/r.png,category:Rings|brand:Gold: fine,Metal|Size,White|6,R-W-6,1899.00,standard,5,true,,",
    ",,,,,,Rose|7,R-R-7,1900.00,standard,,false,https://i.example/rose.png,",
    "Pendant,pendant,,,,,,P-1,749.00,standard,3,true,,",
  ].join("\n");
  expect(await read("vendure", file)).toMatchObject([
    {
      values: {
        key: "ring#White / 6",
        name: "Ring",
        brand: "Gold: fine",
        category: "Rings",
        sku: "R-W-6",
        price: "1899.00",
        stock: "5",
      },
      variant: {
        name: "Ring",
        options: [
          { name: "Metal", value: "White" },
          { name: "Size", value: "6" },
        ],
      },
    },
    {
      values: { sku: "R-R-7", price: "1900.00", stock: "not counted" },
      images: ["https://i.example/rose.png", "https://i.example/r.png"],
    },
    { values: { key: "pendant", sku: "P-1", price: "749.00", stock: "3" } },
  ]);
});

it("Magento 2: a configurable product names its variants, wherever they are, and its paths and images are read", async () => {
  const file = [
    "sku,store_view_code,attribute_set_code,product_type,categories,name,description,product_online,visibility,price,special_price,special_price_to_date,base_image,additional_images,qty,is_in_stock,manage_stock,use_config_manage_stock,configurable_variations,configurable_variation_labels",
    "bag-s,,Bag,simple,,Bag small,,1,Not Visible Individually,30,,,/b/a/bag-s.jpg,,4,1,1,1,,",
    'bag,,Bag,configurable,"Default Category/Gear,Default Category/Gear/Bags",Bag,<p>Big</p>,1,"Catalog, Search",,,,/b/a/bag.jpg,"/b/a/one.jpg,/b/a/bag.jpg",,1,1,1,"sku=bag-s,size=S|sku=bag-l,size=L","size=Size"',
    "bag-l,,Bag,simple,,Bag large,,1,Not Visible Individually,34,31,,no_selection,,0,1,0,0,,",
    "bag,fr,Bag,configurable,,Sac,,,,,,,,,,,,,,",
    'lamp,,Lamp,simple,"Default Category/Home",Lamp,,2,"Catalog, Search",9,8,2026-12-24,,,6,0,1,1,,',
    "kit,,Kit,bundle,,Kit,,1,,9,,,,,,1,1,1,,",
  ].join("\n");
  expect(await read("magento", file)).toMatchObject([
    { values: { key: "kit" }, problem: "It is a group of products, which this shop does not have." },
    {
      values: { key: "bag-s", name: "Bag", price: "30", stock: "4", state: "published" },
      images: ["bag-s.jpg"],
      variant: { name: "Bag", options: [{ name: "Size", value: "S" }] },
    },
    {
      values: { key: "bag-l", name: "Bag", price: "34", salePrice: "31", stock: "not counted" },
      images: ["bag.jpg", "one.jpg"],
    },
    {
      values: { key: "lamp", sku: "lamp", category: "Home", price: "9", stock: "0", state: "draft" },
      warnings: [
        { kind: "value-ignored", about: "Sale price 8 of 2026-12-24: plan it with the product" },
        { kind: "stock-disagrees", about: "Stock 6, but marked as out of stock: 0" },
      ],
    },
  ]);
});

it("Shopware: variants name their product, and their options where a column has them", async () => {
  const file = [
    "id;parent_id;product_number;active;stock;name;description;price_net;price_gross;cover_media_url;manufacturer_name;options",
    "a1;;SW-1;1;0;Coat;<p>Warm</p>;100;119;https://i.example/coat.png;Loom;",
    'b1;a1;SW-1.1;1;3;;;;;;;"Size: S"',
    'b2;a1;SW-1.2;0;2;;;110;;https://i.example/blue.png;;"Size: M"',
    "c1;;SW-2;0;9;Hat;;20;23.8;;Loom;",
  ].join("\n");
  expect(await read("shopware", file)).toMatchObject([
    {
      values: { key: "SW-1.1", sku: "SW-1.1", name: "Coat", price: "100", stock: "3", brand: "Loom" },
      variant: { options: [{ name: "Size", value: "S" }] },
    },
    {
      values: { key: "SW-1.2", price: "110", stock: "2", state: "draft" },
      images: ["https://i.example/blue.png", "https://i.example/coat.png"],
    },
    { values: { key: "SW-2", name: "Hat", price: "20", state: "draft" } },
  ]);
});

it("Etsy: a listing is known by its title, and its variations are named", async () => {
  const file = [
    "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU",
    '"Fern print","Line one\nline two",16.00,USD,5,art,paper,https://i.example/1.jpg,https://i.example/2.jpg,Size,Size,"A4,A3","F-1,F-2"',
    "Mug,,20.00,USD,3,clay,clay,,,,,,MUG-1",
  ].join("\n");
  expect(await read("etsy", file)).toMatchObject([
    {
      values: { key: "Fern print", name: "Fern print", description: "Line one\nline two", price: "16.00", stock: "5" },
      images: ["https://i.example/1.jpg", "https://i.example/2.jpg"],
      warnings: [{ kind: "value-ignored", about: "Size: A4,A3 have no price and no stock in this export" }],
    },
    { values: { key: "MUG-1", sku: "MUG-1", stock: "3" }, images: [] },
  ]);
});

it("PrestaShop: a product without a reference is known by its number, and weights are kilograms", async () => {
  const file = [
    "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Wholesale price;Reference #;Manufacturer;EAN13;Weight;Quantity;Summary;Description;Image URLs (x,y,z...)",
    '1;1;Chair;"Home > Chairs,Sale > Wood";19,90;7,50;CH-1;Loom;4006381333931;0,4;12;Short;<p>Long</p>;https://i.example/1.jpg,https://i.example/2.jpg',
    "2;0;Table;Tables;99;0;;;;0;1;<p>Only short</p>;;",
  ].join("\n");
  expect(await read("prestashop", file)).toMatchObject([
    {
      values: {
        key: "CH-1",
        sku: "CH-1",
        name: "Chair",
        category: "Wood",
        price: "19,90",
        cost: "7,50",
        weight: "0,4 kg",
        gtin: "4006381333931",
        stock: "12",
        description: "Long",
        state: "1",
      },
      images: ["https://i.example/1.jpg", "https://i.example/2.jpg"],
    },
    { values: { key: "id:2", description: "Only short", state: "0", stock: "1" }, images: [] },
  ]);
  expect((await read("prestashop", file))[1]?.values).not.toHaveProperty("weight");
});
