/** Calls about collections, folders, documents, pages and their ledger. */
import { z } from 'zod';
import {
  boxSchema,
  documentStateSchema,
  fragmentKindSchema,
  pageBoxSchema,
  pageCountsSchema,
  pageStateSchema,
  problemSchema,
} from './shapes.ts';

export const indexSummarySchema = z.object({
  collection: z.string(),
  documents: z.object({
    ready: z.number(),
    failed: z.number(),
    passwordNeeded: z.number(),
    duplicate: z.number(),
    unchanged: z.number(),
    removed: z.number(),
  }),
  pages: pageCountsSchema,
  fragments: z.object({ text: z.number(), table: z.number(), image: z.number(), example: z.number() }),
  knowledgePoints: z.number(),
  relations: z.number(),
  seconds: z.number(),
  pagesPerSecond: z.number(),
  problems: z.array(problemSchema),
});
export type IndexSummary = z.infer<typeof indexSummarySchema>;

/** What indexing does right now; also sent as the event `index.progress` at most 5 times a second. */
export const indexProgressSchema = z.object({
  state: z.enum(['idle', 'scanning', 'reading', 'recognising', 'embedding', 'knowledge', 'paused']),
  /** Name of the file being worked on, and its page. */
  current: z.object({ name: z.string(), page: z.number().nullable() }).nullable(),
  pagesDone: z.number(),
  pagesTotal: z.number(),
  documentsDone: z.number(),
  documentsTotal: z.number(),
  fragmentsWithoutVectors: z.number(),
  /** Over the last minute; null until it can be said. */
  pagesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  problems: z.number(),
});
export type IndexProgress = z.infer<typeof indexProgressSchema>;

export const documentSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  paths: z.array(z.string()).readonly(),
  collections: z.array(z.string()).readonly(),
  bytes: z.number(),
  pageCount: z.number(),
  language: z.string().nullable(),
  state: documentStateSchema,
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  pages: pageCountsSchema,
  indexedAt: z.string().nullable(),
  /** One letter per page: t text, o ocr, u unreliable, e empty, f failed, p pending. */
  ledger: z.string(),
});
export type DocumentSummary = z.infer<typeof documentSummarySchema>;

export const pageDetailSchema = z.object({
  page: z.object({
    number: z.number(),
    label: z.string().nullable(),
    width: z.number(),
    height: z.number(),
    rotation: z.number(),
    cropBox: boxSchema,
    state: pageStateSchema,
    reason: z.string().nullable(),
  }),
  text: z.string(),
  blocks: z.array(z.object({ kind: z.string(), text: z.string(), boxes: z.array(boxSchema) })),
  tables: z.array(
    z.object({
      caption: z.string().nullable(),
      boxes: z.array(boxSchema),
      cells: z.array(
        z.array(
          z.object({
            text: z.string(),
            rowSpan: z.number(),
            columnSpan: z.number(),
            box: boxSchema.nullable(),
          }),
        ),
      ),
    }),
  ),
  figures: z.array(
    z.object({
      label: z.string().nullable(),
      caption: z.string().nullable(),
      kind: z.string(),
      box: boxSchema,
      /** Fractions of the visible page from the top left: [x0, y0, x1, y1]. */
      visibleBox: z.array(z.number()).length(4),
    }),
  ),
});
export type PageDetail = z.infer<typeof pageDetailSchema>;

export const fragmentDetailSchema = z.object({
  id: z.string(),
  document: z.string(),
  path: z.string(),
  kind: fragmentKindSchema,
  ordinal: z.number(),
  heading: z.array(z.string()),
  text: z.string(),
  markdown: z.string(),
  tokens: z.number(),
  page: z.number(),
  boxes: z.array(pageBoxSchema),
});

export const collectionSchema = z.object({
  name: z.string(),
  documents: z.number(),
  pages: z.number(),
  folders: z.array(z.string()).readonly(),
});

/** A name that a person can see and type again. */
export const collectionNameSchema = z
  .string()
  .trim()
  .min(1, 'give the collection a name')
  .max(120, 'use a shorter name');

export const libraryCalls = {
  /** Adds paths (or, with none, looks at the collection's folders again) and resolves when all is indexed. */
  'library.index': {
    input: z.object({
      paths: z.array(z.string()),
      collection: collectionNameSchema.default('Library'),
      /** Tried for every file that needs one; kept for this call only. */
      passwords: z.array(z.string()).default([]),
    }),
    output: indexSummarySchema,
  },
  /** The same, but resolves as soon as the paths are accepted. */
  'library.add': {
    input: z.object({
      paths: z.array(z.string()).min(1),
      collection: collectionNameSchema.default('Library'),
    }),
    output: z.object({ collection: z.string() }),
  },
  'library.progress': { input: z.object({}), output: indexProgressSchema },
  'library.pause': { input: z.object({}), output: z.object({}) },
  'library.resume': { input: z.object({}), output: z.object({}) },
  'library.cancel': { input: z.object({}), output: z.object({}) },
  'library.collections': {
    input: z.object({}),
    output: z.object({ collections: z.array(collectionSchema) }),
  },
  'library.remove': {
    input: z.object({ paths: z.array(z.string()).default([]), collection: z.string().optional() }),
    output: z.object({ removed: z.number() }),
  },
  'library.documents': {
    input: z.object({
      collection: z.string().optional(),
      /** Part of a file name, folded. */
      name: z.string().optional(),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().positive().max(1000).default(200),
    }),
    output: z.object({ total: z.number(), documents: z.array(documentSummarySchema) }),
  },
  /** `document` is a path or an id. */
  'library.document': {
    input: z.object({ document: z.string() }),
    output: documentSummarySchema.extend({
      /** Runs of pages in one state with one reason, in page order. */
      ledgerReasons: z.array(
        z.object({
          from: z.number(),
          to: z.number(),
          state: pageStateSchema,
          reason: z.string().nullable(),
        }),
      ),
      sections: z.array(z.object({ level: z.number(), title: z.string(), page: z.number() })),
    }),
  },
  'library.readAgain': {
    input: z.object({ documents: z.array(z.string()).min(1), password: z.string().optional() }),
    output: z.object({}),
  },
  'library.page': {
    input: z.object({ document: z.string(), page: z.number().int().positive() }),
    output: pageDetailSchema,
  },
  'library.fragment': { input: z.object({ fragment: z.string() }), output: fragmentDetailSchema },
  /** PNG, base64, of a page, a box on it, or a fragment; `regions` draws what was found by kind. */
  'library.picture': {
    input: z.object({
      document: z.string(),
      page: z.number().int().positive(),
      box: boxSchema.optional(),
      dpi: z.number().min(36).max(300).default(150),
      regions: z.boolean().default(false),
    }),
    output: z.object({ png: z.string() }),
  },
  /** Where the document's bytes are now, for a host that serves them; refused when they changed. */
  'library.locate': {
    input: z.object({ document: z.string() }),
    output: z.object({ path: z.string(), bytes: z.number() }),
  },
  /** Folders and PDFs of a folder, for hosts that have no file dialog. Without a path: the starting places. */
  'library.browse': {
    input: z.object({ path: z.string().optional() }),
    output: z.object({
      path: z.string().nullable(),
      parent: z.string().nullable(),
      entries: z.array(z.object({ name: z.string(), path: z.string(), kind: z.enum(['folder', 'file']) })),
    }),
  },
} as const;
