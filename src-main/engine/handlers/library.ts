/** Calls about collections, documents, pages and pictures. In: contract input. Out: contract output. */
import { basename } from 'node:path';
import type { DocumentSummary } from '../../../src-preload/contract/library.ts';
import { CarrelError } from '../../domain/errors.ts';
import { asFragmentId } from '../../domain/ids.ts';
import type { DocumentListing } from '../../store/interfaces/library.ts';
import type { Rooms } from '../rooms.ts';
import type { Handlers } from '../rpc/dispatcher.ts';
import { browse } from './browse.ts';
import { pageDetail } from './page-detail.ts';
import { pagePicture } from './picture.ts';

type LibraryHandlers = Pick<Handlers, Extract<keyof Handlers, `library.${string}`>>;

function summary(document: DocumentListing): DocumentSummary {
  const { id, name, title, paths, collections, bytes, pageCount, language, state, problem, pages } = document;
  const { indexedAt, ledger } = document;
  return {
    id,
    name,
    title,
    paths,
    collections,
    bytes,
    pageCount,
    language,
    state,
    problem,
    pages,
    indexedAt,
    ledger,
  };
}

export function libraryHandlers(rooms: Rooms): LibraryHandlers {
  const { store, indexer } = rooms;

  return {
    'library.index': (input, { signal }) => indexer.index(input, signal),
    async 'library.add'(input) {
      await indexer.add(input);
      return { collection: input.collection };
    },
    'library.progress': () => Promise.resolve(indexer.progress()),
    async 'library.pause'() {
      await indexer.pause();
      return {};
    },
    async 'library.resume'() {
      await indexer.resume();
      return {};
    },
    async 'library.cancel'() {
      await indexer.cancel();
      return {};
    },
    'library.collections': async () => ({
      collections: (await store.library.collections()).map((collection) => ({ ...collection })),
    }),
    async 'library.remove'(input) {
      if (input.paths.length === 0 && input.collection === undefined)
        throw new CarrelError('usage', 'Say what to remove: one or more paths, or a collection.');
      await rooms.checkCollection(input.collection);
      return { removed: await indexer.remove(input) };
    },
    async 'library.documents'(input) {
      const { total, documents } = await store.library.documents(input);
      return { total, documents: documents.map(summary) };
    },
    async 'library.document'(input) {
      const document = await rooms.findDocument(input.document);
      const [reasons, sections] = await Promise.all([
        store.library.ledgerReasons(document.id),
        store.library.sections(document.id),
      ]);
      return {
        ...summary(document),
        ledgerReasons: reasons.map((run) => ({ ...run })),
        sections: sections.map(({ level, title, page }) => ({ level, title, page })),
      };
    },
    async 'library.readAgain'(input) {
      const documents = await Promise.all(input.documents.map((one) => rooms.findDocument(one)));
      await indexer.readAgain(
        documents.map((document) => document.id),
        input.password,
      );
      return {};
    },
    async 'library.page'(input) {
      const document = await rooms.findDocument(input.document);
      const layout = await store.library.page(document.id, input.page);
      if (!layout) throw pageMissing(document, input.page);
      return pageDetail(layout);
    },
    async 'library.fragment'(input) {
      const fragment = await store.library.fragment(asFragmentId(input.fragment));
      if (!fragment)
        throw new CarrelError('notFound', 'No fragment has this id. It may have changed with its file.');
      const { id, document, path, kind, ordinal, heading, text, markdown, tokens, page, regions } = fragment;
      const boxes = regions.map((region) => ({
        page: region.page,
        x0: region.x0,
        y0: region.y0,
        x1: region.x1,
        y1: region.y1,
      }));
      return {
        id,
        document,
        path,
        kind,
        ordinal,
        heading: [...heading],
        text,
        markdown,
        tokens,
        page,
        boxes,
      };
    },
    async 'library.picture'(input, { signal }) {
      const document = await rooms.findDocument(input.document);
      const png = await pagePicture(rooms, document.id, input, signal);
      return { png: Buffer.from(png).toString('base64') };
    },
    async 'library.locate'(input) {
      const document = await rooms.findDocument(input.document);
      return rooms.locator.locate(document.id);
    },
    'library.browse': (input) => browse(input.path, rooms.samples),
  };
}

function pageMissing(document: DocumentListing, page: number): CarrelError {
  const name = basename(document.paths[0] ?? document.name);
  if (page > document.pageCount && document.pageCount > 0)
    return new CarrelError('notFound', `${name} has ${document.pageCount} pages; there is no page ${page}.`);
  if (document.problem)
    return new CarrelError('notFound', `${name} has no pages here. ${document.problem.message}`);
  return new CarrelError('notFound', `Page ${page} of ${name} was not read yet.`, { retryable: true });
}
